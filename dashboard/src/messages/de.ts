import type { Catalogue } from './translator.ts';

/** The German texts of the dashboard. en.ts says where each one stands. */
export const messages: Catalogue = {
  // answer
  'answer.accepted': 'angenommen ({answer})',
  'answer.moved': 'Adresse umgezogen; tragen Sie die neue ein ({answer})',
  'answer.refused': 'abgelehnt; prüfen Sie den Geheimcode im anderen Programm ({answer})',
  'answer.notFound': 'nichts unter dieser Adresse gefunden ({answer})',
  'answer.gone': 'keine Nachrichten mehr erwünscht ({answer})',
  'answer.tooMany': 'zu viele Nachrichten für das Programm ({answer})',
  'answer.notUnderstood': 'Nachricht vom Programm nicht verstanden ({answer})',
  'answer.failed': 'Fehler im Programm ({answer})',
  'answer.noHost': 'Hostname nicht gefunden ({answer})',
  'answer.unreachable': 'keine Antwort unter dieser Adresse ({answer})',
  'answer.cut': 'Verbindung abgebrochen ({answer})',
  'answer.notTrusted': 'Zertifikat der Adresse nicht vertrauenswürdig ({answer})',
  'answer.timedOut': 'keine Antwort innerhalb von {seconds, number} s',
  'answer.notPublic': 'keine öffentliche Adresse, und WEBHOOK_NETWORKS erlaubt ihr Netz nicht',

  // app
  'app.failed': 'Etwas ist schiefgegangen',
  'app.failedNext':
    'Ihre gespeicherten Änderungen sind sicher, und angefangene Eingaben bleiben erhalten. <link>Seite neu laden</link>.',
  'app.addPet': 'Tier hinzufügen',
  'app.menu': 'Menü',
  'app.lock': 'Sperren',
  'app.skipToContent': 'Zum Inhalt springen',
  'app.screens': 'Bereiche',
  'app.title': '{screen} – Pawstock',
  'app.liveHint': 'Änderungen erscheinen sofort',
  'app.scanWithCamera': 'Mit der Kamera scannen',
  'app.petsChanged': '{count, plural, one{# Tier wurde geändert.} other{# Tiere wurden geändert.}}',
  'app.petRemoved': '{pet} wurde entfernt.',
  'app.petIsNow': '{pet} steht jetzt bei {quantity, number}.',

  // camera
  'camera.panel': 'Kamera',
  'camera.video': 'Bild der Kamera',
  'camera.close': 'Kamera schließen',
  'camera.needsTls':
    'Browser erlauben die Kamera nur auf Seiten, deren Adresse mit https:// beginnt. Bitten Sie die Person, die Pawstock betreut, TLS einzuschalten.',
  'camera.forbidden':
    'Der Browser erlaubt die Kamera nicht. Erlauben Sie sie für diese Seite in den Einstellungen des Browsers, und öffnen Sie die Kamera noch einmal.',
  'camera.missing': 'Dieses Gerät hat keine Kamera.',
  'camera.inUse':
    'Eine andere App verwendet die Kamera. Schließen Sie diese App, und öffnen Sie die Kamera noch einmal.',
  'camera.unusable':
    'Die Kamera lässt sich nicht verwenden. Schließen und öffnen Sie sie noch einmal, oder tippen Sie den Code ein.',

  // connection
  'connection.connecting': 'Verbinden…',
  'connection.live': 'Live',
  'connection.offline': 'Offline',

  // counter
  'counter.title':
    '{kind, select, sell{Verkaufen} receiving{Lieferung erfassen} other{Bestand zählen}}',
  'counter.readOnly':
    'Ihr Schlüssel „{key}“ hat die Rolle „{role}“. Damit lassen sich keine {kind, select, sell{Verkäufe} receiving{Lieferungen} other{Inventuren}} erfassen. Bitten Sie den Inhaber um einen Schlüssel mit der Rolle „{needed}“, und melden Sie sich damit an.',
  'counter.form': 'Nächste Zeile',
  'counter.petOrReservation': 'Tier oder Reservierung',
  'counter.petIdOrName': 'Tier-ID oder Name',
  'counter.amountOf':
    '{kind, select, sell{Anzahl: {pet}} receiving{Geliefert: {pet}} other{Gezählt: {pet}}}',
  'counter.addPet': 'Dieses Tier hinzufügen…',
  'counter.hint':
    'Tier scannen oder eintippen und Enter drücken. <key>12*</key> setzt die Anzahl der letzten Zeile.',
  'counter.hintGuided':
    'Anzahl dieses Tiers eintippen und Enter drücken, oder ein beliebiges Tier scannen. <key>12*</key> setzt die Anzahl der letzten Zeile.',
  'counter.choices': 'Auswahl',
  'counter.often': 'Oft erfasst',
  'counter.numberOf': '{units, number} von {pet}',
  'counter.petOrReservationQuestion': '„{text}“ ist ein Tier und eine Reservierung. Bitte wählen.',
  'counter.numberOrCode':
    'Ist {code} die Anzahl oder ein Code? Noch einmal Enter, wenn es die Anzahl ist.',
  'counter.allCountedAlready':
    'Alle Tiere sind gezählt. Um mehr von einem zu zählen, scannen Sie es.',
  'counter.noLineYet': 'Erst ein Tier scannen oder eintippen, dann die Anzahl.',
  'counter.correctFirst': 'Berichtigen Sie zuerst die Anzahl von {pet}.',
  'counter.inStock': '{quantity, number} im Bestand',
  'counter.severalMatch': 'Mehrere Tiere passen. Wählen Sie eines aus.',
  'counter.unknown':
    '{what, select, id{Es gibt kein Tier {text}.} reservation{Kein Tier und keine Reservierung heißt „{text}“.} offline{Kein Tier heißt „{text}“. Reservierungen lassen sich erst wieder online finden.} other{Kein Tier heißt „{text}“.}}{next, select, ask{ Wer auch Tiere bearbeitet, kann es hinzufügen.} other{}}',
  'counter.wholeNumberFrom': 'Geben Sie eine ganze Zahl ab {least, number} ein.',
  'counter.howMany': 'Wie viele von {pet}? Geben Sie eine ganze Zahl ab {least, number} ein.',
  'counter.isRight': 'Stimmt {amount, number}? Dann drücken Sie die Eingabetaste noch einmal.',
  'counter.isRightNow':
    'Stimmt {amount, number}? {now, plural, one{Jetzt ist # da.} other{Jetzt sind # da.}} Wenn ja, drücken Sie die Eingabetaste noch einmal.',
  'counter.tooManyLines':
    'Eine Liste fasst {max, plural, one{# Tier} other{# Tiere}}. Speichern Sie sie, und machen Sie dann weiter.',
  'counter.entered':
    '{pet}: {amount, number}. {count, plural, one{# Tier} other{# Tiere}} auf der Liste.',
  'counter.reservation': 'Reservierung {id}',
  'counter.reservedBy': 'Reserviert von {key} bis {time}.',
  'counter.reservationEnded':
    '{state, select, expired{Reservierung {id} wird nicht angezeigt: Sie ist abgelaufen ({time}).} sold{Reservierung {id} wird nicht angezeigt: Sie wurde verkauft ({time}).} other{Reservierung {id} wird nicht angezeigt: Sie wurde freigegeben ({time}).}}',
  'counter.reservationFailed': 'Reservierung {id} wird nicht angezeigt',
  'counter.listFirst':
    'Verkaufen oder verwerfen Sie zuerst die Liste. Scannen Sie dann die Reservierung noch einmal.',
  'counter.reservationFirst': 'Verkaufen oder schließen Sie zuerst Reservierung {id}.',
  'counter.isBeingSaved': 'Diese Liste wird gerade gespeichert. Scannen Sie danach noch einmal.',
  'counter.reasonIs': 'Grund: {reason}.',
  'counter.noteIs': 'Notiz: {note}',
  'counter.addNote': 'Notiz hinzufügen',
  'counter.noteForAll': 'Notiz für alle Zeilen',
  'counter.remove': '{pet} von der Liste entfernen',
  'counter.isGone': 'Wurde aus dem Bestand entfernt.',
  'counter.notForSale':
    '{status, select, sold{Als verkauft gekennzeichnet.} other{Als vorgemerkt gekennzeichnet.}}',
  'counter.sellDespite': 'Trotzdem verkaufen',
  'counter.left': 'noch {left, number}',
  'counter.leftReserved': 'noch {left, number}, {held, number} reserviert',
  'counter.shortage':
    '{left, plural, =0{Keine mehr zu verkaufen.} one{Nur noch # zu verkaufen.} other{Nur noch # zu verkaufen.}}',
  'counter.shortageReserved':
    '{left, plural, =0{Keine mehr zu verkaufen.} one{Nur noch # zu verkaufen.} other{Nur noch # zu verkaufen.}} {held, plural, one{# weiteres ist reserviert.} other{# weitere sind reserviert.}}',
  'counter.notEnough': 'Nicht genug von {pet}. {shortage}',
  'counter.lines':
    '{kind, select, count{{pets, plural, one{# Tier} other{# Tiere}}} other{{pets, plural, one{# Tier} other{# Tiere}}, {units, plural, one{# Stück} other{# Stück}}}}',
  'counter.linesUndone':
    '{kind, select, count{{pets, plural, one{# Tier} other{# Tiere}}, rückgängig gemacht} other{{pets, plural, one{# Tier} other{# Tiere}}, {units, plural, one{# Stück} other{# Stück}}, rückgängig gemacht}}',
  'counter.problems': '{count, plural, one{Bitte # Zeile prüfen} other{Bitte # Zeilen prüfen}}',
  'counter.blankLines': '{count, plural, one{# Zeile ohne Zahl} other{# Zeilen ohne Zahl}}',
  'counter.discard': 'Verwerfen',
  'counter.discardLines': '{count, plural, one{# Zeile verwerfen?} other{# Zeilen verwerfen?}}',
  'counter.unlock': 'Entsperren',
  'counter.save': '{kind, select, sell{Verkaufen} other{Speichern}}',
  'counter.saving': '{kind, select, sell{Wird verkauft…} other{Wird gespeichert…}}',
  'counter.saved':
    '{kind, select, sell{Verkauft: {lines}.} receiving{Lieferung gespeichert: {lines}.} other{Inventur gespeichert: {lines}.}}',
  'counter.soldReservation': 'Verkauft: Reservierung {id}, {lines}.',
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell{Nicht verkauft} other{Nicht gespeichert}}',
  'counter.offline':
    '{kind, select, sell{Nicht verkauft: Dieses Gerät ist offline. Die Liste bleibt hier; verkaufen Sie sie, sobald die Verbindung wieder steht.} other{Nicht gespeichert: Dieses Gerät ist offline. Die Liste bleibt hier; speichern Sie sie, sobald die Verbindung wieder steht.}}',
  'counter.savedOtherwise':
    '{kind, select, sell{Nicht verkauft: Diese Liste wurde schon mit anderen Zahlen gespeichert, vielleicht in einem anderen Tab. Vergleichen Sie sie mit der heutigen Aktivität.} other{Nicht gespeichert: Diese Liste wurde schon mit anderen Zahlen gespeichert, vielleicht in einem anderen Tab. Vergleichen Sie sie mit der heutigen Aktivität.}}',
  'counter.nothingArrived': 'Geben Sie ein, wie viele von einem Tier geliefert wurden.',
  'counter.sentTooLongAgo':
    'Gesendet am {time}, und es kam keine Antwort. Das ist zu lange her oder war mit einem anderen Schlüssel, deshalb ist es nicht sicher, es noch einmal zu senden. Sehen Sie in der <link>Aktivität</link> dieses Tages nach: Steht die Liste dort, verwerfen Sie sie hier; wenn nicht, entsperren Sie sie.',
  'counter.noAnswer':
    'Es kam keine Antwort. Vielleicht wurde gespeichert, vielleicht nicht. Die Liste wird noch einmal gesendet, sobald Pawstock erreichbar ist, und zählt nur einmal. Bis dahin lässt sie sich nicht ändern.',
  'counter.isThatRight':
    '{kind, select, sell{Stimmt das? {changes}. Wenn ja, drücken Sie noch einmal „Verkaufen“.} other{Stimmt das? {changes}. Wenn ja, drücken Sie noch einmal „Speichern“.}}',
  'counter.farChange': '{pet} von {before, number} auf {after, number}',
  'counter.more': '{count, plural, one{# weiteres} other{# weitere}}',
  'counter.last':
    '{kind, select, sell{Letzte Verkäufe} receiving{Letzte Lieferungen} other{Letzte Inventuren}}',
  'counter.namesBy': '{names}, von {key}',
  'counter.guided': 'Geführte Inventur',
  'counter.endGuided': 'Geführte Inventur beenden',
  'counter.order': 'Reihenfolge',
  'counter.byId': 'Nach ID',
  'counter.byName': 'Nach Name',
  'counter.hideExpected': 'Erwartete Mengen ausblenden',
  'counter.allCounted':
    'Alle Tiere sind gezählt. Prüfen Sie die Abweichungen, und speichern Sie dann.',
  'counter.progress': '{done, number} von {all, plural, one{# Tier} other{# Tieren}} gezählt',
  'counter.countedPets': 'Gezählte Tiere',
  'counter.stillToCount': 'Noch zu zählen',
  'counter.later': 'Später',
  'counter.andMore': '{count, plural, one{und # weiteres Tier} other{und # weitere Tiere}}',
  'counter.sheet': 'Zählliste',
  'counter.sheetOf': '{time}, {count, plural, one{# Tier} other{# Tiere}}',
  'counter.firstPrinted': 'Nur die ersten {max, number} Tiere werden gedruckt',
  'counter.columnPet': 'Tier',
  'counter.columnExpected': 'Erwartet',
  'counter.columnCounted': 'Gezählt',

  // dialog
  'dialog.addPetItem': 'Tier hinzufügen…',
  'dialog.importItem': 'Tabelle importieren…',
  'dialog.exportShown': 'Gezeigte Tiere exportieren',
  'dialog.printShown': 'Gezeigte Tiere drucken',
  'dialog.print': 'Drucken',
  'dialog.printLabels': 'Etiketten drucken',
  'dialog.appearance': 'Darstellung',
  'device.auto': 'System',
  'device.light': 'Hell',
  'device.dark': 'Dunkel',
  'dialog.menuHelp': 'Hilfe und Anmeldung',
  'dialog.shortcuts': 'Tastenkürzel',
  'dialog.apiReference': 'API-Referenz',
  'dialog.keyItem': 'Schlüssel: {name}',
  'dialog.signOut': 'Abmelden',
  'dialog.signingOut': 'Wird abgemeldet…',
  'dialog.signOutUnsaved': 'Ohne Speichern abmelden?',
  'dialog.changeLost': 'Ihre Änderung an {pet} geht verloren.',
  'dialog.listStays':
    'Die Liste in „{screen}“ bleibt hier, bis Sie sich wieder mit diesem Schlüssel anmelden.',
  'dialog.clockAhead':
    'Die Uhr des Dienstes ging eine Weile vor. Bis {until} wird jede Änderung mit dieser Zeit aufgezeichnet, und Berichte zählen sie dort. Bitten Sie die Person, die Pawstock betreut, die Uhr richtig zu stellen.',
  'dialog.keySearch': 'Suchen; auch jeder Buchstabe und jede Ziffer sucht',
  'dialog.keyMove': 'In der Tabelle bewegen',
  'dialog.keyEnds': 'Erstes oder letztes Tier',
  'dialog.keyPage': 'Eine Seite nach oben oder unten',
  'dialog.keyEnter': 'Menge ändern; speichern',
  'dialog.keySign': 'Vor einer Zahl: ergänzen oder entfernen',
  'dialog.keyReason':
    'Nach einer Zahl: anderer Grund, mit seinem ersten Buchstaben, oder x für „verendet“',
  'dialog.keySave': 'Verkaufen, oder Lieferung oder Inventur speichern',
  'dialog.keyNumber': 'In einer Liste: die Anzahl der letzten Zeile',
  'dialog.keyMore': 'Weitere Aktionen für das Tier',
  'dialog.keyCancel': 'Abbrechen oder schließen',
  'dialog.keyNotifications': 'Zu den Mitteilungen und zurück',
  'dialog.keyHelp': 'Diese Liste zeigen',
  'dialog.yourKey': 'Ihr Schlüssel',
  'dialog.roleNeeded':
    '„{name}“ braucht einen Schlüssel mit der Rolle „{needed}“. Ihrer hat die Rolle „{own}“.',
  'dialog.needsRole': 'Braucht die Rolle „{role}“',
  'dialog.signedInWith':
    'Sie sind mit dem Schlüssel <strong>{name}</strong> angemeldet. Der Verlauf zeigt diesen Namen neben Ihren Änderungen.',
  'dialog.allowed': 'Erlaubt:',
  'dialog.notAllowed': 'Nicht erlaubt:',
  'dialog.keyCreated': 'Erstellt am {created}. Läuft nicht ab.',
  'dialog.keyExpires': 'Erstellt am {created}. Läuft am {expires} ab.',
  'dialog.moreRights':
    'Wenn Sie mehr brauchen, bitten Sie den Inhaber des Geschäfts um einen anderen Schlüssel. Melden Sie sich dann ab und mit dem neuen wieder an. Inhaber erstellen Schlüssel in den Einstellungen.',
  'dialog.changeQuantity': 'Menge ändern',
  'dialog.detailsEllipsis': 'Details…',
  'dialog.removeEllipsis': 'Entfernen…',
  'dialog.markAs': 'Als vorgemerkt oder verkauft markieren',
  'dialog.detailsOrRemove': 'Details oder entfernen',
  'dialog.statusChanged':
    '{pet}: {before, select, available{verfügbar} pending{vorgemerkt} other{verkauft}} → {after, select, available{verfügbar} pending{vorgemerkt} other{verkauft}}',
  'dialog.add': 'Hinzufügen',
  'dialog.adding': 'Wird hinzugefügt…',
  'dialog.notAdded': 'Nicht hinzugefügt',
  'dialog.id': 'ID',
  'dialog.enterId': 'Geben Sie eine ganze Zahl ohne führende Nullen ein.',
  'dialog.petExists': 'Tier {id} gibt es schon.',
  'dialog.enterQuantity': 'Geben Sie eine ganze Zahl ein, mindestens 0.',
  'dialog.justAdded': 'Jemand anders hat es gerade hinzugefügt.',
  'dialog.added': '{pet} hinzugefügt.',
  'dialog.saved': '{pet} gespeichert.',
  'dialog.detailsOf': 'Details von Tier {id}',
  'dialog.barcodeTaken': '{pet} hat diesen Barcode. Entfernen Sie ihn zuerst dort.',
  'dialog.enterCode':
    'Geben Sie höchstens {max, number} einfache Buchstaben, Ziffern und Zeichen ohne Leerzeichen ein.',
  'dialog.enterText': 'Geben Sie höchstens {max, number} Zeichen ein.',
  'dialog.justTaken': 'Ein anderes Tier hat diesen Barcode.',
  'dialog.optional': '{field} (optional)',
  'dialog.nameHint': 'Steht neben der ID; Sie können danach suchen.',
  'dialog.barcodeHint': 'Hier scannen oder eintippen. Ein Scan öffnet dann das Tier.',
  'dialog.lowAtHint':
    'Mit dieser Menge oder weniger gilt der Bestand als niedrig. Wenn leer: {usual, number}, wie bei allen Tieren.',
  'dialog.removeQuestion': '{pet} entfernen?',
  'dialog.remove': 'Entfernen',
  'dialog.removing': 'Wird entfernt…',
  'dialog.notRemoved': 'Nicht entfernt',
  'dialog.removeExplained':
    '{quantity, number} im Bestand, {status, select, available{verfügbar} pending{vorgemerkt} other{verkauft}}. Das Tier wird aus der Liste entfernt. Sein Verlauf bleibt erhalten. Zehn Sekunden lang können Sie es rückgängig machen, dann ist alles wieder da.',
  'dialog.removeReserved':
    '{count, plural, one{<strong># reserviert:</strong> Jemand möchte es gerade kaufen, und der Verkauf wird abgelehnt.} other{<strong># reserviert:</strong> Jemand möchte sie gerade kaufen, und der Verkauf wird abgelehnt.}}',
  'dialog.justChanged': 'Es wurde gerade geändert. Prüfen Sie es noch einmal.',
  'dialog.removed': '{pet} entfernt. Der Verlauf bleibt erhalten.',
  'dialog.addedAgain': '{pet} wurde seitdem neu hinzugefügt.',
  'dialog.isBack': '{pet} ist wieder da.',
  'dialog.reservations': 'Reservierungen',
  'dialog.reservationsNotLoaded': 'Reservierungen nicht geladen',
  'dialog.reservation':
    '{count, plural, one{# reserviert als <strong>{id}</strong> von {key}, {from} bis {until}} other{# reserviert als <strong>{id}</strong> von {key}, {from} bis {until}}}',
  'dialog.moreReservations': 'Es gibt noch mehr. „pawstock reservations“ listet alle auf.',
  'dialog.release': 'Freigeben',
  'dialog.releasing': 'Wird freigegeben…',
  'dialog.releaseOne': 'Reservierung {id} freigeben',
  'dialog.releaseQuestion': 'Reservierung {id} freigeben?',
  'dialog.releaseExplained':
    'Was reserviert ist, ist sofort für andere frei. Wer reserviert hat, bezahlt vielleicht gerade.',
  'dialog.released': 'Reservierung {id} freigegeben.',
  'dialog.notReleased': 'Nicht freigegeben',
  'dialog.changedByOther': '{pet} wurde von jemand anderem geändert',
  'dialog.removedByOther': '{pet} wurde entfernt',
  'dialog.anImport': 'Ein Import',
  'dialog.conflictEntry':
    '<strong>{who}</strong>, <time>{at}</time>: <change></change>{reason, select, none{} sale{, Verkauf} arrival{, Zugang} return{, Rückgabe} count{, Inventur} damage{, Schaden} died{, verendet} adjustment{, Korrektur} other{, {reason}}}{hasNote, select, yes{, „{note}“} other{}}',
  'dialog.startedFrom': 'Sie sind von {quantity, number} ausgegangen.',
  'dialog.startedAndEntered':
    'Sie sind von {quantity, number} ausgegangen und haben {target, number} eingegeben ({delta}).',
  'dialog.keepTheirs': 'Vorhandene behalten',
  'dialog.useMine': 'Meine nehmen',
  'dialog.applyDifference': 'Meine Differenz anwenden',
  'dialog.notPossible': 'nicht möglich',
  'dialog.discardMine': 'Meine Änderung verwerfen',

  // edit
  'edit.setTo': 'Setzen',
  'edit.add': 'Ergänzen',
  'edit.remove': 'Entfernen',
  'edit.kindOfChange': 'Art der Änderung',
  'edit.newQuantity': 'Neue Menge',
  'edit.quantityToAdd': 'Menge zum Ergänzen',
  'edit.quantityToRemove': 'Menge zum Entfernen',
  'edit.increase': 'Um 1 erhöhen',
  'edit.decrease': 'Um 1 verringern',
  'edit.now': 'Jetzt {quantity, number}',
  'edit.reason': 'Grund',
  'edit.otherReason': 'Anderer (Korrektur)',
  'edit.note': 'Notiz',
  'edit.enterNumber': 'Geben Sie eine Zahl ein.',
  'edit.enterWholeNumber': 'Geben Sie eine ganze Zahl ein.',
  'edit.onlyInStock': '{count, plural, one{Nur # im Bestand.} other{Nur # im Bestand.}}',
  'edit.tooLarge': 'Die Zahl ist zu groß.',
  'edit.noteTooLong': 'Die Notiz darf höchstens {max, number} Zeichen haben.',
  'edit.isThatRight':
    'Von {before, number} auf {after, number}? Wenn das stimmt, speichern Sie noch einmal.',
  'edit.save': 'Speichern',
  'edit.finishFirst': 'Speichern oder verwerfen Sie zuerst die Änderung an {pet}.',
  'edit.staysAt': '{pet} bleibt bei {quantity, number}.',
  'edit.needsAttention':
    '{pet}: Die Änderung ist nicht gespeichert. Ihr Formular öffnet sich als Nächstes.',

  // error
  'error.because': '{outcome}: {reason}',
  'error.notSaved': 'Nicht gespeichert',
  'error.notLoaded': 'Nicht geladen',
  'error.notAccepted':
    'Pawstock nimmt es nicht an ({code}). Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  'error.notReady': 'Pawstock ist nicht bereit. Versuchen Sie es gleich noch einmal.',
  'error.unreachable':
    'Pawstock ist nicht erreichbar. Sie können es gefahrlos noch einmal versuchen.',
  'error.keyInvalid': 'Der Schlüssel gilt nicht mehr. Melden Sie sich neu an.',
  'error.roleTooSmall': 'Die Rolle Ihres Schlüssels erlaubt es nicht. Fragen Sie den Inhaber.',
  'error.rateLimited':
    'Das war zu viel auf einmal. Versuchen Sie es in {seconds, plural, one{# Sekunde} other{# Sekunden}} noch einmal.',
  'error.outcomeUnknown':
    'Es ist nicht sicher, ob es gespeichert wurde. Sie können es gefahrlos noch einmal versuchen.',
  'error.storageFull': 'Pawstock hat keinen Platz mehr. Sagen Sie es der Person, die es betreut.',
  'error.invalidValue':
    '{petId, select, none{Eine Zahl ist zu groß, oder ein Text ist nicht erlaubt. Prüfen Sie Ihre Eingabe.} other{Die Zahl von Tier\u00a0{petId} ist zu groß. Geben Sie eine kleinere ein.}}',
  'error.petRemoved':
    '{petId, select, none{Das Tier wurde inzwischen entfernt.} other{Tier\u00a0{petId} wurde inzwischen entfernt.}}',
  'error.changedMeanwhile':
    '{petId, select, none{Es wurde inzwischen geändert. Prüfen Sie es noch einmal.} other{Tier\u00a0{petId} wurde inzwischen geändert. Prüfen Sie es noch einmal.}}',
  'error.insufficientStock':
    '{available, plural, =0{Tier\u00a0{petId} ist ausverkauft, oder der Rest ist für andere reserviert.} one{Von Tier\u00a0{petId} ist jetzt nur # zu haben. Nehmen Sie nicht mehr.} other{Von Tier\u00a0{petId} sind jetzt nur # zu haben. Nehmen Sie höchstens #.}}',
  'error.notEnough': 'Der Bestand reicht nicht, oder der Rest ist für andere reserviert.',
  'error.barcodeTaken':
    '{petId, select, none{Ein anderes Tier hat diesen Barcode.} other{Tier\u00a0{petId} hat diesen Barcode. Entfernen Sie ihn zuerst dort.}}',
  'error.nameTaken': 'Dieser Name ist schon vergeben. Wählen Sie einen anderen.',
  'error.lastOwnerKey':
    'Das ist der letzte Schlüssel eines Inhabers oder der letzte, der nicht abläuft. Erstellen Sie zuerst einen anderen.',
  'error.keyGone': 'Dieser Schlüssel gilt inzwischen nicht mehr. Laden Sie die Seite neu.',
  'error.webhookRefused':
    'Pawstock sendet nur an öffentliche Adressen. Bitten Sie die Person, die es betreut, das Netz dieser Adresse zu erlauben. Es kann höchstens {count, plural, one{# Webhook} other{# Webhooks}} geben.',
  'error.webhookGone': 'Dieser Webhook wurde inzwischen entfernt. Laden Sie die Seite neu.',
  'error.reservationUnknown':
    'Diese Reservierung gibt es nicht, oder sie ist seit mehr als 30 Tagen beendet.',
  'error.reservationEnded':
    'Die Reservierung ist beendet: Sie wurde verkauft, freigegeben oder ist abgelaufen.',

  // field
  'field.petId': 'Tier-ID',
  'field.quantity': 'Menge',
  'field.status': 'Status',
  'field.name': 'Name',
  'field.barcode': 'Barcode',
  'field.lowAt': 'Meldebestand',

  // history
  'history.reasonInside':
    '{reason, select, sale{Verkauf} arrival{Zugang} return{Rückgabe} adjustment{Korrektur} count{Inventur} damage{Schaden} died{verendet} other{{reason}}}',
  'history.inStock': '<strong>{quantity, number}</strong> im Bestand',
  'history.changes': 'Änderungen',
  'history.noEarlier': 'Keine früheren Änderungen.',
  'history.loadMore': 'Mehr laden',
  'history.chart':
    'Menge von {pet} seit {from}, {count, plural, one{# Änderung} other{# Änderungen}}: niedrigste {lowest, number}, höchste {highest, number}, jetzt {now, number}.',
  'history.chartRemoved':
    'Menge von {pet} seit {from}, {count, plural, one{# Änderung} other{# Änderungen}}: niedrigste {lowest, number}, höchste {highest, number}, jetzt entfernt.',
  'history.now': 'jetzt',
  'history.levelSince': '<strong>{level, number}</strong> seit {time}',
  'history.what':
    '{kind, select, added{Hinzugefügt} set{Gesetzt} adjust{Geändert} put{Ersetzt} delete{Entfernt} other{Importiert}}',
  'history.whatBy':
    '{kind, select, added{Hinzugefügt von {key}} set{Gesetzt von {key}} adjust{Geändert von {key}} put{Ersetzt von {key}} delete{Entfernt von {key}} other{Importiert von {key}}}',
  'history.whatFor': '{what}, {reason}',
  'history.undo': 'Rückgängig gemacht',
  'history.putBackTo': 'Auf {quantity, number} zurücksetzen',
  'history.putBackToOf': 'Auf {quantity, number} zurücksetzen, wie am {time}',
  'history.putBackQuestion': 'Auf {quantity, number} zurücksetzen?',
  'history.putBack': 'Zurücksetzen',
  'history.putBackAnyway': 'Trotzdem zurücksetzen',
  'history.putBackNote': 'zurückgesetzt auf {quantity, number} vom {time}',
  'history.changedMeanwhile': 'Inzwischen von {key} geändert: <change></change>',
  'history.importedMeanwhile': 'Inzwischen durch einen Import geändert: <change></change>',
  'history.petRemoved': 'Das Tier wurde entfernt.',
  'history.isAlready': 'Die Menge ist schon {quantity, number}.',
  'history.activity': 'Aktivität',
  'history.days': 'Tage',
  'history.range': '{range, select, today{Heute} week{Letzte 7 Tage} day{Ein Tag} other{Zeitraum}}',
  'history.day': 'Tag',
  'history.firstDay': 'Erster Tag',
  'history.last': 'Letzter Tag',
  'history.firstToLast': '{first} bis {last}',
  'history.sevenDays': 'Die 7 Tage bis {last}',
  'history.person': 'Person',
  'history.everyone': 'Alle',
  'history.imports': 'Importe',
  'history.anyReason': 'Alle Gründe',
  'history.otherReasons': 'Alle anderen Gründe',
  'history.noReason': 'Kein Grund',
  'history.only': 'Nur {pet}',
  'history.column':
    '{column, select, seq{Nummer} at{Zeit} petId{Tier-ID} kind{Art} before{Vorher} after{Nachher} delta{Differenz} status{Status} reason{Grund} note{Notiz} key{Person} other{Anfrage}}',
  'history.sum':
    '{name, select, sale{Verkäufe} arrival{Zugänge} return{Rückgaben} damage{Schäden} died{Verendet} other{Sonstige}}',
  'history.showOnly':
    '{name, select, sale{Verkäufe {units}: nur diese zeigen} arrival{Zugänge {units}: nur diese zeigen} return{Rückgaben {units}: nur diese zeigen} damage{Schäden {units}: nur diese zeigen} died{Verendet {units}: nur diese zeigen} other{Sonstige {units}: nur diese zeigen}}',
  'history.changeCount': '{count, plural, one{# Änderung} other{# Änderungen}}',
  'history.newest':
    '{count, plural, one{Das ist die neueste Änderung} other{Das sind die neuesten # Änderungen}}; es gibt frühere. <load>Frühere laden</load>',
  'history.newestOfMany':
    '{count, plural, one{Das ist die neueste Änderung} other{Das sind die neuesten # Änderungen}}. Es gibt frühere: Wählen Sie einen einzelnen Tag, um sie zu sehen.',
  'history.newestPrinted': 'Nur die neuesten {max, number} Änderungen werden gedruckt',
  'history.noChanges': 'Keine Änderungen.',
  'history.newestFirst': 'Änderungen, neueste zuerst',
  'history.import': 'Import',
  'history.removed': 'Entfernt',
  'history.added': 'Hinzugefügt',
  'history.by': '{what}, von {key}',
  'history.exported':
    '{count, plural, one{# Änderung exportiert.} other{# Änderungen exportiert.}}',
  'history.notExported': 'Nicht exportiert',
  'history.readSoFar': '{count, plural, one{# Änderung gelesen…} other{# Änderungen gelesen…}}',

  // import
  'import.title': 'Tabelle importieren',
  'import.titleUndo': 'Import rückgängig machen',
  'import.finished': 'Import fertig: {count, plural, one{# Zeile} other{# Zeilen}} gespeichert.',
  'import.continue': 'Weiter',
  'import.chooseFile': 'Datei wählen',
  'import.chooseOther': 'Andere Datei wählen',
  'import.reading': '{file} wird gelesen…',
  'import.columnsNeeded':
    'Eine Excel-Datei (.xlsx) oder CSV-Datei mit einer Spalte für die Menge und einer für die Tier-ID oder einen Code wie SKU oder EAN. Spalten für Status, Name und Meldebestand sind optional.',
  'import.programs':
    'Exporte von Shopify, Square, WooCommerce und Lightspeed werden unverändert verstanden. Aus Numbers exportieren Sie nach Excel oder CSV. Sie prüfen jede Änderung, bevor etwas gespeichert wird. Tiere, die nicht in der Datei stehen, bleiben, wie sie sind.',
  'import.fileTooLarge':
    '{file} ist größer als {max, number} MiB; mehr lässt sich hier nicht importieren. Teilen Sie die Datei, und importieren Sie die Teile nacheinander.',
  'import.fileUnreadable': '{file} lässt sich nicht lesen.',
  'import.problemAtLine': 'Zeile {line}: {problem}',
  'import.fileProblem': '{at, select, line{{file}, {problem}.} other{{file}: {problem}.}}',
  'import.state':
    '{kind, select, preparing{Tiere werden geprüft…} storing{Wird gespeichert…} cancelling{Der letzte Schritt wird beendet…} stopped{Angehalten} other{Fertig}}',
  'import.stopped': 'Angehalten',
  'import.progress': '{settled, number} von {total, plural, one{# Zeile} other{# Zeilen}}',
  'import.stored': '<strong>Gespeichert:</strong> {count, plural, one{# Zeile} other{# Zeilen}}.',
  'import.skippedNone': '<strong>Übersprungen:</strong> {count, number}.',
  'import.skippedSome':
    '<strong>Übersprungen:</strong> {run, select, undo{{count, number}, weil sie sich seit dem Import geändert haben.} other{{count, number}, weil sie sich seit der Vorschau geändert haben.}}',
  'import.notStored':
    '<strong>Nicht gespeichert:</strong> {count, plural, one{# Zeile} other{# Zeilen}}. {run, select, undo{Machen Sie jetzt weiter: Nach dem Schließen lässt sich der Rest nicht mehr rückgängig machen.} other{Machen Sie jetzt weiter, oder importieren Sie dieselbe Datei später noch einmal: Sie ändert nur, was noch fehlt.}}',
  'import.resume': 'Weiter mit {count, plural, one{der letzten Zeile} other{den übrigen # Zeilen}}',
  'import.skipped': 'Übersprungen',
  'import.petAdded':
    '{by, select, known{{pet} wurde von {key} hinzugefügt} other{{pet} wurde hinzugefügt}}',
  'import.petAddedAgain':
    '{by, select, known{{pet} wurde von {key} hinzugefügt} other{{pet} wurde hinzugefügt}}: Importieren Sie die Datei noch einmal, dann gibt es eine andere ID',
  'import.petRemoved':
    '{by, select, known{{pet} wurde von {key} entfernt} other{{pet} wurde entfernt}}',
  'import.petChanged': '{pet} wurde geändert',
  'import.petChangedTo':
    '{by, select, known{{pet} wurde von {key} geändert auf {quantity, number}, {status, select, available{verfügbar} pending{vorgemerkt} other{verkauft}}} other{{pet} wurde geändert auf {quantity, number}, {status, select, available{verfügbar} pending{vorgemerkt} other{verkauft}}}}',
  'import.barcodeTaken': '{pet} bleibt, wie es ist: Ein anderes Tier hat inzwischen diesen Barcode',
  'import.note':
    '{run, select, undo{Import von {file} rückgängig gemacht} other{Import von {file}}}',
  'import.columnsQuestion': 'Was steht in den Spalten von <strong>{file}</strong>?',
  'import.columns': 'Spalten der Datei',
  'import.sheet': 'Blatt',
  'import.sheetEmpty': 'Dieses Blatt ist leer.',
  'import.headerLine': 'Zeile mit den Spaltennamen',
  'import.columnsWanted': 'Wählen Sie die Spalte für: {fields}.',
  'import.petIdOrBarcode': 'Tier-ID oder Barcode',
  'import.headerLooksLikePet':
    'Die Zeile mit den Spaltennamen sieht wie ein Tier aus und wird nicht importiert. Fügen Sie darüber eine Zeile mit Spaltennamen ein.',
  'import.notRead': 'Nicht gelesen',
  'import.unnamedColumn': 'Spalte {number, number}',
  'import.summary':
    '<strong>{file}</strong>: {added, plural, one{# neues Tier} other{# neue Tiere}}, {described, plural, =0{{changed, number} geändert} one{{changed, number} geändert (davon # mit anderen Details)} other{{changed, number} geändert (davon # mit anderen Details)}}, {unchanged, number} unverändert. Noch ist nichts gespeichert.',
  'import.sheetRead': 'Blatt „{sheet}“.',
  'import.headerFound': 'Spaltennamen aus Zeile {line}.',
  'import.columnsRead': '{columns}.',
  'import.columnFrom': '{field} aus „{name}“',
  'import.kindQuestion': 'Was enthält die Datei?',
  'import.kind':
    '{kind, select, delivery {Eine Lieferung} count {Eine Zählung} other {Den ganzen Bestand}}',
  'import.kindMeaning':
    '{kind, select, delivery {Die Mengen werden als Zugang zum Bestand addiert.} count {Die Mengen werden als Zählung zum Bestand.} other {Die Mengen werden zum Bestand.}}',
  'import.updateNames': 'Abweichende Namen in die der Datei ändern',
  'import.layoutRead': 'Als Export gelesen: {layout}.',
  'import.locationQuestion': 'Welcher Standort ist gemeint?',
  'import.codesLikeIds':
    '{count, plural, one {Ein Code ist} other {# Codes sind}} auch die ID eines anderen Tiers, zum Beispiel {code}. Wenn die Spalte Tier-IDs enthält, ändern Sie die Spalten.',
  'import.matchedByBarcode':
    'Zeilen werden über den Barcode zugeordnet; neue Tiere erhalten die nächste freie ID.',
  'import.partsNotRead': 'Nicht gelesen: {parts}.',
  'import.quoted': '„{name}“',
  'import.changeColumns': 'Spalten ändern',
  'import.needsRole':
    '{count, plural, one{# Zeile fügt ein Tier hinzu oder ändert} other{# Zeilen fügen Tiere hinzu oder ändern}} einen Status oder Details. Das braucht die Rolle „Auch Tiere bearbeiten“. Bitten Sie den Inhaber um einen Schlüssel mit dieser Rolle. Mit Ihrem können Sie eine Datei importieren, die nur Mengen ändert.',
  'import.show': 'Anzeigen',
  'import.errorCount': 'Fehler {count, number}',
  'import.leftOutCount': 'Ausgelassen {count, number}',
  'import.changedCount': 'Geändert {count, number}',
  'import.addedCount': 'Neu {count, number}',
  'import.errors': 'Fehler',
  'import.leftOut': 'Ausgelassene Zeilen',
  'import.changedPets': 'Geänderte Tiere',
  'import.newPets': 'Neue Tiere',
  'import.nothing': 'Nichts zu importieren',
  'import.start': '{count, plural, one{# Tier} other{# Tiere}} importieren',
  'import.putOnList': 'Auf die Liste unter „Eingang“ setzen',
  'import.listExplained':
    'Die Liste prüfen und speichern Sie unter „Eingang“. Sie ändert dort Mengen und fügt neue Tiere hinzu; andere Angaben zu Tieren im Bestand bleiben, wie sie sind. Ein Import speichert alles sofort.',
  'import.largeIds':
    '{count, plural, one{# Tier-ID liegt} other{# Tier-IDs liegen}} über 9007199254740991, zum Beispiel {id}. Programme, die große Zahlen runden, verwechseln sie mit anderen.',
  'import.linesLeftOut':
    '{count, plural, one{# Zeile wird ausgelassen. Das Tier darin bleibt, wie es ist.} other{# Zeilen werden ausgelassen. Die Tiere darin bleiben, wie sie sind.}}',
  'import.linesUnreadable':
    '{count, plural, one{# Zeile lässt sich nicht lesen. Berichtigen Sie die Datei und wählen Sie sie neu, oder lassen Sie diese Zeile aus.} other{# Zeilen lassen sich nicht lesen. Berichtigen Sie die Datei und wählen Sie sie neu, oder lassen Sie diese Zeilen aus.}}',
  'import.linesAsked':
    '{count, plural, one{# Zeile lässt sich nicht lesen. Beantworten Sie die Fragen oben, berichtigen Sie die Datei und wählen Sie sie neu, oder lassen Sie diese Zeile aus.} other{# Zeilen lassen sich nicht lesen. Beantworten Sie die Fragen oben, berichtigen Sie die Datei und wählen Sie sie neu, oder lassen Sie diese Zeilen aus.}}',
  'import.leaveOut': '{count, plural, one{Diese Zeile auslassen} other{Diese # Zeilen auslassen}}',
  'import.thousandsQuestion': 'Was bedeutet „{text}“ in dieser Datei?',
  'import.statusQuestion': 'Was bedeutet der Status „{text}“?',
  'import.emptyStatusQuestion': 'Was bedeutet ein leerer Status?',
  'import.negativeQuestion':
    'Was bedeutet eine Menge unter null? ({count, plural, one{# Zeile} other{# Zeilen}})',
  'import.isError': 'Das ist ein Fehler',
  'import.isNone': 'Keine mehr da: 0',

  'offline.banner':
    '<strong>Offline.</strong> <wide>Änderungen anderer sind nicht zu sehen.</wide> Neuer Versuch… Eingaben bleiben erhalten.',
  'offline.bannerAsOf':
    '<strong>Offline.</strong> Bestand von {time}. <wide>Neuer Versuch… Eingaben bleiben erhalten.</wide>',
  'offline.kept':
    'Auf diesem Gerät aufgehoben: {lines}. Gespeichert wird, sobald Pawstock erreichbar ist.',
  'offline.notKept':
    'Der Browser konnte die Liste nicht aufheben. Lassen Sie diese Seite offen, und speichern Sie erneut, sobald die Verbindung wieder steht.',
  'offline.stored':
    '{count, plural, one{Die wartende Liste ist gespeichert.} other{Die # wartenden Listen sind gespeichert.}}',
  'offline.waiting':
    '{count, plural, one{# Liste wartet auf diesem Gerät.} other{# Listen warten auf diesem Gerät.}}',
  'offline.needYou': '{count, plural, one{# davon braucht Sie.} other{# davon brauchen Sie.}}',
  'offline.show': 'Listen ansehen',
  'offline.title': 'Wartende Listen',
  'offline.madeBy': '{time}, {name}',
  'offline.unsent': 'Wird gespeichert, sobald Pawstock erreichbar ist.',
  'offline.sent': 'Gesendet, aber ohne Antwort. Sie wird erneut gesendet und zählt nur einmal.',
  'offline.waitsFor':
    'Wartet, bis {name} sich hier anmeldet, denn gespeichert wird mit diesem Schlüssel.',
  'offline.refused': 'Nicht gespeichert',
  'offline.tooOld':
    'Sie wartet seit {time}, zu lange, um von selbst gesendet zu werden. Steht sie seitdem in der <link>Aktivität</link>?',
  'offline.keyEnded':
    'Der Schlüssel „{name}“ gilt nicht mehr. Steht die Liste seit {time} in der <link>Aktivität</link>?',
  'offline.isThere': 'Sie steht dort: entfernen',
  'offline.isNotThere': 'Sie fehlt: jetzt speichern',
  'offline.change': 'Liste ändern',
  'offline.listFirst': 'Speichern oder verwerfen Sie zuerst die Liste in „{screen}“.',
  'offline.notSafe':
    'Dieser Browser darf wartende Listen löschen, wenn das Gerät voll ist. Das verhindert, wer die Seite als App installiert.',
  'offline.needsTls':
    'Ohne https:// in der Adresse hebt der Browser nichts auf, was Sie offline speichern. Lassen Sie diese Seite offen, bis die Verbindung wieder steht.',
  'offline.signOut':
    '{count, plural, one{# Liste wartet noch auf diesem Gerät; Abmelden löscht sie. Warten Sie, bis sie gespeichert ist, oder laden Sie sie herunter.} other{# Listen warten noch auf diesem Gerät; Abmelden löscht sie. Warten Sie, bis sie gespeichert sind, oder laden Sie sie herunter.}}',
  'offline.download': 'Herunterladen und abmelden',

  'people.title': 'Personen an diesem Gerät',
  'people.note':
    'Wen dieses Gerät kennt, der meldet sich mit einer PIN an. Die Schlüssel liegen hier verschlüsselt.',
  'people.whoAreYou': 'Wer sind Sie?',
  'people.pinOf': 'PIN von {name}',
  'people.newPin': 'PIN',
  'people.pinHint':
    'Vier bis sechs Ziffern. Fünf Fehlversuche halten einen Menschen auf, aber keine kopierte Festplatte, auf der sich alle PINs in Stunden durchprobieren lassen. Geht das Gerät verloren, müssen seine Schlüssel widerrufen werden.',
  'people.showPin': 'PIN anzeigen',
  'people.hidePin': 'PIN verbergen',
  'people.wrongPin':
    '{count, plural, one{Falsche PIN. Nach der nächsten falschen vergisst Sie dieses Gerät.} other{Falsche PIN. Sie haben noch # Versuche.}}',
  'people.forgotten':
    'Dieses Gerät hat {name} vergessen. Bitten Sie den Inhaber, Sie wieder hinzuzufügen, oder melden Sie sich mit Ihrem Schlüssel an.',
  'people.unlock': 'Entsperren',
  'people.keypad': 'Ziffern',
  'people.erase': 'Letzte Ziffer löschen',
  'people.useKey': 'Mit Schlüssel anmelden',
  'people.choosePin': 'PIN auf diesem Gerät verwenden',
  'people.keep': 'Diese PIN verwenden',
  'people.keeping': 'Wird verschlüsselt …',
  'people.notKept': 'Nicht gemerkt',
  'people.isKept': '{name} kann sich hier jetzt mit der PIN anmelden.',
  'people.newPerson': 'Neu an der Kasse',
  'people.device': 'Dieses Gerät',
  'people.deviceExample': 'Kasse 1',
  'people.add': 'Hinzufügen',
  'people.adding': 'Wird hinzugefügt …',
  'people.notAdded': 'Nicht hinzugefügt',
  'people.forget': 'Vergessen',
  'people.forgetOf': '{name} vergessen',
  'people.lockWhen': 'Dieses Gerät sperren',
  'people.lockAfterSale': 'Nach jedem Verkauf',
  'people.lockAfter':
    '{count, plural, one{Nach einer Minute ohne Benutzung} other{Nach # Minuten ohne Benutzung}}',
  'people.needsHttps':
    'Browser erlauben PINs nur auf Seiten mit https:// in der Adresse. Bitten Sie die Person, die Pawstock betreibt, TLS einzuschalten.',
  'people.roleTooHigh':
    'Eine PIN ist für Ihren Schlüssel zu schwach, denn er darf mehr als verkaufen und zählen. Für die tägliche Arbeit kann ein Inhaber Sie über „Neu an der Kasse“ hinzufügen.',
  'people.needsExpiry':
    'Eine PIN ist für Ihren Schlüssel zu schwach, denn er läuft nie ab. Bitten Sie einen Inhaber, Sie über „Neu an der Kasse“ hinzuzufügen.',
  'people.noStorage':
    'Dieser Browser speichert nichts für diese Seite und kann sich deshalb nicht an Sie erinnern.',
  // print
  'print.stockLevels': 'Bestände',
  'print.lowStock': 'Niedriger Bestand, bis {threshold, number}',
  'print.lowStockOrOwn':
    'Niedriger Bestand, bis {threshold, number} oder bis zum Meldebestand des Tiers',
  'print.status': '{status, select, available{verfügbar} pending{vorgemerkt} other{verkauft}}',
  'print.search': '{fields} mit „{text}“',
  'print.countAndDate': '{count, plural, one{# Tier} other{# Tiere}}, {date}',
  'print.firstRows':
    '{count, plural, one{# Tier} other{# Tiere}}, {date}. Nur die ersten {max, number} werden gedruckt; für andere filtern Sie die Tabelle',
  'print.exported': '{count, plural, one{# Tier exportiert.} other{# Tiere exportiert.}}',
  'print.labels': '{count, plural, one{Etiketten von # Tier} other{Etiketten von # Tieren}}',
  'print.firstLabels':
    'Nur die ersten {max, number} Etiketten werden gedruckt. Für andere filtern Sie die Tabelle.',
  'print.qrCodeOf': 'QR-Code von {pet}',
  'print.barcodeOf': 'Barcode von {pet}',

  // problem
  'problem.fileEmpty': 'Die Datei ist leer',
  'problem.otherFormat':
    'Dateien dieser Art lassen sich nicht lesen; speichern Sie die Datei in ihrem Programm als Excel (.xlsx) ohne Passwort oder als CSV, und wählen Sie dann diese Datei',
  'problem.badEncoding':
    'Das ist kein gültiger Text in {written}; exportieren Sie die Datei noch einmal',
  'problem.workbookUnreadable':
    'Diese Excel-Datei lässt sich nicht lesen; öffnen Sie sie in einer Tabellenkalkulation, speichern Sie sie neu, und wählen Sie diese Datei',
  'problem.workbookTooLarge':
    'Diese Excel-Datei enthält entpackt mehr als {max, number} MiB, und mehr wird nicht gelesen; speichern Sie das Blatt als CSV, und wählen Sie diese Datei',
  'problem.sheetTooLarge':
    'Ein Blatt dieser Excel-Datei hat {count, number} Zeilen und {columns, number} Spalten, und gelesen werden höchstens {max, number} Zellen über alle Blätter; löschen Sie, was weit von der Tabelle entfernt steht, oder speichern Sie das Blatt als CSV',
  'problem.noSheet':
    'Alle Blätter dieser Excel-Datei sind ausgeblendet; blenden Sie eines ein, speichern Sie die Datei, und wählen Sie sie noch einmal',
  'problem.jsonNotUtf8': 'JSON muss UTF-8 sein, und das ist es hier nicht',
  'problem.rowTooLong':
    'Diese Zeile hat mehr als {max, number} MB, und mehr darf eine Zeile nicht haben',
  'problem.quoteOpen': 'In dieser Zeile fehlt ein schließendes Anführungszeichen',
  'problem.quoteStray':
    'In dieser Zeile steht ein Anführungszeichen an der falschen Stelle. Setzen Sie den ganzen Wert in Anführungszeichen, und verdoppeln Sie die darin',
  'problem.tooManyColumns':
    'Diese Zeile hat {columns, number} Spalten, und mehr als {max, number} darf eine Zeile nicht haben',
  'problem.tooManyValues':
    'Es sind {count, number} Werte für {columns, plural, one{# Spalte} other{# Spalten}}. Setzen Sie einen Wert, der ein Trennzeichen enthält, in Anführungszeichen, oder geben Sie jeder Spalte einen Namen',
  'problem.jsonInvalid': 'Das ist kein gültiges JSON',
  'problem.jsonNoObject': 'Das ist kein JSON-Objekt',
  'problem.jsonValue':
    '{name} muss {rule, select, petId{eine ganze Zahl bis 9223372036854775807} quantity{eine ganze Zahl von 0 bis 9007199254740991} status{available, pending oder sold} other{Text}} sein, nicht {written}',
  'problem.jsonMissing':
    '{name} muss {rule, select, petId{eine ganze Zahl bis 9223372036854775807} quantity{eine ganze Zahl von 0 bis 9007199254740991} status{available, pending oder sold} other{Text}} sein und fehlt',
  'problem.petTwice': 'Tier {petId} steht schon in Zeile {line}',
  'problem.barcodeTwice': 'Der Barcode {text} steht schon in Zeile {line}',
  'problem.barcodeTaken': 'Tier {petId} hat schon den Barcode {text}',
  'problem.noFreeId':
    'Über {petId} gibt es keine ID mehr für den Barcode {text}. Geben Sie dem Tier eine ID in einer Spalte petId',
  'problem.empty': '{field} fehlt',
  'problem.unknownStatus': 'Der Status muss verfügbar, vorgemerkt oder verkauft sein, nicht {text}',
  'problem.notWhole': '{field} muss eine ganze Zahl sein, nicht {text}',
  'problem.ambiguous': '{field} {text} ist mehrdeutig: Es könnte {written} oder {otherwise} sein',
  'problem.negative': '{field} {text} ist kleiner als null',
  'problem.tooLarge': '{field} {text} ist zu groß',
  'problem.lostDigits':
    '{field} {text} wurde von der Tabellenkalkulation gekürzt und hat Stellen verloren. Formatieren Sie die Spalte als Text, geben Sie die Zahl neu ein, und speichern Sie die Datei',
  'problem.codeIsDate':
    '{field} {text} ist ein Datum, das die Tabellenkalkulation aus einem Code gemacht hat. Formatieren Sie die Spalte als Text, geben Sie den Code neu ein, und speichern Sie die Datei',
  'problem.invalidText':
    '{field} muss Text mit 1 bis {max, number} Zeichen sein, nicht nur Leerzeichen und ohne Steuerzeichen, nicht {text}',
  'problem.invalidCode':
    '{field} muss aus 1 bis {max, number} druckbaren ASCII-Zeichen ohne Leerzeichen bestehen, nicht {text}',
  'problem.otherSheet': 'das Blatt {text}',
  'problem.hiddenSheet': 'das ausgeblendete Blatt {text}',
  'problem.hiddenRows': 'ausgeblendete Zeilen ({count, number})',
  'problem.totalRows': 'Summenzeilen ({count, number})',
  'problem.parentRows': 'Zeilen von Produkten, deren Varianten den Bestand haben ({count, number})',
  'problem.pictureRows': 'Zeilen mit Bildern ({count, number})',
  'problem.giftCardRows': 'Zeilen mit Gutscheinen ({count, number})',
  'problem.serviceRows': 'Zeilen mit Dienstleistungen ({count, number})',
  'problem.untrackedRows': 'Zeilen ohne geführten Bestand ({count, number})',
  'problem.otherLocationRows': 'Zeilen anderer Standorte ({count, number})',

  // reason
  'reason.sale': 'Verkauf',
  'reason.arrival': 'Zugang',
  'reason.return': 'Rückgabe',
  'reason.adjustment': 'Korrektur',
  'reason.count': 'Inventur',
  'reason.damage': 'Schaden',
  'reason.died': 'Verendet',

  // reports
  'reports.title': 'Berichte',
  'reports.tabs': 'Angezeigte Berichte',
  'reports.tab': '{tab, select, order{Zu bestellen} sold{Verkauft} losses{Verluste} other{Alle}}',
  'reports.comparedSpan': '{first} bis {last}, verglichen mit der Zeit davor',
  'reports.span': 'Zeitraum',
  'reports.spanName':
    '{span, select, days{{count, plural, one{# Tag} other{# Tage}}} week{Woche} month{Monat} quarter{Quartal} year{Jahr} other{Zeitraum}}',
  'reports.noPets': 'Es gibt noch keine Tiere und deshalb nichts zu berichten.',
  'reports.lost': 'Verlust',
  'reports.noReason': 'Ohne Grund',
  'reports.ofPets': '{count, plural, one{von # Tier} other{von # Tieren}}',
  'reports.earlier': '{count, plural, one{davor # ({delta})} other{davor # ({delta})}}',
  'reports.before': 'Davor',
  'reports.soldBefore': 'Davor verkauft',
  'reports.perDay': 'Pro Tag',
  'reports.inStock': 'Bestand',
  'reports.daysLeft': 'Tage übrig',
  'reports.order': 'Menge',
  'reports.level': 'Melden ab',
  'reports.cause': 'Ursache',
  'reports.notes': 'Notiz',
  'reports.petId': 'Tier {id}',
  'reports.petIdBehindName': '(Tier {id})',
  'reports.sales': 'Verkäufe und Zugänge',
  'reports.salesPerMonth': 'Verkäufe und Zugänge pro Monat',
  'reports.salesPerDay': 'Verkäufe und Zugänge pro Tag',
  'reports.barOf': '{day}: Verkäufe {sold, number}, Zugänge {arrived, number}',
  'reports.values': 'Werte',
  'reports.salesValues': 'Verkäufe und Zugänge, Werte',
  'reports.noDays': 'Keine Tage.',
  'reports.bestSellers': 'Meistverkauft',
  'reports.nothingSold': 'Es wurde nichts verkauft.',
  'reports.runsOutFirst': 'Bald ausverkauft',
  'reports.runsOutFirstNote':
    'So lange reicht der Bestand, wenn der Verkauf so weitergeht wie in diesem Zeitraum.',
  'reports.nothingRunsOut':
    '{count, plural, one{Innerhalb von # Tag geht nichts aus.} other{Innerhalb von # Tagen geht nichts aus.}}',
  'reports.nothingSoldInStock': 'Von dem, was verkauft wurde, ist nichts im Bestand.',
  'reports.slowMovers': 'Wenig gefragt',
  'reports.slowMoversNote': 'Im Bestand, aber nichts davon verkauft.',
  'reports.allSold': 'Alles im Bestand wurde mindestens einmal verkauft.',
  'reports.nothingInStock': 'Es ist nichts im Bestand.',
  'reports.losses': 'Verluste',
  'reports.lossesNotAll':
    'Nur aus den neuesten Änderungen: Wählen Sie einen kürzeren Zeitraum, um alle zu sehen.',
  'reports.nothingLost': 'Es gab keine Verluste.',
  'reports.lossesByCause': 'Nach Ursache',
  'reports.lossesByPerson': 'Nach Person',
  'reports.whatToOrder': 'Zu bestellen',
  'reports.nothingToOrder': 'Von allem ist genug da.',
  'reports.fewerDaysLeft': 'Weniger Tage übrig als',
  'reports.enoughForDays': 'Vorrat für (Tage)',
  'reports.copy': 'Kopieren',
  'reports.mail': 'E-Mail',
  'reports.mailSubject': 'Bestellung',
  'reports.mailTooLong':
    'Die Liste ist zu lang für eine E-Mail. Kopieren Sie sie, und fügen Sie sie in eine ein.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied': '{count, plural, one{# Zeile kopiert.} other{# Zeilen kopiert.}}',
  'reports.notCopied':
    'Der Browser erlaubt das Kopieren hier nicht. Laden Sie stattdessen die CSV-Datei herunter.',
  'reports.receiveThese': 'Als Lieferung erfassen',
  'reports.receiveBusy':
    'Die Liste in „Eingang“ wird gerade gespeichert. Versuchen Sie es danach noch einmal.',
  'reports.csv': 'CSV',
  'reports.csvOf': 'CSV: {title}',
  'reports.tableOf': '{title}: Tabelle',
  'reports.showAll': 'Alle {count, number} zeigen',
  'reports.soldToday':
    '{count, plural, one{<strong>#</strong> heute verkauft} other{<strong>#</strong> heute verkauft}}',
  'reports.runOutSoon':
    '{count, plural, one{<strong>#</strong> in {days, number} Tagen ausverkauft} other{<strong>#</strong> in {days, number} Tagen ausverkauft}}',
  'reports.toOrder':
    '{count, plural, one{<strong>#</strong> zu bestellen} other{<strong>#</strong> zu bestellen}}',

  // role
  'role.read': 'Nur ansehen',
  'role.readAllows': 'Bestand und Verlauf ansehen, durchsuchen, exportieren und drucken.',
  'role.write': 'Verkaufen und zählen',
  'role.writeAllows':
    'Mengen ändern: an der Kasse, im Lager, mit einer Tabelle oder einem Programm.',
  'role.admin': 'Auch Tiere bearbeiten',
  'role.adminAllows':
    'Tiere hinzufügen, benennen und entfernen, als vorgemerkt oder verkauft markieren.',
  'role.owner': 'Inhaber',
  'role.ownerAllows':
    'Alles, auch Schlüssel und Webhooks verwalten. Für Menschen, denen Sie das ganze Geschäft anvertrauen.',

  // screen
  'screen.sell': 'Verkauf',
  'screen.stock': 'Bestand',
  'screen.receiving': 'Eingang',
  'screen.count': 'Inventur',
  'screen.activity': 'Aktivität',
  'screen.reports': 'Berichte',
  'screen.settings': 'Einstellungen',

  // session
  'session.tagline': 'Der Bestand Ihrer Zoohandlung.',
  'session.apiKey': 'API-Schlüssel',
  'session.showKey': 'Schlüssel zeigen',
  'session.hideKey': 'Schlüssel verbergen',
  'session.signIn': 'Anmelden',
  'session.signingIn': 'Wird angemeldet…',
  'session.useAnotherKey': 'Anderen Schlüssel verwenden',
  'session.showPeople': 'Zurück zu den Namen',
  'session.askForKey':
    'Bitten Sie den Inhaber des Geschäfts um einen Schlüssel. Diese Seite vergisst ihn, sobald Sie sie schließen oder neu laden. Für den ersten Schlüssel öffnen Sie den Link, den Pawstock beim Start ausgibt.',
  'session.signedOutElsewhere':
    'Sie haben sich in einem anderen Tab abgemeldet.{pet, select, none{} other{ Ihre Änderung an {pet} wurde verworfen.}}',
  'session.notSignedIn': 'Nicht angemeldet',
  'session.languageNotChanged': 'Sprache nicht geändert',
  'session.notAKey':
    'Das ist kein API-Schlüssel: Er enthält ein Leerzeichen oder ein Sonderzeichen. Fügen Sie nur den Schlüssel ein; er beginnt mit paw_.',
  'session.keyRefused':
    'Der API-Schlüssel ist falsch getippt oder unvollständig, oder er ist abgelaufen oder gesperrt. Prüfen Sie ihn, oder bitten Sie um einen neuen.',
  'session.keyNotAccepted':
    'Ihr Schlüssel „{name}“ wurde nicht angenommen. Melden Sie sich neu an.',
  'session.keyRevoked':
    'Ihr Schlüssel „{name}“ wurde gesperrt oder ersetzt. Bitten Sie um einen neuen.',
  'session.keyExpired': 'Ihr Schlüssel „{name}“ ist abgelaufen. Bitten Sie um einen neuen.',
  'session.retrying': 'Pawstock ist nicht erreichbar. Neuer Versuch…',
  'session.shopTimes': 'Tage und Zeiten sind die des Geschäfts ({zone}).',

  // settings
  'settings.title': 'Einstellungen',
  'settings.forOwners':
    'Die Einstellungen sind für Inhaber. Melden Sie sich mit dem Schlüssel eines Inhabers an.',
  'settings.actions': 'Protokoll',
  'settings.actionsList': 'Aktionen, neueste zuerst',
  'settings.action':
    '{action, select, key_create{{who} hat den Schlüssel <strong>{name}</strong> erstellt} key_revoke{{who} hat den Schlüssel <strong>{name}</strong> gesperrt} key_rotate{{who} hat den Schlüssel <strong>{name}</strong> erneuert} webhook_add{{who} hat den Webhook <strong>{name}</strong> hinzugefügt} webhook_update{{who} hat den Webhook <strong>{name}</strong> geändert} webhook_rotate{{who} hat den Geheimcode des Webhooks <strong>{name}</strong> erneuert} webhook_replay{{who} hat noch einmal an den Webhook <strong>{name}</strong> gesendet} webhook_remove{{who} hat den Webhook <strong>{name}</strong> entfernt} shop_update{{who} hat die Einstellungen des Geschäfts geändert} other{{who}: {action} <strong>{name}</strong>}}',
  'settings.bySetupLink': 'Der Link des ersten Starts',
  'settings.byCommand': 'Ein Befehl',
  'settings.backups': 'Sicherungen',
  'settings.backupsList': 'Sicherungen, neueste zuerst',
  'settings.noBackups':
    'Pawstock macht selbst keine Sicherungen. Bitten Sie die Person, die es betreut, sie einzuschalten oder die Datenbank zu sichern.',
  'settings.backupsMade':
    'Pawstock macht im Abstand von {every} eine Sicherung in {folder} und behält die letzten {keep, number}.',
  'settings.backupFailed':
    'Der letzte Versuch ist fehlgeschlagen ({when}): {message} Pawstock versucht es von selbst noch einmal. Sagen Sie es der Person, die es betreut.',
  'settings.backupChecked': '{size}, geprüft',
  'settings.mail': 'E-Mail',
  'settings.noMail':
    'Pawstock sendet keine E-Mails. Die Person, die es betreut, kann sie einschalten.',
  'settings.mailsEachDay':
    'Jeden Tag um {at} sendet Pawstock eine E-Mail an {to}: was verkauft wurde, was ausgegangen ist und was zu bestellen ist. Eigene Störungen meldet es sofort.',
  'settings.noMailSent': 'Es wurde noch keine gesendet.',
  'settings.mailLastSent': 'Zuletzt gesendet: {when}',
  'settings.mailFailed':
    'Die letzte E-Mail konnte nicht gesendet werden: {message}. Sagen Sie es der Person, die Pawstock betreut.',
  'settings.sendMailNow': 'Jetzt eine senden',
  'settings.sendingMail': 'Wird gesendet…',
  'settings.mailIsSent': 'Eine E-Mail wurde gesendet.',
  'settings.welcome': 'Willkommen bei Pawstock',
  'settings.firstKey':
    'Erstellen Sie Ihren Schlüssel. Er kann alles, auch Schlüssel für alle anderen erstellen.',
  'settings.yourName': 'Ihr Name',
  'settings.createMyKey': 'Meinen Schlüssel erstellen',
  'settings.continue': 'Weiter',
  'settings.setupOver':
    'Dieser Link wurde schon verwendet, oder seine Stunde ist um. Melden Sie sich an, oder starten Sie Pawstock neu, um einen anderen zu erhalten.',
  'settings.name': 'Name',
  'settings.nameTooLong':
    '{count, plural, one{Ein Name hat höchstens # Zeichen.} other{Ein Name hat höchstens # Zeichen.}}',
  'settings.nameWithSlash': 'Ein Name darf weder / noch \\ enthalten.',
  'settings.nameWithHidden':
    'Ein Name darf keine unsichtbaren Zeichen und keine Richtungszeichen enthalten. Tippen Sie ihn neu ein.',
  'settings.nameWithSigns':
    'Verwenden Sie Buchstaben, Ziffern, Leerzeichen und gewöhnliche Zeichen.',
  'settings.keys': 'Schlüssel',
  'settings.keysNote':
    'Jede Person und jedes Programm, das Pawstock verwendet, hat einen Schlüssel. Änderungen zeigen seinen Namen.',
  'settings.isYou': 'das sind Sie',
  'settings.neverUsed': 'Nie verwendet',
  'settings.lastUsed': 'Zuletzt verwendet: {when}',
  'settings.created': 'erstellt: {when}',
  'settings.revoked': 'Gesperrt: {when}',
  'settings.expiresAt': 'Läuft ab: {when}',
  'settings.rate': '{count, plural, one{# Anfrage pro Sekunde} other{# Anfragen pro Sekunde}}',
  'settings.showEnded': '{count, plural, one{Beendete zeigen (#)} other{Beendete zeigen (#)}}',
  'settings.hideEnded': 'Beendete Schlüssel ausblenden',
  'settings.devices': 'Geräte',
  'settings.deviceKeys': '{device}: {count, plural, one{# Schlüssel} other{# Schlüssel}}',
  'settings.revokeDevice': 'Alle widerrufen',
  'settings.revokeDeviceOf': 'Alle von {device} widerrufen',
  'settings.revokeDeviceQuestion': 'Alle Schlüssel von {device} widerrufen?',
  'settings.revokeDeviceNote':
    'Alle, die sich dort anmelden, müssen neu hinzugefügt werden. Tun Sie das, wenn das Gerät verloren ist.',
  'settings.deviceRevoked': 'Alle Schlüssel von {device} sind widerrufen.',
  'settings.createKey': 'Schlüssel erstellen',
  'settings.create': 'Erstellen',
  'settings.creating': 'Wird erstellt…',
  'settings.keyExamples': 'Anna Schmidt, Kasse 1, Webshop',
  'settings.role': 'Rolle',
  'settings.expires': 'Läuft ab',
  'settings.never': 'Nie',
  'settings.atOnce': 'Sofort',
  'settings.inAnHour': 'In einer Stunde',
  'settings.inDays': '{count, plural, one{In einem Tag} other{In # Tagen}}',
  'settings.inAYear': 'In einem Jahr',
  'settings.rateLimit': 'Für ein Programm: höchstens so viele Anfragen pro Sekunde (optional)',
  'settings.rotate': 'Erneuern',
  'settings.rotating': 'Wird erneuert…',
  'settings.rotateOf': '{name} erneuern',
  'settings.rotateQuestion': '{name} erneuern?',
  'settings.rotateNote':
    'Der Schlüssel erhält einen neuen Geheimcode. Ersetzen Sie damit den alten überall, wo der Schlüssel verwendet wird.',
  'settings.oldSecretEnds': 'Der alte Geheimcode läuft ab',
  'settings.revoke': 'Sperren',
  'settings.revoking': 'Wird gesperrt…',
  'settings.revokeOf': '{name} sperren',
  'settings.revokeQuestion': '{name} sperren?',
  'settings.revokeNote':
    'Wer diesen Schlüssel verwendet, wird bei der nächsten Anfrage abgemeldet. Das lässt sich nicht rückgängig machen.',
  'settings.revokeOwnNote':
    'Sie werden sofort abgemeldet: Mit diesem Schlüssel sind Sie angemeldet. Das lässt sich nicht rückgängig machen.',
  'settings.isRevoked': '{name} ist gesperrt.',
  'settings.notChanged': 'Nicht geändert',
  'settings.notCreated': 'Nicht erstellt',
  'settings.notDone': 'Nicht ausgeführt',
  'settings.notRotated': 'Nicht erneuert',
  'settings.notSent': 'Nicht gesendet',
  'settings.secretOf': 'Geheimcode von {name}',
  'settings.secretLost':
    '„{name}“ ist gespeichert, aber der Geheimcode ging unterwegs verloren. Erneuern Sie ihn, um einen anderen zu erhalten.',
  'settings.copyNow': 'Kopieren Sie ihn jetzt. Er wird nicht noch einmal gezeigt.',
  'settings.haveYouCopied': 'Haben Sie ihn kopiert? Dann wählen Sie „Fertig“.',
  'settings.done': 'Fertig',
  'settings.apiKey': 'API-Schlüssel',
  'settings.signingSecret': 'Geheimcode für Signaturen',
  'settings.signInLink': 'Link zum Anmelden',
  'settings.linkIsLocal':
    'Dieser Link funktioniert nur auf diesem Computer, weil Sie Pawstock unter {host} geöffnet haben. Für ein Handy oder einen anderen Computer öffnen Sie Pawstock unter seiner Adresse in Ihrem Netz und erstellen den Schlüssel dort. Die Person, die Pawstock betreut, kennt diese Adresse.',
  'settings.signInCode': 'Code des Links zum Anmelden als {name}',
  'settings.scanToSignIn': 'Scannen Sie ihn mit der Kamera eines Handys, um sich dort anzumelden.',
  'settings.copy': 'Kopieren',
  'settings.copyOf': 'Kopieren: {label}',
  'settings.copied': '{label} kopiert.',
  'settings.notCopied':
    'Der Browser erlaubt das Kopieren hier nicht. Markieren Sie den Text, und kopieren Sie ihn.',
  'settings.webhooks': 'Webhooks',
  'settings.webhooksNote':
    'Adressen anderer Programme wie Ihres Webshops, die sofort von Änderungen erfahren.',
  'settings.addWebhook': 'Webhook hinzufügen',
  'settings.changeWebhook': '{name} ändern',
  'settings.isChanged': '{name} ist geändert.',
  'settings.webhookName': 'Webshop',
  'settings.address': 'Adresse',
  'settings.addressMissing':
    'Die Adresse beginnt mit https://. Der Hersteller des anderen Programms kennt sie.',
  'settings.addressIsLocal':
    'Das ist der Computer, auf dem Pawstock läuft. Pawstock sendet nur an andere Computer.',
  'settings.addressIsReadable':
    'Was an eine Adresse mit http gesendet wird, können andere mitlesen. Fragen Sie nach einer mit https.',
  'settings.events': 'Melden',
  'settings.everyChange': 'Jede Änderung',
  'settings.soldOut': 'Ausverkauft',
  'settings.changed': 'Geändert',
  'settings.aTest': 'Test',
  'settings.onlyReasons': 'Nur bei diesen Gründen (ohne Auswahl bei allen)',
  'settings.onlyPets': 'Nur für diese Tiere, nach ID (optional)',
  'settings.wrongIds': 'Geben Sie IDs von Tieren ein, mit Kommas dazwischen.',
  'settings.forPets': 'Tiere {ids}',
  'settings.forReasons': 'nur {reasons}',
  'settings.nothingSent': 'noch nichts gesendet',
  'settings.lastAnswer': 'letzte Antwort: {answer}, {when}',
  'settings.behind': '{count, plural, one{noch # zu senden} other{noch # zu senden}}',
  'settings.triedAgain': 'neuer Versuch: {when}',
  'settings.sendingAgain': 'wird noch einmal gesendet: {position, number} von {until, number}',
  'settings.test': 'Testen',
  'settings.testOf': '{name} testen',
  'settings.testAnswer': 'Test von {name}: {answer}.',
  'settings.moreActions': 'Weitere Aktionen für {name}',
  'settings.endpoint': 'Adresse',
  'settings.removal': 'Entfernen',
  'settings.attempts': 'Versuche',
  'settings.changeAction': 'Ändern…',
  'settings.resume': 'Fortsetzen',
  'settings.pause': 'Anhalten',
  'settings.isResumed': '{name} läuft wieder.',
  'settings.isPaused': '{name} ist angehalten.',
  'settings.sendAgainAction': 'Noch einmal senden…',
  'settings.newSecretAction': 'Neuer Geheimcode…',
  'settings.newSecretQuestion': 'Neuer Geheimcode für {name}?',
  'settings.newSecretNote':
    'Einen Tag lang werden Meldungen mit dem alten und dem neuen Geheimcode signiert. Tragen Sie den neuen in dieser Zeit in das Programm ein.',
  'settings.createNewSecret': 'Neuen Geheimcode erstellen',
  'settings.removeQuestion': '{name} entfernen?',
  'settings.removeNote':
    'Der Webhook erhält nichts mehr, auch nicht, was noch nicht zugestellt ist. Das lässt sich nicht rückgängig machen.',
  'settings.remove': 'Entfernen',
  'settings.isRemoved': '{name} ist entfernt.',
  'settings.sendAgainTo': 'Noch einmal an {name} senden',
  'settings.sendAgain': 'Noch einmal senden',
  'settings.asking': 'Wird angefragt…',
  'settings.sendAgainNote':
    'Alles seit diesem Zeitpunkt wird noch einmal gesendet, in derselben Reihenfolge. Neue Änderungen gehen vor.',
  'settings.since': 'Seit',
  'settings.nothingToSend': 'Es gibt nichts noch einmal zu senden.',
  'settings.getsAgain': '{name} erhält alles seit diesem Zeitpunkt noch einmal.',
  'settings.attemptsOf': 'Versuche von {name}',
  'settings.attemptsList': 'Versuche, neueste zuerst',
  'settings.noAttempts': 'Es wurde noch nichts gesendet.',
  'settings.attemptTook': '{when} · {duration, number} ms',

  // status
  'status.available': 'Verfügbar',
  'status.pending': 'Vorgemerkt',
  'status.sold': 'Verkauft',

  // stock
  'stock.petId': 'Tier-ID',
  'stock.name': 'Name',
  'stock.quantity': 'Menge',
  'stock.status': 'Status',
  'stock.barcode': 'Barcode',
  'stock.lowAt': 'Meldebestand',
  'stock.pet': 'Tier\u00a0{id}',
  'stock.namedPet': 'Tier\u00a0{id} ({name})',
  'stock.petAtStart': 'Tier\u00a0{id}',
  'stock.namedPetAtStart': 'Tier\u00a0{id} ({name})',
  'stock.searchedFields':
    '{fields, select, name{ID oder Name} barcode{ID oder Barcode} both{ID, Name, Barcode} other{ID}}',
  'stock.level': 'Bestand',
  'stock.low': 'Niedrig',
  'stock.out': 'Ausverkauft',
  'stock.lowStock': 'Niedriger Bestand',
  'stock.outOfStock': 'Ausverkauft',
  'stock.addPet': 'Tier hinzufügen',
  'stock.changePet': '{pet} ändern',
  'stock.history': 'Verlauf',
  'stock.historyOf': 'Verlauf von {pet}',
  'stock.codeAsQuantity':
    '„{code}“ {holder, select, none{sieht wie ein Barcode aus} other{ist der Barcode von Tier\u00a0{holder}}} und ist deshalb keine Menge.{number, select, none{} other{ Wenn Sie die Zahl meinen, tippen Sie {number}.}}',
  'stock.otherLayout':
    'Der Scanner tippt mit einem anderen Tastaturlayout: „{text}“ ist vermutlich „{code}“. Stellen Sie den Scanner auf das Layout dieses Computers ein; in seiner Anleitung steht dafür ein Code zum Scannen.',
  'stock.changed': '{pet}: {before, number} → {after, number} ({difference})',
  'stock.undo': 'Rückgängig',
  'stock.undone': 'Rückgängig gemacht: {what}',
  'stock.notUndone': 'Nicht rückgängig gemacht',
  'stock.tryAgain': 'Erneut versuchen',
  'stock.changedAgain': '{pet} wurde seitdem wieder geändert.',
  'stock.isNow': '{pet} steht jetzt bei {quantity, number}.',
  'stock.isBackAt': '{pet} steht wieder bei {quantity, number}.',

  // table
  'table.pets': 'Tiere',
  'table.pet': 'Tier',
  'table.overview': 'Überblick',
  'table.today': 'Heute',
  'table.kinds': 'Arten',
  'table.availableKinds': '{count, plural, one{# verfügbar} other{# verfügbar}}',
  'table.units': 'Stück',
  'table.unitsEach': 'je Art {average}',
  'table.showOnlyThese': ': nur diese zeigen',
  'table.lowUpTo': 'bis<hidden> zu welcher Menge der Bestand als niedrig gilt</hidden>',
  'table.lowUpToLevel': 'bis {level, number}',
  'table.byStatus': 'Nach Status',
  'table.kindsAndUnits':
    '{kinds, plural, one{# Art} other{# Arten}}, {units, plural, one{# Stück} other{# Stück}}',
  'table.allStatuses': 'Alle',
  'table.anyLevel': 'Jeder Bestand',
  'table.export': 'Exportieren',
  'table.searchBy': 'Suche nach {fields}',
  'table.clearSearch': 'Suche leeren',
  'table.notAllLoaded':
    'Es sind noch nicht alle Tiere geladen. Versuchen Sie es gleich noch einmal.',
  'table.found': '{count, plural, one{# Tier gefunden} other{# Tiere gefunden}}',
  'table.sameName':
    '{count, plural, one{# Tier heißt „{text}“. Wählen Sie es aus.} other{# Tiere heißen „{text}“. Wählen Sie eines aus.}}',
  'table.severalMatch':
    '{count, plural, one{# Tier passt zu „{text}“. Wählen Sie es aus.} other{# Tiere passen zu „{text}“. Wählen Sie eines aus.}}',
  'table.noPet': 'Kein Tier {text}.',
  'table.noPetButLonger':
    'Kein Tier {text}. {count, plural, one{# längere ID enthält die Zahl.} other{# längere IDs enthalten die Zahl.}}',
  'table.noPetButOthers':
    'Kein Tier {text}. {count, plural, one{Aber # Treffer ({fields}).} other{Aber # Treffer ({fields}).}}',
  'table.stillInStock': 'Noch im Bestand',
  'table.quantityAndReserved': '{quantity, number}<small>, {reserved, number} reserviert</small>',
  'table.change': 'Ändern',
  'table.moreActions': 'Weitere Aktionen für {pet}',
  'table.actions': 'Aktionen',
  'table.loadingAll': 'Alle Tiere werden geladen…',
  'table.noMatch': 'Keine passenden Tiere',
  'table.noPets': 'Noch keine Tiere',
  'table.addFirst': 'Fügen Sie das erste hinzu, oder importieren Sie eine Datei.',
  'table.waitForPets':
    'Sie erscheinen hier, sobald jemand sie hinzufügt, der auch Tiere bearbeitet.',
  'table.showAll': 'Alle zeigen',
  'table.addPetWithId': 'Tier {id} hinzufügen',
  'table.importFile': 'Tabelle importieren',
  'table.noneWithStatus': 'Kein Tier hat diesen Status und diesen Bestand.',
  'table.notAnId': '„{text}“ ist keine ID. IDs sind ganze Zahlen.',
  'table.hiddenByFilter': 'Tier {text} hat einen anderen Status oder Bestand.',
  'table.noneContains': '„{text}“ nicht gefunden ({fields}).',
  'table.noneContainsHere': '„{text}“ mit diesem Status und Bestand nicht gefunden ({fields}).',

  // total
  'total.sold': 'Verkäufe',
  'total.arrived': 'Zugänge',
  'total.returned': 'Rückgaben',
  'total.damaged': 'Schäden',
  'total.died': 'Verendet',

  // ui
  'ui.language': 'Sprache',
  'ui.loading': 'Wird geladen…',
  'ui.close': 'Schließen',
  'ui.cancel': 'Abbrechen',
  'ui.notifications': 'Mitteilungen',
  'ui.dismiss': 'Ausblenden',
  'ui.none': 'Keine.',
  'ui.more': 'Und {count, number} weitere.',
  'ui.removed': 'entfernt',
  'ui.to': 'auf',
  'ui.saving': 'Wird gespeichert…',

  // webhook
  'webhook.active': 'Aktiv',
  'webhook.failing': 'Gestört',
  'webhook.disabled': 'Abgeschaltet',
  'webhook.paused': 'Angehalten',
};
