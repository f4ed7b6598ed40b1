/**
 * The areas whose texts are loaded with the page. All other texts are loaded with the parts of the page that are loaded on
 * demand. The area of a message is the first word of its key.
 */
export const firstAreas = [
  'app',
  'connection',
  'edit',
  'error',
  'reason',
  'screen',
  'session',
  'status',
  'stock',
  'table',
  'ui',
] as const;
