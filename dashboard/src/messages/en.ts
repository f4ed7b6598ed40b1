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

  // field (later): the columns of a spreadsheet, as names within the sentences of "problem" and "import"
  'field.petId': 'pet ID',
  'field.quantity': 'quantity',
  'field.status': 'status',
  'field.name': 'name',
  'field.barcode': 'barcode',
  // The level at which a pet counts as low.
  'field.lowAt': 'low level',

  // history (later): history of a pet, activity

  // import (later)
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
  // {problem} is a text of "problem"; in the second message it begins with the line, if {at} is "line".
  'import.problemAtLine': 'line {line}: {problem}',
  'import.fileProblem': '{at, select, line{{file}, {problem}.} other{{file}: {problem}.}}',
  // What the import does at this moment.
  'import.state':
    '{kind, select, preparing{Checking the pets…} storing{Storing…} cancelling{Finishing the last step…} stopped{Stopped} other{Done}}',
  'import.stopped': 'Stopped',
  'import.progress': '{settled, number} of {total, plural, one{# row} other{# rows}}',
  'import.stored': '<strong>Stored:</strong> {count, plural, one{# row} other{# rows}}.',
  'import.skippedNone': '<strong>Skipped:</strong> {count, number}.',
  // {run} is "undo" where an import is taken back.
  'import.skippedSome':
    '<strong>Skipped:</strong> {run, select, undo{{count, number}, because they have changed since the import.} other{{count, number}, because they have changed since the preview.}}',
  'import.notStored':
    '<strong>Not stored:</strong> {count, plural, one{# row} other{# rows}}. {run, select, undo{Resume now: what is closed cannot be undone later.} other{Resume now, or import the same file again later: it changes only what is left.}}',
  'import.resume': 'Resume with the remaining {count, plural, one{# row} other{# rows}}',
  'import.skipped': 'Skipped',
  // Why a pet was skipped. {pet} is "Pet 12 (Rex)"; {by} is "known" where {key} is the name of the key that did it.
  'import.petAdded': '{by, select, known{{pet} has been added by {key}} other{{pet} has been added}}',
  'import.petAddedAgain':
    '{by, select, known{{pet} has been added by {key}} other{{pet} has been added}}: import the file again for another ID',
  'import.petRemoved': '{by, select, known{{pet} has been removed by {key}} other{{pet} has been removed}}',
  'import.petChanged': '{pet} has been changed',
  'import.petChangedTo':
    '{by, select, known{{pet} has been changed to {quantity, number}, {status, select, available{available} pending{pending} other{sold}} by {key}} other{{pet} has been changed to {quantity, number}, {status, select, available{available} pending{pending} other{sold}}}}',
  'import.barcodeTaken': '{pet} stays as it is: another pet has its barcode by now',
  // Notes in the history of a pet.
  'import.note': 'Import of {file}',
  'import.noteUndo': 'Undo of the import of {file}',

  'import.columnsQuestion': 'What is in the columns of <strong>{file}</strong>?',
  'import.columns': 'Columns of the file',
  // A sheet of an Excel workbook.
  'import.sheet': 'Sheet',
  'import.sheetEmpty': 'This sheet is empty.',
  'import.headerLine': 'Line with the column names',
  // {cells} are the first cells of the line.
  'import.headerLineOption': '{line}: {cells}',
  // {fields} is a list of the names in "field" and of the next text.
  'import.columnsWanted': 'Choose the column of the {fields}.',
  'import.petIdOrBarcode': 'pet ID or barcode',
  'import.headerLooksLikePet':
    'The line with the column names looks like a pet, and it is not imported. Add a line of column names above it.',
  // Of a column of the file.
  'import.notRead': 'Not read',
  'import.unnamedColumn': 'Column {number, number}',

  'import.summary':
    '<strong>{file}</strong>: {added, plural, one{# new pet} other{# new pets}}, {described, plural, =0{{changed, number} changed} one{{changed, number} changed (# with other details)} other{{changed, number} changed (# with other details)}}, {unchanged, number} unchanged. Nothing has been saved yet.',
  'import.sheetRead': 'Sheet “{sheet}”.',
  'import.headerFound': 'Column names from line {line}.',
  // {columns} is a list of the next text: which column of the file is which.
  'import.columnsRead': '{columns}.',
  'import.columnFrom': '{field} from “{name}”',
  'import.matchedByBarcode': 'Rows are matched by barcode, and new pets get the next free ID.',
  // {parts} is a list of names of columns, of sheets and of hidden rows.
  'import.partsNotRead': 'Not read: {parts}.',
  'import.quoted': '“{name}”',
  'import.changeColumns': 'Change columns',
  'import.needsRole':
    '{count, plural, one{# row adds a pet or changes} other{# rows add pets or change}} a status or details, which needs the role “Also edits pets”. Ask the owner for a key that has it. With yours, you can import a file that only changes quantities.',
  // Which list is shown: lines with errors, pets that change, new pets. The last three name the lists.
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
  'import.negativeQuestion': 'What does a quantity below zero mean? ({count, plural, one{# line} other{# lines}})',
  'import.isError': 'It is an error',
  'import.isNone': 'None are left: 0',

  // print (later): print, labels and export

  // problem (later): what is wrong with a file that is imported. Each goes on after the name of the file or the line, and has no
  // full stop. {text} is a value of the file in quotes, {field} one of the names in "field", {written} a value without quotes.
  'problem.fileEmpty': 'the file is empty',
  'problem.notText': 'this is not a text file',
  // {written} is the name of an encoding, such as UTF-8.
  'problem.badEncoding': 'this is not valid {written} text; export it again',
  'problem.webPage':
    'this is a web page or XML, even if its name ends in .xls; open it in a spreadsheet program, save it as Excel (.xlsx) or CSV, and choose that file',
  'problem.oldExcel':
    'this is an Excel workbook of an old kind (.xls) or with a password; save it as Excel (.xlsx) without a password, or as CSV, and choose that file',
  'problem.pdf':
    'this is a PDF document; export the list as Excel (.xlsx) or CSV where the PDF comes from, and choose that file',
  'problem.openDocument':
    'this is an OpenDocument spreadsheet (.ods); save it as Excel (.xlsx) or CSV and choose that file',
  // "File, Export To" are menus of Apple’s program Numbers.
  'problem.numbersDocument':
    'this is a Numbers document; in Numbers choose File, Export To, Excel or CSV, and choose that file here',
  'problem.binaryExcel':
    'this is a binary Excel workbook (.xlsb); save it as Excel (.xlsx) or CSV and choose that file',
  'problem.zipArchive': 'this is a ZIP archive and not a spreadsheet; unpack it and choose the file in it',
  'problem.workbookUnreadable':
    'this workbook cannot be read; open it in a spreadsheet program, save it again, and choose that file',
  'problem.workbookTooLarge':
    'this workbook has more than {max, number} MiB of data unpacked, which is the most that is read; save the sheet as CSV and choose that file',
  'problem.sheetTooLarge':
    'a sheet of this workbook has {count, number} rows and {columns, number} columns, and {max, number} cells over all sheets are the most that is read; delete what is far from the table, or save the sheet as CSV',
  'problem.noSheet': 'all sheets of this workbook are hidden; show one, save the workbook, and choose it again',
  'problem.jsonNotUtf8': 'JSON must be UTF-8, and this is not',
  'problem.jsonAfterEnd': 'there is something after the end of the array',
  'problem.jsonBrace': 'there is a closing brace without an opening one',
  'problem.jsonWithoutEnd': 'the array has no end',
  'problem.rowTooLong': 'this row has more than {max, number} MB, which is the most that a row can have',
  'problem.quoteTooLong':
    'this row has more than {max, number} MB, which is the most that a row can have. Perhaps a quote is never closed',
  'problem.quoteOpen': 'a quote is opened in this row and never closed',
  'problem.quoteStray':
    'a quote is out of place in this row. Put the whole value in quotes and double the quotes inside',
  'problem.tooManyColumns': 'this row has {columns, number} columns, and {max, number} is the most that a row can have',
  // {written} is what separates the columns: "tab", or a character.
  'problem.tooManyValues':
    'there are {count, number} values for {columns, plural, one{# column} other{# columns}}. Put a value that contains {written, select, tab{a tab} other{a {written}}} in quotes',
  'problem.jsonInvalid': 'this is not valid JSON',
  'problem.jsonNoObject': 'this is not a JSON object',
  // {name} is a name in JSON, such as petId. The values of a status are not translated here.
  'problem.jsonValue':
    '{name} must be {rule, select, petId{a whole number up to 9223372036854775807} quantity{an integer from 0 to 9007199254740991} status{one of available, pending, sold} other{text}}, not {written}',
  'problem.jsonMissing':
    '{name} must be {rule, select, petId{a whole number up to 9223372036854775807} quantity{an integer from 0 to 9007199254740991} status{one of available, pending, sold} other{text}}, and it is missing',
  'problem.petTwice': 'pet {petId} is on line {line} already',
  'problem.barcodeTwice': 'the barcode {text} is on line {line} already',
  'problem.barcodeTaken': 'pet {petId} has the barcode {text} already',
  'problem.noFreeId': 'there is no ID above {petId} for the barcode {text}. Give the pet an ID in a column petId',
  'problem.noBarcode': '{text} is no barcode',
  'problem.empty': 'the {field} is empty',
  'problem.emptyStatus': 'the status is empty',
  'problem.unknownStatus': 'the status must be one of available, pending, sold, not {text}',
  'problem.notWhole': 'the {field} must be a whole number, not {text}',
  // {written} and {otherwise} are the numbers that the value could mean.
  'problem.ambiguous': 'the {field} {text} is ambiguous: it could be {written} or {otherwise}',
  'problem.negative': 'the {field} {text} is below zero',
  'problem.tooLarge': 'the {field} {text} is too large',
  'problem.tooManyDigits': 'the {field} {text} has too many digits',
  'problem.lostDigits':
    'the {field} {text} was shortened by the spreadsheet and has lost digits. Format the column as text, enter the number again and save the file',
  'problem.invalidText':
    'the {field} must be text of 1 to {max, number} characters, not only spaces, without control characters, not {text}',
  'problem.invalidCode': 'the {field} must be 1 to {max, number} printable ASCII characters without spaces, not {text}',
  // What of a workbook is not read, in a list.
  'problem.otherSheet': 'the sheet {text}',
  'problem.hiddenSheet': 'the hidden sheet {text}',
  'problem.hiddenRows': 'hidden rows ({count, number})',

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
  // The names of columns, also in exported spreadsheets.
  'stock.petId': 'Pet ID',
  'stock.name': 'Name',
  'stock.quantity': 'Quantity',
  'stock.status': 'Status',
  'stock.barcode': 'Barcode',
  'stock.lowAt': 'Low at',
  'stock.undo': 'Undo',

  // table: the screen Stock

  // ui: parts that all screens use
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
} as const;
