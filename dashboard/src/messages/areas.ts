/**
 * The areas whose texts are loaded with the parts of the page that are loaded on demand. All other texts are loaded with the
 * page. The area of a message is the first word of its key.
 */
export const laterAreas = [
  'answer',
  'camera',
  'counter',
  'device',
  'dialog',
  'field',
  'history',
  'import',
  'print',
  'problem',
  'reports',
  'role',
  'settings',
  'total',
  'webhook',
] as const;
