import type { Catalogue } from './translator.ts';

/** The Dutch texts of the dashboard. en.ts says where each one stands. */
export const messages: Catalogue = {
  // answer
  'answer.accepted': 'geaccepteerd ({answer})',
  'answer.moved': 'het adres is gewijzigd; voer het nieuwe adres in ({answer})',
  'answer.refused': 'geweigerd; controleer de geheime code in het andere programma ({answer})',
  'answer.notFound': 'op dit adres is niets te vinden ({answer})',
  'answer.gone': 'het programma wil geen berichten meer ({answer})',
  'answer.tooMany': 'te veel berichten voor het programma ({answer})',
  'answer.notUnderstood': 'het programma begrijpt het bericht niet ({answer})',
  'answer.failed': 'er ging iets mis in het programma ({answer})',
  'answer.noHost': 'deze hostnaam bestaat niet ({answer})',
  'answer.unreachable': 'niets antwoordt op dit adres ({answer})',
  'answer.cut': 'de verbinding werd verbroken ({answer})',
  'answer.notTrusted': 'het certificaat van het adres wordt niet vertrouwd ({answer})',
  'answer.timedOut': 'geen antwoord binnen {seconds, number} s',
  'answer.notPublic':
    'het adres is niet openbaar, en WEBHOOK_NETWORKS staat het netwerk ervan niet toe',

  // app
  'app.failed': 'Er ging iets mis',
  'app.failedNext':
    'Opgeslagen wijzigingen zijn veilig, en wat u aan het typen was, blijft bewaard. <link>Laad de pagina opnieuw</link>.',
  'app.addPet': 'Dier toevoegen',
  'app.menu': 'Menu',
  'app.lock': 'Vergrendelen',
  'app.skipToContent': 'Naar de inhoud',
  'app.screens': 'Schermen',
  'app.title': '{screen} – Pawstock',
  'app.liveHint': 'Wijzigingen zijn meteen te zien',
  'app.scanWithCamera': 'Scannen met de camera',
  'app.petsChanged': '{count, plural, one {# dier is gewijzigd.} other {# dieren zijn gewijzigd.}}',
  'app.petRemoved': '{pet} is verwijderd.',
  'app.petIsNow': '{pet} staat nu op {quantity, number}.',

  // camera
  'camera.panel': 'Camera',
  'camera.video': 'Wat de camera ziet',
  'camera.close': 'Camera sluiten',
  'camera.needsTls':
    'Browsers staan de camera alleen toe op pagina’s met https:// in het adres. Vraag de beheerder van Pawstock om TLS in te schakelen.',
  'camera.forbidden':
    'De browser staat de camera niet toe. Sta de camera voor deze pagina toe in de instellingen van de browser en open de camera opnieuw.',
  'camera.missing': 'Dit apparaat heeft geen camera.',
  'camera.inUse': 'Een andere app gebruikt de camera. Sluit die app en open de camera opnieuw.',
  'camera.unusable': 'De camera werkt niet. Sluit de camera en open hem opnieuw, of typ de code.',

  // connection
  'connection.connecting': 'Verbinden…',
  'connection.live': 'Live',
  'connection.offline': 'Offline',

  // counter
  'counter.title':
    '{kind, select, sell {Verkoop} receiving {Levering ontvangen} other {Voorraad tellen}}',
  'counter.readOnly':
    'Uw sleutel “{key}” heeft de rol “{role}” en kan daarom geen {kind, select, sell {verkopen} receiving {leveringen} other {tellingen}} invoeren. Vraag een eigenaar om een sleutel met de rol “{needed}” en log daarmee in.',
  'counter.form': 'Volgende regel',
  'counter.petOrReservation': 'Dier of reservering',
  'counter.petIdOrName': 'ID of naam',
  'counter.amountOf':
    '{kind, select, sell {Aantal: {pet}} receiving {Ontvangen: {pet}} other {Geteld: {pet}}}',
  'counter.addPet': 'Dit dier toevoegen…',
  'counter.hint':
    'Scan een dier, of typ het en druk op Enter. <key>12*</key> zet het aantal van de laatste regel.',
  'counter.hintGuided':
    'Typ het aantal van dit dier en druk op Enter, of scan een willekeurig dier. <key>12*</key> zet het aantal van de laatste regel.',
  'counter.choices': 'Keuzes',
  'counter.often': 'Vaak ingevoerd',
  'counter.numberOf': '{units, number} van {pet}',
  'counter.petOrReservationQuestion': '“{text}” is een dier en een reservering. Kies er een.',
  'counter.numberOrCode':
    'Is {code} het aantal, of een code? Druk nog eens op Enter als het het aantal is.',
  'counter.allCountedAlready': 'Alle dieren zijn geteld. Scan een dier om er meer van te tellen.',
  'counter.noLineYet': 'Scan of typ eerst een dier, en dan het aantal.',
  'counter.correctFirst': 'Verbeter eerst het aantal van {pet}.',
  'counter.inStock': '{quantity, number} op voorraad',
  'counter.severalMatch': 'Er zijn meerdere dieren gevonden. Kies er een.',
  'counter.unknown':
    '{what, select, id {Er is geen dier {text}.} reservation {Er is geen dier of reservering met de naam “{text}”.} offline {Er is geen dier met de naam “{text}”. Reserveringen zijn pas te vinden als u weer online bent.} other {Er is geen dier met de naam “{text}”.}}{next, select, ask { Iemand die ook dieren mag bewerken, kan het toevoegen.} other {}}',
  'counter.wholeNumberFrom': 'Voer een geheel getal in, minimaal {least, number}.',
  'counter.howMany': 'Hoeveel van {pet}? Voer een geheel getal in, minimaal {least, number}.',
  'counter.isRight': 'Klopt {amount, number}? Druk dan nogmaals op Enter.',
  'counter.isRightNow':
    'Klopt {amount, number}? {now, plural, one {Er is er nu #.} other {Er zijn er nu #.}} Druk nogmaals op Enter als het klopt.',
  'counter.tooManyLines':
    'Een lijst kan hoogstens {max, plural, one {# dier} other {# dieren}} bevatten. Sla de lijst op en ga daarna verder.',
  'counter.entered':
    '{pet}: {amount, number}. {count, plural, one {# dier} other {# dieren}} op de lijst.',
  'counter.reservation': 'Reservering {id}',
  'counter.reservedBy': 'Gereserveerd door {key} tot {time}.',
  'counter.reservationEnded':
    '{state, select, expired {Reservering {id} wordt niet getoond: verlopen ({time}).} sold {Reservering {id} wordt niet getoond: al verkocht ({time}).} other {Reservering {id} wordt niet getoond: vrijgegeven ({time}).}}',
  'counter.reservationFailed': 'Reservering {id} wordt niet getoond',
  'counter.listFirst': 'Verkoop of wis eerst de lijst en scan de reservering daarna opnieuw.',
  'counter.reservationFirst': 'Verkoop of sluit eerst reservering {id}.',
  'counter.isBeingSaved': 'Deze lijst wordt opgeslagen. Scan daarna opnieuw.',
  'counter.reasonIs': 'Reden: {reason}.',
  'counter.noteIs': 'Notitie: {note}',
  'counter.addNote': 'Notitie toevoegen',
  'counter.noteForAll': 'Notitie voor alle regels',
  'counter.remove': '{pet} van de lijst halen',
  'counter.isGone': 'Is uit de voorraad verwijderd.',
  'counter.notForSale':
    '{status, select, sold{Gemarkeerd als verkocht.} other{Gemarkeerd als in optie.}}',
  'counter.sellDespite': 'Toch verkopen',
  'counter.left': 'nog {left, number} over',
  'counter.leftReserved': 'nog {left, number} over, {held, number} gereserveerd',
  'counter.shortage':
    '{left, plural, =0 {Er zijn er geen meer te verkopen.} one {Nog maar # te verkopen.} other {Nog maar # te verkopen.}}',
  'counter.shortageReserved':
    '{left, plural, =0 {Er zijn er geen meer te verkopen.} one {Nog maar # te verkopen.} other {Nog maar # te verkopen.}} {held, plural, one {Daarnaast is er # gereserveerd.} other {Daarnaast zijn er # gereserveerd.}}',
  'counter.notEnough': 'Niet genoeg van {pet}. {shortage}',
  'counter.lines':
    '{kind, select, count {{pets, plural, one {# dier} other {# dieren}}} other {{pets, plural, one {# dier} other {# dieren}}, {units, plural, one {# stuk} other {# stuks}}}}',
  'counter.linesUndone':
    '{kind, select, count {{pets, plural, one {# dier} other {# dieren}}, ongedaan gemaakt} other {{pets, plural, one {# dier} other {# dieren}}, {units, plural, one {# stuk} other {# stuks}}, ongedaan gemaakt}}',
  'counter.problems':
    '{count, plural, one {# regel vraagt uw aandacht} other {# regels vragen uw aandacht}}',
  'counter.blankLines':
    '{count, plural, one {# regel zonder aantal} other {# regels zonder aantal}}',
  'counter.discard': 'Wissen',
  'counter.discardLines': '{count, plural, one {# regel wissen?} other {# regels wissen?}}',
  'counter.unlock': 'Ontgrendelen',
  'counter.save': '{kind, select, sell {Verkopen} other {Opslaan}}',
  'counter.saving': '{kind, select, sell {Verkopen…} other {Opslaan…}}',
  'counter.saved':
    '{kind, select, sell {Verkocht: {lines}.} receiving {Levering opgeslagen: {lines}.} other {Telling opgeslagen: {lines}.}}',
  'counter.soldReservation': 'Verkocht: reservering {id}, {lines}.',
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell {Niet verkocht} other {Niet opgeslagen}}',
  'counter.offline':
    '{kind, select, sell {Niet verkocht: dit apparaat is offline. De lijst blijft hier bewaard; verkoop de lijst zodra er weer verbinding is.} other {Niet opgeslagen: dit apparaat is offline. De lijst blijft hier bewaard; sla de lijst op zodra er weer verbinding is.}}',
  'counter.savedOtherwise':
    '{kind, select, sell {Niet verkocht: deze lijst is al met andere aantallen opgeslagen, misschien in een ander tabblad. Vergelijk de lijst met de activiteit van vandaag.} other {Niet opgeslagen: deze lijst is al met andere aantallen opgeslagen, misschien in een ander tabblad. Vergelijk de lijst met de activiteit van vandaag.}}',
  'counter.nothingArrived': 'Voer van minstens één dier in hoeveel er zijn ontvangen.',
  'counter.sentTooLongAgo':
    'Verzonden ({time}), maar er kwam geen antwoord. Dat is te lang geleden, of het was met een andere sleutel, dus opnieuw verzenden is niet veilig. Kijk bij de <link>activiteit</link> van die dag: wis deze lijst als die daar staat; ontgrendel de lijst als dat niet zo is.',
  'counter.noAnswer':
    'Er kwam geen antwoord, dus misschien is de lijst opgeslagen en misschien niet. De lijst wordt opnieuw verzonden zodra Pawstock bereikbaar is, en telt één keer. Tot die tijd kan de lijst niet worden gewijzigd.',
  'counter.isThatRight':
    '{kind, select, sell {Klopt dit: {changes}? Kies dan nogmaals “Verkopen”.} other {Klopt dit: {changes}? Kies dan nogmaals “Opslaan”.}}',
  'counter.farChange': '{pet} van {before, number} naar {after, number}',
  'counter.more': '{count, plural, one {nog #} other {nog #}}',
  'counter.last':
    '{kind, select, sell {Laatste verkopen} receiving {Laatste leveringen} other {Laatste tellingen}}',
  'counter.namesBy': '{names}, door {key}',
  'counter.guided': 'Begeleide telling',
  'counter.endGuided': 'Begeleide telling beëindigen',
  'counter.order': 'Volgorde',
  'counter.byId': 'Op ID',
  'counter.byName': 'Op naam',
  'counter.hideExpected': 'Verwachte aantallen verbergen',
  'counter.allCounted': 'Alle dieren zijn geteld. Controleer de verschillen en sla de telling op.',
  'counter.progress': '{done, number} van {all, plural, one {# dier} other {# dieren}} geteld',
  'counter.countedPets': 'Getelde dieren',
  'counter.stillToCount': 'Nog te tellen',
  'counter.later': 'Later',
  'counter.andMore': '{count, plural, one {en nog # dier} other {en nog # dieren}}',
  'counter.sheet': 'Tellijst',
  'counter.sheetOf': '{time}, {count, plural, one {# dier} other {# dieren}}',
  'counter.firstPrinted': 'Alleen de eerste {max, number} dieren worden afgedrukt',
  'counter.columnPet': 'Dier',
  'counter.columnExpected': 'Verwacht',
  'counter.columnCounted': 'Geteld',

  // dialog
  'dialog.addPetItem': 'Dier toevoegen…',
  'dialog.importItem': 'Spreadsheet importeren…',
  'dialog.exportShown': 'Getoonde dieren exporteren',
  'dialog.printShown': 'Getoonde dieren afdrukken',
  'dialog.print': 'Afdrukken',
  'dialog.printLabels': 'Etiketten afdrukken',
  'dialog.appearance': 'Weergave',
  'device.auto': 'Systeem',
  'device.light': 'Licht',
  'device.dark': 'Donker',
  'dialog.menuHelp': 'Help en sessie',
  'dialog.shortcuts': 'Sneltoetsen',
  'dialog.apiReference': 'API-documentatie',
  'dialog.keyItem': 'Sleutel: {name}',
  'dialog.signOut': 'Uitloggen',
  'dialog.signingOut': 'Uitloggen…',
  'dialog.signOutUnsaved': 'Uitloggen zonder op te slaan?',
  'dialog.changeLost': 'Uw wijziging van {pet} gaat verloren.',
  'dialog.listStays':
    'De lijst in “{screen}” blijft hier staan tot u weer met deze sleutel inlogt.',
  'dialog.clockAhead':
    'De klok van de service liep een tijdje voor. Tot {until} krijgt elke wijziging dat tijdstip, ook in de rapporten. Vraag de beheerder van Pawstock om de klok goed te zetten.',
  'dialog.keySearch': 'Zoeken; een letter of cijfer zoekt ook',
  'dialog.keyMove': 'Door de tabel gaan',
  'dialog.keyEnds': 'Eerste of laatste dier',
  'dialog.keyPage': 'Een scherm omhoog of omlaag',
  'dialog.keyEnter': 'Aantal wijzigen; opslaan',
  'dialog.keySign': 'Voor een getal: toevoegen of verwijderen',
  'dialog.keyReason':
    'Na een getal: een andere reden, met de eerste letter, of x als het dier is gestorven',
  'dialog.keySave': 'Verkopen, of de levering of telling opslaan',
  'dialog.keyNumber': 'In een lijst: het aantal van de laatste regel',
  'dialog.keyMore': 'Meer acties voor het dier',
  'dialog.keyCancel': 'Annuleren of sluiten',
  'dialog.keyNotifications': 'Naar de meldingen en terug',
  'dialog.keyHelp': 'Deze lijst tonen',
  'dialog.yourKey': 'Uw sleutel',
  'dialog.roleNeeded':
    'Voor “{name}” is een sleutel met de rol “{needed}” nodig. Uw sleutel heeft de rol “{own}”.',
  'dialog.needsRole': 'Vereist de rol “{role}”',
  'dialog.signedInWith':
    'U bent ingelogd met de sleutel <strong>{name}</strong>. In de geschiedenis staat deze naam bij uw wijzigingen.',
  'dialog.allowed': 'Toegestaan:',
  'dialog.notAllowed': 'Niet toegestaan:',
  'dialog.keyCreated': 'Gemaakt: {created}. Verloopt niet.',
  'dialog.keyExpires': 'Gemaakt: {created}. Verloopt: {expires}.',
  'dialog.moreRights':
    'Hebt u meer rechten nodig? Vraag de eigenaar van de winkel om een andere sleutel, log uit en log daarmee in. Eigenaren maken sleutels in de instellingen.',
  'dialog.changeQuantity': 'Aantal wijzigen',
  'dialog.detailsEllipsis': 'Gegevens…',
  'dialog.removeEllipsis': 'Verwijderen…',
  'dialog.markAs': 'Markeren als in optie of verkocht',
  'dialog.detailsOrRemove': 'Gegevens of verwijderen',
  'dialog.statusChanged':
    '{pet}: {before, select, available {te koop} pending {in optie} other {verkocht}} → {after, select, available {te koop} pending {in optie} other {verkocht}}',
  'dialog.add': 'Toevoegen',
  'dialog.adding': 'Toevoegen…',
  'dialog.notAdded': 'Niet toegevoegd',
  'dialog.id': 'ID',
  'dialog.enterId': 'Voer een geheel getal in, zonder nullen vooraan.',
  'dialog.petExists': 'Dier {id} bestaat al.',
  'dialog.enterQuantity': 'Voer een geheel getal in, 0 of meer.',
  'dialog.justAdded': 'iemand anders heeft dit dier net toegevoegd.',
  'dialog.added': '{pet} toegevoegd.',
  'dialog.saved': '{pet} opgeslagen.',
  'dialog.detailsOf': 'Gegevens van dier {id}',
  'dialog.barcodeTaken': '{pet} heeft deze barcode. Verwijder de barcode daar eerst.',
  'dialog.enterCode':
    'Voer hoogstens {max, number} gewone letters, cijfers en tekens in, zonder spaties.',
  'dialog.enterText': 'Voer hoogstens {max, number} tekens in.',
  'dialog.justTaken': 'een ander dier heeft deze barcode.',
  'dialog.optional': '{field} (optioneel)',
  'dialog.nameHint': 'Staat naast de ID. U kunt er ook op zoeken.',
  'dialog.barcodeHint': 'Scan of typ de barcode hier. Later opent u het dier door te scannen.',
  'dialog.lowAtHint':
    'Bij dit aantal of minder geldt de voorraad als laag. Leeg: {usual, number}, zoals voor alle dieren.',
  'dialog.removeQuestion': 'Wilt u {pet} verwijderen?',
  'dialog.remove': 'Verwijderen',
  'dialog.removing': 'Verwijderen…',
  'dialog.notRemoved': 'Niet verwijderd',
  'dialog.removeExplained':
    '{quantity, number} op voorraad, {status, select, available {te koop} pending {in optie} other {verkocht}}. Het dier verdwijnt uit de lijst. De geschiedenis blijft bewaard. Met “Ongedaan maken” haalt u daarna tien seconden lang alles terug.',
  'dialog.removeReserved':
    '{count, plural, one {<strong># gereserveerd:</strong> een klant staat op het punt dit dier te kopen, en die verkoop wordt geweigerd.} other {<strong># gereserveerd:</strong> klanten staan op het punt deze dieren te kopen, en die verkoop wordt geweigerd.}}',
  'dialog.justChanged': 'het dier is net gewijzigd. Controleer het opnieuw.',
  'dialog.removed': '{pet} verwijderd. De geschiedenis blijft bewaard.',
  'dialog.addedAgain': '{pet} is intussen opnieuw toegevoegd.',
  'dialog.isBack': '{pet} is terug.',
  'dialog.reservations': 'Reserveringen',
  'dialog.reservationsNotLoaded': 'Reserveringen niet geladen',
  'dialog.reservation':
    '{count, plural, one {# gereserveerd als <strong>{id}</strong> door {key}, {from} tot {until}} other {# gereserveerd als <strong>{id}</strong> door {key}, {from} tot {until}}}',
  'dialog.moreReservations': 'Er zijn er meer. “pawstock reservations” toont ze allemaal.',
  'dialog.release': 'Vrijgeven',
  'dialog.releasing': 'Vrijgeven…',
  'dialog.releaseOne': 'Reservering {id} vrijgeven',
  'dialog.releaseQuestion': 'Reservering {id} vrijgeven?',
  'dialog.releaseExplained':
    'Wat gereserveerd is, kunnen anderen dan meteen kopen. Misschien staat de klant net op het punt te betalen.',
  'dialog.released': 'Reservering {id} vrijgegeven.',
  'dialog.notReleased': 'Niet vrijgegeven',
  'dialog.changedByOther': '{pet} is door iemand anders gewijzigd',
  'dialog.removedByOther': '{pet} is verwijderd',
  'dialog.anImport': 'Een import',
  'dialog.conflictEntry':
    '<strong>{who}</strong>, <time>{at}</time>: <change></change>{reason, select, none {} sale {, verkoop} arrival {, ontvangst} return {, retour} count {, telling} damage {, schade} died {, gestorven} adjustment {, correctie} other {, {reason}}}{hasNote, select, yes {, “{note}”} other {}}',
  'dialog.startedFrom': 'U ging uit van {quantity, number}.',
  'dialog.startedAndEntered':
    'U ging uit van {quantity, number} en voerde {target, number} ({delta}) in.',
  'dialog.keepTheirs': 'Hun aantal houden',
  'dialog.useMine': 'Mijn aantal gebruiken',
  'dialog.applyDifference': 'Mijn verschil toepassen',
  'dialog.notPossible': 'niet mogelijk',
  'dialog.discardMine': 'Mijn wijziging wissen',

  // edit
  'edit.setTo': 'Zet op',
  'edit.add': 'Erbij',
  'edit.remove': 'Eraf',
  'edit.kindOfChange': 'Soort wijziging',
  'edit.newQuantity': 'Nieuw aantal',
  'edit.quantityToAdd': 'Toe te voegen aantal',
  'edit.quantityToRemove': 'Te verwijderen aantal',
  'edit.increase': 'Eén meer',
  'edit.decrease': 'Eén minder',
  'edit.now': 'Nu {quantity, number}',
  'edit.reason': 'Reden',
  'edit.otherReason': 'Anders (correctie)',
  'edit.note': 'Notitie',
  'edit.enterNumber': 'Voer een getal in.',
  'edit.enterWholeNumber': 'Voer een geheel getal in.',
  'edit.onlyInStock':
    '{count, plural, one {Er is er maar # op voorraad.} other {Er zijn er maar # op voorraad.}}',
  'edit.tooLarge': 'Het getal is te groot.',
  'edit.noteTooLong': 'De notitie kan hoogstens {max, number} tekens bevatten.',
  'edit.isThatRight':
    'Van {before, number} naar {after, number}? Kies nogmaals “Opslaan” als dat klopt.',
  'edit.save': 'Opslaan',
  'edit.finishFirst': 'Sla de wijziging van {pet} eerst op of annuleer die.',
  'edit.staysAt': '{pet} blijft op {quantity, number}.',
  'edit.needsAttention':
    '{pet}: de wijziging is niet opgeslagen. Het formulier ervan gaat hierna open.',

  // error
  'error.because': '{outcome}: {reason}',
  'error.notSaved': 'Niet opgeslagen',
  'error.notLoaded': 'Niet geladen',
  'error.notAccepted':
    'Pawstock accepteert dit niet ({code}). Laad de pagina opnieuw en probeer het nog eens.',
  'error.notReady': 'Pawstock is nog niet klaar. Probeer het zo meteen opnieuw.',
  'error.unreachable': 'Pawstock is niet bereikbaar. U kunt het veilig opnieuw proberen.',
  'error.keyInvalid': 'de sleutel is niet meer geldig. Log opnieuw in.',
  'error.roleTooSmall': 'de rol van uw sleutel staat dit niet toe. Vraag het aan een eigenaar.',
  'error.rateLimited':
    'dat was te veel tegelijk. Probeer het over {seconds, plural, one {# seconde} other {# seconden}} opnieuw.',
  'error.outcomeUnknown':
    'het is niet zeker of het is opgeslagen. U kunt het veilig opnieuw proberen.',
  'error.storageFull': 'Pawstock heeft geen ruimte meer. Meld dit aan de beheerder.',
  'error.invalidValue':
    '{petId, select, none {een getal is te groot of een tekst is niet toegestaan. Controleer wat u hebt ingevoerd.} other {het aantal van dier\u00a0{petId} is te groot. Voer een kleiner aantal in.}}',
  'error.petRemoved':
    '{petId, select, none {het dier is intussen verwijderd.} other {dier\u00a0{petId} is intussen verwijderd.}}',
  'error.changedMeanwhile':
    '{petId, select, none {het is intussen gewijzigd. Controleer het opnieuw.} other {dier\u00a0{petId} is intussen gewijzigd. Controleer het opnieuw.}}',
  'error.insufficientStock':
    '{available, plural, =0 {dier\u00a0{petId} is uitverkocht, of de rest is door anderen gereserveerd.} one {van dier\u00a0{petId} is er nu maar # beschikbaar. Neem er niet meer.} other {van dier\u00a0{petId} zijn er nu maar # beschikbaar. Neem er hoogstens #.}}',
  'error.notEnough': 'er is niet genoeg op voorraad, of de rest is door anderen gereserveerd.',
  'error.barcodeTaken':
    '{petId, select, none {een ander dier heeft deze barcode.} other {dier\u00a0{petId} heeft deze barcode. Verwijder de barcode daar eerst.}}',
  'error.nameTaken': 'deze naam is al in gebruik. Kies een andere naam.',
  'error.lastOwnerKey':
    'dit is de laatste sleutel van een eigenaar, of de laatste die niet verloopt. Maak eerst een andere.',
  'error.keyGone': 'deze sleutel is intussen verlopen of ingetrokken. Laad de pagina opnieuw.',
  'error.webhookRefused':
    'Pawstock verzendt alleen naar openbare adressen. Vraag de beheerder om het netwerk van dit adres toe te staan. Er {count, plural, one {kan hoogstens # webhook} other {kunnen hoogstens # webhooks}} zijn.',
  'error.webhookGone': 'deze webhook is intussen verwijderd. Laad de pagina opnieuw.',
  'error.reservationUnknown':
    'deze reservering bestaat niet, of is meer dan 30 dagen geleden geëindigd.',
  'error.reservationEnded': 'de reservering is geëindigd: verkocht, vrijgegeven of verlopen.',

  // field
  'field.petId': 'dier-ID',
  'field.quantity': 'aantal',
  'field.status': 'status',
  'field.name': 'naam',
  'field.barcode': 'barcode',
  'field.lowAt': 'bestelpunt',

  // history
  'history.reasonInside':
    '{reason, select, sale {verkoop} arrival {ontvangst} return {retour} adjustment {correctie} count {telling} damage {schade} died {gestorven} other {{reason}}}',
  'history.inStock': '<strong>{quantity, number}</strong> op voorraad',
  'history.changes': 'Wijzigingen',
  'history.noEarlier': 'Geen eerdere wijzigingen.',
  'history.loadMore': 'Meer laden',
  'history.chart':
    'Aantal van {pet} sinds {from}, {count, plural, one {# wijziging} other {# wijzigingen}}: laagste {lowest, number}, hoogste {highest, number}, nu {now, number}.',
  'history.chartRemoved':
    'Aantal van {pet} sinds {from}, {count, plural, one {# wijziging} other {# wijzigingen}}: laagste {lowest, number}, hoogste {highest, number}, nu verwijderd.',
  'history.now': 'nu',
  'history.levelSince': '<strong>{level, number}</strong> sinds {time}',
  'history.what':
    '{kind, select, added {Toegevoegd} set {Ingesteld} adjust {Aangepast} put {Vervangen} delete {Verwijderd} other {Geïmporteerd}}',
  'history.whatBy':
    '{kind, select, added {Toegevoegd door {key}} set {Ingesteld door {key}} adjust {Aangepast door {key}} put {Vervangen door {key}} delete {Verwijderd door {key}} other {Geïmporteerd door {key}}}',
  'history.whatFor': '{what}, {reason}',
  'history.undo': 'Ongedaan gemaakt',
  'history.putBackTo': 'Terugzetten op {quantity, number}',
  'history.putBackToOf': 'Terugzetten op {quantity, number}, de stand van {time}',
  'history.putBackQuestion': 'Terugzetten op {quantity, number}?',
  'history.putBack': 'Terugzetten',
  'history.putBackAnyway': 'Toch terugzetten',
  'history.putBackNote': 'teruggezet op {quantity, number}, de stand van {time}',
  'history.changedMeanwhile': 'Intussen gewijzigd door {key}: <change></change>',
  'history.importedMeanwhile': 'Intussen gewijzigd door een import: <change></change>',
  'history.petRemoved': 'Het dier is verwijderd.',
  'history.isAlready': 'Het aantal is al {quantity, number}.',
  'history.activity': 'Activiteit',
  'history.days': 'Dagen',
  'history.range':
    '{range, select, today {Vandaag} week {Laatste 7 dagen} day {Eén dag} other {Andere periode}}',
  'history.day': 'Dag',
  'history.firstDay': 'Eerste dag',
  'history.last': 'Laatste dag',
  'history.firstToLast': '{first} t/m {last}',
  'history.sevenDays': 'De 7 dagen t/m {last}',
  'history.person': 'Persoon',
  'history.everyone': 'Iedereen',
  'history.imports': 'Imports',
  'history.anyReason': 'Elke reden',
  'history.otherReasons': 'Alle andere redenen',
  'history.noReason': 'Geen reden',
  'history.only': 'Alleen {pet}',
  'history.column':
    '{column, select, seq {Nummer} at {Tijd} petId {Dier-ID} kind {Soort} before {Voor} after {Na} delta {Verschil} status {Status} reason {Reden} note {Notitie} key {Persoon} other {Verzoek}}',
  'history.sum':
    '{name, select, sale {Verkocht} arrival {Ontvangen} return {Retour} damage {Beschadigd} died {Gestorven} other {Overig}}',
  'history.showOnly':
    '{name, select, sale {Verkocht {units}: alleen deze tonen} arrival {Ontvangen {units}: alleen deze tonen} return {Retour {units}: alleen deze tonen} damage {Beschadigd {units}: alleen deze tonen} died {Gestorven {units}: alleen deze tonen} other {Overig {units}: alleen deze tonen}}',
  'history.changeCount': '{count, plural, one {# wijziging} other {# wijzigingen}}',
  'history.newest':
    '{count, plural, one {Dit is de nieuwste wijziging} other {Dit zijn de nieuwste # wijzigingen}}; er zijn ook eerdere. <load>Die laden</load>',
  'history.newestOfMany':
    '{count, plural, one {Dit is de nieuwste wijziging} other {Dit zijn de nieuwste # wijzigingen}}. Er zijn ook eerdere: kies één dag om die te zien.',
  'history.newestPrinted': 'Alleen de nieuwste {max, number} wijzigingen worden afgedrukt',
  'history.noChanges': 'Geen wijzigingen.',
  'history.newestFirst': 'Wijzigingen, nieuwste eerst',
  'history.import': 'Import',
  'history.removed': 'Verwijderd',
  'history.added': 'Toegevoegd',
  'history.by': '{what}, door {key}',
  'history.exported':
    '{count, plural, one {# wijziging geëxporteerd.} other {# wijzigingen geëxporteerd.}}',
  'history.notExported': 'Niet geëxporteerd',
  'history.readSoFar': '{count, plural, one {# wijziging gelezen…} other {# wijzigingen gelezen…}}',

  // import
  'import.title': 'Spreadsheet importeren',
  'import.titleUndo': 'Import ongedaan maken',
  'import.finished': 'Import voltooid: {count, plural, one {# rij} other {# rijen}} opgeslagen.',
  'import.continue': 'Doorgaan',
  'import.chooseFile': 'Bestand kiezen',
  'import.chooseOther': 'Ander bestand kiezen',
  'import.reading': '{file} wordt gelezen…',
  'import.columnsNeeded':
    'Een Excel- (.xlsx) of CSV-bestand met een kolom voor het aantal en een kolom voor de ID van het dier of een code zoals een SKU of EAN. Kolommen voor de status, de naam en het bestelpunt zijn optioneel.',
  'import.programs':
    'Exports van Shopify, Square, WooCommerce en Lightspeed kunt u gebruiken zoals ze zijn. Exporteer vanuit Numbers naar Excel of CSV. U controleert elke wijziging voordat er iets wordt opgeslagen. Dieren die niet in het bestand staan, blijven zoals ze zijn.',
  'import.fileTooLarge':
    '{file} is groter dan {max, number} MiB, het maximum dat hier kan worden geïmporteerd. Splits het in kleinere bestanden en importeer die één voor één.',
  'import.fileUnreadable': '{file} kan niet worden gelezen.',
  'import.problemAtLine': 'regel {line}: {problem}',
  'import.fileProblem': '{at, select, line {{file}, {problem}.} other {{file}: {problem}.}}',
  'import.state':
    '{kind, select, preparing {Dieren controleren…} storing {Opslaan…} cancelling {Laatste stap afronden…} stopped {Gestopt} other {Klaar}}',
  'import.stopped': 'Gestopt',
  'import.progress': '{settled, number} van {total, plural, one {# rij} other {# rijen}}',
  'import.stored': '<strong>Opgeslagen:</strong> {count, plural, one {# rij} other {# rijen}}.',
  'import.skippedNone': '<strong>Overgeslagen:</strong> {count, number}.',
  'import.skippedSome':
    '<strong>Overgeslagen:</strong> {run, select, undo {{count, number}, wegens wijzigingen na de import.} other {{count, number}, wegens wijzigingen na het voorbeeld.}}',
  'import.notStored':
    '<strong>Niet opgeslagen:</strong> {count, plural, one {# rij} other {# rijen}}. {run, select, undo {Hervat het nu: na het sluiten kan dit niet meer ongedaan worden gemaakt.} other {Hervat het nu, of importeer hetzelfde bestand later opnieuw: dan wijzigt alleen wat nog over is.}}',
  'import.resume': 'Hervatten met nog {count, plural, one {# rij} other {# rijen}}',
  'import.skipped': 'Overgeslagen',
  'import.petAdded':
    '{by, select, known {{pet} is toegevoegd door {key}} other {{pet} is toegevoegd}}',
  'import.petAddedAgain':
    '{by, select, known {{pet} is toegevoegd door {key}} other {{pet} is toegevoegd}}: importeer het bestand opnieuw voor een andere ID',
  'import.petRemoved':
    '{by, select, known {{pet} is verwijderd door {key}} other {{pet} is verwijderd}}',
  'import.petChanged': '{pet} is gewijzigd',
  'import.petChangedTo':
    '{by, select, known {{pet} is door {key} gewijzigd in {quantity, number}, {status, select, available {te koop} pending {in optie} other {verkocht}}} other {{pet} is gewijzigd in {quantity, number}, {status, select, available {te koop} pending {in optie} other {verkocht}}}}',
  'import.barcodeTaken': '{pet} blijft ongewijzigd: een ander dier heeft intussen de barcode',
  'import.note':
    '{run, select, undo {Import van {file} ongedaan gemaakt} other {Import van {file}}}',
  'import.columnsQuestion': 'Wat staat er in de kolommen van <strong>{file}</strong>?',
  'import.columns': 'Kolommen van het bestand',
  'import.sheet': 'Blad',
  'import.sheetEmpty': 'Dit blad is leeg.',
  'import.headerLine': 'Regel met de kolomnamen',
  'import.columnsWanted': 'Kies de kolom voor {fields}.',
  'import.petIdOrBarcode': 'dier-ID of barcode',
  'import.headerLooksLikePet':
    'De regel met de kolomnamen lijkt op een dier en wordt niet geïmporteerd. Voeg er een regel met kolomnamen boven toe.',
  'import.notRead': 'Niet lezen',
  'import.unnamedColumn': 'Kolom {number, number}',
  'import.summary':
    '<strong>{file}</strong>: {added, plural, one {# nieuw dier} other {# nieuwe dieren}}, {described, plural, =0 {{changed, number} gewijzigd} one {{changed, number} gewijzigd (# met andere gegevens)} other {{changed, number} gewijzigd (# met andere gegevens)}}, {unchanged, number} ongewijzigd. Er is nog niets opgeslagen.',
  'import.sheetRead': 'Blad “{sheet}”.',
  'import.headerFound': 'Kolomnamen uit regel {line}.',
  'import.columnsRead': 'Gelezen kolommen: {columns}.',
  'import.columnFrom': '{field} uit “{name}”',
  'import.kindQuestion': 'Wat staat er in het bestand?',
  'import.kind':
    '{kind, select, delivery {Een levering} count {Een telling} other {De hele voorraad}}',
  'import.kindMeaning':
    '{kind, select, delivery {De aantallen komen als ontvangst bij de voorraad.} count {De aantallen worden als telling de voorraad.} other {De aantallen worden de voorraad.}}',
  'import.updateNames': 'Afwijkende namen wijzigen in die van het bestand',
  'import.layoutRead': 'Gelezen als export van {layout}.',
  'import.locationQuestion': 'Van welke locatie is deze voorraad?',
  'import.codesLikeIds':
    '{count, plural, one {Eén code is} other {# codes zijn}} ook de ID van een ander dier, bijvoorbeeld {code}. Staan er ID’s van dieren in de kolom, wijzig dan de kolommen.',
  'import.matchedByBarcode':
    'Rijen worden herkend aan de barcode, en nieuwe dieren krijgen de volgende vrije ID.',
  'import.partsNotRead': 'Niet gelezen: {parts}.',
  'import.quoted': '“{name}”',
  'import.changeColumns': 'Kolommen wijzigen',
  'import.needsRole':
    '{count, plural, one {# rij voegt een dier toe of wijzigt} other {# rijen voegen dieren toe of wijzigen}} een status of gegevens. Daarvoor is de rol “Ook dieren bewerken” nodig. Vraag de eigenaar om een sleutel met die rol. Met uw sleutel kunt u een bestand importeren dat alleen aantallen wijzigt.',
  'import.show': 'Tonen',
  'import.errorCount': 'Fouten {count, number}',
  'import.leftOutCount': 'Weggelaten {count, number}',
  'import.changedCount': 'Gewijzigd {count, number}',
  'import.addedCount': 'Nieuw {count, number}',
  'import.errors': 'Fouten',
  'import.leftOut': 'Weggelaten regels',
  'import.changedPets': 'Gewijzigde dieren',
  'import.newPets': 'Nieuwe dieren',
  'import.nothing': 'Niets te importeren',
  'import.start': '{count, plural, one {# dier} other {# dieren}} importeren',
  'import.putOnList': 'Op de lijst van Ontvangst zetten',
  'import.listExplained':
    'U controleert de lijst op het scherm Ontvangst en slaat deze daar op. De lijst wijzigt aantallen en voegt nieuwe dieren toe; andere gegevens van dieren in voorraad blijven zoals ze zijn. Importeren slaat alles meteen op.',
  'import.largeIds':
    '{count, plural, one {# ID is} other {# ID’s zijn}} groter dan 9007199254740991, bijvoorbeeld {id}. Programma’s die grote getallen afronden, verwarren ze met andere.',
  'import.linesLeftOut':
    '{count, plural, one {# regel wordt weggelaten. De dieren daarop blijven zoals ze zijn.} other {# regels worden weggelaten. De dieren daarop blijven zoals ze zijn.}}',
  'import.linesUnreadable':
    '{count, plural, one {# regel kan niet worden gelezen. Verbeter het bestand en kies het opnieuw, of laat deze regel weg.} other {# regels kunnen niet worden gelezen. Verbeter het bestand en kies het opnieuw, of laat deze regels weg.}}',
  'import.linesAsked':
    '{count, plural, one {# regel kan niet worden gelezen. Beantwoord de vragen hierboven, verbeter het bestand en kies het opnieuw, of laat deze regel weg.} other {# regels kunnen niet worden gelezen. Beantwoord de vragen hierboven, verbeter het bestand en kies het opnieuw, of laat deze regels weg.}}',
  'import.leaveOut': '{count, plural, one {Deze regel weglaten} other {Deze # regels weglaten}}',
  'import.thousandsQuestion': 'Wat betekent “{text}” in dit bestand?',
  'import.statusQuestion': 'Wat betekent de status “{text}”?',
  'import.emptyStatusQuestion': 'Wat betekent een lege status?',
  'import.negativeQuestion':
    'Wat betekent een aantal onder nul? ({count, plural, one {# regel} other {# regels}})',
  'import.isError': 'Het is een fout',
  'import.isNone': 'Er zijn er geen meer: 0',

  'offline.banner':
    '<strong>Offline.</strong> <wide>Wijzigingen van anderen zijn niet te zien.</wide> Opnieuw verbinden… Invoer blijft bewaard.',
  'offline.bannerAsOf':
    '<strong>Offline.</strong> Voorraad van {time}. <wide>Opnieuw verbinden… Invoer blijft bewaard.</wide>',
  'offline.kept':
    'Op dit apparaat bewaard: {lines}. Wordt opgeslagen zodra Pawstock bereikbaar is.',
  'offline.notKept':
    'De browser kon de lijst niet bewaren. Laat deze pagina open en sla opnieuw op zodra er weer verbinding is.',
  'offline.stored':
    '{count, plural, one{De wachtende lijst is opgeslagen.} other{De # wachtende lijsten zijn opgeslagen.}}',
  'offline.waiting':
    '{count, plural, one{# lijst wacht op dit apparaat.} other{# lijsten wachten op dit apparaat.}}',
  'offline.needYou':
    '{count, plural, one{# ervan vraagt uw aandacht.} other{# ervan vragen uw aandacht.}}',
  'offline.show': 'Lijsten tonen',
  'offline.title': 'Wachtende lijsten',
  'offline.madeBy': '{time}, {name}',
  'offline.unsent': 'Wordt opgeslagen zodra Pawstock bereikbaar is.',
  'offline.sent':
    'Verzonden, maar zonder antwoord. De lijst wordt opnieuw verzonden en telt één keer.',
  'offline.waitsFor': 'Wacht tot {name} hier inlogt, want met die sleutel wordt opgeslagen.',
  'offline.refused': 'Niet opgeslagen',
  'offline.tooOld':
    'De lijst wacht sinds {time}, te lang om vanzelf te verzenden. Staat die sindsdien in de <link>activiteit</link>?',
  'offline.keyEnded':
    'De sleutel ‘{name}’ is niet meer geldig. Staat de lijst sinds {time} in de <link>activiteit</link>?',
  'offline.isThere': 'Staat er: verwijderen',
  'offline.isNotThere': 'Staat er niet: opslaan',
  'offline.change': 'Lijst wijzigen',
  'offline.listFirst': 'Sla eerst de lijst in ‘{screen}’ op of verwijder die.',
  'offline.notSafe':
    'Deze browser mag wachtende lijsten wissen als het apparaat vol is. Installeer de pagina als app om dat te voorkomen.',
  'offline.needsTls':
    'Zonder https:// in het adres bewaart de browser niets wat u offline opslaat. Laat deze pagina open tot er weer verbinding is.',
  'offline.signOut':
    '{count, plural, one{# lijst wacht nog op dit apparaat en wordt bij uitloggen gewist. Wacht tot die is opgeslagen, of download de lijst.} other{# lijsten wachten nog op dit apparaat en worden bij uitloggen gewist. Wacht tot ze zijn opgeslagen, of download ze.}}',
  'offline.download': 'Downloaden en uitloggen',

  'people.title': 'Mensen op dit apparaat',
  'people.note':
    'Wie dit apparaat kent, logt in met een pincode. De sleutels staan hier versleuteld.',
  'people.whoAreYou': 'Wie bent u?',
  'people.pinOf': 'Pincode van {name}',
  'people.newPin': 'Pincode',
  'people.pinHint':
    'Vier tot zes cijfers. Vijf foute pogingen houden een mens tegen, maar geen gekopieerde schijf: daarop zijn alle pincodes binnen enkele uren te proberen. Raakt dit apparaat kwijt, dan moeten de sleutels ervan worden ingetrokken.',
  'people.showPin': 'Pincode tonen',
  'people.hidePin': 'Pincode verbergen',
  'people.wrongPin':
    '{count, plural, one{Verkeerde pincode. Na nog één vergeet dit apparaat u.} other{Verkeerde pincode. U hebt nog # pogingen.}}',
  'people.forgotten':
    'Dit apparaat is {name} vergeten. Vraag de eigenaar u weer toe te voegen, of log in met uw sleutel.',
  'people.unlock': 'Ontgrendelen',
  'people.keypad': 'Cijfers',
  'people.erase': 'Laatste cijfer wissen',
  'people.useKey': 'Inloggen met een sleutel',
  'people.choosePin': 'Een pincode op dit apparaat gebruiken',
  'people.keep': 'Deze pincode gebruiken',
  'people.keeping': 'Versleutelen…',
  'people.notKept': 'Niet onthouden',
  'people.isKept': '{name} kan hier nu met de pincode inloggen.',
  'people.newPerson': 'Nieuw aan de kassa',
  'people.device': 'Dit apparaat',
  'people.deviceExample': 'Kassa 1',
  'people.add': 'Toevoegen',
  'people.adding': 'Toevoegen…',
  'people.notAdded': 'Niet toegevoegd',
  'people.forget': 'Vergeten',
  'people.forgetOf': '{name} vergeten',
  'people.lockWhen': 'Dit apparaat vergrendelen',
  'people.lockAfterSale': 'Na elke verkoop',
  'people.lockAfter':
    '{count, plural, one{Na een minuut zonder gebruik} other{Na # minuten zonder gebruik}}',
  'people.needsHttps':
    'Browsers staan pincodes alleen toe op pagina’s met https:// in het adres. Vraag wie Pawstock beheert om TLS aan te zetten.',
  'people.roleTooHigh':
    'Een pincode is te zwak voor uw sleutel, die meer mag dan verkopen en tellen. Voor het dagelijkse werk kan een eigenaar u toevoegen met “Nieuw aan de kassa”.',
  'people.needsExpiry':
    'Een pincode is te zwak voor uw sleutel, die nooit verloopt. Vraag een eigenaar u toe te voegen met “Nieuw aan de kassa”.',
  'people.noStorage': 'Deze browser bewaart niets voor deze pagina en kan u dus niet onthouden.',
  // print
  'print.stockLevels': 'Voorraad',
  'print.lowStock': 'Lage voorraad, t/m {threshold, number}',
  'print.lowStockOrOwn': 'Lage voorraad, t/m {threshold, number} of het bestelpunt van het dier',
  'print.status': '{status, select, available {te koop} pending {in optie} other {verkocht}}',
  'print.search': '{fields} met “{text}”',
  'print.countAndDate': '{count, plural, one {# dier} other {# dieren}}, {date}',
  'print.firstRows':
    '{count, plural, one {# dier} other {# dieren}}, {date}. Alleen de eerste {max, number} worden afgedrukt; filter de tabel voor andere',
  'print.exported': '{count, plural, one {# dier geëxporteerd.} other {# dieren geëxporteerd.}}',
  'print.labels': '{count, plural, one {Etiketten van # dier} other {Etiketten van # dieren}}',
  'print.firstLabels':
    'Alleen de eerste {max, number} etiketten worden afgedrukt. Filter de tabel voor andere.',
  'print.qrCodeOf': 'QR-code van {pet}',
  'print.barcodeOf': 'Barcode van {pet}',

  // problem
  'problem.fileEmpty': 'het bestand is leeg',
  'problem.otherFormat':
    'dit soort bestanden kan niet worden gelezen; sla het in het programma waar het vandaan komt op als Excel (.xlsx) zonder wachtwoord of als CSV en kies dat bestand',
  'problem.badEncoding': 'dit is geen geldige tekst in {written}; exporteer het bestand opnieuw',
  'problem.workbookUnreadable':
    'deze werkmap kan niet worden gelezen; open die in een spreadsheetprogramma, sla die opnieuw op en kies dat bestand',
  'problem.workbookTooLarge':
    'deze werkmap bevat uitgepakt meer dan {max, number} MiB aan gegevens, het maximum dat wordt gelezen; sla het blad op als CSV en kies dat bestand',
  'problem.sheetTooLarge':
    'een blad van deze werkmap heeft {count, number} rijen en {columns, number} kolommen, en er worden over alle bladen samen hoogstens {max, number} cellen gelezen; verwijder wat ver van de tabel staat, of sla het blad op als CSV',
  'problem.noSheet':
    'alle bladen van deze werkmap zijn verborgen; maak er een zichtbaar, sla de werkmap op en kies die opnieuw',
  'problem.jsonNotUtf8': 'JSON moet UTF-8 zijn, en dat is dit niet',
  'problem.rowTooLong': 'deze rij is groter dan {max, number} MB, het maximum voor een rij',
  'problem.quoteOpen': 'in deze rij ontbreekt een sluitend aanhalingsteken',
  'problem.quoteStray':
    'in deze rij staat een aanhalingsteken op de verkeerde plaats. Zet de hele waarde tussen aanhalingstekens en verdubbel de aanhalingstekens daarbinnen',
  'problem.tooManyColumns':
    'deze rij heeft {columns, number} kolommen, en een rij kan er hoogstens {max, number} hebben',
  'problem.tooManyValues':
    'er zijn {count, number} waarden voor {columns, plural, one {# kolom} other {# kolommen}}. Zet een waarde die een scheidingsteken bevat tussen aanhalingstekens, of geef elke kolom een naam',
  'problem.jsonInvalid': 'dit is geen geldige JSON',
  'problem.jsonNoObject': 'dit is geen JSON-object',
  'problem.jsonValue':
    '{name} moet {rule, select, petId {een geheel getal tot en met 9223372036854775807} quantity {een geheel getal van 0 tot en met 9007199254740991} status {available, pending of sold} other {tekst}} zijn, niet {written}',
  'problem.jsonMissing':
    '{name} moet {rule, select, petId {een geheel getal tot en met 9223372036854775807} quantity {een geheel getal van 0 tot en met 9007199254740991} status {available, pending of sold} other {tekst}} zijn, maar ontbreekt',
  'problem.petTwice': 'dier {petId} staat al op regel {line}',
  'problem.barcodeTwice': 'de barcode {text} staat al op regel {line}',
  'problem.barcodeTaken': 'dier {petId} heeft de barcode {text} al',
  'problem.noFreeId':
    'er is geen ID boven {petId} voor de barcode {text}. Geef het dier een ID in een kolom petId',
  'problem.empty': '{field} is leeg',
  'problem.unknownStatus': 'de status moet te koop, in optie of verkocht zijn, niet {text}',
  'problem.notWhole': '{field} moet een geheel getal zijn, niet {text}',
  'problem.ambiguous': '{field} {text} is niet eenduidig: het kan {written} of {otherwise} zijn',
  'problem.negative': '{field} {text} is kleiner dan nul',
  'problem.tooLarge': '{field} {text} is te groot',
  'problem.lostDigits':
    '{field} {text} is door het spreadsheetprogramma ingekort en heeft cijfers verloren. Maak de kolom op als tekst, voer het getal opnieuw in en sla het bestand op',
  'problem.codeIsDate':
    '{field} {text} is een datum die het spreadsheetprogramma van een code heeft gemaakt. Maak de kolom op als tekst, voer de code opnieuw in en sla het bestand op',
  'problem.invalidText':
    '{field} moet tekst van 1 tot {max, number} tekens zijn, niet alleen spaties en zonder stuurtekens, niet {text}',
  'problem.invalidCode':
    '{field} moet uit 1 tot {max, number} afdrukbare ASCII-tekens zonder spaties bestaan, niet {text}',
  'problem.otherSheet': 'het blad {text}',
  'problem.hiddenSheet': 'het verborgen blad {text}',
  'problem.hiddenRows': 'verborgen rijen ({count, number})',
  'problem.totalRows': 'totaalregels ({count, number})',
  'problem.parentRows':
    'rijen van producten waarvan de varianten de voorraad hebben ({count, number})',
  'problem.pictureRows': 'rijen met afbeeldingen ({count, number})',
  'problem.giftCardRows': 'rijen met cadeaubonnen ({count, number})',
  'problem.serviceRows': 'rijen met diensten ({count, number})',
  'problem.untrackedRows': 'rijen zonder bijgehouden voorraad ({count, number})',
  'problem.otherLocationRows': 'rijen van andere locaties ({count, number})',

  // reason
  'reason.sale': 'Verkoop',
  'reason.arrival': 'Ontvangst',
  'reason.return': 'Retour',
  'reason.adjustment': 'Correctie',
  'reason.count': 'Telling',
  'reason.damage': 'Schade',
  'reason.died': 'Gestorven',

  // reports
  'reports.title': 'Rapporten',
  'reports.tabs': 'Getoonde rapporten',
  'reports.tab': '{tab, select, order{Te bestellen} sold{Verkocht} losses{Verlies} other{Alles}}',
  'reports.comparedSpan': '{first} t/m {last}, vergeleken met de periode ervoor',
  'reports.span': 'Periode',
  'reports.spanName':
    '{span, select, days{{count, plural, one {# dag} other {# dagen}}} week{Week} month{Maand} quarter{Kwartaal} year{Jaar} other{Andere periode}}',
  'reports.noPets': 'Er zijn nog geen dieren, dus er valt nog niets te melden.',
  'reports.lost': 'Verlies',
  'reports.noReason': 'Geen reden',
  'reports.ofPets': '{count, plural, one {van # dier} other {van # dieren}}',
  'reports.earlier': '{count, plural, one {eerder # ({delta})} other {eerder # ({delta})}}',
  'reports.before': 'Eerder',
  'reports.soldBefore': 'Eerder verkocht',
  'reports.perDay': 'Per dag',
  'reports.inStock': 'Voorraad',
  'reports.daysLeft': 'Dagen over',
  'reports.order': 'Bestellen',
  'reports.level': 'Bestelpunt',
  'reports.cause': 'Oorzaak',
  'reports.notes': 'Notities',
  'reports.petId': 'Dier {id}',
  'reports.petIdBehindName': '(dier {id})',
  'reports.sales': 'Verkocht en ontvangen',
  'reports.salesPerMonth': 'Verkocht en ontvangen per maand',
  'reports.salesPerDay': 'Verkocht en ontvangen per dag',
  'reports.barOf': '{day}: {sold, number} verkocht, {arrived, number} ontvangen',
  'reports.values': 'Waarden',
  'reports.salesValues': 'Verkocht en ontvangen, waarden',
  'reports.noDays': 'Geen dagen.',
  'reports.bestSellers': 'Best verkocht',
  'reports.nothingSold': 'Er is niets verkocht.',
  'reports.runsOutFirst': 'Als eerste op',
  'reports.runsOutFirstNote': 'Hoelang de voorraad meegaat in het tempo van deze periode.',
  'reports.nothingRunsOut':
    '{count, plural, one {Binnen # dag raakt niets op.} other {Binnen # dagen raakt niets op.}}',
  'reports.nothingSoldInStock': 'Van wat verkocht is, is niets op voorraad.',
  'reports.slowMovers': 'Niet verkocht',
  'reports.slowMoversNote': 'Op voorraad, maar in deze periode niet verkocht.',
  'reports.allSold': 'Alles wat op voorraad is, is minstens één keer verkocht.',
  'reports.nothingInStock': 'Er is niets op voorraad.',
  'reports.losses': 'Verliezen',
  'reports.lossesNotAll':
    'Alleen van de nieuwste wijzigingen: kies een kortere periode om alles te zien.',
  'reports.nothingLost': 'Er is niets verloren gegaan.',
  'reports.lossesByCause': 'Per oorzaak',
  'reports.lossesByPerson': 'Per persoon',
  'reports.whatToOrder': 'Te bestellen',
  'reports.nothingToOrder': 'Er is genoeg van alles.',
  'reports.fewerDaysLeft': 'Minder dagen over dan',
  'reports.enoughForDays': 'Genoeg voor (dagen)',
  'reports.copy': 'Kopiëren',
  'reports.mail': 'Mailen',
  'reports.mailSubject': 'Bestelling',
  'reports.mailTooLong':
    'De lijst is te lang voor een mail. Kopieer de lijst en plak die in een mail.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied': '{count, plural, one {# regel gekopieerd.} other {# regels gekopieerd.}}',
  'reports.notCopied':
    'De browser staat kopiëren hier niet toe. Download in plaats daarvan het CSV-bestand.',
  'reports.receiveThese': 'Deze ontvangen',
  'reports.receiveBusy': 'De lijst in “Ontvangst” wordt opgeslagen. Probeer het daarna opnieuw.',
  'reports.csv': 'CSV',
  'reports.csvOf': 'CSV: {title}',
  'reports.tableOf': '{title}: tabel',
  'reports.showAll': 'Alle {count, number} tonen',
  'reports.soldToday':
    '{count, plural, one {<strong>#</strong> vandaag verkocht} other {<strong>#</strong> vandaag verkocht}}',
  'reports.runOutSoon':
    '{count, plural, one {<strong>#</strong> binnen {days, number} dagen op} other {<strong>#</strong> binnen {days, number} dagen op}}',
  'reports.toOrder':
    '{count, plural, one {<strong>#</strong> te bestellen} other {<strong>#</strong> te bestellen}}',

  // role
  'role.read': 'Alleen kijken',
  'role.readAllows':
    'De voorraad en de geschiedenis bekijken, doorzoeken, exporteren en afdrukken.',
  'role.write': 'Verkopen en tellen',
  'role.writeAllows':
    'Aantallen wijzigen: aan de kassa, in het magazijn, met een spreadsheet of een programma.',
  'role.admin': 'Ook dieren bewerken',
  'role.adminAllows':
    'Dieren toevoegen, een naam geven en verwijderen, en als in optie of verkocht markeren.',
  'role.owner': 'Eigenaar',
  'role.ownerAllows':
    'Alles, ook sleutels en webhooks beheren. Voor mensen aan wie u de hele winkel toevertrouwt.',

  // screen
  'screen.sell': 'Verkoop',
  'screen.stock': 'Voorraad',
  'screen.receiving': 'Ontvangst',
  'screen.count': 'Telling',
  'screen.activity': 'Activiteit',
  'screen.reports': 'Rapporten',
  'screen.settings': 'Instellingen',

  // session
  'session.tagline': 'De voorraad van uw dierenwinkel.',
  'session.apiKey': 'API-sleutel',
  'session.showKey': 'Sleutel tonen',
  'session.hideKey': 'Sleutel verbergen',
  'session.signIn': 'Inloggen',
  'session.signingIn': 'Inloggen…',
  'session.useAnotherKey': 'Andere sleutel gebruiken',
  'session.showPeople': 'Terug naar de namen',
  'session.askForKey':
    'Vraag de eigenaar van de winkel om een sleutel. Deze pagina vergeet de sleutel zodra u haar sluit of opnieuw laadt. Open voor de eerste sleutel de link die Pawstock bij het starten toont.',
  'session.signedOutElsewhere':
    'U hebt in een ander tabblad uitgelogd.{pet, select, none {} other { Uw wijziging van {pet} is verloren gegaan.}}',
  'session.notSignedIn': 'Niet ingelogd',
  'session.languageNotChanged': 'Taal niet gewijzigd',
  'session.notAKey':
    'Dit is geen API-sleutel: er staat een spatie of een bijzonder teken in. Plak alleen de sleutel; die begint met paw_.',
  'session.keyRefused':
    'De API-sleutel bevat een tikfout, is niet volledig of is verlopen of ingetrokken. Controleer de sleutel of vraag om een nieuwe.',
  'session.keyNotAccepted': 'Uw sleutel “{name}” werd niet geaccepteerd. Log opnieuw in.',
  'session.keyRevoked': 'Uw sleutel “{name}” is ingetrokken of vervangen. Vraag om een nieuwe.',
  'session.keyExpired': 'Uw sleutel “{name}” is verlopen. Vraag om een nieuwe.',
  'session.retrying': 'Pawstock is niet bereikbaar. Nieuwe poging…',
  'session.shopTimes': 'Dagen en tijden zijn die van de winkel ({zone}).',

  // settings
  'settings.title': 'Instellingen',
  'settings.forOwners':
    'De instellingen zijn voor eigenaren. Log in met de sleutel van een eigenaar.',
  'settings.actions': 'Wat er is gedaan',
  'settings.actionsList': 'Acties, nieuwste eerst',
  'settings.action':
    '{action, select, key_create {{who} heeft de sleutel <strong>{name}</strong> gemaakt} key_revoke {{who} heeft de sleutel <strong>{name}</strong> ingetrokken} key_rotate {{who} heeft de sleutel <strong>{name}</strong> vernieuwd} webhook_add {{who} heeft de webhook <strong>{name}</strong> toegevoegd} webhook_update {{who} heeft de webhook <strong>{name}</strong> gewijzigd} webhook_rotate {{who} heeft de geheime code van de webhook <strong>{name}</strong> vernieuwd} webhook_replay {{who} heeft wijzigingen opnieuw verzonden naar de webhook <strong>{name}</strong>} webhook_remove {{who} heeft de webhook <strong>{name}</strong> verwijderd} shop_update {{who} heeft de instellingen van de winkel gewijzigd} other {{who} {action} <strong>{name}</strong>}}',
  'settings.bySetupLink': 'De link van de eerste start',
  'settings.byCommand': 'De opdrachtregel',
  'settings.backups': 'Back-ups',
  'settings.backupsList': 'Back-ups, nieuwste eerst',
  'settings.noBackups':
    'Pawstock maakt zelf geen back-ups. Vraag de beheerder om ze in te schakelen of een back-up van de database te maken.',
  'settings.backupsMade':
    'Pawstock maakt elke {every} een back-up in {folder} en bewaart de laatste {keep, number}.',
  'settings.backupFailed':
    'De laatste poging is mislukt ({when}): {message} Pawstock probeert het vanzelf opnieuw. Meld dit aan de beheerder.',
  'settings.backupChecked': '{size}, gecontroleerd',
  'settings.mail': 'E-mail',
  'settings.noMail': 'Pawstock verstuurt geen e-mail. De beheerder kan dat aanzetten.',
  'settings.mailsEachDay':
    'Elke dag om {at} stuurt Pawstock een e-mail naar {to}: wat is verkocht, wat op is en wat er besteld moet worden. Eigen storingen meldt het meteen.',
  'settings.noMailSent': 'Er is er nog geen verzonden.',
  'settings.mailLastSent': 'Laatst verzonden: {when}',
  'settings.mailFailed':
    'De laatste e-mail kon niet worden verzonden: {message}. Meld dit aan de beheerder.',
  'settings.sendMailNow': 'Nu een versturen',
  'settings.sendingMail': 'Versturen…',
  'settings.mailIsSent': 'Er is een e-mail verzonden.',
  'settings.welcome': 'Welkom bij Pawstock',
  'settings.firstKey':
    'Maak uw sleutel. Daarmee kunt u alles doen en sleutels voor alle anderen maken.',
  'settings.yourName': 'Uw naam',
  'settings.createMyKey': 'Mijn sleutel maken',
  'settings.continue': 'Doorgaan',
  'settings.setupOver':
    'Deze link is al gebruikt of na een uur verlopen. Log in, of start Pawstock opnieuw voor een nieuwe link.',
  'settings.name': 'Naam',
  'settings.nameTooLong':
    '{count, plural, one {Een naam heeft hoogstens # teken.} other {Een naam heeft hoogstens # tekens.}}',
  'settings.nameWithSlash': 'Een naam kan geen / of \\ bevatten.',
  'settings.nameWithHidden':
    'Een naam kan geen onzichtbare tekens of richtingstekens bevatten. Typ de naam opnieuw.',
  'settings.nameWithSigns': 'Gebruik letters, cijfers, spaties en gewone tekens.',
  'settings.keys': 'Sleutels',
  'settings.keysNote':
    'Iedereen die Pawstock gebruikt, en elk programma, heeft een sleutel. De naam ervan staat bij de wijzigingen.',
  'settings.isYou': 'dit bent u',
  'settings.neverUsed': 'Nooit gebruikt',
  'settings.lastUsed': 'Laatst gebruikt: {when}',
  'settings.created': 'gemaakt: {when}',
  'settings.revoked': 'Ingetrokken: {when}',
  'settings.expiresAt': 'Verloopt: {when}',
  'settings.rate': '{count, plural, one {# verzoek per seconde} other {# verzoeken per seconde}}',
  'settings.showEnded':
    '{count, plural, one {# inactieve sleutel tonen} other {# inactieve sleutels tonen}}',
  'settings.hideEnded': 'Inactieve sleutels verbergen',
  'settings.devices': 'Apparaten',
  'settings.deviceKeys': '{device}: {count, plural, one{# sleutel} other{# sleutels}}',
  'settings.revokeDevice': 'Alles intrekken',
  'settings.revokeDeviceOf': 'Alles van {device} intrekken',
  'settings.revokeDeviceQuestion': 'Alle sleutels van {device} intrekken?',
  'settings.revokeDeviceNote':
    'Iedereen die daar inlogt, moet opnieuw worden toegevoegd. Doe dit als het apparaat kwijt is.',
  'settings.deviceRevoked': 'Alle sleutels van {device} zijn ingetrokken.',
  'settings.createKey': 'Sleutel maken',
  'settings.create': 'Maken',
  'settings.creating': 'Maken…',
  'settings.keyExamples': 'Anna de Vries, kassa 1, webshop',
  'settings.role': 'Rol',
  'settings.expires': 'Verloopt',
  'settings.never': 'Nooit',
  'settings.atOnce': 'Meteen',
  'settings.inAnHour': 'Over een uur',
  'settings.inDays': '{count, plural, one {Over een dag} other {Over # dagen}}',
  'settings.inAYear': 'Over een jaar',
  'settings.rateLimit': 'Voor een programma: hoogstens zoveel verzoeken per seconde (optioneel)',
  'settings.rotate': 'Vernieuwen',
  'settings.rotating': 'Vernieuwen…',
  'settings.rotateOf': '{name} vernieuwen',
  'settings.rotateQuestion': '{name} vernieuwen?',
  'settings.rotateNote':
    'De sleutel krijgt een nieuwe geheime code. Vervang de oude code overal waar de sleutel wordt gebruikt.',
  'settings.oldSecretEnds': 'De oude code vervalt',
  'settings.revoke': 'Intrekken',
  'settings.revoking': 'Intrekken…',
  'settings.revokeOf': '{name} intrekken',
  'settings.revokeQuestion': '{name} intrekken?',
  'settings.revokeNote':
    'Wie deze sleutel gebruikt, wordt bij het volgende verzoek uitgelogd. Dit kan niet ongedaan worden gemaakt.',
  'settings.revokeOwnNote':
    'U wordt meteen uitgelogd: dit is de sleutel waarmee u bent ingelogd. Dit kan niet ongedaan worden gemaakt.',
  'settings.isRevoked': '{name} is ingetrokken.',
  'settings.notChanged': 'Niet gewijzigd',
  'settings.notCreated': 'Niet gemaakt',
  'settings.notDone': 'Niet gelukt',
  'settings.notRotated': 'Niet vernieuwd',
  'settings.notSent': 'Niet verzonden',
  'settings.secretOf': 'Geheime code van {name}',
  'settings.secretLost':
    '“{name}” is opgeslagen, maar de geheime code is onderweg verloren gegaan. Vernieuw de code om een andere te krijgen.',
  'settings.copyNow': 'Kopieer de code nu. Die wordt niet nog eens getoond.',
  'settings.haveYouCopied': 'Hebt u de code gekopieerd? Kies dan “Klaar”.',
  'settings.done': 'Klaar',
  'settings.apiKey': 'API-sleutel',
  'settings.signingSecret': 'Geheime code voor ondertekening',
  'settings.signInLink': 'Link om in te loggen',
  'settings.linkIsLocal':
    'Deze link werkt alleen op deze computer, omdat u Pawstock op {host} hebt geopend. Open Pawstock voor een telefoon of een andere computer op het adres in uw netwerk en maak de sleutel daar. De beheerder van Pawstock kent dat adres.',
  'settings.signInCode': 'QR-code van de link om in te loggen als {name}',
  'settings.scanToSignIn': 'Scan de code met de camera van een telefoon om daar in te loggen.',
  'settings.copy': 'Kopiëren',
  'settings.copyOf': 'Kopiëren: {label}',
  'settings.copied': '{label} gekopieerd.',
  'settings.notCopied':
    'De browser staat kopiëren hier niet toe. Selecteer de tekst en kopieer die.',
  'settings.webhooks': 'Webhooks',
  'settings.webhooksNote':
    'Adressen van andere programma’s, zoals uw webshop, die wijzigingen meteen doorkrijgen.',
  'settings.addWebhook': 'Webhook toevoegen',
  'settings.changeWebhook': '{name} wijzigen',
  'settings.isChanged': '{name} is gewijzigd.',
  'settings.webhookName': 'webshop',
  'settings.address': 'Adres',
  'settings.addressMissing':
    'Het begint met https://. De makers van het andere programma kennen het.',
  'settings.addressIsLocal':
    'Dit is de computer waarop Pawstock draait. Pawstock verzendt alleen naar andere computers.',
  'settings.addressIsReadable':
    'Anderen kunnen lezen wat naar een http-adres wordt verzonden. Vraag om een adres met https.',
  'settings.events': 'Melden',
  'settings.everyChange': 'Elke wijziging',
  'settings.soldOut': 'Uitverkocht',
  'settings.changed': 'Gewijzigd',
  'settings.aTest': 'Test',
  'settings.onlyReasons': 'Alleen bij deze redenen (alle als u er geen kiest)',
  'settings.onlyPets': 'Alleen voor deze dieren, op ID (optioneel)',
  'settings.wrongIds': 'Voer ID’s van dieren in met komma’s ertussen.',
  'settings.forPets': 'dieren {ids}',
  'settings.forReasons': 'alleen {reasons}',
  'settings.nothingSent': 'nog niets verzonden',
  'settings.lastAnswer': 'laatste antwoord: {answer}, {when}',
  'settings.behind': '{count, plural, one {loopt # achter} other {loopt # achter}}',
  'settings.triedAgain': 'nieuwe poging: {when}',
  'settings.sendingAgain': 'opnieuw verzenden: {position, number} van {until, number}',
  'settings.test': 'Testen',
  'settings.testOf': '{name} testen',
  'settings.testAnswer': 'Test van {name}: {answer}.',
  'settings.moreActions': 'Meer acties voor {name}',
  'settings.endpoint': 'Webhook',
  'settings.removal': 'Verwijderen',
  'settings.attempts': 'Pogingen',
  'settings.changeAction': 'Wijzigen…',
  'settings.resume': 'Hervatten',
  'settings.pause': 'Pauzeren',
  'settings.isResumed': '{name} is hervat.',
  'settings.isPaused': '{name} is gepauzeerd.',
  'settings.sendAgainAction': 'Opnieuw verzenden…',
  'settings.newSecretAction': 'Nieuwe geheime code…',
  'settings.newSecretQuestion': 'Nieuwe geheime code voor {name}?',
  'settings.newSecretNote':
    'Een dag lang worden meldingen met de oude en de nieuwe geheime code ondertekend. Zet de nieuwe code in die tijd in het programma.',
  'settings.createNewSecret': 'Nieuwe code maken',
  'settings.removeQuestion': '{name} verwijderen?',
  'settings.removeNote':
    'De webhook krijgt niets meer, ook niet wat nog niet is verzonden. Dit kan niet ongedaan worden gemaakt.',
  'settings.remove': 'Verwijderen',
  'settings.isRemoved': '{name} is verwijderd.',
  'settings.sendAgainTo': 'Opnieuw verzenden naar {name}',
  'settings.sendAgain': 'Opnieuw verzenden',
  'settings.asking': 'Aanvragen…',
  'settings.sendAgainNote':
    'Alles vanaf dat moment wordt in volgorde opnieuw verzonden. Nieuwe wijzigingen gaan voor.',
  'settings.since': 'Vanaf',
  'settings.nothingToSend': 'Er is niets om opnieuw te verzenden.',
  'settings.getsAgain': '{name} krijgt alles vanaf dat moment opnieuw.',
  'settings.attemptsOf': 'Pogingen van {name}',
  'settings.attemptsList': 'Pogingen, nieuwste eerst',
  'settings.noAttempts': 'Er is nog niets verzonden.',
  'settings.attemptTook': '{when} · {duration, number} ms',

  // status
  'status.available': 'Te koop',
  'status.pending': 'In optie',
  'status.sold': 'Verkocht',

  // stock
  'stock.petId': 'Dier-ID',
  'stock.name': 'Naam',
  'stock.quantity': 'Aantal',
  'stock.status': 'Status',
  'stock.barcode': 'Barcode',
  'stock.lowAt': 'Bestelpunt',
  'stock.pet': 'dier\u00a0{id}',
  'stock.namedPet': 'dier\u00a0{id} ({name})',
  'stock.petAtStart': 'Dier\u00a0{id}',
  'stock.namedPetAtStart': 'Dier\u00a0{id} ({name})',
  'stock.searchedFields':
    '{fields, select, name {ID of naam} barcode {ID of barcode} both {ID, naam of barcode} other {ID}}',
  'stock.level': 'Voorraad',
  'stock.low': 'Laag',
  'stock.out': 'Op',
  'stock.lowStock': 'Lage voorraad',
  'stock.outOfStock': 'Uitverkocht',
  'stock.addPet': 'Dier toevoegen',
  'stock.changePet': '{pet} wijzigen',
  'stock.history': 'Geschiedenis',
  'stock.historyOf': 'Geschiedenis van {pet}',
  'stock.codeAsQuantity':
    '“{code}” {holder, select, none {lijkt op een barcode} other {is de barcode van dier\u00a0{holder}}} en is dus geen aantal.{number, select, none {} other { Bedoelt u het getal, typ dan {number}.}}',
  'stock.otherLayout':
    'De scanner typt met een andere toetsenbordindeling: “{text}” is waarschijnlijk “{code}”. Stel de scanner in op de indeling van deze computer; in de handleiding staat een code die u daarvoor scant.',
  'stock.changed': '{pet}: {before, number} → {after, number} ({difference})',
  'stock.undo': 'Ongedaan maken',
  'stock.undone': 'Ongedaan gemaakt: {what}',
  'stock.notUndone': 'Niet ongedaan gemaakt',
  'stock.tryAgain': 'Opnieuw proberen',
  'stock.changedAgain': '{pet} is intussen opnieuw gewijzigd.',
  'stock.isNow': '{pet} staat nu op {quantity, number}.',
  'stock.isBackAt': '{pet} staat weer op {quantity, number}.',

  // table
  'table.pets': 'Dieren',
  'table.pet': 'Dier',
  'table.overview': 'Overzicht',
  'table.today': 'Vandaag',
  'table.kinds': 'Soorten',
  'table.availableKinds': '{count, plural, one {# te koop} other {# te koop}}',
  'table.units': 'Stuks',
  'table.unitsEach': 'gem. {average}',
  'table.showOnlyThese': ': alleen deze tonen',
  'table.lowUpTo': 't/m<hidden> welk aantal de voorraad als laag geldt</hidden>',
  'table.lowUpToLevel': 't/m {level, number}',
  'table.byStatus': 'Per status',
  'table.kindsAndUnits':
    '{kinds, plural, one {# soort} other {# soorten}}, {units, plural, one {# stuk} other {# stuks}}',
  'table.allStatuses': 'Alle',
  'table.anyLevel': 'Alle voorraad',
  'table.export': 'Exporteren',
  'table.searchBy': 'Zoeken op {fields}',
  'table.clearSearch': 'Zoekopdracht wissen',
  'table.notAllLoaded': 'Nog niet alle dieren zijn geladen. Probeer het zo meteen opnieuw.',
  'table.found': '{count, plural, one {# dier gevonden} other {# dieren gevonden}}',
  'table.sameName':
    '{count, plural, one {# dier heet “{text}”. Kies het.} other {# dieren heten “{text}”. Kies er een.}}',
  'table.severalMatch':
    '{count, plural, one {# dier past bij “{text}”. Kies het.} other {# dieren passen bij “{text}”. Kies er een.}}',
  'table.noPet': 'Geen dier {text} gevonden.',
  'table.noPetButLonger':
    'Geen dier {text} gevonden. {count, plural, one {# langere ID bevat dit getal.} other {# langere ID’s bevatten dit getal.}}',
  'table.noPetButOthers':
    'Geen dier {text} gevonden. {count, plural, one {# dier heeft dit getal in {fields}.} other {# dieren hebben dit getal in {fields}.}}',
  'table.stillInStock': 'Nog op voorraad',
  'table.quantityAndReserved': '{quantity, number}<small>, {reserved, number} gereserveerd</small>',
  'table.change': 'Wijzigen',
  'table.moreActions': 'Meer acties voor {pet}',
  'table.actions': 'Acties',
  'table.loadingAll': 'Alle dieren laden…',
  'table.noMatch': 'Geen dieren gevonden',
  'table.noPets': 'Nog geen dieren',
  'table.addFirst': 'Voeg het eerste dier toe of importeer een bestand.',
  'table.waitForPets': 'Ze verschijnen hier zodra iemand die dieren mag bewerken ze toevoegt.',
  'table.showAll': 'Alles tonen',
  'table.addPetWithId': 'Dier {id} toevoegen',
  'table.importFile': 'Spreadsheet importeren',
  'table.noneWithStatus': 'Geen enkel dier heeft deze status en voorraad.',
  'table.notAnId': '“{text}” is geen ID. Een ID is een geheel getal.',
  'table.hiddenByFilter': 'Dier {text} heeft een andere status of voorraad.',
  'table.noneContains': '“{text}” komt niet voor in {fields}.',
  'table.noneContainsHere': '“{text}” komt niet voor in {fields}, met deze status en voorraad.',

  // total
  'total.sold': 'Verkocht',
  'total.arrived': 'Ontvangen',
  'total.returned': 'Retour',
  'total.damaged': 'Beschadigd',
  'total.died': 'Gestorven',

  // ui
  'ui.language': 'Taal',
  'ui.loading': 'Laden…',
  'ui.close': 'Sluiten',
  'ui.cancel': 'Annuleren',
  'ui.notifications': 'Meldingen',
  'ui.dismiss': 'Sluiten',
  'ui.none': 'Geen.',
  'ui.more': 'En nog {count, number}.',
  'ui.removed': 'verwijderd',
  'ui.to': 'naar',
  'ui.saving': 'Opslaan…',

  // webhook
  'webhook.active': 'Werkt',
  'webhook.failing': 'Storing',
  'webhook.disabled': 'Gestopt',
  'webhook.paused': 'Gepauzeerd',
};
