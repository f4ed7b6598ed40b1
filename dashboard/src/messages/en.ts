/**
 * The English texts of the dashboard, as ICU messages. The other languages have the same keys; a test compares the arguments,
 * the forms of plurals and the tags. In this file a branch follows its word without a space ("one{# pet}"): the types of the
 * arguments are read from it.
 */
export const messages = {
  // app: the frame of all screens, the menus and the notices
  'app.failed': 'Something went wrong',
  'app.failedNext': 'Your saved changes are safe, and what you were typing is kept. <link>Reload the page</link>.',

  // camera (later)

  // counter (later): Sell, Receive and Count

  // dialog (later): dialogs and panels about pets and the session that open on demand

  // edit: the editor of a quantity

  // error: why a request failed

  // history (later): history of a pet, activity

  // import (later)

  // print (later): print, labels and export

  // reason
  'reason.sale': 'Sale',
  'reason.arrival': 'Arrival',
  'reason.return': 'Return',
  'reason.adjustment': 'Adjustment',
  'reason.count': 'Count',
  'reason.damage': 'Damage',

  // reports (later)

  // session: sign-in, roles, keys

  // settings (later)

  // status
  'status.available': 'Available',
  'status.pending': 'Pending',
  'status.sold': 'Sold',

  // stock: the rules of stock that several screens tell

  // table: the screen Stock

  // ui: parts that all screens use
} as const;
