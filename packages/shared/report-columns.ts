/** The amounts in a row of a report, in the order in which tables show them. */
export const reportColumns = [
  'start',
  'end',
  'sold',
  'arrived',
  'returned',
  'damaged',
  'died',
  'counted',
  'other',
] as const;
