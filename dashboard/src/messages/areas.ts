/**
 * The areas of messages that are loaded with the page. The messages of all other areas are loaded on demand. The first
 * word of a message's key is its area.
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
