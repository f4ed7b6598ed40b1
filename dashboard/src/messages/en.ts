/**
 * The English texts of the dashboard, as ICU messages. The other languages have the same keys; a test compares the arguments,
 * the forms of plurals and the tags. In this file a branch follows its word without a space ("one{# pet}"): the types of the
 * arguments are read from it.
 */
export const messages = {
  // app: the frame of all screens and its notices
  'app.failed': 'Something went wrong',
  'app.failedNext': 'Your saved changes are safe, and what you were typing is kept. <link>Reload the page</link>.',
  'app.addPet': 'Add pet',
  'app.menu': 'Menu',
  // For screen readers: the links to Sell, Stock, Receive, …
  'app.screens': 'Screens',
  // The title of the window: the name of a screen and of the product.
  'app.title': '{screen} – Pawstock',
  // Beside "Live", when the mouse is over it.
  'app.liveHint': 'Changes appear as they are made',
  // One line on a phone, where the part in <wide> is left out.
  'app.offline':
    '<strong>Offline.</strong> <wide>Changes by others are not shown.</wide> Reconnecting… What you type is kept.',
  'app.scanSoon': 'Not everything has been loaded yet. Scan again in a moment.',
  'app.scanWithCamera': 'Scan with the camera',
  // What screen readers say when others change pets. {pet} is "Pet 12 (Rex)".
  'app.petsChanged': '{count, plural, one{# pet has changed.} other{# pets have changed.}}',
  'app.petRemoved': '{pet} has been removed.',
  'app.petNow': '{pet} is now {quantity, number}.',

  // camera (later)
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

  // connection: the state of the connection to Pawstock, in the header
  'connection.connecting': 'Connecting…',
  'connection.live': 'Live',
  'connection.offline': 'Offline',

  // counter (later): Sell, Receive and Count

  // dialog (later): dialogs and panels about pets and the session that open on demand
  // The main menu. "…" marks what opens a dialog.
  'dialog.menuPets': 'Pets',
  'dialog.addPetItem': 'Add pet…',
  'dialog.importItem': 'Import spreadsheet…',
  'dialog.exportShown': 'Export shown pets',
  'dialog.printShown': 'Print shown pets',
  // A command.
  'dialog.print': 'Print',
  'dialog.printLabels': 'Print labels',
  'dialog.appearance': 'Appearance',
  // Light or dark, as the system of the device.
  'dialog.themeAuto': 'System',
  'dialog.themeLight': 'Light',
  'dialog.themeDark': 'Dark',
  // The bar-code scanner, and how fast it types.
  'dialog.scanner': 'Scanner',
  'dialog.scannerNormal': 'Normal speed',
  'dialog.scannerSlow': 'Slow',
  'dialog.menuHelp': 'Help and session',
  'dialog.shortcuts': 'Keyboard shortcuts',
  'dialog.apiReference': 'API reference',
  // The API key that the user is signed in with.
  'dialog.keyItem': 'Key: {name}',
  'dialog.signOut': 'Sign out',
  'dialog.signingOut': 'Signing out…',
  'dialog.signOutUnsaved': 'Sign out without saving?',
  // {pet} is "pet 12 (Rex)".
  'dialog.changeLost': 'Your change to {pet} will be discarded.',
  // {screen} is the name of a screen: Sell, Receive or Count.
  'dialog.listStays': 'The list in “{screen}” stays here until you sign in with this key again.',
  'dialog.clockAhead':
    'The clock of the service was ahead for a while. Until {until}, every change is recorded with that time, and reports count it there. Ask the person who runs Pawstock to set it right.',
  'dialog.scanAfterClosing': 'Close this window before you scan.',
  'dialog.scanAfterLoading': 'Not all pets have been loaded yet. Scan again in a moment.',
  'dialog.unknownCode': 'No pet has the code “{code}”.',
  'dialog.unknownCodeAsk': 'No pet has the code “{code}”. A person who also edits pets can add it.',
  'dialog.addThisPet': 'Add this pet',
  // What each key does, in the list of keyboard shortcuts.
  'dialog.keySearch': 'Search; a digit starts a search, too',
  'dialog.keyMove': 'Move in the table',
  'dialog.keyEnds': 'First or last pet',
  'dialog.keyPage': 'One screen up or down',
  'dialog.keyEnter': 'Change the quantity; save it',
  'dialog.keySign': 'Before a number: add or remove',
  // The letters are those of the English names: s(ale), a(rrival), r(eturn), o(ther), c(ount), d(amage).
  'dialog.keyReason': 'After a number: another reason, by its first letter',
  'dialog.keySave': 'Sell, or save the delivery or count',
  'dialog.keyHistory': 'History of the pet',
  'dialog.keyMore': 'More actions for the pet',
  'dialog.keyCancel': 'Cancel or close',
  'dialog.keyNotifications': 'Move to the notifications and back',
  'dialog.keyHelp': 'Show this list',
  // The dialog about the API key that the user is signed in with.
  'dialog.yourKey': 'Your key',
  // {action} is an entry of a menu, such as "Add pet".
  'dialog.roleNeeded': '“{action}” needs a key with the role “{needed}”. Yours has the role “{own}”.',
  'dialog.needsRole': 'Needs the role “{role}”',
  'dialog.signedInWith':
    'You are signed in with the key <strong>{name}</strong>. The history shows this name beside your changes.',
  // For screen readers, before the name of a role that the key has or does not have.
  'dialog.allowed': 'Allowed:',
  'dialog.notAllowed': 'Not allowed:',
  'dialog.keyCreated': 'Created {created}. It does not expire.',
  'dialog.keyExpires': 'Created {created}. It expires {expires}.',
  'dialog.moreRights':
    'For more, ask the owner of the shop for another key, then sign out and sign in with it. Owners create keys in the settings.',
  // The roles of keys, and what the person or program with such a key does.
  'dialog.roleRead': 'Only looks',
  'dialog.roleReadAllows': 'Sees, searches, exports and prints the stock and its history.',
  'dialog.roleWrite': 'Sells and counts',
  'dialog.roleWriteAllows': 'Changes quantities: at the till, in the stock room, from a spreadsheet or a program.',
  'dialog.roleAdmin': 'Also edits pets',
  'dialog.roleAdminAllows': 'Adds, names and removes pets, and marks them as pending or sold.',
  'dialog.roleOwner': 'Owner',
  'dialog.roleOwnerAllows': 'Does everything, and manages keys and webhooks. For people you trust with the whole shop.',

  // edit: the editor of a quantity

  // error: why a request failed
  // {outcome} is what has not happened, such as "Not saved", and {reason} is one of the sentences below.
  'error.because': '{outcome}: {reason}',
  'error.notSaved': 'Not saved',
  'error.notLoaded': 'Not loaded',
  // {code} is the service's name of the error, such as invalid_json.
  'error.notAccepted': 'Pawstock does not accept it ({code}). Reload the page, then try again.',
  'error.notReady': 'Pawstock is not ready. Try again in a moment.',
  'error.unreachable': 'Pawstock cannot be reached. It is safe to try again.',
  'error.keyInvalid': 'the key is no longer valid. Sign in again.',
  'error.roleTooSmall': 'the role of your key does not allow it. Ask an owner.',
  'error.rateLimited': 'that was too much at once. Try again in {seconds, plural, one{# second} other{# seconds}}.',
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
  'error.lastOwnerKey': 'this is the last key of an owner, or the last that does not expire. Create another one first.',
  'error.keyGone': 'this key has ended meanwhile. Reload the page.',
  'error.webhookRefused':
    'Pawstock does not send to an address that is not at a public address. Ask the person who runs it to allow its network. There can be at most {count, plural, one{# webhook} other{# webhooks}}.',
  'error.webhookGone': 'this webhook has been removed meanwhile. Reload the page.',
  'error.reservationUnknown': 'there is no such reservation, or it ended more than 30 days ago.',
  'error.reservationEnded': 'the reservation has ended: it was sold, was released or has expired.',

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

  // screen: the names of the screens, in the links at the top or bottom: at most 9 letters if possible
  // A verb.
  'screen.sell': 'Sell',
  // A noun: the goods that are there.
  'screen.stock': 'Stock',
  // A verb: deliveries.
  'screen.receiving': 'Receive',
  // A verb: taking stock.
  'screen.count': 'Count',
  'screen.activity': 'Activity',
  'screen.reports': 'Reports',
  'screen.settings': 'Settings',

  // session: sign-in, roles, keys
  'session.tagline': 'Stock levels of your pet store.',
  'session.apiKey': 'API key',
  'session.showKey': 'Show the key',
  'session.hideKey': 'Hide the key',
  'session.remember': 'Remember this device',
  'session.rememberHint': 'Keeps the key in this browser until you sign out; leave it off on a shared device.',
  // A button: remembers this device.
  'session.rememberAction': 'Remember',
  'session.signIn': 'Sign in',
  'session.signingIn': 'Signing in…',
  'session.useAnotherKey': 'Use another key',
  'session.askForKey':
    'Ask the owner of the shop for a key. Unless this device is remembered, it is forgotten when you close the dashboard. For the first key, open the link that Pawstock prints when it starts.',
  'session.signedInForNow': 'Signed in as {name} for now.',
  'session.signedOutElsewhere': 'You signed out in another tab.',
  // As "Not saved" in error.because.
  'session.notSignedIn': 'Not signed in',
  'session.notAKey':
    'This is not an API key: it contains a space or a special character. Paste the key alone; it begins with paw_.',
  'session.keyRefused':
    'The API key is mistyped or cut off, or it has expired or been revoked. Check it, or ask for a new one.',
  'session.keyNotAccepted': 'Your key “{name}” was not accepted. Sign in again.',
  'session.keyRevoked': 'Your key “{name}” has been revoked or replaced. Ask for a new one.',
  'session.keyExpired': 'Your key “{name}” has expired. Ask for a new one.',
  'session.retrying': 'Pawstock cannot be reached. Retrying…',
  // {zone} is the name of a time zone, such as Europe/Berlin.
  'session.shopTimes': 'Days and times are the shop’s ({zone}).',

  // settings (later)

  // status
  'status.available': 'Available',
  'status.pending': 'Pending',
  'status.sold': 'Sold',

  // stock: the rules of stock that several screens tell

  // table: the screen Stock

  // ui: parts that all screens use
  'ui.language': 'Language',
  'ui.loading': 'Loading…',
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
  'ui.notifications': 'Notifications',
  'ui.dismiss': 'Dismiss',
  // {what} is the label of a text, such as "Key", or how many lines it has, such as "3 lines".
  'ui.copied': '{what} copied.',
  // {otherwise} is a sentence that says what to do instead.
  'ui.copyForbidden': 'The browser does not allow copying here. {otherwise}',
  // An empty list.
  'ui.none': 'None.',
  // At the end of a list of which only the beginning is shown.
  'ui.more': 'And {count, number} more.',
  // In place of the new quantity: "97 → removed".
  'ui.removed': 'removed',
  // What screen readers say for the arrow in "97 → 100".
  'ui.to': 'to',
} as const;
