/**
 * The English texts of the dashboard, as ICU messages. Comments say where a text appears and what
 * its placeholders are. The other languages have the same keys, placeholders and tags, which a test
 * checks, and plural forms of their own. A brace follows its word without a space ("one{# pet}"),
 * because TypeScript reads the placeholders from the texts.
 */
export const messages = {
  // Messages "answer.…" say how another program has answered a webhook. {answer} is an HTTP status
  // or an error code.
  'answer.accepted': 'accepted ({answer})',
  'answer.moved': 'the address has moved; enter the new one ({answer})',
  'answer.refused': 'refused; check the secret in the other program ({answer})',
  'answer.notFound': 'there is nothing at this address ({answer})',
  'answer.gone': 'the program wants no more messages ({answer})',
  'answer.tooMany': 'too many messages for the program ({answer})',
  'answer.notUnderstood': 'the program does not understand the message ({answer})',
  'answer.failed': 'the program has failed ({answer})',
  'answer.noHost': 'there is no such host name ({answer})',
  'answer.unreachable': 'nothing answers at this address ({answer})',
  'answer.cut': 'the connection was cut ({answer})',
  'answer.notTrusted': 'the certificate of the address is not trusted ({answer})',
  'answer.timedOut': 'no response within {seconds, number} s',
  'answer.notPublic':
    'it is not at a public address, and WEBHOOK_NETWORKS does not allow its network',

  // Messages "app.…" are in the header and in notices on all screens.
  'app.failed': 'Something went wrong',
  'app.failedNext':
    'Your saved changes are safe, and what you were typing is kept. <link>Reload the page</link>.',
  'app.addPet': 'Add pet',
  'app.menu': 'Menu',
  // The button that locks the device until a person types their PIN.
  'app.lock': 'Lock',
  // The first link of each screen, shown only while it has the focus. It skips the header.
  'app.skipToContent': 'Skip to content',
  // The name, for screen readers, of the group of links to the screens Sell, Stock, Receive and so
  // on.
  'app.screens': 'Screens',
  // The title of the browser window. {screen} is the name of a screen, such as "Stock".
  'app.title': '{screen} – Pawstock',
  // The tooltip of the word "Live" in the header.
  'app.liveHint': 'Changes appear as they are made',
  'app.scanWithCamera': 'Scan with the camera',
  // Announcements to screen readers when other users change pets. {pet} is "Pet 12 (Rex)".
  'app.petsChanged': '{count, plural, one{# pet has changed.} other{# pets have changed.}}',
  'app.petRemoved': '{pet} has been removed.',
  'app.petIsNow': '{pet} is now {quantity, number}.',

  // Messages "camera.…" are in the panel that scans barcodes with the camera.
  'camera.panel': 'Camera',
  'camera.video': 'What the camera sees',
  'camera.close': 'Close the camera',
  'camera.needsTls':
    'Browsers allow the camera only on pages with https:// in their address. Ask the person who runs Pawstock to turn on TLS.',
  'camera.forbidden':
    'The browser does not allow the camera. Allow it for this page in the browser’s settings, and open the camera again.',
  'camera.missing': 'This device has no camera.',
  'camera.inUse': 'Another app is using the camera. Close that app, and open the camera again.',
  'camera.unusable': 'The camera cannot be used. Close it and open it again, or type the code.',

  // Messages "connection.…" are in the header and say whether the dashboard is connected to
  // Pawstock.
  'connection.connecting': 'Connecting…',
  'connection.live': 'Live',
  'connection.offline': 'Offline',

  // Messages "counter.…" are on the screens Sell, Receive and Count.
  // {kind} is the screen: sell, receiving (a delivery) or count (of the stock).
  'counter.title': '{kind, select, sell{Sell} receiving{Receive a delivery} other{Count stock}}',
  'counter.readOnly':
    'Your key “{key}” has the role “{role}”, so it cannot enter {kind, select, sell{sales} receiving{deliveries} other{counts}}. Ask an owner for a key with the role “{needed}”, and sign in with it.',
  // The name, for screen readers, of the form that adds a line to a sale, a delivery or a count.
  'counter.form': 'Next line',
  'counter.petOrReservation': 'Pet or reservation',
  'counter.petIdOrName': 'Pet ID or name',
  // The label of the field for the number of units that are sold, that have arrived, or that were
  // counted.
  'counter.amountOf':
    '{kind, select, sell{Number: {pet}} receiving{Arrived: {pet}} other{Counted: {pet}}}',
  // The placeholder of the empty field for a pet in a guided count. {pet} is the pet to count next.
  // The button after the field for a number. It goes on to the next pet.
  'counter.addPet': 'Add this pet…',
  // The line below the field for pets on Sell, Receive and Count, and the same in a guided count. <key>
  // marks keys. The next messages are questions about what was typed, and why it has no effect.
  'counter.hint':
    'Scan a pet, or type one and press Enter. <key>12*</key> sets the number of the last line.',
  'counter.hintGuided':
    'Type the number of this pet and press Enter, or scan any pet. <key>12*</key> sets the number of the last line.',
  'counter.choices': 'Choices',
  'counter.often': 'Often entered',
  'counter.numberOf': '{units, number} of {pet}',
  'counter.petOrReservationQuestion': '“{text}” is a pet and a reservation. Choose one.',
  'counter.numberOrCode': 'Is {code} the number, or a code? Press Enter again if it is the number.',
  'counter.allCountedAlready': 'All pets are counted. To count more of one, scan it.',
  'counter.noLineYet': 'Scan or type a pet first, then its number.',
  'counter.correctFirst': 'Correct the number of {pet} first.',
  // The button for a pet that was counted before. It adds the new number to {known}, and the sum is
  // {total}.
  'counter.inStock': '{quantity, number} in stock',
  // Shown after the name of a pet that is on the list already: this text in a count, the next one
  // in other lists.
  'counter.severalMatch': 'Several pets match. Choose one.',
  // The error for {text}, an unknown ID, code or name. {next} is "add", or "ask" without the role
  // "Also edits pets".
  'counter.unknown':
    '{what, select, id{There is no pet {text}.} reservation{No pet or reservation is called “{text}”.} offline{No pet is called “{text}”. Reservations can be found once you are online again.} other{No pet is called “{text}”.}}{next, select, ask{ A person who also edits pets can add it.} other{}}',
  'counter.wholeNumberFrom': 'Enter a whole number from {least, number}.',
  'counter.howMany': 'How many of {pet}? Enter a whole number from {least, number}.',
  'counter.isRight': 'Is {amount, number} right? Press Enter again if it is.',
  'counter.isRightNow':
    'Is {amount, number} right? {now, plural, one{There is # now.} other{There are # now.}} Press Enter again if it is.',
  'counter.tooManyLines':
    'A list can have {max, plural, one{# pet} other{# pets}}. Save it, then go on.',
  // An announcement to screen readers after the user has entered a pet and a number.
  'counter.entered':
    '{pet}: {amount, number}. {count, plural, one{# pet} other{# pets}} on the list.',

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

  // On a line of the list of a sale, delivery or count: the button that removes the line, and a
  // warning about its pet.
  'counter.remove': 'Remove {pet} from the list',
  'counter.isGone': 'Has been removed from the stock.',
  'counter.notForSale': '{status, select, sold{Marked as sold.} other{Marked as pending.}}',
  'counter.sellDespite': 'Sell it anyway',
  // On a line of a sale: how many units of the pet are left after the sale. {held} of them are
  // reserved.
  'counter.left': '{left, number} left',
  'counter.leftReserved': '{left, number} left, {held, number} reserved',
  'counter.shortage':
    '{left, plural, =0{None left to sell.} one{Only # left to sell.} other{Only # left to sell.}}',
  'counter.shortageReserved':
    '{left, plural, =0{None left to sell.} one{Only # left to sell.} other{Only # left to sell.}} {held, plural, one{# more is reserved.} other{# more are reserved.}}',
  // The error if too few units of a scanned pet are left. {shortage} is one of the two messages
  // above.
  'counter.notEnough': 'Not enough of {pet}. {shortage}',

  'counter.lines':
    '{kind, select, count{{pets, plural, one{# pet} other{# pets}}} other{{pets, plural, one{# pet} other{# pets}}, {units, plural, one{# unit} other{# units}}}}',
  'counter.linesUndone':
    '{kind, select, count{{pets, plural, one{# pet} other{# pets}}, undone} other{{pets, plural, one{# pet} other{# pets}}, {units, plural, one{# unit} other{# units}}, undone}}',
  'counter.problems':
    '{count, plural, one{# line needs your attention} other{# lines need your attention}}',
  'counter.blankLines':
    '{count, plural, one{# line without a number} other{# lines without a number}}',
  'counter.discard': 'Discard',
  'counter.discardLines': '{count, plural, one{Discard # line?} other{Discard # lines?}}',
  // The button that lets the user change a sale, delivery or count that was sent but got no answer.
  'counter.unlock': 'Unlock',
  'counter.save': '{kind, select, sell{Sell} other{Save}}',
  'counter.saving': '{kind, select, sell{Selling…} other{Saving…}}',
  // The notification after a sale, delivery or count was saved. {lines} is, for example, "2 pets,
  // 30 units".
  'counter.saved':
    '{kind, select, sell{Sold: {lines}.} receiving{Delivery saved: {lines}.} other{Count saved: {lines}.}}',
  'counter.soldReservation': 'Sold: reservation {id}, {lines}.',
  // The end of a notification that begins with “Undone: ”. {lines} is, for example, "2 pets, 30
  // units".
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell{Not sold} other{Not saved}}',
  'counter.offline':
    '{kind, select, sell{Not sold: this device is offline. The list is kept here; sell it when you are connected again.} other{Not saved: this device is offline. The list is kept here; save it when you are connected again.}}',
  'counter.savedOtherwise':
    '{kind, select, sell{Not sold: this list has already been saved with other numbers, maybe in another tab. Compare it with the activity of today.} other{Not saved: this list has already been saved with other numbers, maybe in another tab. Compare it with the activity of today.}}',
  'counter.nothingArrived': 'Enter how many of a pet have arrived.',
  'counter.sentTooLongAgo':
    'Sent at {time}, and no answer came. That is too long ago, or was with another key, so sending it again is not safe. Look at the <link>activity</link> of that day: discard this list if it is there, unlock it if not.',
  'counter.noAnswer':
    'No answer came, so it may have been saved or not. It is sent again as soon as Pawstock can be reached, and counts once. Until then the list cannot be changed.',
  // A question before unusually large changes are saved. {changes} is a list of texts from
  // counter.farChange.
  'counter.isThatRight':
    '{kind, select, sell{Is that right? {changes}. Sell again if it is.} other{Is that right? {changes}. Save again if it is.}}',
  'counter.farChange': '{pet} from {before, number} to {after, number}',
  // The end of a shortened list, such as "Rex, Tom and 3 more". The dashboard adds the word “and”.
  'counter.more': '{count, plural, one{# more} other{# more}}',

  'counter.last': '{kind, select, sell{Last sales} receiving{Last deliveries} other{Last counts}}',
  // A line below the heading "Last sales". {names} are the sold pets, and {key} is the API key of
  // the user.
  'counter.namesBy': '{names}, by {key}',

  // The button that starts a guided count, which goes through all pets one by one.
  'counter.guided': 'Guided count',
  'counter.endGuided': 'End guided count',
  // The label of a choice: the order in which the user counts the pets.
  'counter.order': 'Order',
  'counter.byId': 'By ID',
  'counter.byName': 'By name',
  'counter.hideExpected': 'Hide expected numbers',
  'counter.allCounted': 'All pets are counted. Check the differences, then save.',
  'counter.progress': '{done, number} of {all, plural, one{# pet} other{# pets}} counted',
  'counter.countedPets': 'Counted pets',
  'counter.stillToCount': 'Still to be counted',
  // The button in a guided count that puts the current pet off until later.
  'counter.later': 'Later',
  'counter.andMore': '{count, plural, one{and # more pet} other{and # more pets}}',
  // The count sheet to print, and its columns. "Expected" is the stored quantity; "Counted" is an
  // empty column.
  'counter.sheet': 'Count sheet',
  'counter.sheetOf': '{time}, {count, plural, one{# pet} other{# pets}}',
  'counter.firstPrinted': 'Only the first {max, number} pets are printed',
  'counter.columnPet': 'Pet',
  'counter.columnExpected': 'Expected',
  'counter.columnCounted': 'Counted',

  // Messages "dialog.…" are in dialogs, menus and panels about pets and about the session. The next
  // messages are entries of the main menu. "…" at the end means that the entry opens a dialog.
  'dialog.addPetItem': 'Add pet…',
  'dialog.importItem': 'Import spreadsheet…',
  'dialog.exportShown': 'Export shown pets',
  'dialog.printShown': 'Print shown pets',
  // The entry of the main menu that prints the current screen. "Print" is a verb.
  'dialog.print': 'Print',
  'dialog.printLabels': 'Print labels',
  'dialog.appearance': 'Appearance',
  // The three choices of the appearance. "System" is light or dark, like the device.
  'device.auto': 'System',
  'device.light': 'Light',
  'device.dark': 'Dark',
  // A setting in the main menu, and its two choices: how fast the barcode scanner types.
  'dialog.menuHelp': 'Help and session',
  'dialog.shortcuts': 'Keyboard shortcuts',
  'dialog.apiReference': 'API reference',
  // The entry of the main menu that opens a dialog about the user's API key. {name} is the name of
  // the key.
  'dialog.keyItem': 'Key: {name}',
  'dialog.signOut': 'Sign out',
  'dialog.signingOut': 'Signing out…',
  'dialog.signOutUnsaved': 'Sign out without saving?',
  // A sentence in the question before signing out. {pet} is a pet such as "pet 12 (Rex)".
  'dialog.changeLost': 'Your change to {pet} will be discarded.',
  // A sentence in the question before signing out. {screen} is the name of a screen: Sell, Receive
  // or Count.
  'dialog.listStays': 'The list in “{screen}” stays here until you sign in with this key again.',
  // A notice above all screens, if the service's clock was wrong. {until} is a date and time.
  'dialog.clockAhead':
    'The clock of the service was ahead for a while. Until {until}, every change is recorded with that time, and reports count it there. Ask the person who runs Pawstock to set it right.',
  // The list of keyboard shortcuts: what each key does.
  'dialog.keySearch': 'Search; a letter or digit searches, too',
  'dialog.keyMove': 'Move in the table',
  'dialog.keyEnds': 'First or last pet',
  'dialog.keyPage': 'One screen up or down',
  'dialog.keyEnter': 'Change the quantity; save it',
  'dialog.keySign': 'Before a number: add or remove',
  // The first letters of all reasons are shown beside this text. A language without Latin letters
  // also uses the English letters s(ale), a(rrival), r(eturn), o(ther), c(ount), d(amage) and x (died), and
  // must explain them in this text.
  'dialog.keyReason':
    'After a number: another reason, by its first letter, or x if the animal died',
  'dialog.keySave': 'Sell, or save the delivery or count',
  'dialog.keyNumber': 'In a list: the number of the last line',
  'dialog.keyMore': 'More actions for the pet',
  'dialog.keyCancel': 'Cancel or close',
  'dialog.keyNotifications': 'Move to the notifications and back',
  'dialog.keyHelp': 'Show this list',
  // The title of the dialog about the API key that the user is signed in with.
  'dialog.yourKey': 'Your key',
  // In the dialog about the user's key. {name} is a menu entry such as "Add pet". {needed} and
  // {own} are roles.
  'dialog.roleNeeded': '“{name}” needs a key with the role “{needed}”. Yours has the role “{own}”.',
  'dialog.needsRole': 'Needs the role “{role}”',
  'dialog.signedInWith':
    'You are signed in with the key <strong>{name}</strong>. The history shows this name beside your changes.',
  // Before the name of a role, for screen readers: whether the user's API key has the role.
  'dialog.allowed': 'Allowed:',
  'dialog.notAllowed': 'Not allowed:',
  'dialog.keyCreated': 'Created {created}. It does not expire.',
  'dialog.keyExpires': 'Created {created}. It expires {expires}.',
  'dialog.moreRights':
    'For more, ask the owner of the shop for another key, then sign out and sign in with it. Owners create keys in the settings.',
  // Entries in the menu of a pet.
  'dialog.changeQuantity': 'Change quantity',
  'dialog.detailsEllipsis': 'Details…',
  'dialog.removeEllipsis': 'Remove…',
  'dialog.markAs': 'Mark as pending or sold',
  'dialog.detailsOrRemove': 'Details or remove',
  'dialog.statusChanged':
    '{pet}: {before, select, available{available} pending{pending} other{sold}} → {after, select, available{available} pending{pending} other{sold}}',
  // The button that adds a new pet, or that adds a line to a sale.
  'dialog.add': 'Add',
  'dialog.adding': 'Adding…',
  'dialog.notAdded': 'Not added',
  'dialog.id': 'ID',
  'dialog.enterId': 'Enter a whole number without leading zeros.',
  'dialog.petExists': 'Pet {id} already exists.',
  'dialog.enterQuantity': 'Enter a whole number, 0 or more.',
  // The reason after "Not added: " if another user has added the same pet.
  'dialog.justAdded': 'another user has just added it.',
  'dialog.added': '{pet} added.',
  'dialog.saved': '{pet} saved.',
  'dialog.detailsOf': 'Details of pet {id}',
  'dialog.barcodeTaken': '{pet} has this barcode. Remove it there first.',
  'dialog.enterCode':
    'Enter at most {max, number} plain letters, digits and signs, without spaces.',
  'dialog.enterText': 'Enter at most {max, number} characters.',
  // The reason after "Not added: " or "Not saved: " if the barcode is in use.
  'dialog.justTaken': 'another pet has this barcode.',
  'dialog.optional': '{field} (optional)',
  'dialog.nameHint': 'Shown and searched beside the ID.',
  'dialog.barcodeHint': 'Scan it here, or type it. Scanning it opens the pet.',
  'dialog.lowAtHint':
    'Counts as low with this many or fewer. If empty: {usual, number}, as for all pets.',
  'dialog.removeQuestion': 'Remove {pet}?',
  'dialog.remove': 'Remove',
  'dialog.removing': 'Removing…',
  'dialog.notRemoved': 'Not removed',
  'dialog.removeExplained':
    '{quantity, number} in stock, {status, select, available{available} pending{pending} other{sold}}. The pet is removed from the list. Its history is kept. Undo, which follows for ten seconds, brings everything back.',
  'dialog.removeReserved':
    '{count, plural, one{<strong># reserved:</strong> a customer is about to buy it, and the sale will be refused.} other{<strong># reserved:</strong> customers are about to buy them, and their sale will be refused.}}',
  // The reason after "Not removed: " if another user has changed the pet.
  'dialog.justChanged': 'it has just been changed. Check it again.',
  'dialog.removed': '{pet} removed. Its history is kept.',
  // The reason after "Not undone: " if a removed pet exists again.
  'dialog.addedAgain': '{pet} has been added again since.',
  // The end of a notification that begins with "Undone: ", if a removed pet is restored.
  'dialog.isBack': '{pet} is back.',
  'dialog.reservations': 'Reservations',
  'dialog.reservationsNotLoaded': 'Reservations not loaded',
  // A line in the list of reservations. {id} is the reservation, {key} is an API key, {from} and
  // {until} are times.
  'dialog.reservation':
    '{count, plural, one{# reserved as <strong>{id}</strong> by {key}, {from} to {until}} other{# reserved as <strong>{id}</strong> by {key}, {from} to {until}}}',
  'dialog.moreReservations': 'There are more. “pawstock reservations” lists all of them.',
  // The button that ends a reservation, so that others can buy the reserved units.
  'dialog.release': 'Release',
  'dialog.releasing': 'Releasing…',
  'dialog.releaseOne': 'Release reservation {id}',
  'dialog.releaseQuestion': 'Release reservation {id}?',
  'dialog.releaseExplained':
    'What it holds is free for others at once. The customer who reserved it may be about to pay.',
  'dialog.released': 'Reservation {id} released.',
  'dialog.notReleased': 'Not released',
  // The title of the panel that opens when two users have changed the same pet.
  'dialog.changedByOther': '{pet} has been changed by another user',
  'dialog.removedByOther': '{pet} has been removed',
  // The {who} of "dialog.conflictEntry" if an import has changed the pet.
  'dialog.anImport': 'An import',
  // A change by {who}, an API key, at the time {at}. "97 → 100 (+3)", for example, replaces
  // <change></change>.
  'dialog.conflictEntry':
    '<strong>{who}</strong>, <time>{at}</time>: <change></change>{reason, select, none{} sale{, sale} arrival{, arrival} return{, return} count{, count} damage{, damage} died{, died} adjustment{, adjustment} other{, {reason}}}{hasNote, select, yes{, “{note}”} other{}}',
  'dialog.startedFrom': 'You started from {quantity, number}.',
  'dialog.startedAndEntered':
    'You started from {quantity, number} and entered {target, number} ({delta}).',
  // Three buttons that settle two changes of the same pet by different users.
  'dialog.keepTheirs': 'Keep theirs',
  'dialog.useMine': 'Use mine',
  'dialog.applyDifference': 'Apply my difference',
  'dialog.notPossible': 'not possible',
  'dialog.discardMine': 'Discard my change',

  // Messages "edit.…" are in the editor of a pet's quantity.
  // Three kinds of change, as choices before a number: "Set to 7", "Add 7", "Remove 7".
  'edit.setTo': 'Set to',
  'edit.add': 'Add',
  'edit.remove': 'Remove',
  'edit.kindOfChange': 'Kind of change',
  'edit.newQuantity': 'New quantity',
  'edit.quantityToAdd': 'Quantity to add',
  'edit.quantityToRemove': 'Quantity to remove',
  'edit.increase': 'Increase by 1',
  'edit.decrease': 'Decrease by 1',
  // The pet's quantity before the user changes it.
  'edit.now': 'Now {quantity, number}',
  'edit.reason': 'Reason',
  // A reason that users can choose. Typing its first letter chooses it, so the letters of all
  // reasons should differ.
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
  'edit.needsAttention': '{pet}: the change has not been saved. Its editor opens next.',

  // Messages "error.…" say why a request failed. {outcome} is what has not happened, such as "Not
  // saved", and {reason} is another message "error.…".
  'error.because': '{outcome}: {reason}',
  'error.notSaved': 'Not saved',
  'error.notLoaded': 'Not loaded',
  // The reason if Pawstock has refused a faulty request. {code} is the name of the error, such as
  // invalid_json.
  'error.notAccepted': 'Pawstock does not accept it ({code}). Reload the page, then try again.',
  'error.notReady': 'Pawstock is not ready. Try again in a moment.',
  'error.unreachable': 'Pawstock cannot be reached. It is safe to try again.',
  'error.keyInvalid': 'the key is no longer valid. Sign in again.',
  'error.roleTooSmall': 'the role of your key does not allow it. Ask an owner.',
  'error.rateLimited':
    'that was too much at once. Try again in {seconds, plural, one{# second} other{# seconds}}.',
  'error.outcomeUnknown': 'it is not certain whether it has been stored. It is safe to try again.',
  'error.storageFull': 'Pawstock has no room left. Tell the person who runs it.',
  'error.invalidValue':
    '{petId, select, none{a number is too large, or a text is not allowed. Check what you entered.} other{the number of pet\u00a0{petId} is too large. Enter a smaller one.}}',
  'error.petRemoved':
    '{petId, select, none{the pet has been removed meanwhile.} other{pet\u00a0{petId} has been removed meanwhile.}}',
  'error.changedMeanwhile':
    '{petId, select, none{it has been changed meanwhile. Check it again.} other{pet\u00a0{petId} has been changed meanwhile. Check it again.}}',
  'error.insufficientStock':
    '{available, plural, =0{pet\u00a0{petId} is out of stock, or others have reserved the rest.} one{only # of pet\u00a0{petId} can be taken now. Take no more.} other{only # of pet\u00a0{petId} can be taken now. Take at most #.}}',
  'error.notEnough': 'there is not enough in stock, or others have reserved the rest.',
  'error.barcodeTaken':
    '{petId, select, none{another pet has this barcode.} other{pet\u00a0{petId} has this barcode. Remove it there first.}}',
  'error.nameTaken': 'this name is in use already. Choose another name.',
  'error.lastOwnerKey':
    'this is the last key of an owner, or the last that does not expire. Create another one first.',
  'error.keyGone': 'this key has ended meanwhile. Reload the page.',
  'error.webhookRefused':
    'Pawstock does not send to an address that is not at a public address. Ask the person who runs it to allow its network. There can be at most {count, plural, one{# webhook} other{# webhooks}}.',
  'error.webhookGone': 'this webhook has been removed meanwhile. Reload the page.',
  'error.reservationUnknown': 'there is no such reservation, or it ended more than 30 days ago.',
  'error.reservationEnded': 'the reservation has ended: it was sold, was released or has expired.',

  // Messages "field.…" are the columns of a spreadsheet, as names within the sentences of
  // "problem.…" and "import.…".
  'field.petId': 'pet ID',
  'field.quantity': 'quantity',
  'field.status': 'status',
  'field.name': 'name',
  'field.barcode': 'barcode',
  // The column with the quantity at or below which a pet counts as low.
  'field.lowAt': 'low level',

  // Messages "history.…" are in the history of one pet and on the screen Activity. The reason of a
  // change, inside a sentence or a list, such as "Reason: sale." or "Set by Ann, sale".
  'history.reasonInside':
    '{reason, select, sale{sale} arrival{arrival} return{return} adjustment{adjustment} count{count} damage{damage} died{died} other{{reason}}}',
  'history.inStock': '<strong>{quantity, number}</strong> in stock',
  'history.changes': 'Changes',
  'history.noEarlier': 'No earlier changes.',
  'history.loadMore': 'Load more',
  // A description, for screen readers, of the chart of a pet's quantity. {from} is a date and time.
  'history.chart':
    'Quantity of {pet} since {from}, {count, plural, one{# change} other{# changes}}: lowest {lowest, number}, highest {highest, number}, now {now, number}.',
  'history.chartRemoved':
    'Quantity of {pet} since {from}, {count, plural, one{# change} other{# changes}}: lowest {lowest, number}, highest {highest, number}, now removed.',
  // The right end of the time axis of the chart in a pet's history.
  'history.now': 'now',
  // Below the chart, if the pointer is over it: the quantity at that point, and since when it was
  // so.
  'history.levelSince': '<strong>{level, number}</strong> since {time}',
  // What a change in a pet's history did. {key} is the name of the API key that made the change.
  'history.what':
    '{kind, select, added{Added} set{Set} adjust{Adjusted} put{Replaced} delete{Removed} other{Imported}}',
  'history.whatBy':
    '{kind, select, added{Added by {key}} set{Set by {key}} adjust{Adjusted by {key}} put{Replaced by {key}} delete{Removed by {key}} other{Imported by {key}}}',
  // A change in a pet's history. {what} is history.what or history.whatBy, and {reason} is
  // history.reasonInside.
  'history.whatFor': '{what}, {reason}',
  // The note of a change that has undone another change.
  'history.undo': 'Undo',
  // A link, a question and buttons that restore the quantity that a pet had at {time}.
  'history.putBackTo': 'Put back to {quantity, number}',
  'history.putBackToOf': 'Put back to {quantity, number}, as it was {time}',
  'history.putBackQuestion': 'Put back to {quantity, number}?',
  'history.putBack': 'Put back',
  'history.putBackAnyway': 'Put back anyway',
  // The note that is stored with the change when the user restores an earlier quantity.
  'history.putBackNote': 'put back to {quantity, number} of {time}',
  // A warning if the pet has changed before its quantity was restored. <change> becomes, for
  // example, "20 → 17 (−3)".
  'history.changedMeanwhile': 'Changed meanwhile by {key}: <change></change>',
  'history.importedMeanwhile': 'Changed meanwhile by an import: <change></change>',
  'history.petRemoved': 'The pet has been removed.',
  'history.isAlready': 'It is at {quantity, number} already.',

  // The screen Activity, with the changes of all pets.
  'history.activity': 'Activity',
  'history.days': 'Days',
  'history.range': '{range, select, today{Today} week{Last 7 days} day{One day} other{Any span}}',
  'history.day': 'Day',
  'history.firstDay': 'First day',
  'history.last': 'Last day',
  // The days of the shown changes. {first} and {last} are dates.
  'history.firstToLast': '{first} to {last}',
  'history.sevenDays': 'The 7 days up to {last}',
  'history.person': 'Person',
  'history.everyone': 'Everyone',
  'history.imports': 'Imports',
  'history.anyReason': 'Any reason',
  'history.otherReasons': 'All other reasons',
  'history.noReason': 'No reason',
  'history.only': 'Only {pet}',
  // The headings of the columns of the spreadsheet with exported changes.
  'history.column':
    '{column, select, seq{Number} at{Time} petId{Pet ID} kind{Kind} before{Before} after{After} delta{Difference} status{Status} reason{Reason} note{Note} key{Person} other{Request}}',
  // The totals above the list of changes: sold, arrived, returned, damaged and died units, and units of
  // all other changes.
  'history.sum':
    '{name, select, sale{Sold} arrival{Arrived} return{Returned} damage{Damaged} died{Died} other{Other}}',
  // The name, for screen readers, of a button that filters the list of changes. {units} is the
  // total on the button.
  'history.showOnly':
    '{name, select, sale{Sold {units}: show only these} arrival{Arrived {units}: show only these} return{Returned {units}: show only these} damage{Damaged {units}: show only these} died{Died {units}: show only these} other{Other {units}: show only these}}',
  'history.changeCount': '{count, plural, one{# change} other{# changes}}',
  'history.newest':
    '{count, plural, one{This is the newest change} other{These are the newest # changes}}; there are earlier ones. <load>Load them</load>',
  'history.newestOfMany':
    '{count, plural, one{This is the newest change} other{These are the newest # changes}}. There are earlier ones: choose a single day to see them.',
  'history.newestPrinted': 'Only the newest {max, number} changes are printed',
  'history.noChanges': 'No changes.',
  'history.newestFirst': 'Changes, newest first',
  // Three kinds of change in the list of changes: an import, the removal of a pet and the addition
  // of a pet.
  'history.import': 'Import',
  'history.removed': 'Removed',
  'history.added': 'Added',
  // A line in the list of changes. {what} is a reason, "No reason", "Import", "Removed" or "Added";
  // {key} an API key.
  'history.by': '{what}, by {key}',
  'history.exported': '{count, plural, one{# change exported.} other{# changes exported.}}',
  'history.notExported': 'Not exported',
  'history.readSoFar': '{count, plural, one{# change read…} other{# changes read…}}',

  // Messages "import.…" are in the dialog that imports a spreadsheet.
  'import.title': 'Import a spreadsheet',
  'import.titleUndo': 'Undo an import',
  'import.finished': 'Import finished: {count, plural, one{# row} other{# rows}} stored.',
  'import.continue': 'Continue',
  'import.chooseFile': 'Choose a file',
  'import.chooseOther': 'Choose another file',
  'import.reading': 'Reading {file}…',
  'import.columnsNeeded':
    'An Excel (.xlsx) or CSV file with a column for the quantity and one for the pet’s ID, or for a code such as an SKU or EAN. Columns for the status, the name and the level at which a pet counts as low are optional.',
  'import.programs':
    'Exports of Shopify, Square, WooCommerce and Lightspeed are understood as they are. From Numbers, export to Excel or CSV. You review every change before anything is saved. Pets not in the file stay as they are.',
  'import.fileTooLarge':
    '{file} is larger than {max, number} MiB, the most that can be imported here. Split it into smaller files and import one after the other.',
  'import.fileUnreadable': '{file} cannot be read.',
  // The error for a file. {problem} is a message "problem.…", or import.problemAtLine if {at} is
  // "line".
  'import.problemAtLine': 'line {line}: {problem}',
  'import.fileProblem': '{at, select, line{{file}, {problem}.} other{{file}: {problem}.}}',
  // The heading of a running or finished import.
  'import.state':
    '{kind, select, preparing{Checking the pets…} storing{Storing…} cancelling{Finishing the last step…} stopped{Stopped} other{Done}}',
  'import.stopped': 'Stopped',
  'import.progress': '{settled, number} of {total, plural, one{# row} other{# rows}}',
  'import.stored': '<strong>Stored:</strong> {count, plural, one{# row} other{# rows}}.',
  'import.skippedNone': '<strong>Skipped:</strong> {count, number}.',
  // How many rows were not imported. {run} is "undo" while an import is being undone.
  'import.skippedSome':
    '<strong>Skipped:</strong> {run, select, undo{{count, number}, because they have changed since the import.} other{{count, number}, because they have changed since the preview.}}',
  'import.notStored':
    '<strong>Not stored:</strong> {count, plural, one{# row} other{# rows}}. {run, select, undo{Resume now: what is closed cannot be undone later.} other{Resume now, or import the same file again later: it changes only what is left.}}',
  'import.resume': 'Resume with the remaining {count, plural, one{# row} other{# rows}}',
  'import.skipped': 'Skipped',
  // Why a row was skipped. {pet} is "Pet 12 (Rex)". {by} is "known" if {key} is the API key that
  // changed the pet.
  'import.petAdded':
    '{by, select, known{{pet} has been added by {key}} other{{pet} has been added}}',
  'import.petAddedAgain':
    '{by, select, known{{pet} has been added by {key}} other{{pet} has been added}}: import the file again for another ID',
  'import.petRemoved':
    '{by, select, known{{pet} has been removed by {key}} other{{pet} has been removed}}',
  'import.petChanged': '{pet} has been changed',
  'import.petChangedTo':
    '{by, select, known{{pet} has been changed to {quantity, number}, {status, select, available{available} pending{pending} other{sold}} by {key}} other{{pet} has been changed to {quantity, number}, {status, select, available{available} pending{pending} other{sold}}}}',
  'import.barcodeTaken': '{pet} stays as it is: another pet has its barcode by now',
  // The note of an imported change in the history of a pet. {file} is the name of the imported
  // file.
  'import.note': '{run, select, undo{Undo of the import of {file}} other{Import of {file}}}',

  'import.columnsQuestion': 'What is in the columns of <strong>{file}</strong>?',
  'import.columns': 'Columns of the file',
  // The label of a choice: which sheet of an Excel workbook to import.
  'import.sheet': 'Sheet',
  'import.sheetEmpty': 'This sheet is empty.',
  'import.headerLine': 'Line with the column names',
  // What is missing before the import can go on. {fields} is a list of messages "field.…" and
  // import.petIdOrBarcode.
  'import.columnsWanted': 'Choose the column of the {fields}.',
  'import.petIdOrBarcode': 'pet ID or barcode',
  'import.headerLooksLikePet':
    'The line with the column names looks like a pet, and it is not imported. Add a line of column names above it.',
  // The choice for a column of the file that the user does not want to import.
  'import.notRead': 'Not read',
  'import.unnamedColumn': 'Column {number, number}',

  // Above the preview of an import. {described} of the {changed} pets get another name, barcode or
  // threshold.
  'import.summary':
    '<strong>{file}</strong>: {added, plural, one{# new pet} other{# new pets}}, {described, plural, =0{{changed, number} changed} one{{changed, number} changed (# with other details)} other{{changed, number} changed (# with other details)}}, {unchanged, number} unchanged. Nothing has been saved yet.',
  'import.sheetRead': 'Sheet “{sheet}”.',
  'import.headerFound': 'Column names from line {line}.',
  // In the preview of an import. {columns} is a list of texts from import.columnFrom, such as
  // "Quantity from “Qty”".
  'import.columnsRead': '{columns}.',
  'import.columnFrom': '{field} from “{name}”',
  'import.kindQuestion': 'What is in the file?',
  'import.kind': '{kind, select, delivery{A delivery} count{A count} other{The whole stock}}',
  'import.kindMeaning':
    '{kind, select, delivery{The quantities are added to the stock, as arrivals.} count{The quantities become the stock, as a count.} other{The quantities become the stock.}}',
  'import.updateNames': 'Change names that differ to those in the file',
  'import.layoutRead': 'Read as an export of {layout}.',
  'import.locationQuestion': 'Which location’s stock is it?',
  'import.codesLikeIds':
    '{count, plural, one{One code is} other{# codes are}} also the ID of another pet, such as {code}. If the column has pet IDs, change the columns.',
  'import.matchedByBarcode': 'Rows are matched by barcode, and new pets get the next free ID.',
  // In the preview of an import. {parts} is a list of columns, sheets and hidden rows that are not
  // imported.
  'import.partsNotRead': 'Not read: {parts}.',
  'import.quoted': '“{name}”',
  'import.changeColumns': 'Change columns',
  'import.needsRole':
    '{count, plural, one{# row adds a pet or changes} other{# rows add pets or change}} a status or details, which needs the role “Also edits pets”. Ask the owner for a key that has it. With yours, you can import a file that only changes quantities.',
  // The label "Show" and its four choices, each with a number of lines or pets. Then the titles of
  // the lists they show.
  'import.show': 'Show',
  'import.errorCount': 'Errors {count, number}',
  'import.leftOutCount': 'Left out {count, number}',
  'import.changedCount': 'Changed {count, number}',
  'import.addedCount': 'New {count, number}',
  'import.errors': 'Errors',
  'import.leftOut': 'Lines that are left out',
  'import.changedPets': 'Changed pets',
  'import.newPets': 'New pets',
  'import.nothing': 'Nothing to import',
  'import.start': 'Import {count, plural, one{# pet} other{# pets}}',
  // The button that makes the list of the screen Receive from a delivery note.
  'import.putOnList': 'Put on the list of Receive',
  'import.listExplained':
    'You check and save the list on the screen Receive. There it changes quantities and adds new pets; other details of pets in stock stay as they are. Importing stores everything at once.',
  // A warning about IDs that are too large for many programs. {id} is one of them.
  'import.largeIds':
    '{count, plural, one{# pet ID is} other{# pet IDs are}} beyond 9007199254740991, such as {id}. Programs that round large numbers take one for another.',
  'import.linesLeftOut':
    '{count, plural, one{# line is left out. The pets on it stay as they are.} other{# lines are left out. The pets on them stay as they are.}}',
  'import.linesUnreadable':
    '{count, plural, one{# line cannot be read. Correct the file and choose it again, or leave this line out.} other{# lines cannot be read. Correct the file and choose it again, or leave these lines out.}}',
  'import.linesAsked':
    '{count, plural, one{# line cannot be read. Answer the questions above, correct the file and choose it again, or leave this line out.} other{# lines cannot be read. Answer the questions above, correct the file and choose it again, or leave these lines out.}}',
  'import.leaveOut': '{count, plural, one{Leave this line out} other{Leave these # lines out}}',
  'import.thousandsQuestion': 'What does “{text}” mean in this file?',
  'import.statusQuestion': 'What does the status “{text}” mean?',
  'import.emptyStatusQuestion': 'What does an empty status mean?',
  'import.negativeQuestion':
    'What does a quantity below zero mean? ({count, plural, one{# line} other{# lines}})',
  'import.isError': 'It is an error',
  'import.isNone': 'None are left: 0',

  // Messages "offline.…" say that the service cannot be reached, and what waits for it.
  // The banner above all screens while there is no connection. On a phone the part in <wide> is
  // left out.
  'offline.banner':
    '<strong>Offline.</strong> <wide>Changes by others are not shown.</wide> Reconnecting… What you type is kept.',
  // The same banner once the stock is known. {time} is when the service last answered, such as
  // "2:05 PM".
  'offline.bannerAsOf':
    '<strong>Offline.</strong> The stock is as of {time}. <wide>Reconnecting… What you type is kept.</wide>',
  // A list was saved without a network. {lines} is a text such as "2 pets, 5 units".
  'offline.kept': 'Kept on this device: {lines}. It will be stored once Pawstock can be reached.',
  'offline.notKept':
    'This browser could not keep the list. Leave this page open, and save again once you are connected.',
  'offline.stored':
    '{count, plural, one{The list that waited here is stored.} other{The # lists that waited here are stored.}}',
  // The notice above all screens while lists wait on this device.
  'offline.waiting':
    '{count, plural, one{# list waits on this device.} other{# lists wait on this device.}}',
  // How many of the waiting lists are not sent before a person has looked at them.
  'offline.needYou': '{count, plural, one{# of them needs you.} other{# of them need you.}}',
  // The button that opens the dialog "Waiting lists".
  'offline.show': 'Show lists',
  'offline.title': 'Waiting lists',
  // When and by whose key a waiting list was saved.
  'offline.madeBy': '{time}, {name}',
  'offline.unsent': 'Will be stored once Pawstock can be reached.',
  'offline.sent': 'Sent, but no answer came. It is sent again, and counts once.',
  // {name} is the name of an API key.
  'offline.waitsFor': 'Waits until {name} signs in here, because it is stored with that key.',
  'offline.refused': 'Not stored',
  // {time} is when the list was saved. <link> leads to the screen Activity.
  'offline.tooOld':
    'It has waited since {time}, which is too long to send it by itself. Is it in the <link>activity</link> since then?',
  // {name} is the name of an API key, {time} when the list was saved.
  'offline.keyEnded':
    'The key “{name}” is no longer valid. Is the list in the <link>activity</link> since {time}?',
  'offline.isThere': 'It is there: remove',
  // The list is then stored with the key of the person who presses the button.
  'offline.isNotThere': 'It is not there: store now',
  // Puts the lines of a waiting list back on the screen Sell, Receive or Count.
  'offline.change': 'Change the list',
  // {screen} is the name of a screen. It has another unsaved list.
  'offline.listFirst': 'Save or discard the list in “{screen}” first.',
  'offline.notSafe':
    'This browser may delete waiting lists when the device is full. Installing the page as an app prevents that.',
  'offline.needsTls':
    'Without https:// in the address, this browser keeps nothing that you save while offline. Leave this page open until the connection is back.',
  'offline.signOut':
    '{count, plural, one{# list still waits on this device, and signing out deletes it. Wait until it is stored, or download it.} other{# lists still wait on this device, and signing out deletes them. Wait until they are stored, or download them.}}',
  'offline.download': 'Download and sign out',

  // Messages "people.…" are about the people whom a device knows: each signs in with a PIN.
  'people.title': 'People at this device',
  'people.note':
    'The people whom this device knows sign in with a PIN. Their keys are kept here encrypted.',
  'people.whoAreYou': 'Who are you?',
  'people.pinOf': 'PIN of {name}',
  'people.newPin': 'PIN',
  'people.pinHint':
    'Four to six digits. Five wrong tries stop a person, but not a copied disk, on which all PINs can be tried within hours. If this device is lost, its keys must be revoked.',
  'people.showPin': 'Show the PIN',
  'people.hidePin': 'Hide the PIN',
  // {count} is how many more wrong PINs there may be.
  'people.wrongPin':
    '{count, plural, one{Wrong PIN. After one more, this device forgets you.} other{Wrong PIN. You have # more tries.}}',
  'people.forgotten':
    'This device has forgotten {name}. Ask an owner to add you again, or sign in with your key.',
  'people.unlock': 'Unlock',
  'people.keypad': 'Digits',
  'people.erase': 'Erase the last digit',
  'people.useKey': 'Sign in with a key',
  'people.choosePin': 'Use a PIN on this device',
  'people.keep': 'Use this PIN',
  'people.keeping': 'Encrypting…',
  'people.notKept': 'Not kept',
  'people.isKept': '{name} can now sign in here with the PIN.',
  // An entry of the menu and the title of its dialog, in which an owner adds a person.
  'people.newPerson': 'New at the till',
  'people.device': 'This device',
  // An example of what a device may be called.
  'people.deviceExample': 'Till 1',
  'people.add': 'Add',
  'people.adding': 'Adding…',
  'people.notAdded': 'Not added',
  'people.forget': 'Forget',
  'people.forgetOf': 'Forget {name}',
  // When a device locks by itself: the label and its choices.
  'people.lockWhen': 'Lock this device',
  'people.lockAfterSale': 'After each sale',
  'people.lockAfter':
    '{count, plural, one{After a minute without use} other{After # minutes without use}}',
  'people.needsHttps':
    'Browsers allow PINs only on pages with https:// in their address. Ask the person who runs Pawstock to turn on TLS.',
  'people.roleTooHigh':
    'A PIN is too weak for your key, which may do more than sell and count. For daily work, an owner can add you with “New at the till”.',
  'people.needsExpiry':
    'A PIN is too weak for your key, which never expires. Ask an owner to add you with “New at the till”.',
  'people.noStorage': 'This browser keeps nothing for this page, so it cannot remember you.',

  // Messages "print.…" are on printed pages and labels, and in notifications about exports.
  'print.stockLevels': 'Stock levels',
  'print.lowStock': 'Low stock, up to {threshold, number}',
  'print.lowStockOrOwn': 'Low stock, up to {threshold, number} or the level of the pet',
  // The status of the printed pets, after a title such as "Stock levels".
  'print.status': '{status, select, available{available} pending{pending} other{sold}}',
  // The search in the title of a printed list, such as "ID or name with “gold”".
  'print.search': '{fields} with “{text}”',
  'print.countAndDate': '{count, plural, one{# pet} other{# pets}}, {date}',
  'print.firstRows':
    '{count, plural, one{# pet} other{# pets}}, {date}. Only the first {max, number} are printed; filter the table for others',
  'print.exported': '{count, plural, one{# pet exported.} other{# pets exported.}}',
  'print.labels': '{count, plural, one{Labels of # pet} other{Labels of # pets}}',
  'print.firstLabels':
    'Only the first {max, number} labels are printed. Filter the table for others.',
  'print.qrCodeOf': 'QR code of {pet}',
  'print.barcodeOf': 'Barcode of {pet}',

  // Messages "problem.…" say what is wrong with an imported file, after its name or a line number,
  // without a full stop. {text} is a quoted value of the file, {field} a message "field.…",
  // {written} a value without quotes.
  'problem.fileEmpty': 'the file is empty',
  'problem.otherFormat':
    'this kind of file cannot be read; in the program that it comes from, save it as Excel (.xlsx) without a password, or as CSV, and choose that file',
  // {written} is the name of an encoding, such as UTF-8.
  'problem.badEncoding': 'this is not valid {written} text; export it again',
  'problem.workbookUnreadable':
    'this workbook cannot be read; open it in a spreadsheet program, save it again, and choose that file',
  'problem.workbookTooLarge':
    'this workbook has more than {max, number} MiB of data unpacked, which is the most that is read; save the sheet as CSV and choose that file',
  'problem.sheetTooLarge':
    'a sheet of this workbook has {count, number} rows and {columns, number} columns, and {max, number} cells over all sheets are the most that is read; delete what is far from the table, or save the sheet as CSV',
  'problem.noSheet':
    'all sheets of this workbook are hidden; show one, save the workbook, and choose it again',
  'problem.jsonNotUtf8': 'JSON must be UTF-8, and this is not',
  'problem.rowTooLong':
    'this row has more than {max, number} MB, which is the most that a row can have',
  'problem.quoteOpen': 'a quote is opened in this row and never closed',
  'problem.quoteStray':
    'a quote is out of place in this row. Put the whole value in quotes and double the quotes inside',
  'problem.tooManyColumns':
    'this row has {columns, number} columns, and {max, number} is the most that a row can have',
  'problem.tooManyValues':
    'there are {count, number} values for {columns, plural, one{# column} other{# columns}}. Put a value that contains a separator in quotes, or give every column a name',
  'problem.jsonInvalid': 'this is not valid JSON',
  'problem.jsonNoObject': 'this is not a JSON object',
  // {name} is the name of a JSON field, such as petId. The values available, pending and sold are
  // not translated.
  'problem.jsonValue':
    '{name} must be {rule, select, petId{a whole number up to 9223372036854775807} quantity{an integer from 0 to 9007199254740991} status{one of available, pending, sold} other{text}}, not {written}',
  'problem.jsonMissing':
    '{name} must be {rule, select, petId{a whole number up to 9223372036854775807} quantity{an integer from 0 to 9007199254740991} status{one of available, pending, sold} other{text}}, and it is missing',
  'problem.petTwice': 'pet {petId} is on line {line} already',
  'problem.barcodeTwice': 'the barcode {text} is on line {line} already',
  'problem.barcodeTaken': 'pet {petId} has the barcode {text} already',
  'problem.noFreeId':
    'there is no ID above {petId} for the barcode {text}. Give the pet an ID in a column petId',
  'problem.empty': 'the {field} is empty',
  'problem.unknownStatus': 'the status must be one of available, pending, sold, not {text}',
  'problem.notWhole': 'the {field} must be a whole number, not {text}',
  // {written} and {otherwise} are two numbers that the value {text} could mean.
  'problem.ambiguous': 'the {field} {text} is ambiguous: it could be {written} or {otherwise}',
  'problem.negative': 'the {field} {text} is below zero',
  'problem.tooLarge': 'the {field} {text} is too large',
  'problem.lostDigits':
    'the {field} {text} was shortened by the spreadsheet and has lost digits. Format the column as text, enter the number again and save the file',
  'problem.codeIsDate':
    'the {field} {text} is a date, which the spreadsheet has made of a code. Format the column as text, enter the code again and save the file',
  'problem.invalidText':
    'the {field} must be text of 1 to {max, number} characters, not only spaces, without control characters, not {text}',
  'problem.invalidCode':
    'the {field} must be 1 to {max, number} printable ASCII characters without spaces, not {text}',
  // Parts of a workbook that are not imported, for the list {parts} of import.partsNotRead.
  'problem.otherSheet': 'the sheet {text}',
  'problem.hiddenSheet': 'the hidden sheet {text}',
  'problem.hiddenRows': 'hidden rows ({count, number})',
  'problem.totalRows': 'rows of totals ({count, number})',
  'problem.parentRows': 'rows of products whose variants have the stock ({count, number})',
  'problem.pictureRows': 'rows of pictures ({count, number})',
  'problem.giftCardRows': 'rows of gift cards ({count, number})',
  'problem.serviceRows': 'rows of services ({count, number})',
  'problem.untrackedRows': 'rows without tracked stock ({count, number})',
  'problem.otherLocationRows': 'rows of other locations ({count, number})',

  // Messages "reason.…" say why a quantity was changed.
  'reason.sale': 'Sale',
  'reason.arrival': 'Arrival',
  'reason.return': 'Return',
  'reason.adjustment': 'Adjustment',
  'reason.count': 'Count',
  'reason.damage': 'Damage',
  'reason.died': 'Died',

  // Messages "reports.…" are on the screen Reports.
  'reports.title': 'Reports',
  'reports.tabs': 'Reports shown',
  'reports.tab': '{tab, select, order{To order} sold{Sold} losses{Losses} other{All}}',
  'reports.comparedSpan': '{first} to {last}, compared with the time before',
  // The label of a choice: the span of days that a report is about.
  'reports.span': 'Span',
  'reports.spanName':
    '{span, select, days{{count, plural, one{# day} other{# days}}} week{Week} month{Month} quarter{Quarter} year{Year} other{Any span}}',
  'reports.noPets': 'There are no pets yet, so there is nothing to report.',
  'reports.lost': 'Lost',
  // The name of a figure (the units of all changes without a reason), and the number of changed
  // pets below it.
  'reports.noReason': 'No reason',
  'reports.ofPets': '{count, plural, one{of # pet} other{of # pets}}',
  // Below a figure: its value in the span before, and {delta}, the difference to that value, such
  // as "+3".
  'reports.earlier': '{count, plural, one{# before ({delta})} other{# before ({delta})}}',
  // Headings of columns. "Before" and "Sold before" are the units that were sold in the span
  // before.
  'reports.before': 'Before',
  'reports.soldBefore': 'Sold before',
  'reports.perDay': 'Per day',
  'reports.inStock': 'In stock',
  'reports.daysLeft': 'Days left',
  // The heading of the column that says how many units to order.
  'reports.order': 'Order',
  // The heading of the column with the quantity at which a pet is reordered.
  'reports.level': 'Level',
  'reports.cause': 'Cause',
  'reports.notes': 'Notes',
  'reports.petId': 'Pet {id}',
  'reports.petIdBehindName': '(pet {id})',
  'reports.sales': 'Sales and arrivals',
  'reports.salesPerMonth': 'Sales and arrivals per month',
  'reports.salesPerDay': 'Sales and arrivals per day',
  'reports.barOf': '{day}: {sold, number} sold, {arrived, number} arrived',
  // The heading below a chart that opens a table with the values of the chart.
  'reports.values': 'Values',
  'reports.salesValues': 'Sales and arrivals, values',
  'reports.noDays': 'No days.',
  'reports.bestSellers': 'Best sellers',
  'reports.nothingSold': 'Nothing was sold.',
  'reports.runsOutFirst': 'Runs out first',
  'reports.runsOutFirstNote': 'How long the stock lasts at the rate of this span.',
  'reports.nothingRunsOut':
    '{count, plural, one{Nothing runs out within # day.} other{Nothing runs out within # days.}}',
  'reports.nothingSoldInStock': 'Nothing that was sold is in stock.',
  'reports.slowMovers': 'Slow movers',
  'reports.slowMoversNote': 'In stock, and nothing was sold.',
  'reports.allSold': 'Everything in stock was sold at least once.',
  'reports.nothingInStock': 'Nothing is in stock.',
  'reports.losses': 'Losses',
  'reports.lossesNotAll': 'Of the newest changes only: choose a shorter span to see all.',
  'reports.nothingLost': 'Nothing was lost.',
  'reports.lossesByCause': 'By cause',
  'reports.lossesByPerson': 'By person',
  'reports.whatToOrder': 'What to order',
  'reports.nothingToOrder': 'There is enough of everything.',
  // The labels of two fields for a number of days, above the table of pets to order.
  'reports.fewerDaysLeft': 'Fewer days left than',
  'reports.enoughForDays': 'Enough for days',
  'reports.copy': 'Copy',
  // The button that opens the mail program with the list of pets to order.
  'reports.mail': 'Mail',
  'reports.mailSubject': 'Order',
  'reports.mailTooLong': 'The list is too long for a mail. Copy it, and paste it into one.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied': '{count, plural, one{# line copied.} other{# lines copied.}}',
  'reports.notCopied': 'The browser does not allow copying here. Download the CSV file instead.',
  // The button that puts the pets to order on the list of the screen Receive.
  'reports.receiveThese': 'Receive these',
  'reports.receiveBusy': 'The list on Receive is being saved. Try again after that.',
  'reports.csv': 'CSV',
  // Names, for screen readers, of a button and of a table. {title} is the heading of the table.
  'reports.csvOf': 'CSV: {title}',
  'reports.tableOf': '{title}: table',
  'reports.showAll': 'Show all {count, number}',
  // Three links above the table on the screen Stock. {count} is units in the first link, and pets
  // in the others.
  'reports.soldToday':
    '{count, plural, one{<strong>#</strong> sold today} other{<strong>#</strong> sold today}}',
  'reports.runOutSoon':
    '{count, plural, one{<strong>#</strong> runs out in {days, number} days} other{<strong>#</strong> run out in {days, number} days}}',
  'reports.toOrder':
    '{count, plural, one{<strong>#</strong> to order} other{<strong>#</strong> to order}}',

  // Messages "role.…" are the roles of API keys, and what people or programs with such a key do.
  'role.read': 'Only looks',
  'role.readAllows': 'Sees, searches, exports and prints the stock and its history.',
  'role.write': 'Sells and counts',
  'role.writeAllows':
    'Changes quantities: at the till, in the stock room, from a spreadsheet or a program.',
  'role.admin': 'Also edits pets',
  'role.adminAllows': 'Adds, names and removes pets, and marks them as pending or sold.',
  'role.owner': 'Owner',
  'role.ownerAllows':
    'Does everything, and manages keys and webhooks. For people you trust with the whole shop.',

  // Messages "screen.…" are the links to the screens, with at most 9 letters if possible.
  // The screen where users sell pets. "Sell" is a verb.
  'screen.sell': 'Sell',
  // The screen with the table of all pets. "Stock" is a noun.
  'screen.stock': 'Stock',
  // The screen where users enter a delivery. "Receive" is a verb.
  'screen.receiving': 'Receive',
  // The screen where users count the stock. "Count" is a verb.
  'screen.count': 'Count',
  'screen.activity': 'Activity',
  'screen.reports': 'Reports',
  'screen.settings': 'Settings',

  // Messages "session.…" are about signing in and out.
  'session.tagline': 'Stock levels of your pet store.',
  'session.apiKey': 'API key',
  'session.showKey': 'Show the key',
  'session.hideKey': 'Hide the key',
  'session.signIn': 'Sign in',
  'session.signingIn': 'Signing in…',
  'session.useAnotherKey': 'Use another key',
  'session.showPeople': 'Back to the names',
  'session.askForKey':
    'Ask the owner of the shop for a key. This page forgets the key when you close or reload it. For the first key, open the link that Pawstock prints when it starts.',
  // On the page that signs in. {pet} is the pet whose unsaved change was lost, such as "pet 12
  // (Rex)", or "none".
  'session.signedOutElsewhere':
    'You signed out in another tab.{pet, select, none{} other{ Your change to {pet} has been discarded.}}',
  // Two texts for the placeholder {outcome} of the message error.because.
  'session.notSignedIn': 'Not signed in',
  'session.languageNotChanged': 'Language not changed',
  'session.notAKey':
    'This is not an API key: it contains a space or a special character. Paste the key alone; it begins with paw_.',
  'session.keyRefused':
    'The API key is mistyped or cut off, or it has expired or been revoked. Check it, or ask for a new one.',
  'session.keyNotAccepted': 'Your key “{name}” was not accepted. Sign in again.',
  'session.keyRevoked': 'Your key “{name}” has been revoked or replaced. Ask for a new one.',
  'session.keyExpired': 'Your key “{name}” has expired. Ask for a new one.',
  'session.retrying': 'Pawstock cannot be reached. Retrying…',
  // A note if the device is in another time zone than the shop. {zone} is the shop's time zone,
  // such as Europe/Berlin.
  'session.shopTimes': 'Days and times are the shop’s ({zone}).',

  // Messages "settings.…" are on the screen Settings, and on the page that creates the first key.
  'settings.title': 'Settings',
  'settings.forOwners': 'Settings are for owners. Sign in with the key of one.',
  // The heading of the list of what owners have done with keys and webhooks.
  'settings.actions': 'What was done',
  'settings.actionsList': 'Actions, newest first',
  'settings.action':
    '{action, select, key_create{{who} created the key <strong>{name}</strong>} key_revoke{{who} revoked the key <strong>{name}</strong>} key_rotate{{who} rotated the key <strong>{name}</strong>} webhook_add{{who} added the webhook <strong>{name}</strong>} webhook_update{{who} changed the webhook <strong>{name}</strong>} webhook_rotate{{who} rotated the webhook <strong>{name}</strong>} webhook_replay{{who} sent again to the webhook <strong>{name}</strong>} webhook_remove{{who} removed the webhook <strong>{name}</strong>} shop_update{{who} changed the settings of the shop} other{{who} {action} <strong>{name}</strong>}}',
  // {who} in settings.action if no user was signed in: the link that Pawstock prints when it first
  // starts, or a command.
  'settings.bySetupLink': 'The link of the first start',
  'settings.byCommand': 'A command',

  'settings.backups': 'Backups',
  'settings.backupsList': 'Backups, newest first',
  'settings.noBackups':
    'Pawstock makes no backups of itself. Ask the person who runs it to switch them on, or to back up the database.',
  // Above the list of backups. {every} is a duration such as "24 hours", {keep} is a number of
  // backups, and {folder} is a path. Right-to-left languages put the path between the characters
  // U+2068 and U+2069.
  'settings.backupsMade':
    'Pawstock makes a backup every {every} in {folder} and keeps the last {keep, number}.',
  // A warning above the list of backups. {message} is a sentence that says why the last backup
  // failed.
  'settings.backupFailed':
    'The last attempt failed at {when}: {message} Pawstock tries again by itself. Tell the person who runs it.',
  // A backup in the list: its size, and that Pawstock has checked that it can be restored.
  'settings.backupChecked': '{size}, checked',

  'settings.mail': 'Mail',
  'settings.noMail': 'Pawstock sends no mail. The person who runs it can turn that on.',
  // {at} is a time such as 07:00, and {to} is a list of mail addresses.
  'settings.mailsEachDay':
    'Every day at {at}, Pawstock sends a mail to {to}: what was sold, what ran out and what to order. It sends word of its own faults at once.',
  'settings.noMailSent': 'Nothing has been sent yet.',
  'settings.mailLastSent': 'Last sent {when}',
  // {message} is what the mail server or the network has said, in English.
  'settings.mailFailed':
    'The last mail could not be sent: {message}. Tell the person who runs Pawstock.',
  'settings.sendMailNow': 'Send one now',
  'settings.sendingMail': 'Sending…',
  'settings.mailIsSent': 'A mail has been sent.',

  'settings.welcome': 'Welcome to Pawstock',
  'settings.firstKey': 'Create your key. It can do everything, and create keys for everyone else.',
  'settings.yourName': 'Your name',
  'settings.createMyKey': 'Create my key',
  'settings.continue': 'Continue',
  'settings.setupOver':
    'This link has been used, or its hour is over. Sign in, or start Pawstock again for another.',

  'settings.name': 'Name',
  'settings.nameTooLong':
    '{count, plural, one{A name has at most # character.} other{A name has at most # characters.}}',
  'settings.nameWithSlash': 'A name cannot contain / or \\.',
  'settings.nameWithHidden':
    'A name cannot contain characters that do not show, or marks of direction. Type it again.',
  'settings.nameWithSigns': 'Use letters, digits, spaces and ordinary signs.',

  'settings.keys': 'Keys',
  'settings.keysNote':
    'Everyone who uses Pawstock, and every program, has a key. Changes are shown with its name.',
  // In the list of API keys, after the name of the key that the user is signed in with.
  'settings.isYou': 'this is you',
  // Parts of the line below an API key in the list, with dots between the parts. {when} is a date
  // and time.
  'settings.neverUsed': 'Never used',
  'settings.lastUsed': 'Last used {when}',
  'settings.created': 'created {when}',
  'settings.revoked': 'Revoked {when}',
  'settings.expiresAt': 'Expires {when}',
  'settings.rate': '{count, plural, one{# request a second} other{# requests a second}}',
  'settings.showEnded': '{count, plural, one{Show # that has ended} other{Show # that have ended}}',
  'settings.hideEnded': 'Hide keys that have ended',
  // Devices at which people were added, and revoking all keys of one that is lost.
  'settings.devices': 'Devices',
  'settings.deviceKeys': '{device}: {count, plural, one{# key} other{# keys}}',
  'settings.revokeDevice': 'Revoke all',
  'settings.revokeDeviceOf': 'Revoke all of {device}',
  'settings.revokeDeviceQuestion': 'Revoke all keys of {device}?',
  'settings.revokeDeviceNote':
    'Everybody who signs in there must be added again. Do this when the device is lost.',
  'settings.deviceRevoked': 'All keys of {device} are revoked.',
  'settings.createKey': 'Create key',
  'settings.create': 'Create',
  'settings.creating': 'Creating…',
  // Examples in the field for the name of a new API key: a person, a till, a program.
  'settings.keyExamples': 'Anna Schmidt, till 1, web shop',
  'settings.role': 'Role',
  // The label of a choice, and its choices: when a new API key expires.
  'settings.expires': 'Expires',
  'settings.never': 'Never',
  'settings.atOnce': 'At once',
  'settings.inAnHour': 'In an hour',
  'settings.inDays': '{count, plural, one{In a day} other{In # days}}',
  'settings.inAYear': 'In a year',
  'settings.rateLimit': 'For a program: requests a second, at most (optional)',
  // The button that rotates an API key, which means that the key gets a new secret.
  'settings.rotate': 'Rotate',
  'settings.rotating': 'Rotating…',
  'settings.rotateOf': 'Rotate {name}',
  'settings.rotateQuestion': 'Rotate {name}?',
  'settings.rotateNote':
    'It gets a new secret. Put that in the place of the old one wherever the key is used.',
  // The label of a choice for a rotated key. Its old secret ends at once, in an hour or in a day.
  'settings.oldSecretEnds': 'The old secret ends',
  'settings.revoke': 'Revoke',
  'settings.revoking': 'Revoking…',
  'settings.revokeOf': 'Revoke {name}',
  'settings.revokeQuestion': 'Revoke {name}?',
  'settings.revokeNote':
    'People who use this key are signed out with the next request. This cannot be undone.',
  'settings.revokeOwnNote':
    'You will be signed out at once: this is the key that you are signed in with. This cannot be undone.',
  'settings.isRevoked': '{name} is revoked.',
  // The beginnings of error messages. Each says what has not happened; a colon and the reason
  // follow.
  'settings.notChanged': 'Not changed',
  'settings.notCreated': 'Not created',
  'settings.notDone': 'Not done',
  'settings.notRotated': 'Not rotated',
  'settings.notSent': 'Not sent',

  'settings.secretOf': 'Secret of {name}',
  'settings.secretLost':
    '“{name}” is stored, but its secret was lost on the way. Rotate it to get another one.',
  'settings.copyNow': 'Copy it now. It cannot be shown again.',
  'settings.haveYouCopied': 'Have you copied it? If so, choose Done.',
  // The button that closes the dialog with a new secret.
  'settings.done': 'Done',
  'settings.apiKey': 'API key',
  'settings.signingSecret': 'Signing secret',
  'settings.signInLink': 'Link that signs in',
  'settings.linkIsLocal':
    'This link works on this computer only, because you opened Pawstock at {host}. For a phone or another computer, open Pawstock at its address in your network and create the key there. The person who runs Pawstock knows that address.',
  'settings.signInCode': 'Code of the link that signs in as {name}',
  'settings.scanToSignIn': 'Scan it with the camera of a phone to sign in there.',
  'settings.copy': 'Copy',
  // The name of a button for screen readers, and a notification. {label} is the copied field, such
  // as "API key".
  'settings.copyOf': 'Copy: {label}',
  'settings.copied': '{label} copied.',
  'settings.notCopied': 'The browser does not allow copying here. Select the text and copy it.',

  'settings.webhooks': 'Webhooks',
  'settings.webhooksNote':
    'Addresses of other programs, such as your web shop, that are told of changes at once.',
  'settings.addWebhook': 'Add webhook',
  'settings.changeWebhook': 'Change {name}',
  'settings.isChanged': '{name} is changed.',
  // An example in the field for the name of a new webhook.
  'settings.webhookName': 'web-shop',
  'settings.address': 'Address',
  'settings.addressMissing':
    'It begins with https://. The people who made the other program know it.',
  'settings.addressIsLocal':
    'This is the computer that Pawstock runs on. Pawstock sends to other computers only.',
  'settings.addressIsReadable':
    'Others can read what is sent to an http address. Ask for one with https.',
  // The label of a choice: which events a webhook tells the other program ("it") of.
  'settings.events': 'Tell it of',
  'settings.everyChange': 'Every change',
  'settings.soldOut': 'Sold out',
  // Two kinds of event in the list of what was sent to a webhook.
  'settings.changed': 'Changed',
  'settings.aTest': 'Test',
  'settings.onlyReasons': 'Only for these reasons (all if none is chosen)',
  'settings.onlyPets': 'Only for these pets, by ID (optional)',
  'settings.wrongIds': 'Enter IDs of pets with commas between them.',
  // Parts of the line below a webhook in the list. {reasons} is a list such as "Sale, Arrival".
  // {answer} is a message "answer.…". {count} changes have not been sent yet.
  'settings.forPets': 'pets {ids}',
  'settings.forReasons': 'only {reasons}',
  'settings.nothingSent': 'nothing sent yet',
  'settings.lastAnswer': 'last answer: {answer}, {when}',
  'settings.behind': '{count, plural, one{# behind} other{# behind}}',
  'settings.triedAgain': 'tried again {when}',
  'settings.sendingAgain': 'sending again: {position, number} of {until, number}',
  // The button that sends a test event to a webhook.
  'settings.test': 'Test',
  'settings.testOf': 'Test {name}',
  'settings.testAnswer': 'Test of {name}: {answer}.',
  'settings.moreActions': 'More actions for {name}',
  // The names, for screen readers, of two groups of entries in the menu of a webhook.
  'settings.endpoint': 'Endpoint',
  'settings.removal': 'Remove',
  'settings.attempts': 'Attempts',
  'settings.changeAction': 'Change…',
  'settings.resume': 'Resume',
  'settings.pause': 'Pause',
  'settings.isResumed': '{name} is resumed.',
  'settings.isPaused': '{name} is paused.',
  'settings.sendAgainAction': 'Send again…',
  'settings.newSecretAction': 'New secret…',
  'settings.newSecretQuestion': 'New secret for {name}?',
  'settings.newSecretNote':
    'For a day, events are signed with the old and the new secret. Put the new one into the program in this time.',
  'settings.createNewSecret': 'Create new secret',
  'settings.removeQuestion': 'Remove {name}?',
  'settings.removeNote':
    'It gets nothing more, also what was not delivered yet. This cannot be undone.',
  'settings.remove': 'Remove',
  'settings.isRemoved': '{name} is removed.',
  'settings.sendAgainTo': 'Send again to {name}',
  'settings.sendAgain': 'Send again',
  'settings.asking': 'Asking…',
  'settings.sendAgainNote': 'Everything since then is sent again, in order. New changes go first.',
  // The label of the field for a date and time. Changes since then are sent to the webhook again.
  'settings.since': 'Since',
  'settings.nothingToSend': 'There is nothing to send again.',
  'settings.getsAgain': '{name} gets everything since then again.',
  'settings.attemptsOf': 'Attempts of {name}',
  'settings.attemptsList': 'Attempts, newest first',
  'settings.noAttempts': 'Nothing has been sent yet.',
  // In the list of what was sent to a webhook: the date and time, and how many milliseconds the
  // answer took.
  'settings.attemptTook': '{when} · {duration, number} ms',

  // Messages "status.…" are the statuses of a pet.
  'status.available': 'Available',
  'status.pending': 'Pending',
  'status.sold': 'Sold',

  // Messages "stock.…" are about pets and their stock, on several screens.
  // The next messages are names of columns, fields and filters.
  'stock.petId': 'Pet ID',
  'stock.name': 'Name',
  'stock.quantity': 'Quantity',
  'stock.status': 'Status',
  'stock.barcode': 'Barcode',
  // The field for the quantity at or below which a pet counts as low.
  'stock.lowAt': 'Low at',
  // The text for a pet, without and with its name: first for use inside a sentence, then at its
  // start or alone.
  'stock.pet': 'pet\u00a0{id}',
  'stock.namedPet': 'pet\u00a0{id} ({name})',
  'stock.petAtStart': 'Pet\u00a0{id}',
  'stock.namedPetAtStart': 'Pet\u00a0{id} ({name})',
  // The fields of a pet that the search looks at. The text is {fields} in other messages.
  'stock.searchedFields':
    '{fields, select, name{ID or name} barcode{ID or barcode} both{ID, name or barcode} other{ID}}',
  // The stock level of a pet, as the name of a filter and of a column that says "Low" or "Out".
  'stock.level': 'Stock',
  'stock.low': 'Low',
  'stock.out': 'Out',
  'stock.lowStock': 'Low stock',
  'stock.outOfStock': 'Out of stock',
  'stock.addPet': 'Add a pet',
  'stock.changePet': 'Change {pet}',
  // The button that opens the history of a pet.
  'stock.history': 'History',
  'stock.historyOf': 'History of {pet}',
  // The error of a field for quantities that contains a barcode. {holder} is the ID of the pet with
  // this barcode, or "none". {number} is the code as a number with separators, or "none".
  'stock.codeAsQuantity':
    '“{code}” {holder, select, none{looks like a barcode} other{is the barcode of pet\u00a0{holder}}}, so it is not a quantity.{number, select, none{} other{ If you mean the number, type {number}.}}',
  // The question about a scanned text that is not known. The scanner is set to the keyboard of another country.
  'stock.otherLayout':
    'The scanner types with another keyboard layout: “{text}” is probably “{code}”. Set the scanner to the layout of this computer; its manual has a code to scan for that.',
  'stock.changed': '{pet}: {before, number} → {after, number} ({difference})',
  // The button that undoes a change.
  'stock.undo': 'Undo',
  // A notification after an undo. {what} is the result, such as "pet 7 is back at 12."
  'stock.undone': 'Undone: {what}',
  'stock.notUndone': 'Not undone',
  'stock.tryAgain': 'Try again',
  // The reason after "Not undone: " if another user has changed the pet.
  'stock.changedAgain': '{pet} has been changed again since.',
  // Two texts that can follow "Undone: ". {pet} is "pet 12 (Rex)", and {quantity} is how many there
  // are now.
  'stock.isNow': '{pet} is now {quantity, number}.',
  'stock.isBackAt': '{pet} is back at {quantity, number}.',

  // Messages "table.…" are on the screen Stock.
  'table.pets': 'Pets',
  // The heading of the column with the IDs of the pets.
  'table.pet': 'Pet',
  'table.overview': 'Overview',
  'table.today': 'Today',
  // Figures above the table. A kind is a row of the table: a kind of pet, of which the shop may
  // have several.
  'table.kinds': 'Kinds',
  'table.availableKinds': '{count, plural, one{# available} other{# available}}',
  'table.units': 'Units',
  // Below the figure "Units": how many units there are, on average, of each kind of pet.
  'table.unitsEach': '{average} each',
  // For screen readers, after the name and the number of a figure, as in "Low stock 5: show only
  // these".
  'table.showOnlyThese': ': show only these',
  // The label before the field for a threshold. Only screen readers get the part in <hidden>.
  'table.lowUpTo': 'up to<hidden> how many counts as low stock</hidden>',
  'table.lowUpToLevel': 'up to {level, number}',
  'table.byStatus': 'By status',
  'table.kindsAndUnits':
    '{kinds, plural, one{# kind} other{# kinds}}, {units, plural, one{# unit} other{# units}}',
  // The first choices of two filters: pets of every status, and pets of every stock level.
  'table.allStatuses': 'All',
  'table.anyLevel': 'Any stock',
  // The button on the screens of the stock and the activity that downloads what is shown as a
  // spreadsheet.
  'table.export': 'Export',
  'table.searchBy': 'Search by {fields}',
  'table.clearSearch': 'Clear the search',
  'table.notAllLoaded': 'Not all pets have been loaded yet. Try again in a moment.',
  'table.found': '{count, plural, one{# pet found} other{# pets found}}',
  'table.sameName':
    '{count, plural, one{# pet is called “{text}”. Choose it.} other{# pets are called “{text}”. Choose one.}}',
  'table.severalMatch':
    '{count, plural, one{# pet matches “{text}”. Choose it.} other{# pets match “{text}”. Choose one.}}',
  // The result of a search that has found no pet with the ID {text}. {fields} is the text
  // stock.searchedFields.
  'table.noPet': 'No pet {text}.',
  'table.noPetButLonger':
    'No pet {text}. {count, plural, one{# longer ID contains it.} other{# longer IDs contain it.}}',
  'table.noPetButOthers':
    'No pet {text}. {count, plural, one{# pet has it in the {fields}.} other{# pets have it in the {fields}.}}',
  // A warning on a pet with the status "sold" whose quantity is not 0.
  'table.stillInStock': 'Still in stock',
  'table.quantityAndReserved': '{quantity, number}<small>, {reserved, number} reserved</small>',
  // The button that opens the editor of a pet's quantity.
  'table.change': 'Change',
  'table.moreActions': 'More actions for {pet}',
  'table.actions': 'Actions',
  'table.loadingAll': 'Loading all pets…',
  'table.noMatch': 'No matching pets',
  'table.noPets': 'No pets yet',
  'table.addFirst': 'Add the first one, or import a file.',
  'table.waitForPets': 'They appear here as soon as someone who may edit pets adds them.',
  'table.showAll': 'Show all',
  'table.addPetWithId': 'Add pet {id}',
  'table.importFile': 'Import a spreadsheet',
  'table.noneWithStatus': 'No pet has this status and stock level.',
  'table.notAnId': '“{text}” is not an ID. IDs are whole numbers.',
  'table.hiddenByFilter': 'Pet {text} has another status or stock level.',
  'table.noneContains': 'No {fields} contains “{text}”.',
  'table.noneContainsHere': 'No {fields} contains “{text}”, with this status and stock level.',

  // Messages "total.…" are headings of columns and figures: how many units were sold, arrived and
  // so on.
  'total.sold': 'Sold',
  'total.arrived': 'Arrived',
  'total.returned': 'Returned',
  'total.damaged': 'Damaged',
  'total.died': 'Died',

  // Messages "ui.…" are in parts of all screens, such as lists and notifications.
  'ui.language': 'Language',
  'ui.loading': 'Loading…',
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
  'ui.notifications': 'Notifications',
  'ui.dismiss': 'Dismiss',
  // Shown instead of the lines of an empty list.
  'ui.none': 'None.',
  // The end of a list of which only the beginning is shown. {count} is the number of lines that are
  // not shown.
  'ui.more': 'And {count, number} more.',
  // Shown instead of the new quantity of a removed pet: "97 → removed".
  'ui.removed': 'removed',
  // The word that screen readers say for the arrow in "97 → 100".
  'ui.to': 'to',
  'ui.saving': 'Saving…',

  // Messages "webhook.…" are the states of a webhook in the list of webhooks.
  'webhook.active': 'Working',
  'webhook.failing': 'Failing',
  'webhook.disabled': 'Stopped',
  'webhook.paused': 'Paused',
} as const;
