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
  // Actions of the menu of a pet
  'dialog.changeQuantity': 'Change quantity',
  'dialog.detailsEllipsis': 'Details…',
  'dialog.removeEllipsis': 'Remove…',
  'dialog.markAs': 'Mark as pending or sold',
  'dialog.detailsOrRemove': 'Details or remove',
  'dialog.statusChanged':
    '{pet}: {before, select, available{available} pending{pending} other{sold}} → {after, select, available{available} pending{pending} other{sold}}',
  // A button, as in "Add a pet"
  'dialog.add': 'Add',
  'dialog.adding': 'Adding…',
  'dialog.notAdded': 'Not added',
  'dialog.id': 'ID',
  'dialog.enterId': 'Enter a whole number without leading zeros.',
  'dialog.petExists': 'Pet {id} already exists.',
  'dialog.enterQuantity': 'Enter a whole number, 0 or more.',
  // Follows "Not added: "
  'dialog.justAdded': 'another user has just added it.',
  'dialog.added': '{pet} added.',
  'dialog.saved': '{pet} saved.',
  'dialog.detailsOf': 'Details of pet {id}',
  'dialog.barcodeTaken': '{pet} has this barcode. Remove it there first.',
  'dialog.enterCode': 'Enter at most {max, number} plain letters, digits and signs, without spaces.',
  'dialog.enterText': 'Enter at most {max, number} characters.',
  // Follows "Not added: " or "Not saved: "
  'dialog.justTaken': 'another pet has this barcode.',
  'dialog.optional': '{field} (optional)',
  'dialog.nameHint': 'Shown and searched beside the ID.',
  'dialog.barcodeHint': 'Scan it here, or type it. Scanning it opens the pet.',
  'dialog.lowAtHint': 'Counts as low with this many or fewer. If empty: {usual, number}, as for all pets.',
  'dialog.removeQuestion': 'Remove {pet}?',
  'dialog.removing': 'Removing…',
  'dialog.notRemoved': 'Not removed',
  'dialog.removeExplained':
    '{quantity, number} in stock, {status, select, available{available} pending{pending} other{sold}}. The pet is removed from the list. Its history is kept. Undo, which follows for ten seconds, brings everything back.',
  'dialog.removeReserved':
    '{count, plural, one{<b># reserved:</b> a customer is about to buy it, and the sale will be refused.} other{<b># reserved:</b> customers are about to buy them, and their sale will be refused.}}',
  // Follows "Not removed: "
  'dialog.justChanged': 'it has just been changed. Check it again.',
  'dialog.removed': '{pet} removed. Its history is kept.',
  // Follows "Not undone: "
  'dialog.addedAgain': '{pet} has been added again since.',
  // Follows "Undone: "
  'dialog.isBack': '{pet} is back.',
  'dialog.reservations': 'Reservations',
  'dialog.reservationsNotLoaded': 'Reservations not loaded',
  'dialog.reservation':
    '{count, plural, one{# reserved as <b>{id}</b> by {key}, {from} to {until}} other{# reserved as <b>{id}</b> by {key}, {from} to {until}}}',
  'dialog.moreReservations': 'There are more. “pawstock reservations” lists all of them.',
  // A button: gives up a reservation, so that others can buy
  'dialog.release': 'Release',
  'dialog.releasing': 'Releasing…',
  'dialog.releaseOne': 'Release reservation {id}',
  'dialog.releaseQuestion': 'Release reservation {id}?',
  'dialog.releaseExplained':
    'What it holds is free for others at once. The customer who reserved it may be about to pay.',
  'dialog.released': 'Reservation {id} released.',
  'dialog.notReleased': 'Not released',
  // The panel after two users have changed the same pet
  'dialog.changedByOther': '{pet} has been changed by another user',
  'dialog.removedByOther': '{pet} has been removed',
  // Who made a change, where no key did
  'dialog.anImport': 'An import',
  // <change></change> is replaced by, for example, "97 → 100 (+3)"
  'dialog.conflictEntry':
    '<b>{who}</b>, <time>{at}</time>: <change></change>{reason, select, none{} sale{, sale} arrival{, arrival} return{, return} count{, count} damage{, damage} other{, adjustment}}{hasNote, select, yes{, “{note}”} other{}}',
  'dialog.startedFrom': 'You started from {quantity, number}.',
  'dialog.startedAndEntered': 'You started from {quantity, number} and entered {target, number} ({delta}).',
  // Buttons: three ways to settle it
  'dialog.keepTheirs': 'Keep theirs',
  'dialog.useMine': 'Use mine',
  'dialog.applyDifference': 'Apply my difference',
  'dialog.notPossible': 'not possible',
  'dialog.discardMine': 'Discard my change',

  // edit: the editor of a quantity
  // Kinds of a change, as choices before a number: "Set to 7", "Add 7", "Remove 7". "Remove" is also a button
  'edit.setTo': 'Set to',
  'edit.add': 'Add',
  'edit.remove': 'Remove',
  'edit.kindOfChange': 'Kind of change',
  'edit.newQuantity': 'New quantity',
  'edit.quantityToAdd': 'Quantity to add',
  'edit.quantityToRemove': 'Quantity to remove',
  'edit.increase': 'Increase by 1',
  'edit.decrease': 'Decrease by 1',
  // The quantity before the change
  'edit.now': 'Now {quantity, number}',
  'edit.reason': 'Reason',
  // Stands among the reasons. The first letter of each reason chooses it, so they should differ
  'edit.otherReason': 'Other (adjustment)',
  'edit.note': 'Note',
  'edit.enterNumber': 'Enter a number.',
  'edit.enterWholeNumber': 'Enter a whole number.',
  'edit.onlyInStock': '{count, plural, one{Only # in stock.} other{Only # in stock.}}',
  'edit.tooLarge': 'The number is too large.',
  'edit.noteTooLong': 'The note can have at most {max, number} characters.',
  'edit.isThatRight': 'From {before, number} to {after, number}? Save again if that is right.',
  'edit.save': 'Save',
  'edit.finishFirst': 'Save or cancel the change to {pet} first.',
  'edit.staysAt': '{pet} stays at {quantity, number}.',
  'edit.failedAndIgnored': '{error} What you typed while it was being saved is ignored.',

  // error: why a request failed

  // history (later): history of a pet, activity

  // import (later)

  // print (later): print, labels and export
  'print.stockLevels': 'Stock levels',
  'print.lowStock': 'Low stock, up to {threshold, number}',
  'print.lowStockOrOwn': 'Low stock, up to {threshold, number} or the level of the pet',
  // Follows a title such as "Stock levels"
  'print.status': '{status, select, available{available} pending{pending} other{sold}}',
  // What was searched for, such as "ID or name with “gold”"
  'print.search': '{fields} with “{text}”',
  'print.countAndDate': '{count, plural, one{# pet} other{# pets}}, {date}',
  'print.firstRows':
    '{count, plural, one{# pet} other{# pets}}, {date}. Only the first {max, number} are printed; filter the table for others',
  'print.exported': '{count, plural, one{# pet exported.} other{# pets exported.}}',
  'print.labels': '{count, plural, one{Labels of # pet} other{Labels of # pets}}',
  'print.firstLabels': 'Only the first {max, number} labels are printed. Filter the table for others.',
  'print.qrCodeOf': 'QR code of {pet}',
  'print.barcodeOf': 'Barcode of {pet}',

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
  // Names of columns, fields and filters
  'stock.petId': 'Pet ID',
  'stock.name': 'Name',
  'stock.quantity': 'Quantity',
  'stock.status': 'Status',
  'stock.barcode': 'Barcode',
  // The quantity at which a pet counts as low.
  'stock.lowAt': 'Low at',
  // A pet in the middle of a sentence, and at its start or alone
  'stock.pet': 'pet\u00a0{id}',
  'stock.namedPet': 'pet\u00a0{id} ({name})',
  'stock.petAtStart': 'Pet\u00a0{id}',
  'stock.namedPetAtStart': 'Pet\u00a0{id} ({name})',
  // What the search looks at
  'stock.searchedFields':
    '{fields, select, name{ID or name} barcode{ID or barcode} both{ID, name or barcode} other{ID}}',
  // The stock level of a pet, as a filter and as the heading of a column of "Low" and "Out"
  'stock.level': 'Stock',
  'stock.low': 'Low',
  'stock.out': 'Out',
  'stock.lowStock': 'Low stock',
  'stock.outOfStock': 'Out of stock',
  'stock.addPet': 'Add a pet',
  'stock.changePet': 'Change {pet}',
  // Of the changes of a pet
  'stock.history': 'History',
  'stock.historyOf': 'History of {pet}',
  // A code was scanned or typed where a quantity belongs
  'stock.codeAsQuantity':
    '“{code}” {holder, select, none{looks like a barcode} other{is the barcode of pet\u00a0{holder}}}, so it is not a quantity.{number, select, none{} other{ If you mean the number, type {number}.}}',
  'stock.scanIt': 'Scan it',
  'stock.changed': '{pet}: {before, number} → {after, number} ({difference})',
  // A button
  'stock.undo': 'Undo',
  // Followed by what is so again, such as "pet 7 is back at 12."
  'stock.undone': 'Undone: {what}',
  'stock.notUndone': 'Not undone',
  'stock.tryAgain': 'Try again',
  // Follows "Not undone: "
  'stock.changedAgain': '{pet} has been changed again since.',
  // Both follow "Undone: ". The number is the quantity
  'stock.isNow': '{pet} is now {quantity, number}.',
  'stock.isBackAt': '{pet} is back at {quantity, number}.',

  // table: the screen Stock
  'table.pets': 'Pets',
  // The heading of the IDs
  'table.pet': 'Pet',
  'table.overview': 'Overview',
  'table.today': 'Today',
  // Tiles above the table. A kind is a row of the table: a kind of pet of which there are several
  'table.kinds': 'Kinds',
  'table.availableKinds': '{count, plural, one{# available} other{# available}}',
  'table.units': 'Units',
  // The average number of units of a kind
  'table.unitsEach': '{average} each',
  // Follows the name and number of a tile: "Low stock 5: show only these"
  'table.showOnlyThese': ': show only these',
  // Stands before a number. Screen readers read the hidden part, too
  'table.lowUpTo': 'up to<hidden> how many counts as low stock</hidden>',
  'table.byStatus': 'By status',
  'table.kindsAndUnits': '{kinds, plural, one{# kind} other{# kinds}}, {units, plural, one{# unit} other{# units}}',
  // Filters: pets of every status, with any stock
  'table.allStatuses': 'All',
  'table.anyLevel': 'Any stock',
  // A button: downloads the table as a spreadsheet
  'table.export': 'Export',
  'table.searchBy': 'Search by {fields}',
  'table.clearSearch': 'Clear the search',
  'table.notAllLoaded': 'Not all pets have been loaded yet. Try again in a moment.',
  'table.found': '{count, plural, one{# pet found} other{# pets found}}',
  'table.sameName':
    '{count, plural, one{# pet is called “{text}”. Choose it.} other{# pets are called “{text}”. Choose one.}}',
  'table.severalMatch':
    '{count, plural, one{# pet matches “{text}”. Choose it.} other{# pets match “{text}”. Choose one.}}',
  // {text} is the number that was searched for
  'table.noPet': 'No pet {text}.',
  'table.noPetButLonger':
    'No pet {text}. {count, plural, one{# longer ID contains it.} other{# longer IDs contain it.}}',
  'table.noPetButOthers':
    'No pet {text}. {count, plural, one{# pet has it in the {fields}.} other{# pets have it in the {fields}.}}',
  // A pet with the status "sold" of which there are some
  'table.stillInStock': 'Still in stock',
  'table.quantityAndReserved': '{quantity, number}<small>, {reserved, number} reserved</small>',
  // A button
  'table.change': 'Change',
  'table.moreActions': 'More actions for {pet}',
  'table.actions': 'Actions',
  'table.loadingAll': 'Loading all pets…',
  'table.noMatch': 'No matching pets',
  'table.noPets': 'No pets yet',
  'table.addFirst': 'Add the first one, or import a file.',
  'table.waitForPets': 'They appear here as soon as an administrator adds them.',
  'table.showAll': 'Show all',
  'table.addPetWithId': 'Add pet {id}',
  'table.importFile': 'Import a spreadsheet',
  'table.noneWithStatus': 'No pet has this status and stock level.',
  'table.notAnId': '“{text}” is not an ID. IDs are whole numbers.',
  'table.hiddenByFilter': 'Pet {text} has another status or stock level.',
  'table.noneContains': 'No {fields} contains “{text}”.',
  'table.noneContainsHere': 'No {fields} contains “{text}”, with this status and stock level.',

  // ui: parts that all screens use
  'ui.loading': 'Loading…',
  'ui.cancel': 'Cancel',
  'ui.saving': 'Saving…',
} as const;
