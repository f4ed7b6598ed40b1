import type { Catalogue } from './translator.ts';

/** The French texts of the dashboard. en.ts says where each one stands. */
export const messages: Catalogue = {
  // answer
  'answer.accepted': 'accepté ({answer})',
  'answer.moved': 'l’adresse a changé ; saisissez la nouvelle ({answer})',
  'answer.refused': 'refusé ; vérifiez le secret dans l’autre programme ({answer})',
  'answer.notFound': 'il n’y a rien à cette adresse ({answer})',
  'answer.gone': 'le programme ne veut plus de messages ({answer})',
  'answer.tooMany': 'trop de messages pour le programme ({answer})',
  'answer.notUnderstood': 'le programme ne comprend pas le message ({answer})',
  'answer.failed': 'le programme a rencontré une erreur ({answer})',
  'answer.noHost': 'ce nom d’hôte n’existe pas ({answer})',
  'answer.unreachable': 'rien ne répond à cette adresse ({answer})',
  'answer.cut': 'la connexion a été coupée ({answer})',
  'answer.notTrusted': 'le certificat de l’adresse n’est pas fiable ({answer})',
  'answer.timedOut': 'aucune réponse en {seconds, number} s',
  'answer.notPublic': 'l’adresse n’est pas publique, et WEBHOOK_NETWORKS n’autorise pas son réseau',

  // app
  'app.failed': 'Un problème est survenu',
  'app.failedNext':
    'Vos modifications enregistrées sont intactes et votre saisie est conservée. <link>Recharger la page</link>.',
  'app.addPet': 'Ajouter un animal',
  'app.menu': 'Menu',
  'app.lock': 'Verrouiller',
  'app.skipToContent': 'Aller au contenu',
  'app.screens': 'Écrans',
  'app.title': '{screen} – Pawstock',
  'app.liveHint': 'Les changements s’affichent en temps réel',
  'app.scanWithCamera': 'Scanner avec la caméra',
  'app.petsChanged': '{count, plural, one {# animal a changé.} other {# animaux ont changé.}}',
  'app.petRemoved': '{pet} a été retiré.',
  'app.petIsNow': '{pet} est maintenant à {quantity, number}.',

  // camera
  'camera.panel': 'Caméra',
  'camera.video': 'Image de la caméra',
  'camera.close': 'Fermer la caméra',
  'camera.needsTls':
    'Les navigateurs n’autorisent la caméra que sur les pages dont l’adresse commence par https://. Demandez à la personne qui gère Pawstock d’activer TLS.',
  'camera.forbidden':
    'Le navigateur bloque la caméra. Autorisez-la pour cette page dans les réglages du navigateur, puis ouvrez-la de nouveau.',
  'camera.missing': 'Cet appareil n’a pas de caméra.',
  'camera.inUse':
    'Une autre application utilise la caméra. Fermez-la, puis ouvrez de nouveau la caméra.',
  'camera.unusable':
    'La caméra ne fonctionne pas. Fermez-la et ouvrez-la de nouveau, ou tapez le code.',

  // connection
  'connection.connecting': 'Connexion…',
  'connection.live': 'En direct',
  'connection.offline': 'Hors ligne',

  // counter
  'counter.title':
    '{kind, select, sell {Vendre} receiving {Recevoir une livraison} other {Compter le stock}}',
  'counter.readOnly':
    'Votre clé « {key} » a le rôle « {role} » : elle ne permet pas de saisir {kind, select, sell {des ventes} receiving {des livraisons} other {un inventaire}}. Demandez à un propriétaire une clé avec le rôle « {needed} », puis connectez-vous avec celle-ci.',
  'counter.form': 'Ligne suivante',
  'counter.petOrReservation': 'Animal ou réservation',
  'counter.petIdOrName': 'ID ou nom',
  'counter.amountOf':
    '{kind, select, sell {Quantité : {pet}} receiving {Reçu : {pet}} other {Compté : {pet}}}',
  'counter.addPet': 'Ajouter cet animal…',
  'counter.hint':
    'Scannez un animal, ou saisissez-le et appuyez sur Entrée. <key>12*</key> fixe le nombre de la dernière ligne.',
  'counter.hintGuided':
    'Saisissez le nombre de cet animal et appuyez sur Entrée, ou scannez un animal quelconque. <key>12*</key> fixe le nombre de la dernière ligne.',
  'counter.choices': 'Choix',
  'counter.often': 'Souvent saisis',
  'counter.numberOf': '{units, number} de {pet}',
  'counter.petOrReservationQuestion':
    '« {text} » est à la fois un animal et une réservation. Choisissez.',
  'counter.numberOrCode':
    '{code} est-il le nombre ou un code ? Appuyez encore sur Entrée si c’est le nombre.',
  'counter.allCountedAlready':
    'Tous les animaux sont comptés. Pour en compter davantage d’un, scannez-le.',
  'counter.noLineYet': 'Scannez ou saisissez d’abord un animal, puis son nombre.',
  'counter.correctFirst': 'Corrigez d’abord le nombre de {pet}.',
  'counter.inStock': '{quantity, number} en stock',
  'counter.severalMatch': 'Plusieurs animaux correspondent. Choisissez-en un.',
  'counter.unknown':
    '{what, select, id {L’animal {text} n’existe pas.} reservation {Aucun animal et aucune réservation ne correspondent à « {text} ».} offline {Aucun animal ne s’appelle « {text} ». Les réservations seront accessibles dès le retour de la connexion.} other {Aucun animal ne s’appelle « {text} ».}}{next, select, ask { Une personne qui modifie aussi les animaux peut l’ajouter.} other {}}',
  'counter.wholeNumberFrom': 'Saisissez un nombre entier à partir de {least, number}.',
  'counter.howMany':
    'Quelle quantité pour l’{pet} ? Saisissez un nombre entier à partir de {least, number}.',
  'counter.isRight': '{amount, number}, est-ce exact ? Si oui, appuyez de nouveau sur Entrée.',
  'counter.isRightNow':
    '{amount, number}, est-ce exact ? {now, plural, one {Il y en a # actuellement.} other {Il y en a # actuellement.}} Si oui, appuyez de nouveau sur Entrée.',
  'counter.tooManyLines':
    'Une liste contient au maximum {max, plural, one {# animal} other {# animaux}}. Enregistrez-la, puis continuez.',
  'counter.entered':
    '{pet} : {amount, number}. {count, plural, one {# animal} other {# animaux}} sur la liste.',

  'counter.reservation': 'Réservation {id}',
  'counter.reservedBy': 'Réservé par {key} jusqu’au {time}.',
  'counter.reservationEnded':
    '{state, select, expired {La réservation {id} ne s’affiche pas : elle a expiré ({time}).} sold {La réservation {id} ne s’affiche pas : elle a été vendue ({time}).} other {La réservation {id} ne s’affiche pas : elle a été libérée ({time}).}}',
  'counter.reservationFailed': 'Réservation {id} non affichée',
  'counter.listFirst':
    'Vendez ou abandonnez d’abord la liste, puis scannez de nouveau la réservation.',
  'counter.reservationFirst': 'Vendez ou fermez d’abord la réservation {id}.',
  'counter.isBeingSaved': 'Cette liste est en cours d’enregistrement. Scannez de nouveau ensuite.',

  'counter.reasonIs': 'Motif : {reason}.',
  'counter.noteIs': 'Note : {note}',
  'counter.addNote': 'Ajouter une note',
  'counter.noteForAll': 'Note pour toutes les lignes',

  'counter.remove': 'Retirer l’{pet} de la liste',
  'counter.isGone': 'A été retiré du stock.',
  'counter.notForSale':
    '{status, select, sold{Marqué comme vendu.} other{Marqué comme en attente.}}',
  'counter.sellDespite': 'Vendre quand même',
  'counter.left': 'reste {left, number}',
  'counter.leftReserved': 'reste {left, number}, dont {held, number} en réservation',
  'counter.shortage':
    '{left, plural, =0 {Il n’en reste plus à vendre.} one {Il n’en reste que # à vendre.} other {Il n’en reste que # à vendre.}}',
  'counter.shortageReserved':
    '{left, plural, =0 {Il n’en reste plus à vendre.} one {Il n’en reste que # à vendre.} other {Il n’en reste que # à vendre.}} {held, plural, one {# autre est en réservation.} other {# autres sont en réservation.}}',
  'counter.notEnough': 'Stock insuffisant pour l’{pet}. {shortage}',

  'counter.lines':
    '{kind, select, count {{pets, plural, one {# animal} other {# animaux}}} other {{pets, plural, one {# animal} other {# animaux}}, {units, plural, one {# unité} other {# unités}}}}',
  'counter.linesUndone':
    '{kind, select, count {{pets, plural, one {# animal} other {# animaux}}, annulé} other {{pets, plural, one {# animal} other {# animaux}}, {units, plural, one {# unité} other {# unités}}, annulé}}',
  'counter.problems': '{count, plural, one {# ligne à vérifier} other {# lignes à vérifier}}',
  'counter.blankLines': '{count, plural, one {# ligne sans nombre} other {# lignes sans nombre}}',
  'counter.discard': 'Abandonner',
  'counter.discardLines':
    '{count, plural, one {Abandonner # ligne ?} other {Abandonner # lignes ?}}',
  'counter.unlock': 'Déverrouiller',
  'counter.save': '{kind, select, sell {Vendre} other {Enregistrer}}',
  'counter.saving': '{kind, select, sell {Vente en cours…} other {Enregistrement…}}',
  'counter.saved':
    '{kind, select, sell {Vente enregistrée : {lines}.} receiving {Livraison enregistrée : {lines}.} other {Inventaire enregistré : {lines}.}}',
  'counter.soldReservation': 'Vente enregistrée : réservation {id}, {lines}.',
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell {Vente non enregistrée} other {Non enregistré}}',
  'counter.offline':
    '{kind, select, sell {Vente non enregistrée : cet appareil est hors ligne. La liste est conservée ici ; vendez-la au retour de la connexion.} other {Non enregistré : cet appareil est hors ligne. La liste est conservée ici ; enregistrez-la au retour de la connexion.}}',
  'counter.savedOtherwise':
    '{kind, select, sell {Vente non enregistrée : cette liste l’est déjà avec d’autres nombres, peut-être dans un autre onglet. Comparez-la avec l’activité du jour.} other {Non enregistré : cette liste l’est déjà avec d’autres nombres, peut-être dans un autre onglet. Comparez-la avec l’activité du jour.}}',
  'counter.nothingArrived': 'Saisissez la quantité reçue d’au moins un animal.',
  'counter.sentTooLongAgo':
    'Envoyé le {time}, sans réponse. C’est trop ancien, ou la clé était une autre : un nouvel envoi serait risqué. Consultez l’<link>activité</link> de ce jour : si la liste y figure, abandonnez-la ; sinon, déverrouillez-la.',
  'counter.noAnswer':
    'Aucune réponse : l’enregistrement est incertain. La liste sera renvoyée dès que Pawstock sera joignable, et ne comptera qu’une fois. D’ici là, elle ne peut pas être modifiée.',
  'counter.isThatRight':
    '{kind, select, sell {Est-ce exact : {changes} ? Si oui, vendez de nouveau.} other {Est-ce exact : {changes} ? Si oui, enregistrez de nouveau.}}',
  'counter.farChange': '{pet} de {before, number} à {after, number}',
  'counter.more': '{count, plural, one {# autre} other {# autres}}',

  'counter.last':
    '{kind, select, sell {Dernières ventes} receiving {Dernières livraisons} other {Derniers inventaires}}',
  'counter.namesBy': '{names}, par {key}',

  'counter.guided': 'Inventaire guidé',
  'counter.endGuided': 'Terminer l’inventaire guidé',
  'counter.order': 'Ordre',
  'counter.byId': 'Par ID',
  'counter.byName': 'Par nom',
  'counter.hideExpected': 'Masquer les quantités attendues',
  'counter.allCounted': 'Tous les animaux sont comptés. Vérifiez les écarts, puis enregistrez.',
  'counter.progress': 'Compté : {done, number} sur {all, plural, one {# animal} other {# animaux}}',
  'counter.countedPets': 'Animaux comptés',
  'counter.stillToCount': 'Restent à compter',
  'counter.later': 'Plus tard',
  'counter.andMore': '{count, plural, one {et # autre animal} other {et # autres animaux}}',
  'counter.sheet': 'Feuille d’inventaire',
  'counter.sheetOf': '{time}, {count, plural, one {# animal} other {# animaux}}',
  'counter.firstPrinted': 'Seuls les {max, number} premiers animaux sont imprimés',
  'counter.columnPet': 'Animal',
  'counter.columnExpected': 'Attendu',
  'counter.columnCounted': 'Compté',

  // dialog
  'dialog.addPetItem': 'Ajouter un animal…',
  'dialog.importItem': 'Importer un tableau…',
  'dialog.exportShown': 'Exporter les animaux affichés',
  'dialog.printShown': 'Imprimer les animaux affichés',
  'dialog.print': 'Imprimer',
  'dialog.printLabels': 'Imprimer les étiquettes',
  'dialog.appearance': 'Apparence',
  'device.auto': 'Système',
  'device.light': 'Clair',
  'device.dark': 'Sombre',
  'dialog.menuHelp': 'Aide et session',
  'dialog.shortcuts': 'Raccourcis clavier',
  'dialog.apiReference': 'Référence de l’API',
  'dialog.keyItem': 'Clé : {name}',
  'dialog.signOut': 'Se déconnecter',
  'dialog.signingOut': 'Déconnexion…',
  'dialog.signOutUnsaved': 'Se déconnecter sans enregistrer ?',
  'dialog.changeLost': 'Votre modification de l’{pet} sera perdue.',
  'dialog.listStays':
    'La liste de « {screen} » reste ici jusqu’à ce que vous vous reconnectiez avec cette clé.',
  'dialog.clockAhead':
    'L’horloge du service a été en avance un certain temps. Jusqu’au {until}, chaque changement est enregistré à cette heure, et les rapports le comptent à ce moment-là. Demandez à la personne qui gère Pawstock de la régler.',
  'dialog.keySearch': 'Rechercher ; une lettre ou un chiffre recherche aussi',
  'dialog.keyMove': 'Se déplacer dans le tableau',
  'dialog.keyEnds': 'Premier ou dernier animal',
  'dialog.keyPage': 'Un écran vers le haut ou vers le bas',
  'dialog.keyEnter': 'Modifier la quantité ; l’enregistrer',
  'dialog.keySign': 'Devant un nombre : ajouter ou retirer',
  'dialog.keyReason':
    'Après un nombre : un autre motif, par sa première lettre, ou x si l’animal est mort',
  'dialog.keySave': 'Vendre, ou enregistrer la livraison ou l’inventaire',
  'dialog.keyNumber': 'Dans une liste : le nombre de la dernière ligne',
  'dialog.keyMore': 'Autres actions pour l’animal',
  'dialog.keyCancel': 'Annuler ou fermer',
  'dialog.keyNotifications': 'Aller aux notifications et revenir',
  'dialog.keyHelp': 'Afficher cette liste',
  'dialog.yourKey': 'Votre clé',
  'dialog.roleNeeded':
    '« {name} » demande une clé avec le rôle « {needed} ». La vôtre a le rôle « {own} ».',
  'dialog.needsRole': 'Demande le rôle « {role} »',
  'dialog.signedInWith':
    'Vous utilisez la clé <strong>{name}</strong>. L’historique affiche ce nom à côté de vos changements.',
  'dialog.allowed': 'Autorisé :',
  'dialog.notAllowed': 'Non autorisé :',
  'dialog.keyCreated': 'Créée le {created}. Elle n’expire pas.',
  'dialog.keyExpires': 'Créée le {created}. Elle expire le {expires}.',
  'dialog.moreRights':
    'Pour d’autres droits, demandez une autre clé au propriétaire du magasin, déconnectez-vous, puis reconnectez-vous avec celle-ci. Les propriétaires créent les clés dans les réglages.',
  'dialog.changeQuantity': 'Modifier la quantité',
  'dialog.detailsEllipsis': 'Détails…',
  'dialog.removeEllipsis': 'Retirer…',
  'dialog.markAs': 'Marquer en attente ou vendu',
  'dialog.detailsOrRemove': 'Détails ou retrait',
  'dialog.statusChanged':
    '{pet} : {before, select, available {disponible} pending {en attente} other {vendu}} → {after, select, available {disponible} pending {en attente} other {vendu}}',
  'dialog.add': 'Ajouter',
  'dialog.adding': 'Ajout…',
  'dialog.notAdded': 'Non ajouté',
  'dialog.id': 'ID',
  'dialog.enterId': 'Saisissez un nombre entier sans zéro au début.',
  'dialog.petExists': 'L’animal {id} existe déjà.',
  'dialog.enterQuantity': 'Saisissez un nombre entier, 0 ou plus.',
  'dialog.justAdded': 'quelqu’un d’autre vient de l’ajouter.',
  'dialog.added': '{pet} ajouté.',
  'dialog.saved': '{pet} enregistré.',
  'dialog.detailsOf': 'Détails de l’animal {id}',
  'dialog.barcodeTaken': '{pet} a ce code-barres. Effacez-le d’abord chez cet animal.',
  'dialog.enterCode':
    'Saisissez au maximum {max, number} lettres sans accent, chiffres et signes, sans espaces.',
  'dialog.enterText': 'Saisissez au maximum {max, number} caractères.',
  'dialog.justTaken': 'un autre animal a ce code-barres.',
  'dialog.optional': '{field} (facultatif)',
  'dialog.nameHint': 'S’affiche et se recherche avec l’ID.',
  'dialog.barcodeHint': 'Scannez-le ici ou tapez-le. Ensuite, un scan ouvre l’animal.',
  'dialog.lowAtHint':
    'Avec cette quantité ou moins, le stock est bas. Si vide : {usual, number}, comme pour tous les animaux.',
  'dialog.removeQuestion': 'Retirer l’{pet} ?',
  'dialog.remove': 'Retirer',
  'dialog.removing': 'Retrait…',
  'dialog.notRemoved': 'Non retiré',
  'dialog.removeExplained':
    '{quantity, number} en stock, {status, select, available {disponible} pending {en attente} other {vendu}}. L’animal est retiré de la liste. Son historique est conservé. Pendant dix secondes, « Annuler l’action » permet de tout rétablir.',
  'dialog.removeReserved':
    '{count, plural, one {<strong># en réservation :</strong> un client est sur le point de l’acheter, et la vente sera refusée.} other {<strong># en réservation :</strong> des clients sont sur le point de les acheter, et leur vente sera refusée.}}',
  'dialog.justChanged': 'l’animal vient d’être modifié. Vérifiez-le de nouveau.',
  'dialog.removed': '{pet} retiré. Son historique est conservé.',
  'dialog.addedAgain': 'l’{pet} a été ajouté de nouveau depuis.',
  'dialog.isBack': 'l’{pet} est de retour.',
  'dialog.reservations': 'Réservations',
  'dialog.reservationsNotLoaded': 'Réservations non chargées',
  'dialog.reservation':
    '{count, plural, one {# en réservation sous <strong>{id}</strong> par {key}, du {from} au {until}} other {# en réservation sous <strong>{id}</strong> par {key}, du {from} au {until}}}',
  'dialog.moreReservations': 'Il y en a d’autres. « pawstock reservations » les affiche toutes.',
  'dialog.release': 'Libérer',
  'dialog.releasing': 'Libération…',
  'dialog.releaseOne': 'Libérer la réservation {id}',
  'dialog.releaseQuestion': 'Libérer la réservation {id} ?',
  'dialog.releaseExplained':
    'Ce qu’elle retient sera aussitôt disponible pour d’autres. Le client qui a réservé est peut-être sur le point de payer.',
  'dialog.released': 'Réservation {id} libérée.',
  'dialog.notReleased': 'Non libérée',
  'dialog.changedByOther': '{pet} a été modifié par quelqu’un d’autre',
  'dialog.removedByOther': '{pet} a été retiré',
  'dialog.anImport': 'Une importation',
  'dialog.conflictEntry':
    '<strong>{who}</strong>, <time>{at}</time> : <change></change>{reason, select, none {} sale {, vente} arrival {, arrivage} return {, retour} count {, inventaire} damage {, perte} died {, mort} adjustment {, correction} other {, {reason}}}{hasNote, select, yes {, « {note} »} other {}}',
  'dialog.startedFrom': 'Quantité de départ : {quantity, number}.',
  'dialog.startedAndEntered':
    'Quantité de départ : {quantity, number}. Votre saisie : {target, number} ({delta}).',
  'dialog.keepTheirs': 'Garder la sienne',
  'dialog.useMine': 'Utiliser la mienne',
  'dialog.applyDifference': 'Appliquer ma différence',
  'dialog.notPossible': 'impossible',
  'dialog.discardMine': 'Abandonner ma modification',

  // edit
  'edit.setTo': 'Mettre à',
  'edit.add': 'Ajouter',
  'edit.remove': 'Retirer',
  'edit.kindOfChange': 'Type de changement',
  'edit.newQuantity': 'Nouvelle quantité',
  'edit.quantityToAdd': 'Quantité à ajouter',
  'edit.quantityToRemove': 'Quantité à retirer',
  'edit.increase': 'Augmenter de 1',
  'edit.decrease': 'Diminuer de 1',
  'edit.now': 'Actuel : {quantity, number}',
  'edit.reason': 'Motif',
  'edit.otherReason': 'Correction (autre)',
  'edit.note': 'Note',
  'edit.enterNumber': 'Saisissez un nombre.',
  'edit.enterWholeNumber': 'Saisissez un nombre entier.',
  'edit.onlyInStock': '{count, plural, one {Seulement # en stock.} other {Seulement # en stock.}}',
  'edit.tooLarge': 'Le nombre est trop grand.',
  'edit.noteTooLong': 'La note ne peut pas dépasser {max, number} caractères.',
  'edit.isThatRight':
    'De {before, number} à {after, number} ? Si c’est exact, enregistrez de nouveau.',
  'edit.save': 'Enregistrer',
  'edit.finishFirst': 'Enregistrez ou annulez d’abord la modification de l’{pet}.',
  'edit.staysAt': '{pet} reste à {quantity, number}.',
  'edit.needsAttention':
    '{pet} : la modification n’a pas été enregistrée. Son formulaire s’ouvre ensuite.',

  // error
  'error.because': '{outcome} : {reason}',
  'error.notSaved': 'Non enregistré',
  'error.notLoaded': 'Non chargé',
  'error.notAccepted': 'Pawstock ne l’accepte pas ({code}). Rechargez la page, puis réessayez.',
  'error.notReady': 'Pawstock n’est pas prêt. Réessayez dans un instant.',
  'error.unreachable': 'Pawstock est injoignable. Vous pouvez réessayer sans risque.',
  'error.keyInvalid': 'la clé n’est plus valide. Reconnectez-vous.',
  'error.roleTooSmall': 'le rôle de votre clé ne le permet pas. Adressez-vous à un propriétaire.',
  'error.rateLimited':
    'trop de demandes à la fois. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
  'error.outcomeUnknown': 'l’enregistrement est incertain. Vous pouvez réessayer sans risque.',
  'error.storageFull': 'Pawstock n’a plus de place. Prévenez la personne qui le gère.',
  'error.invalidValue':
    '{petId, select, none {un nombre est trop grand, ou un texte n’est pas autorisé. Vérifiez votre saisie.} other {le nombre de l’animal\u00a0{petId} est trop grand. Saisissez-en un plus petit.}}',
  'error.petRemoved':
    '{petId, select, none {l’animal a été retiré entre-temps.} other {l’animal\u00a0{petId} a été retiré entre-temps.}}',
  'error.changedMeanwhile':
    '{petId, select, none {un changement a eu lieu entre-temps. Vérifiez de nouveau.} other {l’animal\u00a0{petId} a été modifié entre-temps. Vérifiez-le de nouveau.}}',
  'error.insufficientStock':
    '{available, plural, =0 {l’animal\u00a0{petId} est en rupture, ou d’autres ont réservé le reste.} one {pour l’animal\u00a0{petId}, # seul peut être pris. N’en prenez pas plus.} other {pour l’animal\u00a0{petId}, # seulement peuvent être pris. Prenez-en # au maximum.}}',
  'error.notEnough': 'le stock est insuffisant, ou d’autres ont réservé le reste.',
  'error.barcodeTaken':
    '{petId, select, none {un autre animal a ce code-barres.} other {l’animal\u00a0{petId} a ce code-barres. Effacez-le d’abord chez cet animal.}}',
  'error.nameTaken': 'ce nom est déjà utilisé. Choisissez-en un autre.',
  'error.lastOwnerKey':
    'c’est la dernière clé de propriétaire, ou la dernière qui n’expire pas. Créez-en d’abord une autre.',
  'error.keyGone': 'cette clé a expiré ou a été révoquée entre-temps. Rechargez la page.',
  'error.webhookRefused':
    'Pawstock n’envoie rien à une adresse qui n’est pas publique. Demandez à la personne qui le gère d’autoriser son réseau. Le maximum est de {count, plural, one {# webhook} other {# webhooks}}.',
  'error.webhookGone': 'ce webhook a été retiré entre-temps. Rechargez la page.',
  'error.reservationUnknown':
    'cette réservation n’existe pas, ou elle a pris fin il y a plus de 30 jours.',
  'error.reservationEnded':
    'la réservation a pris fin : elle a été vendue ou libérée, ou elle a expiré.',

  // field
  'field.petId': 'ID de l’animal',
  'field.quantity': 'quantité',
  'field.status': 'statut',
  'field.name': 'nom',
  'field.barcode': 'code-barres',
  'field.lowAt': 'seuil bas',

  // history
  'history.reasonInside':
    '{reason, select, sale {vente} arrival {arrivage} return {retour} adjustment {correction} count {inventaire} damage {perte} died {mort} other {{reason}}}',
  'history.inStock': '<strong>{quantity, number}</strong> en stock',
  'history.changes': 'Changements',
  'history.noEarlier': 'Aucun changement antérieur.',
  'history.loadMore': 'Charger la suite',
  'history.chart':
    'Quantité de l’{pet} depuis le {from}, {count, plural, one {# changement} other {# changements}} : minimum {lowest, number}, maximum {highest, number}, actuellement {now, number}.',
  'history.chartRemoved':
    'Quantité de l’{pet} depuis le {from}, {count, plural, one {# changement} other {# changements}} : minimum {lowest, number}, maximum {highest, number}, retiré depuis.',
  'history.now': 'maintenant',
  'history.levelSince': '<strong>{level, number}</strong> depuis le {time}',
  'history.what':
    '{kind, select, added {Ajouté} set {Fixé} adjust {Ajusté} put {Remplacé} delete {Retiré} other {Importé}}',
  'history.whatBy':
    '{kind, select, added {Ajouté par {key}} set {Fixé par {key}} adjust {Ajusté par {key}} put {Remplacé par {key}} delete {Retiré par {key}} other {Importé par {key}}}',
  'history.whatFor': '{what}, {reason}',
  'history.undo': 'Action annulée',
  'history.putBackTo': 'Remettre à {quantity, number}',
  'history.putBackToOf': 'Remettre à {quantity, number}, comme le {time}',
  'history.putBackQuestion': 'Remettre à {quantity, number} ?',
  'history.putBack': 'Rétablir',
  'history.putBackAnyway': 'Rétablir quand même',
  'history.putBackNote': 'remis à {quantity, number}, comme le {time}',
  'history.changedMeanwhile': 'Modifié entre-temps par {key} : <change></change>',
  'history.importedMeanwhile': 'Modifié entre-temps par une importation : <change></change>',
  'history.petRemoved': 'L’animal a été retiré.',
  'history.isAlready': 'La quantité est déjà de {quantity, number}.',

  'history.activity': 'Activité',
  'history.days': 'Jours',
  'history.range':
    '{range, select, today {Aujourd’hui} week {7 derniers jours} day {Un jour} other {Période libre}}',
  'history.day': 'Jour',
  'history.firstDay': 'Premier jour',
  'history.last': 'Dernier jour',
  'history.firstToLast': 'du {first} au {last}',
  'history.sevenDays': 'Les 7 jours jusqu’au {last}',
  'history.person': 'Personne',
  'history.everyone': 'Tout le monde',
  'history.imports': 'Importations',
  'history.anyReason': 'Tous les motifs',
  'history.otherReasons': 'Tous les autres motifs',
  'history.noReason': 'Sans motif',
  'history.only': 'Seulement l’{pet}',
  'history.column':
    '{column, select, seq {Numéro} at {Date et heure} petId {ID de l’animal} kind {Type} before {Avant} after {Après} delta {Différence} status {Statut} reason {Motif} note {Note} key {Personne} other {Requête}}',
  'history.sum':
    '{name, select, sale {Ventes} arrival {Arrivages} return {Retours} damage {Pertes} died {Morts} other {Autres}}',
  'history.showOnly':
    '{name, select, sale {Ventes {units} : n’afficher que celles-ci} arrival {Arrivages {units} : n’afficher que ceux-ci} return {Retours {units} : n’afficher que ceux-ci} damage {Pertes {units} : n’afficher que celles-ci} died {Morts {units} : n’afficher que ceux-ci} other {Autres {units} : n’afficher que ceux-ci}}',
  'history.changeCount': '{count, plural, one {# modif.} other {# modif.}}',
  'history.newest':
    '{count, plural, one {Voici le changement le plus récent} other {Voici les # changements les plus récents}} ; il y en a de plus anciens. <load>Les charger</load>',
  'history.newestOfMany':
    '{count, plural, one {Voici le changement le plus récent} other {Voici les # changements les plus récents}}. Il y en a de plus anciens : choisissez un seul jour pour les voir.',
  'history.newestPrinted': 'Seuls les {max, number} changements les plus récents sont imprimés',
  'history.noChanges': 'Aucun changement.',
  'history.newestFirst': 'Changements, du plus récent au plus ancien',
  'history.import': 'Importation',
  'history.removed': 'Retiré',
  'history.added': 'Ajouté',
  'history.by': '{what}, par {key}',
  'history.exported':
    '{count, plural, one {# changement exporté.} other {# changements exportés.}}',
  'history.notExported': 'Non exporté',
  'history.readSoFar': '{count, plural, one {# changement lu…} other {# changements lus…}}',

  // import
  'import.title': 'Importer un tableau',
  'import.titleUndo': 'Annuler une importation',
  'import.finished':
    'Importation terminée : {count, plural, one {# ligne enregistrée} other {# lignes enregistrées}}.',
  'import.continue': 'Continuer',
  'import.chooseFile': 'Choisir un fichier',
  'import.chooseOther': 'Choisir un autre fichier',
  'import.reading': 'Lecture de {file}…',
  'import.columnsNeeded':
    'Un fichier Excel (.xlsx) ou CSV avec une colonne pour la quantité et une pour l’ID de l’animal, ou pour un code comme SKU ou EAN. Les colonnes pour le statut, le nom et le seuil bas sont facultatives.',
  'import.programs':
    'Les exports de Shopify, Square, WooCommerce et Lightspeed sont reconnus tels quels. Depuis Numbers, exportez vers Excel ou CSV. Vous vérifiez chaque changement avant tout enregistrement. Les animaux absents du fichier restent inchangés.',
  'import.fileTooLarge':
    '{file} dépasse {max, number} Mio, le maximum pour une importation ici. Divisez-le en fichiers plus petits et importez-les l’un après l’autre.',
  'import.fileUnreadable': 'Impossible de lire {file}.',
  'import.problemAtLine': 'ligne {line} : {problem}',
  'import.fileProblem': '{at, select, line {{file}, {problem}.} other {{file} : {problem}.}}',
  'import.state':
    '{kind, select, preparing {Vérification des animaux…} storing {Enregistrement…} cancelling {Fin de la dernière étape…} stopped {Arrêté} other {Terminé}}',
  'import.stopped': 'Arrêté',
  'import.progress': '{settled, number} sur {total, plural, one {# ligne} other {# lignes}}',
  'import.stored': '<strong>Enregistré :</strong> {count, plural, one {# ligne} other {# lignes}}.',
  'import.skippedNone': '<strong>Ignoré :</strong> {count, number}.',
  'import.skippedSome':
    '<strong>Ignoré :</strong> {run, select, undo {{count, number}, à cause de changements depuis l’importation.} other {{count, number}, à cause de changements depuis l’aperçu.}}',
  'import.notStored':
    '<strong>Non enregistré :</strong> {count, plural, one {# ligne} other {# lignes}}. {run, select, undo {Reprenez maintenant : une fois la fenêtre fermée, l’annulation n’est plus possible.} other {Reprenez maintenant, ou importez le même fichier plus tard : seul le reste sera modifié.}}',
  'import.resume': 'Reprendre avec le reste ({count, plural, one {# ligne} other {# lignes}})',
  'import.skipped': 'Ignoré',
  'import.petAdded':
    '{by, select, known {{pet} a été ajouté par {key}} other {{pet} a été ajouté}}',
  'import.petAddedAgain':
    '{by, select, known {{pet} a été ajouté par {key}} other {{pet} a été ajouté}} : importez de nouveau le fichier pour obtenir un autre ID',
  'import.petRemoved':
    '{by, select, known {{pet} a été retiré par {key}} other {{pet} a été retiré}}',
  'import.petChanged': '{pet} a été modifié',
  'import.petChangedTo':
    '{by, select, known {{pet} a été modifié par {key} : {quantity, number}, {status, select, available {disponible} pending {en attente} other {vendu}}} other {{pet} a été modifié : {quantity, number}, {status, select, available {disponible} pending {en attente} other {vendu}}}}',
  'import.barcodeTaken': '{pet} reste inchangé : un autre animal a désormais son code-barres',
  'import.note':
    '{run, select, undo {Annulation de l’importation de {file}} other {Importation de {file}}}',

  'import.columnsQuestion': 'Que contiennent les colonnes de <strong>{file}</strong> ?',
  'import.columns': 'Colonnes du fichier',
  'import.sheet': 'Feuille',
  'import.sheetEmpty': 'Cette feuille est vide.',
  'import.headerLine': 'Ligne des noms de colonnes',
  'import.columnsWanted': 'Choisissez la colonne pour : {fields}.',
  'import.petIdOrBarcode': 'ID de l’animal ou code-barres',
  'import.headerLooksLikePet':
    'La ligne des noms de colonnes ressemble à un animal, et elle n’est pas importée. Ajoutez au-dessus une ligne de noms de colonnes.',
  'import.notRead': 'Non lue',
  'import.unnamedColumn': 'Colonne {number, number}',

  'import.summary':
    '<strong>{file}</strong> : {added, plural, one {# nouvel animal} other {# nouveaux animaux}}, {described, plural, =0 {modifiés : {changed, number}} one {modifiés : {changed, number} (dont # avec d’autres détails)} other {modifiés : {changed, number} (dont # avec d’autres détails)}}, inchangés : {unchanged, number}. Rien n’est encore enregistré.',
  'import.sheetRead': 'Feuille « {sheet} ».',
  'import.headerFound': 'Noms de colonnes : ligne {line}.',
  'import.columnsRead': 'Colonnes lues : {columns}.',
  'import.columnFrom': '{field} dans « {name} »',
  'import.kindQuestion': 'Que contient le fichier ?',
  'import.kind':
    '{kind, select, delivery {Une livraison} count {Un comptage} other {Tout le stock}}',
  'import.kindMeaning':
    '{kind, select, delivery {Les quantités s’ajoutent au stock, comme arrivages.} count {Les quantités deviennent le stock, comme comptage.} other {Les quantités deviennent le stock.}}',
  'import.updateNames': 'Remplacer les noms différents par ceux du fichier',
  'import.layoutRead': 'Lu comme un export de {layout}.',
  'import.locationQuestion': 'De quel emplacement est ce stock ?',
  'import.codesLikeIds':
    '{count, plural, one {Un code est} other {# codes sont}} aussi l’ID d’un autre animal, par exemple {code}. Si la colonne contient les ID des animaux, changez les colonnes.',
  'import.matchedByBarcode':
    'Les lignes sont reconnues par code-barres, et les nouveaux animaux reçoivent le prochain ID libre.',
  'import.partsNotRead': 'Non lu : {parts}.',
  'import.quoted': '« {name} »',
  'import.changeColumns': 'Changer les colonnes',
  'import.needsRole':
    '{count, plural, one {# ligne ajoute un animal ou modifie} other {# lignes ajoutent des animaux ou modifient}} un statut ou des détails, ce qui demande le rôle « Modifie aussi les animaux ». Demandez au propriétaire une clé avec ce rôle. Avec la vôtre, vous pouvez importer un fichier qui ne modifie que des quantités.',
  'import.show': 'Afficher',
  'import.errorCount': 'Erreurs {count, number}',
  'import.leftOutCount': 'Omises {count, number}',
  'import.changedCount': 'Modifiés {count, number}',
  'import.addedCount': 'Nouveaux {count, number}',
  'import.errors': 'Erreurs',
  'import.leftOut': 'Lignes omises',
  'import.changedPets': 'Animaux modifiés',
  'import.newPets': 'Nouveaux animaux',
  'import.nothing': 'Rien à importer',
  'import.start': 'Importer {count, plural, one {# animal} other {# animaux}}',
  'import.putOnList': 'Mettre sur la liste de Recevoir',
  'import.listExplained':
    'Vous vérifiez et enregistrez la liste sur l’écran Recevoir. Elle y change les quantités et ajoute les nouveaux animaux ; les autres données des animaux en stock restent inchangées. L’import enregistre tout immédiatement.',
  'import.largeIds':
    '{count, plural, one {# identifiant dépasse} other {# identifiants dépassent}} 9007199254740991, par exemple {id}. Les programmes qui arrondissent les grands nombres les confondent avec d’autres.',
  'import.linesLeftOut':
    '{count, plural, one {# ligne est omise. Les animaux qui y figurent restent inchangés.} other {# lignes sont omises. Les animaux qui y figurent restent inchangés.}}',
  'import.linesUnreadable':
    '{count, plural, one {# ligne est illisible. Corrigez le fichier et choisissez-le de nouveau, ou omettez cette ligne.} other {# lignes sont illisibles. Corrigez le fichier et choisissez-le de nouveau, ou omettez ces lignes.}}',
  'import.linesAsked':
    '{count, plural, one {# ligne est illisible. Répondez aux questions ci-dessus, corrigez le fichier et choisissez-le de nouveau, ou omettez cette ligne.} other {# lignes sont illisibles. Répondez aux questions ci-dessus, corrigez le fichier et choisissez-le de nouveau, ou omettez ces lignes.}}',
  'import.leaveOut': '{count, plural, one {Omettre cette ligne} other {Omettre ces # lignes}}',
  'import.thousandsQuestion': 'Que signifie « {text} » dans ce fichier ?',
  'import.statusQuestion': 'Que signifie le statut « {text} » ?',
  'import.emptyStatusQuestion': 'Que signifie un statut vide ?',
  'import.negativeQuestion':
    'Que signifie une quantité inférieure à zéro ? ({count, plural, one {# ligne} other {# lignes}})',
  'import.isError': 'C’est une erreur',
  'import.isNone': 'Il n’en reste plus : 0',

  'offline.banner':
    '<strong>Hors ligne.</strong> <wide>Les changements des autres ne s’affichent pas.</wide> Reconnexion… Votre saisie est conservée.',
  'offline.bannerAsOf':
    '<strong>Hors ligne.</strong> Stock d’après la dernière connexion ({time}). <wide>Reconnexion… Votre saisie est conservée.</wide>',
  'offline.kept':
    'Conservé sur cet appareil : {lines}. L’enregistrement se fera dès que Pawstock sera joignable.',
  'offline.notKept':
    'Le navigateur n’a pas pu conserver la liste. Laissez cette page ouverte et enregistrez de nouveau au retour de la connexion.',
  'offline.stored':
    '{count, plural, one{La liste en attente est enregistrée.} other{Les # listes en attente sont enregistrées.}}',
  'offline.waiting':
    '{count, plural, one{# liste attend sur cet appareil.} other{# listes attendent sur cet appareil.}}',
  'offline.needYou':
    '{count, plural, one{# demande votre attention.} other{# demandent votre attention.}}',
  'offline.show': 'Voir les listes',
  'offline.title': 'Listes en attente',
  'offline.madeBy': '{time}, {name}',
  'offline.unsent': 'Sera enregistrée dès que Pawstock sera joignable.',
  'offline.sent': 'Envoyée, mais sans réponse. Elle sera renvoyée et ne comptera qu’une fois.',
  'offline.waitsFor': 'Attend que {name} se connecte ici, car elle s’enregistre avec cette clé.',
  'offline.refused': 'Non enregistrée',
  'offline.tooOld':
    'Elle attend depuis {time}, trop longtemps pour partir toute seule. Figure-t-elle depuis dans l’<link>activité</link> ?',
  'offline.keyEnded':
    'La clé « {name} » n’est plus valable. La liste figure-t-elle dans l’<link>activité</link> depuis {time} ?',
  'offline.isThere': 'Elle y est : retirer',
  'offline.isNotThere': 'Elle n’y est pas : enregistrer',
  'offline.change': 'Modifier la liste',
  'offline.listFirst': 'Enregistrez ou abandonnez d’abord la liste de « {screen} ».',
  'offline.notSafe':
    'Ce navigateur peut supprimer les listes en attente si l’appareil est plein. Installer la page comme application l’évite.',
  'offline.needsTls':
    'Sans https:// dans l’adresse, le navigateur ne conserve rien de ce que vous enregistrez hors ligne. Laissez cette page ouverte jusqu’au retour de la connexion.',
  'offline.signOut':
    '{count, plural, one{# liste attend encore sur cet appareil, et la déconnexion la supprime. Attendez qu’elle soit enregistrée, ou téléchargez-la.} other{# listes attendent encore sur cet appareil, et la déconnexion les supprime. Attendez qu’elles soient enregistrées, ou téléchargez-les.}}',
  'offline.download': 'Télécharger et se déconnecter',

  'people.title': 'Personnes de cet appareil',
  'people.note':
    'Les personnes que cet appareil connaît se connectent avec un code PIN. Leurs clés y sont conservées chiffrées.',
  'people.whoAreYou': 'Qui êtes-vous ?',
  'people.pinOf': 'Code PIN de {name}',
  'people.newPin': 'Code PIN',
  'people.pinHint':
    'Quatre à six chiffres. Cinq essais erronés arrêtent une personne, mais pas une copie du disque, sur laquelle tous les codes s’essaient en quelques heures. Si l’appareil est perdu, ses clés doivent être révoquées.',
  'people.showPin': 'Afficher le code PIN',
  'people.hidePin': 'Masquer le code PIN',
  'people.wrongPin':
    '{count, plural, one{Code PIN erroné. Encore une erreur, et cet appareil vous oublie.} other{Code PIN erroné. Il vous reste # essais.}}',
  'people.forgotten':
    'Cet appareil a oublié {name}. Demandez au propriétaire de vous ajouter de nouveau, ou connectez-vous avec votre clé.',
  'people.unlock': 'Déverrouiller',
  'people.keypad': 'Chiffres',
  'people.erase': 'Effacer le dernier chiffre',
  'people.useKey': 'Se connecter avec une clé',
  'people.choosePin': 'Utiliser un code PIN sur cet appareil',
  'people.keep': 'Utiliser ce code PIN',
  'people.keeping': 'Chiffrement…',
  'people.notKept': 'Non conservé',
  'people.isKept': '{name} peut maintenant se connecter ici avec le code PIN.',
  'people.newPerson': 'Nouvelle personne en caisse',
  'people.device': 'Cet appareil',
  'people.deviceExample': 'Caisse 1',
  'people.add': 'Ajouter',
  'people.adding': 'Ajout…',
  'people.notAdded': 'Non ajouté',
  'people.forget': 'Oublier',
  'people.forgetOf': 'Oublier {name}',
  'people.lockWhen': 'Verrouiller cet appareil',
  'people.lockAfterSale': 'Après chaque vente',
  'people.lockAfter':
    '{count, plural, one{Après une minute sans utilisation} other{Après # minutes sans utilisation}}',
  'people.needsHttps':
    'Les navigateurs n’autorisent les codes PIN que sur les pages dont l’adresse commence par https://. Demandez à la personne qui gère Pawstock d’activer TLS.',
  'people.roleTooHigh':
    'Un code PIN est trop faible pour votre clé, qui permet plus que vendre et compter. Pour le travail quotidien, un propriétaire peut vous ajouter avec « Nouvelle personne en caisse ».',
  'people.needsExpiry':
    'Un code PIN est trop faible pour votre clé, qui n’expire jamais. Demandez à un propriétaire de vous ajouter avec « Nouvelle personne en caisse ».',
  'people.noStorage':
    'Ce navigateur ne conserve rien pour cette page et ne peut donc pas se souvenir de vous.',
  // print
  'print.stockLevels': 'État du stock',
  'print.lowStock': 'Stock bas, jusqu’à {threshold, number}',
  'print.lowStockOrOwn': 'Stock bas, jusqu’à {threshold, number} ou au seuil de l’animal',
  'print.status': '{status, select, available {disponible} pending {en attente} other {vendu}}',
  'print.search': '{fields} avec « {text} »',
  'print.countAndDate': '{count, plural, one {# animal} other {# animaux}}, {date}',
  'print.firstRows':
    '{count, plural, one {# animal} other {# animaux}}, {date}. Seuls les {max, number} premiers sont imprimés ; filtrez le tableau pour les autres',
  'print.exported': '{count, plural, one {# animal exporté.} other {# animaux exportés.}}',
  'print.labels': '{count, plural, one {Étiquettes de # animal} other {Étiquettes de # animaux}}',
  'print.firstLabels':
    'Seules les {max, number} premières étiquettes sont imprimées. Filtrez le tableau pour les autres.',
  'print.qrCodeOf': 'Code QR : {pet}',
  'print.barcodeOf': 'Code-barres : {pet}',

  // problem
  'problem.fileEmpty': 'le fichier est vide',
  'problem.otherFormat':
    'les fichiers de ce type ne peuvent pas être lus ; dans le programme d’origine, enregistrez le fichier au format Excel (.xlsx) sans mot de passe, ou en CSV, puis choisissez ce nouveau fichier',
  'problem.badEncoding': 'ce n’est pas un texte {written} valide ; exportez-le de nouveau',
  'problem.workbookUnreadable':
    'ce classeur est illisible ; ouvrez-le dans un tableur, enregistrez-le de nouveau, puis choisissez ce nouveau fichier',
  'problem.workbookTooLarge':
    'une fois décompressé, ce classeur dépasse {max, number} Mio de données, le maximum possible ; enregistrez la feuille en CSV, puis choisissez ce nouveau fichier',
  'problem.sheetTooLarge':
    'une feuille de ce classeur a {count, number} lignes et {columns, number} colonnes, et le maximum est de {max, number} cellules pour toutes les feuilles ; supprimez ce qui est loin du tableau, ou enregistrez la feuille en CSV',
  'problem.noSheet':
    'toutes les feuilles de ce classeur sont masquées ; affichez-en une, enregistrez le classeur, puis choisissez-le de nouveau',
  'problem.jsonNotUtf8': 'le JSON doit être en UTF-8, ce qui n’est pas le cas',
  'problem.rowTooLong': 'cette ligne dépasse {max, number} Mo, le maximum pour une ligne',
  'problem.quoteOpen': 'un guillemet ouvert dans cette ligne n’est jamais fermé',
  'problem.quoteStray':
    'un guillemet est mal placé dans cette ligne. Mettez toute la valeur entre guillemets et doublez les guillemets à l’intérieur',
  'problem.tooManyColumns':
    'cette ligne a {columns, number} colonnes, et le maximum est de {max, number}',
  'problem.tooManyValues':
    'il y a {count, number} valeurs pour {columns, plural, one {# colonne} other {# colonnes}}. Mettez entre guillemets toute valeur qui contient un séparateur, ou donnez un nom à chaque colonne',
  'problem.jsonInvalid': 'ce n’est pas du JSON valide',
  'problem.jsonNoObject': 'ce n’est pas un objet JSON',
  'problem.jsonValue':
    '{name} doit être {rule, select, petId {un nombre entier jusqu’à 9223372036854775807} quantity {un entier de 0 à 9007199254740991} status {available, pending ou sold} other {un texte}}, et non {written}',
  'problem.jsonMissing':
    '{name} doit être {rule, select, petId {un nombre entier jusqu’à 9223372036854775807} quantity {un entier de 0 à 9007199254740991} status {available, pending ou sold} other {un texte}}, et la valeur manque',
  'problem.petTwice': 'l’animal {petId} figure déjà à la ligne {line}',
  'problem.barcodeTwice': 'le code-barres {text} figure déjà à la ligne {line}',
  'problem.barcodeTaken': 'l’animal {petId} a déjà le code-barres {text}',
  'problem.noFreeId':
    'il n’y a pas d’ID au-dessus de {petId} pour le code-barres {text}. Donnez un ID à l’animal dans une colonne petId',
  'problem.empty': 'il manque une valeur ({field})',
  'problem.unknownStatus': 'le statut doit être disponible, en attente ou vendu, et non {text}',
  'problem.notWhole': '{text} n’est pas un nombre entier ({field})',
  'problem.ambiguous': '{text} est ambigu ({field}) : ce peut être {written} ou {otherwise}',
  'problem.negative': '{text} est inférieur à zéro ({field})',
  'problem.tooLarge': '{text} est trop grand ({field})',
  'problem.lostDigits':
    '{text} a été abrégé par le tableur et a perdu des chiffres ({field}). Mettez la colonne au format texte, saisissez de nouveau le nombre et enregistrez le fichier',
  'problem.codeIsDate':
    '{text} est une date que le tableur a créée à partir d’un code ({field}). Mettez la colonne au format texte, saisissez de nouveau le code et enregistrez le fichier',
  'problem.invalidText':
    '{text} ne convient pas ({field}) : il faut un texte de 1 à {max, number} caractères, pas seulement des espaces, sans caractères de contrôle',
  'problem.invalidCode':
    '{text} ne convient pas ({field}) : il faut 1 à {max, number} caractères ASCII imprimables, sans espaces',
  'problem.otherSheet': 'la feuille {text}',
  'problem.hiddenSheet': 'la feuille masquée {text}',
  'problem.hiddenRows': 'des lignes masquées ({count, number})',
  'problem.totalRows': 'lignes de totaux ({count, number})',
  'problem.parentRows': 'lignes de produits dont les variantes portent le stock ({count, number})',
  'problem.pictureRows': 'lignes d’images ({count, number})',
  'problem.giftCardRows': 'lignes de cartes cadeaux ({count, number})',
  'problem.serviceRows': 'lignes de services ({count, number})',
  'problem.untrackedRows': 'lignes sans suivi de stock ({count, number})',
  'problem.otherLocationRows': 'lignes d’autres emplacements ({count, number})',

  // reason
  'reason.sale': 'Vente',
  'reason.arrival': 'Arrivage',
  'reason.return': 'Retour',
  'reason.adjustment': 'Correction',
  'reason.count': 'Inventaire',
  'reason.damage': 'Perte',
  'reason.died': 'Mort',

  // reports
  'reports.title': 'Rapports',
  'reports.tabs': 'Rapports affichés',
  'reports.tab': '{tab, select, order{À commander} sold{Vendu} losses{Pertes} other{Tout}}',
  'reports.comparedSpan': 'Du {first} au {last}, comparé à la période précédente',
  'reports.span': 'Période',
  'reports.spanName':
    '{span, select, days{{count, plural, one {# jour} other {# jours}}} week{Semaine} month{Mois} quarter{Trimestre} year{Année} other{Période libre}}',
  'reports.noPets': 'Il n’y a pas encore d’animaux, donc rien à présenter.',
  'reports.lost': 'Manque',
  'reports.noReason': 'Sans motif',
  'reports.ofPets': '{count, plural, one {pour # animal} other {pour # animaux}}',
  'reports.earlier': '{count, plural, one {# avant ({delta})} other {# avant ({delta})}}',
  'reports.before': 'Avant',
  'reports.soldBefore': 'Ventes avant',
  'reports.perDay': 'Par jour',
  'reports.inStock': 'En stock',
  'reports.daysLeft': 'Jours restants',
  'reports.order': 'À commander',
  'reports.level': 'Seuil',
  'reports.cause': 'Cause',
  'reports.notes': 'Notes',
  'reports.petId': 'Animal {id}',
  'reports.petIdBehindName': '(animal {id})',
  'reports.sales': 'Ventes et arrivages',
  'reports.salesPerMonth': 'Ventes et arrivages par mois',
  'reports.salesPerDay': 'Ventes et arrivages par jour',
  'reports.barOf': '{day} : ventes {sold, number}, arrivages {arrived, number}',
  'reports.values': 'Valeurs',
  'reports.salesValues': 'Ventes et arrivages, valeurs',
  'reports.noDays': 'Aucun jour.',
  'reports.bestSellers': 'Meilleures ventes',
  'reports.nothingSold': 'Aucune vente.',
  'reports.runsOutFirst': 'Bientôt en rupture',
  'reports.runsOutFirstNote': 'Combien de temps le stock durera au rythme de cette période.',
  'reports.nothingRunsOut':
    '{count, plural, one {Aucune rupture d’ici # jour.} other {Aucune rupture d’ici # jours.}}',
  'reports.nothingSoldInStock': 'Rien de ce qui a été vendu n’est en stock.',
  'reports.slowMovers': 'Invendus',
  'reports.slowMoversNote': 'En stock, sans aucune vente.',
  'reports.allSold': 'Tout ce qui est en stock a été vendu au moins une fois.',
  'reports.nothingInStock': 'Il n’y a rien en stock.',
  'reports.losses': 'Pertes et écarts',
  'reports.lossesNotAll':
    'D’après les changements les plus récents : choisissez une période plus courte pour tout voir.',
  'reports.nothingLost': 'Aucune perte, aucun écart.',
  'reports.lossesByCause': 'Par cause',
  'reports.lossesByPerson': 'Par personne',
  'reports.whatToOrder': 'À commander',
  'reports.nothingToOrder': 'Il y a assez de tout.',
  'reports.fewerDaysLeft': 'Jours restants, moins de',
  'reports.enoughForDays': 'Commander pour (jours)',
  'reports.copy': 'Copier',
  'reports.mail': 'E-mail',
  'reports.mailSubject': 'Commande',
  'reports.mailTooLong':
    'La liste est trop longue pour un e-mail. Copiez-la et collez-la dans le message.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied': '{count, plural, one {# ligne copiée.} other {# lignes copiées.}}',
  'reports.notCopied':
    'Le navigateur ne permet pas de copier ici. Téléchargez plutôt le fichier CSV.',
  'reports.receiveThese': 'Recevoir',
  'reports.receiveBusy':
    'La liste de « Recevoir » est en cours d’enregistrement. Réessayez ensuite.',
  'reports.csv': 'CSV',
  'reports.csvOf': 'CSV : {title}',
  'reports.tableOf': '{title} : tableau',
  'reports.showAll': 'Tout afficher ({count, number})',
  'reports.soldToday':
    '{count, plural, one {<strong>#</strong> vente aujourd’hui} other {<strong>#</strong> ventes aujourd’hui}}',
  'reports.runOutSoon':
    '{count, plural, one {<strong>#</strong> en rupture d’ici {days, number} jours} other {<strong>#</strong> en rupture d’ici {days, number} jours}}',
  'reports.toOrder':
    '{count, plural, one {<strong>#</strong> à commander} other {<strong>#</strong> à commander}}',

  // role
  'role.read': 'Consulte seulement',
  'role.readAllows': 'Voit, recherche, exporte et imprime le stock et son historique.',
  'role.write': 'Vend et compte',
  'role.writeAllows':
    'Modifie les quantités : en caisse, en réserve, depuis un tableau ou un programme.',
  'role.admin': 'Modifie aussi les animaux',
  'role.adminAllows': 'Ajoute, nomme et retire des animaux, et les marque en attente ou vendus.',
  'role.owner': 'Propriétaire',
  'role.ownerAllows':
    'Fait tout, et gère les clés et les webhooks. Pour les personnes à qui vous confiez tout le magasin.',

  // screen
  'screen.sell': 'Vendre',
  'screen.stock': 'Stock',
  'screen.receiving': 'Recevoir',
  'screen.count': 'Compter',
  'screen.activity': 'Activité',
  'screen.reports': 'Rapports',
  'screen.settings': 'Réglages',

  // session
  'session.tagline': 'Le stock de votre animalerie.',
  'session.apiKey': 'Clé API',
  'session.showKey': 'Afficher la clé',
  'session.hideKey': 'Masquer la clé',
  'session.signIn': 'Se connecter',
  'session.signingIn': 'Connexion…',
  'session.useAnotherKey': 'Utiliser une autre clé',
  'session.showPeople': 'Revenir aux noms',
  'session.askForKey':
    'Demandez une clé au propriétaire du magasin. Cette page l’oublie dès que vous la fermez ou la rechargez. Pour la première clé, ouvrez le lien que Pawstock affiche à son démarrage.',
  'session.signedOutElsewhere':
    'La session a été fermée dans un autre onglet.{pet, select, none {} other { Votre modification de l’{pet} a été perdue.}}',
  'session.notSignedIn': 'Connexion impossible',
  'session.languageNotChanged': 'Langue inchangée',
  'session.notAKey':
    'Ce n’est pas une clé API : le texte contient un espace ou un caractère spécial. Collez la clé seule ; elle commence par paw_.',
  'session.keyRefused':
    'La clé API est mal saisie ou incomplète, ou elle a expiré ou a été révoquée. Vérifiez-la, ou demandez-en une nouvelle.',
  'session.keyNotAccepted': 'Votre clé « {name} » n’a pas été acceptée. Reconnectez-vous.',
  'session.keyRevoked':
    'Votre clé « {name} » a été révoquée ou remplacée. Demandez-en une nouvelle.',
  'session.keyExpired': 'Votre clé « {name} » a expiré. Demandez-en une nouvelle.',
  'session.retrying': 'Pawstock est injoignable. Nouvel essai…',
  'session.shopTimes': 'Les jours et les heures sont ceux du magasin ({zone}).',

  // settings
  'settings.title': 'Réglages',
  'settings.forOwners':
    'Les réglages sont réservés aux propriétaires. Connectez-vous avec une clé de propriétaire.',
  'settings.actions': 'Actions effectuées',
  'settings.actionsList': 'Actions, de la plus récente à la plus ancienne',
  'settings.action':
    '{action, select, key_create {{who} : création de la clé <strong>{name}</strong>} key_revoke {{who} : révocation de la clé <strong>{name}</strong>} key_rotate {{who} : renouvellement de la clé <strong>{name}</strong>} webhook_add {{who} : ajout du webhook <strong>{name}</strong>} webhook_update {{who} : modification du webhook <strong>{name}</strong>} webhook_rotate {{who} : renouvellement du secret du webhook <strong>{name}</strong>} webhook_replay {{who} : nouvel envoi au webhook <strong>{name}</strong>} webhook_remove {{who} : retrait du webhook <strong>{name}</strong>} shop_update {{who} : modification des réglages du magasin} other {{who} : {action} <strong>{name}</strong>}}',
  'settings.bySetupLink': 'Lien du premier démarrage',
  'settings.byCommand': 'Ligne de commande',

  'settings.backups': 'Sauvegardes',
  'settings.backupsList': 'Sauvegardes, de la plus récente à la plus ancienne',
  'settings.noBackups':
    'Pawstock ne fait pas lui-même de sauvegardes. Demandez à la personne qui le gère de les activer, ou de sauvegarder la base de données.',
  'settings.backupsMade':
    'Pawstock fait des sauvegardes dans {folder} à intervalle de {every} et conserve les {keep, number} dernières.',
  'settings.backupFailed':
    'La dernière tentative a échoué ({when}) : {message} Pawstock réessaie de lui-même. Prévenez la personne qui le gère.',
  'settings.backupChecked': '{size}, vérifiée',

  'settings.mail': 'E-mail',
  'settings.noMail': 'Pawstock n’envoie pas d’e-mails. La personne qui le gère peut les activer.',
  'settings.mailsEachDay':
    'Chaque jour à {at}, Pawstock envoie un e-mail à {to} : ce qui a été vendu, ce qui est épuisé et ce qu’il faut commander. Il signale ses propres pannes aussitôt.',
  'settings.noMailSent': 'Aucun n’a encore été envoyé.',
  'settings.mailLastSent': 'Dernier envoi : {when}',
  'settings.mailFailed':
    'Le dernier e-mail n’a pas pu être envoyé : {message}. Prévenez la personne qui gère Pawstock.',
  'settings.sendMailNow': 'En envoyer un maintenant',
  'settings.sendingMail': 'Envoi…',
  'settings.mailIsSent': 'Un e-mail a été envoyé.',

  'settings.welcome': 'Bienvenue dans Pawstock',
  'settings.firstKey':
    'Créez votre clé. Elle permet de tout faire, et de créer des clés pour les autres.',
  'settings.yourName': 'Votre nom',
  'settings.createMyKey': 'Créer ma clé',
  'settings.continue': 'Continuer',
  'settings.setupOver':
    'Ce lien a déjà servi, ou a expiré au bout d’une heure. Connectez-vous, ou redémarrez Pawstock pour en obtenir un autre.',

  'settings.name': 'Nom',
  'settings.nameTooLong':
    '{count, plural, one {Un nom a au maximum # caractère.} other {Un nom a au maximum # caractères.}}',
  'settings.nameWithSlash': 'Un nom ne peut pas contenir / ou \\.',
  'settings.nameWithHidden':
    'Un nom ne peut pas contenir de caractères invisibles ni de marques de direction. Saisissez-le à nouveau.',
  'settings.nameWithSigns':
    'Utilisez des lettres, des chiffres, des espaces et des signes courants.',

  'settings.keys': 'Clés',
  'settings.keysNote':
    'Chaque personne qui utilise Pawstock, et chaque programme, a une clé. Les changements s’affichent avec son nom.',
  'settings.isYou': 'c’est vous',
  'settings.neverUsed': 'Jamais utilisée',
  'settings.lastUsed': 'Dernière utilisation : {when}',
  'settings.created': 'création : {when}',
  'settings.revoked': 'Révocation : {when}',
  'settings.expiresAt': 'Expiration : {when}',
  'settings.rate': '{count, plural, one {# requête par seconde} other {# requêtes par seconde}}',
  'settings.showEnded':
    '{count, plural, one {Afficher # clé inactive} other {Afficher # clés inactives}}',
  'settings.hideEnded': 'Masquer les clés inactives',
  'settings.devices': 'Appareils',
  'settings.deviceKeys': '{device} : {count, plural, one{# clé} other{# clés}}',
  'settings.revokeDevice': 'Tout révoquer',
  'settings.revokeDeviceOf': 'Tout révoquer pour {device}',
  'settings.revokeDeviceQuestion': 'Révoquer toutes les clés de {device} ?',
  'settings.revokeDeviceNote':
    'Toutes les personnes qui s’y connectent devront être ajoutées de nouveau. À faire si l’appareil est perdu.',
  'settings.deviceRevoked': 'Toutes les clés de {device} sont révoquées.',
  'settings.createKey': 'Créer une clé',
  'settings.create': 'Créer',
  'settings.creating': 'Création…',
  'settings.keyExamples': 'Anne Martin, caisse 1, site web',
  'settings.role': 'Rôle',
  'settings.expires': 'Expiration',
  'settings.never': 'Jamais',
  'settings.atOnce': 'Tout de suite',
  'settings.inAnHour': 'Dans une heure',
  'settings.inDays': '{count, plural, one {Dans un jour} other {Dans # jours}}',
  'settings.inAYear': 'Dans un an',
  'settings.rateLimit': 'Pour un programme : maximum de requêtes par seconde (facultatif)',
  'settings.rotate': 'Renouveler',
  'settings.rotating': 'Renouvellement…',
  'settings.rotateOf': 'Renouveler {name}',
  'settings.rotateQuestion': 'Renouveler {name} ?',
  'settings.rotateNote':
    'La clé reçoit un nouveau secret. Remplacez l’ancien partout où la clé est utilisée.',
  'settings.oldSecretEnds': 'Fin de l’ancien secret',
  'settings.revoke': 'Révoquer',
  'settings.revoking': 'Révocation…',
  'settings.revokeOf': 'Révoquer {name}',
  'settings.revokeQuestion': 'Révoquer {name} ?',
  'settings.revokeNote':
    'Les personnes qui utilisent cette clé sont déconnectées à la prochaine requête. C’est irréversible.',
  'settings.revokeOwnNote':
    'Votre session prendra fin aussitôt : c’est la clé que vous utilisez ici. C’est irréversible.',
  'settings.isRevoked': 'Clé {name} révoquée.',
  'settings.notChanged': 'Non modifié',
  'settings.notCreated': 'Non créée',
  'settings.notDone': 'Non effectué',
  'settings.notRotated': 'Non renouvelée',
  'settings.notSent': 'Non envoyé',

  'settings.secretOf': 'Secret de {name}',
  'settings.secretLost':
    '« {name} » est enregistré, mais son secret s’est perdu en route. Renouvelez-le pour en obtenir un autre.',
  'settings.copyNow': 'Copiez-le maintenant. Il ne sera plus affiché.',
  'settings.haveYouCopied': 'L’avez-vous copié ? Si oui, choisissez « Terminé ».',
  'settings.done': 'Terminé',
  'settings.apiKey': 'Clé API',
  'settings.signingSecret': 'Secret de signature',
  'settings.signInLink': 'Lien de connexion',
  'settings.linkIsLocal':
    'Ce lien ne fonctionne que sur cet ordinateur, car vous avez ouvert Pawstock à l’adresse {host}. Pour un téléphone ou un autre ordinateur, ouvrez Pawstock à son adresse sur votre réseau et créez-y la clé. La personne qui gère Pawstock connaît cette adresse.',
  'settings.signInCode': 'Code du lien de connexion de {name}',
  'settings.scanToSignIn': 'Scannez-le avec l’appareil photo d’un téléphone pour vous y connecter.',
  'settings.copy': 'Copier',
  'settings.copyOf': 'Copier : {label}',
  'settings.copied': 'Copié : {label}.',
  'settings.notCopied':
    'Le navigateur ne permet pas de copier ici. Sélectionnez le texte et copiez-le.',

  'settings.webhooks': 'Webhooks',
  'settings.webhooksNote':
    'Adresses d’autres programmes, comme votre boutique en ligne, avertis aussitôt des changements.',
  'settings.addWebhook': 'Ajouter un webhook',
  'settings.changeWebhook': 'Modifier {name}',
  'settings.isChanged': 'Webhook {name} modifié.',
  'settings.webhookName': 'boutique-en-ligne',
  'settings.address': 'Adresse',
  'settings.addressMissing':
    'Elle commence par https://. Le fournisseur de l’autre programme la connaît.',
  'settings.addressIsLocal':
    'C’est l’ordinateur sur lequel fonctionne Pawstock. Pawstock n’envoie qu’à d’autres ordinateurs.',
  'settings.addressIsReadable':
    'D’autres peuvent lire ce qui est envoyé à une adresse http. Demandez-en une en https.',
  'settings.events': 'L’avertir de',
  'settings.everyChange': 'Chaque changement',
  'settings.soldOut': 'Rupture',
  'settings.changed': 'Changement',
  'settings.aTest': 'Test',
  'settings.onlyReasons': 'Seulement pour ces motifs (tous si aucun n’est choisi)',
  'settings.onlyPets': 'Seulement pour ces animaux, par ID (facultatif)',
  'settings.wrongIds': 'Saisissez des ID d’animaux séparés par des virgules.',
  'settings.forPets': 'animaux {ids}',
  'settings.forReasons': 'seulement {reasons}',
  'settings.nothingSent': 'rien d’envoyé',
  'settings.lastAnswer': 'dernière réponse : {answer}, {when}',
  'settings.behind': '{count, plural, one {# à envoyer} other {# à envoyer}}',
  'settings.triedAgain': 'nouvel essai : {when}',
  'settings.sendingAgain': 'nouvel envoi : {position, number} sur {until, number}',
  'settings.test': 'Tester',
  'settings.testOf': 'Tester {name}',
  'settings.testAnswer': 'Test de {name} : {answer}.',
  'settings.moreActions': 'Autres actions pour {name}',
  'settings.endpoint': 'Destination',
  'settings.removal': 'Retrait',
  'settings.attempts': 'Tentatives',
  'settings.changeAction': 'Modifier…',
  'settings.resume': 'Reprendre',
  'settings.pause': 'Mettre en pause',
  'settings.isResumed': 'Webhook {name} repris.',
  'settings.isPaused': 'Webhook {name} en pause.',
  'settings.sendAgainAction': 'Renvoyer…',
  'settings.newSecretAction': 'Nouveau secret…',
  'settings.newSecretQuestion': 'Nouveau secret pour {name} ?',
  'settings.newSecretNote':
    'Pendant un jour, les événements sont signés avec l’ancien et le nouveau secret. Saisissez le nouveau dans le programme pendant ce temps.',
  'settings.createNewSecret': 'Créer un nouveau secret',
  'settings.removeQuestion': 'Retirer {name} ?',
  'settings.removeNote':
    'Il ne recevra plus rien, pas même ce qui reste à envoyer. C’est irréversible.',
  'settings.remove': 'Retirer',
  'settings.isRemoved': 'Webhook {name} retiré.',
  'settings.sendAgainTo': 'Renvoyer à {name}',
  'settings.sendAgain': 'Renvoyer',
  'settings.asking': 'Demande…',
  'settings.sendAgainNote':
    'Tout ce qui s’est passé depuis est renvoyé, dans l’ordre. Les nouveaux changements passent en premier.',
  'settings.since': 'Depuis',
  'settings.nothingToSend': 'Il n’y a rien à renvoyer.',
  'settings.getsAgain': '{name} reçoit de nouveau tout ce qui s’est passé depuis.',
  'settings.attemptsOf': 'Tentatives de {name}',
  'settings.attemptsList': 'Tentatives, de la plus récente à la plus ancienne',
  'settings.noAttempts': 'Rien n’a encore été envoyé.',
  'settings.attemptTook': '{when} · {duration, number} ms',

  // status
  'status.available': 'Disponible',
  'status.pending': 'En attente',
  'status.sold': 'Vendu',

  // stock
  'stock.petId': 'ID de l’animal',
  'stock.name': 'Nom',
  'stock.quantity': 'Quantité',
  'stock.status': 'Statut',
  'stock.barcode': 'Code-barres',
  'stock.lowAt': 'Seuil bas',
  'stock.pet': 'animal\u00a0{id}',
  'stock.namedPet': 'animal\u00a0{id} ({name})',
  'stock.petAtStart': 'Animal\u00a0{id}',
  'stock.namedPetAtStart': 'Animal\u00a0{id} ({name})',
  'stock.searchedFields':
    '{fields, select, name {ID ou nom} barcode {ID ou code-barres} both {ID, nom ou code-barres} other {ID}}',
  'stock.level': 'Stock',
  'stock.low': 'Bas',
  'stock.out': 'Rupture',
  'stock.lowStock': 'Stock bas',
  'stock.outOfStock': 'En rupture',
  'stock.addPet': 'Ajouter un animal',
  'stock.changePet': 'Modifier l’{pet}',
  'stock.history': 'Historique',
  'stock.historyOf': 'Historique de l’{pet}',
  'stock.codeAsQuantity':
    '« {code} » {holder, select, none {ressemble à un code-barres} other {est le code-barres de l’animal\u00a0{holder}}}, ce n’est donc pas une quantité.{number, select, none {} other { S’il s’agit bien du nombre, tapez {number}.}}',
  'stock.otherLayout':
    'Le scanner utilise une autre disposition de clavier : « {text} » est sans doute « {code} ». Réglez le scanner sur la disposition de cet ordinateur ; son manuel contient un code à scanner pour cela.',
  'stock.changed': '{pet} : {before, number} → {after, number} ({difference})',
  'stock.undo': 'Annuler l’action',
  'stock.undone': 'Action annulée : {what}',
  'stock.notUndone': 'Action non annulée',
  'stock.tryAgain': 'Réessayer',
  'stock.changedAgain': 'l’{pet} a de nouveau été modifié depuis.',
  'stock.isNow': 'l’{pet} est maintenant à {quantity, number}.',
  'stock.isBackAt': 'l’{pet} est revenu à {quantity, number}.',

  // table
  'table.pets': 'Animaux',
  'table.pet': 'Animal',
  'table.overview': 'Vue d’ensemble',
  'table.today': 'Aujourd’hui',
  'table.kinds': 'Types',
  'table.availableKinds': '{count, plural, one {# dispo.} other {# dispo.}}',
  'table.units': 'Unités',
  'table.unitsEach': '{average}/type',
  'table.showOnlyThese': ', n’afficher que ceux-ci',
  'table.lowUpTo': 'jusqu’à<hidden> cette quantité, le stock est bas</hidden>',
  'table.lowUpToLevel': 'jusqu’à {level, number}',
  'table.byStatus': 'Par statut',
  'table.kindsAndUnits':
    '{kinds, plural, one {# type} other {# types}}, {units, plural, one {# unité} other {# unités}}',
  'table.allStatuses': 'Tous',
  'table.anyLevel': 'Tout le stock',
  'table.export': 'Exporter',
  'table.searchBy': 'Rechercher par {fields}',
  'table.clearSearch': 'Effacer la recherche',
  'table.notAllLoaded': 'Tous les animaux ne sont pas encore chargés. Réessayez dans un instant.',
  'table.found': '{count, plural, one {# animal trouvé} other {# animaux trouvés}}',
  'table.sameName':
    '{count, plural, one {# animal s’appelle « {text} ». Choisissez-le.} other {# animaux s’appellent « {text} ». Choisissez-en un.}}',
  'table.severalMatch':
    '{count, plural, one {# animal correspond à « {text} ». Choisissez-le.} other {# animaux correspondent à « {text} ». Choisissez-en un.}}',
  'table.noPet': 'Pas d’animal {text}.',
  'table.noPetButLonger':
    'Pas d’animal {text}. {count, plural, one {# ID plus long le contient.} other {# ID plus longs le contiennent.}}',
  'table.noPetButOthers':
    'Pas d’animal {text}. {count, plural, one {# animal contient ce nombre ({fields}).} other {# animaux contiennent ce nombre ({fields}).}}',
  'table.stillInStock': 'Encore en stock',
  'table.quantityAndReserved':
    '{quantity, number}<small>, dont {reserved, number} en réservation</small>',
  'table.change': 'Modifier',
  'table.moreActions': 'Autres actions pour l’{pet}',
  'table.actions': 'Actions',
  'table.loadingAll': 'Chargement de tous les animaux…',
  'table.noMatch': 'Aucun animal correspondant',
  'table.noPets': 'Pas encore d’animaux',
  'table.addFirst': 'Ajoutez le premier, ou importez un fichier.',
  'table.waitForPets': 'Ils apparaîtront ici dès que quelqu’un les ajoutera.',
  'table.showAll': 'Tout afficher',
  'table.addPetWithId': 'Ajouter l’animal {id}',
  'table.importFile': 'Importer un tableau',
  'table.noneWithStatus': 'Aucun animal n’a ce statut et ce niveau de stock.',
  'table.notAnId': '« {text} » n’est pas un ID. Les ID sont des nombres entiers.',
  'table.hiddenByFilter': 'L’animal {text} a un autre statut ou niveau de stock.',
  'table.noneContains': 'Aucun {fields} ne contient « {text} ».',
  'table.noneContainsHere':
    'Aucun {fields} ne contient « {text} » avec ce statut et ce niveau de stock.',

  // total
  'total.sold': 'Ventes',
  'total.arrived': 'Arrivages',
  'total.returned': 'Retours',
  'total.damaged': 'Pertes',
  'total.died': 'Morts',

  // ui
  'ui.language': 'Langue',
  'ui.loading': 'Chargement…',
  'ui.close': 'Fermer',
  'ui.cancel': 'Annuler',
  'ui.notifications': 'Notifications',
  'ui.dismiss': 'Masquer',
  'ui.none': 'Aucun élément.',
  'ui.more': 'Et {count, number} de plus.',
  'ui.removed': 'retiré',
  'ui.to': 'à',
  'ui.saving': 'Enregistrement…',

  // webhook
  'webhook.active': 'Actif',
  'webhook.failing': 'En échec',
  'webhook.disabled': 'Arrêté',
  'webhook.paused': 'En pause',
};
