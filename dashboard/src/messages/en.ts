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
  // The argument "kind" is the screen: sell, receiving (a delivery has arrived) or count (of the stock).
  'counter.title': '{kind, select, sell{Sell} receiving{Receive a delivery} other{Count stock}}',
  'counter.readOnly':
    'Your key “{key}” has the role “{role}”, so it cannot enter {kind, select, sell{sales} receiving{deliveries} other{counts}}. Ask an owner for a key with the role “{needed}”, and sign in with it.',
  // The name of the form for the next line of a list, for screen readers.
  'counter.form': 'Next line',
  'counter.petOrReservation': 'Pet or reservation',
  'counter.petIdOrName': 'Pet ID or name',
  // The label of the field for a number: of the units that are sold, that have arrived, or that were counted.
  'counter.amount': '{kind, select, sell{Number} receiving{Arrived} other{Counted}}',
  'counter.amountOf': '{kind, select, sell{Number: {pet}} receiving{Arrived: {pet}} other{Counted: {pet}}}',
  // In the empty field for a pet, during a guided count.
  'counter.nextPet': 'Next: {pet}',
  // Buttons behind the field: puts the pet on the list of a sale; goes on with the next pet.
  'counter.add': 'Add',
  'counter.next': 'Next',
  // The name of the list of suggestions below the field.
  'counter.pets': 'Pets',
  'counter.addPet': 'Add this pet…',
  // A button for a pet that has been counted before: adds the new number to that of the line.
  'counter.addTo': 'Add to {known, number} = {total, number}',
  'counter.scanToSell': 'Scan pets one by one. To sell several of the last one, type how many and press Enter.',
  'counter.scanToEnter': 'Scan pets one by one, or type one and press Enter.',
  'counter.inStock': '{quantity, number} in stock',
  'counter.inStockReserved': '{quantity, number} in stock, {held, number} reserved',
  // Behind a pet that is on the list already.
  'counter.countedBefore': 'counted {count, number} before',
  'counter.onListAlready': '{count, number} on the list already',
  'counter.enterPet': 'Enter or scan the ID or the name of a pet.',
  'counter.notLoadedYet': 'Not all pets have been loaded yet. Try again in a moment.',
  'counter.severalMatch': 'Several pets match. Choose one.',
  // Said where a code or name is unknown. "ask" is for a person who may not add pets; "Also edits pets" is the name of a role.
  'counter.unknown':
    '{what, select, id{There is no pet {text}.} reservation{No pet or reservation is called “{text}”.} offline{No pet is called “{text}”. Reservations can be found once you are online again.} other{No pet is called “{text}”.}}{next, select, ask{ A person who also edits pets can add it.} other{}}',
  'counter.pressEnter': 'Press Enter to add “{text}”, or clear the field.',
  'counter.wholeNumber': 'Enter a whole number.',
  'counter.wholeNumberFrom': 'Enter a whole number from {least, number}.',
  'counter.howMany': 'How many of {pet}? Enter a whole number from {least, number}.',
  'counter.tooLarge': 'The number is too large.',
  'counter.isRight': 'Is {amount, number} right? Press Enter again if it is.',
  'counter.isRightNow':
    'Is {amount, number} right? {now, plural, one{There is # now.} other{There are # now.}} Press Enter again if it is.',
  'counter.tooManyLines': 'A list can have {max, plural, one{# pet} other{# pets}}. Save it, then go on.',
  'counter.entered': '{pet}: {amount, number}. {count, plural, one{# pet} other{# pets}} on the list.',

  'counter.reservation': 'Reservation {id}',
  'counter.reservedBy': 'Reserved by {key} until {time}.',
  'counter.reservationEnded':
    '{state, select, expired{Reservation {id} is not shown: it expired at {time}.} sold{Reservation {id} is not shown: it was sold at {time}.} other{Reservation {id} is not shown: it was released at {time}.}}',
  'counter.reservationFailed': 'Reservation {id} is not shown',
  'counter.listFirst': 'Sell or discard the list first, then scan the reservation again.',
  'counter.reservationFirst': 'Sell or close reservation {id} first.',
  'counter.isBeingSaved': 'This list is being saved. Scan again after that.',

  'counter.reasonIs': 'Reason: {reason}.',
  'counter.noteIs': 'Note: {note}',
  'counter.addNote': 'Add a note',
  'counter.noteForAll': 'Note for all lines',

  // A line of the list.
  'counter.remove': 'Remove {pet} from the list',
  'counter.isGone': 'Has been removed from the stock.',
  // What is left of a pet after the sale.
  'counter.left': '{left, number} left',
  'counter.leftReserved': '{left, number} left, {held, number} reserved',
  'counter.shortage': '{left, plural, =0{None left to sell.} one{Only # left to sell.} other{Only # left to sell.}}',
  'counter.shortageReserved':
    '{left, plural, =0{None left to sell.} one{Only # left to sell.} other{Only # left to sell.}} {held, plural, one{# more is reserved.} other{# more are reserved.}}',
  // "shortage" is one of the two messages above.
  'counter.notEnough': 'Not enough of {pet}. {shortage}',
  'counter.hasChanged': '{pet} has changed',
  // In place of <change> stands "20 → 17 (−3)". Behind it: who made the change, why, and when.
  'counter.changedSince': 'Changed since you counted {counted, number}: <change></change>',
  'counter.changedSinceBy': 'Changed since you counted {counted, number}: <change></change>, {source}, {time}',
  'counter.changedSinceFor':
    'Changed since you counted {counted, number}: <change></change>, {source}, {reason}, {time}',
  'counter.import': 'an import',
  'counter.keepCount': 'Keep my count: {counted, number}',
  // For example "18 −3 = 15".
  'counter.includeChange': 'Include the change: {counted, number} {delta} = {total, number}',
  // A button that takes a pet off the list of a count.
  'counter.skip': 'Skip',

  'counter.lines':
    '{kind, select, count{{pets, plural, one{# pet} other{# pets}}} other{{pets, plural, one{# pet} other{# pets}}, {units, plural, one{# unit} other{# units}}}}',
  'counter.linesUndone':
    '{kind, select, count{{pets, plural, one{# pet} other{# pets}}, undone} other{{pets, plural, one{# pet} other{# pets}}, {units, plural, one{# unit} other{# units}}, undone}}',
  'counter.problems': '{count, plural, one{# line needs your attention} other{# lines need your attention}}',
  'counter.blankLines': '{count, plural, one{# line without a number} other{# lines without a number}}',
  'counter.discard': 'Discard',
  'counter.discardLines': '{count, plural, one{Discard # line?} other{Discard # lines?}}',
  // A button: lets the user change a list that was sent and got no answer.
  'counter.unlock': 'Unlock',
  'counter.save': '{kind, select, sell{Sell} other{Save}}',
  'counter.saving': '{kind, select, sell{Selling…} other{Saving…}}',
  // "lines" is, for example, "2 pets, 30 units".
  'counter.saved':
    '{kind, select, sell{Sold: {lines}.} receiving{Delivery saved: {lines}.} other{Count saved: {lines}.}}',
  'counter.soldReservation': 'Sold: reservation {id}, {lines}.',
  // Follows “Undone: ”.
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell{Not sold} other{Not saved}}',
  'counter.offline':
    '{kind, select, sell{Not sold: this device is offline. The list is kept here; sell it when you are connected again.} other{Not saved: this device is offline. The list is kept here; save it when you are connected again.}}',
  'counter.savedOtherwise':
    '{kind, select, sell{Not sold: this list has already been saved with other numbers, maybe in another tab. Compare it with the activity of today.} other{Not saved: this list has already been saved with other numbers, maybe in another tab. Compare it with the activity of today.}}',
  'counter.nothingArrived': 'Enter how many of a pet have arrived.',
  'counter.sentTooLongAgo':
    'Sent at {time}, and no answer came. That is too long ago to send it again safely. Look at the <link>activity</link> of that day: discard this list if it is there, unlock it if not.',
  'counter.noAnswer':
    'No answer came, so it may have been saved or not. It is sent again as soon as Pawstock can be reached, and counts once. Until then the list cannot be changed.',
  // "changes" is a list of the message below.
  'counter.isThatRight':
    '{kind, select, sell{Is that right? {changes}. Sell again if it is.} other{Is that right? {changes}. Save again if it is.}}',
  'counter.farChange': '{pet} from {before, number} to {after, number}',
  // The last part of a list of names or of changes, which has a word such as “and” before it already.
  'counter.more': '{count, plural, one{# more} other{# more}}',

  'counter.last': '{kind, select, sell{Last sales} receiving{Last deliveries} other{Last counts}}',
  // Names of pets, and the user who entered them.
  'counter.namesBy': '{names}, by {key}',

  // A guided count goes through all pets, one by one.
  'counter.guided': 'Guided count',
  'counter.endGuided': 'End guided count',
  // The order in which the pets are counted.
  'counter.order': 'Order',
  'counter.byId': 'By ID',
  'counter.byName': 'By name',
  'counter.hideExpected': 'Hide expected numbers',
  'counter.allCounted': 'All pets are counted. Check the differences, then save.',
  'counter.progress': '{done, number} of {all, plural, one{# pet} other{# pets}} counted',
  'counter.countedPets': 'Counted pets',
  'counter.stillToCount': 'Still to be counted',
  // A button: this pet is counted later.
  'counter.later': 'Later',
  'counter.andMore': '{count, plural, one{and # more pet} other{and # more pets}}',
  // The list to print, and its columns. "Expected" is the known quantity; the column "Counted" is empty.
  'counter.sheet': 'Count sheet',
  'counter.sheetOf': '{time}, {count, plural, one{# pet} other{# pets}}',
  'counter.firstPrinted': 'Only the first {max, number} pets are printed',
  'counter.columnPet': 'Pet',
  'counter.columnExpected': 'Expected',
  'counter.columnCounted': 'Counted',

  // dialog (later): dialogs and panels about pets and the session that open on demand

  // edit: the editor of a quantity

  // error: why a request failed
  'error.notLoaded': 'Not loaded',

  // history (later): history of a pet, activity
  // A reason inside a sentence or a list, such as "Reason: sale." or "Set by Ann, sale".
  'history.reasonInside':
    '{reason, select, sale{sale} arrival{arrival} return{return} adjustment{adjustment} count{count} other{damage}}',
  'history.inStock': '<b>{quantity, number}</b> in stock',
  'history.changes': 'Changes',
  'history.noEarlier': 'No earlier changes.',
  'history.loadMore': 'Load more',
  // Reads the chart to those who cannot see it.
  'history.chart':
    'Quantity of {pet} since {from}, {count, plural, one{# change} other{# changes}}: lowest {lowest, number}, highest {highest, number}, now {now, number}.',
  'history.chartRemoved':
    'Quantity of {pet} since {from}, {count, plural, one{# change} other{# changes}}: lowest {lowest, number}, highest {highest, number}, now removed.',
  // The end of the time axis of the chart.
  'history.now': 'now',
  // The quantity at the place of the chart that is pointed at.
  'history.levelSince': '<b>{level, number}</b> since {time}',
  // What happened to the quantity of a pet: the pet was added with it, it was set, more or fewer were entered, and so on.
  'history.what':
    '{kind, select, added{Added} set{Set} adjust{Adjusted} put{Replaced} delete{Removed} other{Imported}}',
  'history.whatBy':
    '{kind, select, added{Added by {key}} set{Set by {key}} adjust{Adjusted by {key}} put{Replaced by {key}} delete{Removed by {key}} other{Imported by {key}}}',
  // "what" is one of the two messages above.
  'history.whatFor': '{what}, {reason}',
  // The note of a change that took back another one.
  'history.undo': 'Undo',
  // A link and a question: sets the quantity to what it was before.
  'history.putBackTo': 'Put back to {quantity, number}',
  'history.putBackToOf': 'Put back to {quantity, number}, as it was {time}',
  'history.putBackQuestion': 'Put back to {quantity, number}?',
  'history.putBack': 'Put back',
  'history.putBackAnyway': 'Put back anyway',
  // Stored as the note of the change.
  'history.putBackNote': 'put back to {quantity, number} of {time}',
  // In place of <change> stands "20 → 17 (−3)".
  'history.changedMeanwhile': 'Changed meanwhile by {key}: <change></change>',
  'history.importedMeanwhile': 'Changed meanwhile by an import: <change></change>',
  'history.petRemoved': 'The pet has been removed.',
  'history.isAlready': 'It is at {quantity, number} already.',

  // The screen with the changes of all pets.
  'history.activity': 'Activity',
  'history.days': 'Days',
  'history.range': '{range, select, today{Today} week{Last 7 days} day{One day} other{Any span}}',
  'history.day': 'Day',
  'history.firstDay': 'First day',
  'history.last': 'Last day',
  'history.firstToLast': '{first} to {last}',
  'history.sevenDays': 'The 7 days up to {last}',
  'history.person': 'Person',
  'history.everyone': 'Everyone',
  'history.imports': 'Imports',
  'history.reason': 'Reason',
  'history.anyReason': 'Any reason',
  'history.otherReasons': 'All other reasons',
  'history.noReason': 'No reason',
  'history.only': 'Only {pet}',
  // The names of sums of units: sold, arrived, returned, damaged units, and all others.
  'history.sum': '{name, select, sale{Sold} arrival{Arrived} return{Returned} damage{Damaged} other{Other}}',
  // The name of a button for screen readers, with the sum above.
  'history.showOnly':
    '{name, select, sale{Sold {units}: show only these} arrival{Arrived {units}: show only these} return{Returned {units}: show only these} damage{Damaged {units}: show only these} other{Other {units}: show only these}}',
  'history.changeCount': '{count, plural, one{# change} other{# changes}}',
  'history.newest':
    '{count, plural, one{This is the newest change} other{These are the newest # changes}}; there are earlier ones. <load>Load them</load>',
  'history.newestOfMany':
    '{count, plural, one{This is the newest change} other{These are the newest # changes}}. There are earlier ones: choose a single day to see them.',
  'history.newestPrinted': 'Only the newest {max, number} changes are printed',
  'history.noChanges': 'No changes.',
  'history.more': 'Show more',
  'history.newestFirst': 'Changes, newest first',
  // What a change was, in a list of changes: an import, the removal or the addition of a pet.
  'history.import': 'Import',
  'history.removed': 'Removed',
  'history.added': 'Added',
  // "what" is a reason, or one of the messages above.
  'history.by': '{what}, by {key}',
  // A button: saves the changes to a file.
  'history.export': 'Export',
  'history.exported': '{count, plural, one{# change exported.} other{# changes exported.}}',
  'history.notExported': 'Not exported',
  'history.readSoFar': '{count, plural, one{# change read…} other{# changes read…}}',

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
  'stock.name': 'Name',
  'stock.petAtStart': 'Pet\u00a0{id}',
  'stock.historyOf': 'History of {pet}',
  'stock.tryAgain': 'Try again',

  // table: the screen Stock

  // ui: parts that all screens use
  'ui.cancel': 'Cancel',
  'ui.close': 'Close',
  'ui.loading': 'Loading…',
  'ui.saving': 'Saving…',
} as const;
