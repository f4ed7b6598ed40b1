/**
 * The key of each UI text begins with its area: "ui.close" is in the area "ui". The texts of the
 * areas in this list are loaded with the web page. The texts of all other areas are loaded on
 * demand.
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
