/**
 * The English texts of the dashboard, as ICU messages. The other languages have the same keys; a test compares the arguments,
 * the forms of plurals and the tags. In this file a branch follows its word without a space ("one{# pet}"): the types of the
 * arguments are read from it.
 */
export const messages = {
  // answer (later): how the program behind a webhook has answered; stands behind a colon, so English begins in lower case
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
  'answer.notPublic': 'it is not at a public address, and WEBHOOK_NETWORKS does not allow its network',

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
  'reports.title': 'Reports',
  'reports.loading': 'Loading…',
  'reports.comparedSpan': '{first} to {last}, compared with the time before',
  // The choice of the time that a report is about.
  'reports.span': 'Span',
  'reports.spanDays': '{count, plural, one{# day} other{# days}}',
  'reports.spanWeek': 'Week',
  'reports.spanMonth': 'Month',
  'reports.spanQuarter': 'Quarter',
  'reports.spanYear': 'Year',
  'reports.spanAny': 'Any span',
  'reports.firstDay': 'First day',
  'reports.lastDay': 'Last day',
  'reports.noPets': 'There are no pets yet, so there is nothing to report.',
  'reports.lost': 'Lost',
  // The figure of changes that were made without a reason, and below it of how many pets.
  'reports.noReason': 'No reason',
  'reports.ofPets': '{count, plural, one{of # pet} other{of # pets}}',
  // Below a figure: the figure of the time before, and the difference with its sign.
  'reports.earlier': '{count, plural, one{# before ({delta})} other{# before ({delta})}}',
  // Other headings of columns. "Before" and "Sold before": units sold in the time before.
  'reports.pet': 'Pet',
  'reports.day': 'Day',
  'reports.before': 'Before',
  'reports.soldBefore': 'Sold before',
  'reports.perDay': 'Per day',
  'reports.inStock': 'In stock',
  'reports.daysLeft': 'Days left',
  // How many units to order.
  'reports.order': 'Order',
  // The quantity at which a pet is reordered.
  'reports.level': 'Level',
  'reports.reason': 'Reason',
  'reports.cause': 'Cause',
  'reports.person': 'Person',
  'reports.notes': 'Notes',
  // In the column of persons, for changes of an import without a key.
  'reports.import': 'Import',
  'reports.petId': 'Pet {id}',
  'reports.petIdBehindName': '(pet {id})',
  'reports.sales': 'Sales and arrivals',
  'reports.salesPerMonth': 'Sales and arrivals per month',
  'reports.salesPerDay': 'Sales and arrivals per day',
  'reports.barOf': '{day}: {sold, number} sold, {arrived, number} arrived',
  // Opens the table of the values of the chart.
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
  // Labels of two fields for a number of days.
  'reports.fewerDaysLeft': 'Fewer days left than',
  'reports.enoughForDays': 'Enough for days',
  'reports.print': 'Print',
  'reports.copy': 'Copy',
  // The button that opens the mail program.
  'reports.mail': 'Mail',
  'reports.mailSubject': 'Order',
  'reports.mailTooLong': 'The list is too long for a mail. Copy it, and paste it into one.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied': '{count, plural, one{# line copied.} other{# lines copied.}}',
  'reports.notCopied': 'The browser does not allow copying here. Download the CSV file instead.',
  // Puts what is to be ordered on the list of the screen Receive.
  'reports.receiveThese': 'Receive these',
  'reports.receiveBusy': 'The list on Receive is being saved. Try again after that.',
  'reports.csv': 'CSV',
  'reports.csvOf': 'CSV: {title}',
  'reports.tableOf': '{title}: table',
  'reports.showAll': 'Show all {count, number}',
  // Three links above the stock.
  'reports.soldToday': '{count, plural, one{<strong>#</strong> sold today} other{<strong>#</strong> sold today}}',
  'reports.runOutSoon':
    '{count, plural, one{<strong>#</strong> runs out in {days, number} days} other{<strong>#</strong> run out in {days, number} days}}',
  'reports.toOrder': '{count, plural, one{<strong>#</strong> to order} other{<strong>#</strong> to order}}',

  // session: sign-in, roles, keys

  // settings (later)
  'settings.title': 'Settings',
  'settings.forOwners': 'Settings are for owners. Sign in with the key of one.',
  // The list of past actions of owners.
  'settings.actions': 'What was done',
  'settings.actionsList': 'Actions, newest first',
  'settings.action':
    '{action, select, key_create{{who} created the key <name>{name}</name>} key_revoke{{who} revoked the key <name>{name}</name>} key_rotate{{who} rotated the key <name>{name}</name>} webhook_add{{who} added the webhook <name>{name}</name>} webhook_update{{who} changed the webhook <name>{name}</name>} webhook_rotate{{who} rotated the webhook <name>{name}</name>} webhook_replay{{who} sent again to the webhook <name>{name}</name>} webhook_remove{{who} removed the webhook <name>{name}</name>} other{{who} {action} <name>{name}</name>}}',
  // Who has done an action, if it was not a person: the link that Pawstock prints when it starts for the first time, or the command line.
  'settings.bySetupLink': 'The link of the first start',
  'settings.byCommand': 'A command',

  'settings.backups': 'Backups',
  'settings.backupsList': 'Backups, newest first',
  'settings.noBackups':
    'Pawstock makes no backups of itself. The person who runs it can set BACKUP_FOLDER, or back up the database.',
  // every: a duration such as "24 hours". folder: a path, which right-to-left languages put between U+2068 and U+2069. keep: how
  // many backups are kept.
  'settings.backupsMade': 'Pawstock makes a backup every {every} in {folder} and keeps the last {keep, number}.',
  // message: a sentence of the service.
  'settings.backupFailed':
    'The last attempt failed at {when}: {message} Pawstock tries again by itself. Tell the person who runs it.',
  // Behind a backup: its size, and that Pawstock has checked that it can be restored.
  'settings.backupChecked': '{size}, checked',

  'settings.welcome': 'Welcome to Pawstock',
  'settings.firstKey': 'Create your key. It can do everything, and create keys for everyone else.',
  'settings.yourName': 'Your name',
  'settings.createMyKey': 'Create my key',
  'settings.continue': 'Continue',
  'settings.setupOver': 'This link has been used, or its hour is over. Sign in, or start Pawstock again for another.',

  'settings.name': 'Name',
  'settings.nameTooLong':
    '{count, plural, one{A name has at most # character.} other{A name has at most # characters.}}',
  'settings.nameWithSlash': 'A name cannot contain / or \\.',
  'settings.nameWithSigns': 'Use letters, digits, spaces and ordinary signs.',

  'settings.keys': 'Keys',
  'settings.keysNote': 'Everyone who uses Pawstock, and every program, has a key. Changes are shown with its name.',
  // Behind the name of the own key.
  'settings.isYou': 'this is you',
  // What the line below a key tells, with dots between.
  'settings.neverUsed': 'Never used',
  'settings.lastUsed': 'Last used {when}',
  'settings.created': 'created {when}',
  'settings.revoked': 'Revoked {when}',
  'settings.expiresAt': 'Expires {when}',
  'settings.rate': '{count, plural, one{# request a second} other{# requests a second}}',
  'settings.showEnded': '{count, plural, one{Show # that has ended} other{Show # that have ended}}',
  'settings.hideEnded': 'Hide keys that have ended',
  'settings.createKey': 'Create key',
  'settings.create': 'Create',
  'settings.creating': 'Creating…',
  // Examples in the field for the name of a key: a person, a till, a program.
  'settings.keyExamples': 'Anna Schmidt, till 1, web shop',
  'settings.role': 'Role',
  // The label of a list of times: when a key expires.
  'settings.expires': 'Expires',
  'settings.never': 'Never',
  'settings.atOnce': 'At once',
  'settings.inAnHour': 'In an hour',
  'settings.inDays': '{count, plural, one{In a day} other{In # days}}',
  'settings.inAYear': 'In a year',
  'settings.rateLimit': 'For a program: requests a second, at most (optional)',
  // To rotate a key: to replace its secret by a new one.
  'settings.rotate': 'Rotate',
  'settings.rotating': 'Rotating…',
  'settings.rotateOf': 'Rotate {name}',
  'settings.rotateQuestion': 'Rotate {name}?',
  'settings.rotateNote': 'It gets a new secret. Put that in the place of the old one wherever the key is used.',
  // The label of a list of times: at once, in an hour, in a day.
  'settings.oldSecretEnds': 'The old secret ends',
  'settings.revoke': 'Revoke',
  'settings.revoking': 'Revoking…',
  'settings.revokeOf': 'Revoke {name}',
  'settings.revokeQuestion': 'Revoke {name}?',
  'settings.revokeNote': 'People who use this key are signed out with the next request. This cannot be undone.',
  'settings.isRevoked': '{name} is revoked.',
  // What has not happened. The reason follows behind a colon.
  'settings.notAdded': 'Not added',
  'settings.notChanged': 'Not changed',
  'settings.notCreated': 'Not created',
  'settings.notDone': 'Not done',
  'settings.notRotated': 'Not rotated',
  'settings.notSent': 'Not sent',

  'settings.secretOf': 'Secret of {name}',
  'settings.secretLost': '“{name}” is stored, but its secret was lost on the way. Rotate it to get another one.',
  'settings.copyNow': 'Copy it now. It cannot be shown again.',
  'settings.haveYouCopied': 'Have you copied it? If so, choose Done.',
  // The button that closes the dialog of a secret.
  'settings.done': 'Done',
  'settings.apiKey': 'API key',
  'settings.signingSecret': 'Signing secret',
  'settings.signInLink': 'Link that signs in',
  'settings.linkIsLocal':
    'This link works on this computer only, because you opened Pawstock at {host}. For a phone or another computer, open Pawstock at its address in your network and create the key there. The person who runs Pawstock knows that address.',
  'settings.signInCode': 'Code of the link that signs in as {name}',
  'settings.scanToSignIn': 'Scan it with the camera of a phone to sign in there.',
  'settings.copy': 'Copy',
  // label: the label of the field, such as "API key".
  'settings.copyOf': 'Copy: {label}',
  'settings.copied': '{label} copied.',
  'settings.notCopied': 'The browser does not allow copying here. Select the text and copy it.',

  'settings.webhooks': 'Webhooks',
  'settings.webhooksNote': 'Addresses of other programs, such as your web shop, that are told of changes at once.',
  'settings.addWebhook': 'Add webhook',
  'settings.add': 'Add',
  'settings.adding': 'Adding…',
  'settings.changeWebhook': 'Change {name}',
  'settings.save': 'Save',
  'settings.saving': 'Saving…',
  'settings.isChanged': '{name} is changed.',
  // An example in the field for the name of a webhook.
  'settings.webhookName': 'web-shop',
  'settings.address': 'Address',
  'settings.addressMissing': 'It begins with https://. The people who made the other program know it.',
  'settings.addressIsLocal': 'This is the computer that Pawstock runs on. Pawstock sends to other computers only.',
  'settings.addressIsReadable': 'Others can read what is sent to an http address. Ask for one with https.',
  // The label of the events that a program is told of.
  'settings.events': 'Tell it of',
  'settings.everyChange': 'Every change',
  'settings.lowStock': 'Low stock',
  'settings.soldOut': 'Sold out',
  // What an attempt to send was about.
  'settings.changed': 'Changed',
  'settings.aTest': 'Test',
  'settings.onlyReasons': 'Only for these reasons (all if none is chosen)',
  'settings.onlyPets': 'Only for these pets, by ID (optional)',
  'settings.wrongIds': 'Enter IDs of pets with commas between them.',
  // What the line below a webhook tells, with dots between. reasons: a list such as "Sale, Arrival".
  'settings.forPets': 'pets {ids}',
  'settings.forReasons': 'only {reasons}',
  'settings.nothingSent': 'nothing sent yet',
  'settings.lastAnswer': 'last answer: {answer}, {when}',
  'settings.behind': '{count, plural, one{# behind} other{# behind}}',
  'settings.triedAgain': 'tried again {when}',
  'settings.sendingAgain': 'sending again: {position, number} of {until, number}',
  // The button that sends a test to a webhook.
  'settings.test': 'Test',
  'settings.testOf': 'Test {name}',
  'settings.testAnswer': 'Test of {name}: {answer}.',
  'settings.moreActions': 'More actions for {name}',
  // Two groups of the menu of a webhook.
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
  'settings.removeAction': 'Remove…',
  'settings.removeQuestion': 'Remove {name}?',
  'settings.removeNote': 'It gets nothing more, also what was not delivered yet. This cannot be undone.',
  'settings.remove': 'Remove',
  'settings.removing': 'Removing…',
  'settings.isRemoved': '{name} is removed.',
  'settings.sendAgainTo': 'Send again to {name}',
  'settings.sendAgain': 'Send again',
  'settings.asking': 'Asking…',
  'settings.sendAgainNote': 'Everything since then is sent again, in order. New changes go first.',
  // The label of a field for a date and a time.
  'settings.since': 'Since',
  'settings.nothingToSend': 'There is nothing to send again.',
  'settings.getsAgain': '{name} gets everything since then again.',
  'settings.attemptsOf': 'Attempts of {name}',
  'settings.attemptsList': 'Attempts, newest first',
  'settings.noAttempts': 'Nothing has been sent yet.',
  // When an attempt was made, and how many milliseconds it took.
  'settings.attemptTook': '{when} · {duration, number} ms',

  // status
  'status.available': 'Available',
  'status.pending': 'Pending',
  'status.sold': 'Sold',

  // stock: the rules of stock that several screens tell

  // table: the screen Stock

  // total (later): headings of columns and figures: how many units were sold, arrived and so on
  'total.sold': 'Sold',
  'total.arrived': 'Arrived',
  'total.returned': 'Returned',
  'total.damaged': 'Damaged',

  // ui: parts that all screens use

  // webhook (later): the state of a webhook
  'webhook.active': 'Working',
  'webhook.failing': 'Failing',
  'webhook.disabled': 'Stopped',
  'webhook.paused': 'Paused',
} as const;
