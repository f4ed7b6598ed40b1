/** On every answer: whatever a browser is led to here, it runs, frames and guesses nothing. Pages allow themselves more. */
export const guardHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
