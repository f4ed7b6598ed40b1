import type { Catalogue } from './translator.ts';

/** The Spanish texts of the dashboard. en.ts says where each one stands. */
export const messages: Catalogue = {
  // answer
  'answer.accepted': 'aceptado ({answer})',
  'answer.moved': 'la dirección ha cambiado; escriba la nueva ({answer})',
  'answer.refused': 'rechazado; revise el secreto en el otro programa ({answer})',
  'answer.notFound': 'no hay nada en esta dirección ({answer})',
  'answer.gone': 'el programa no quiere más mensajes ({answer})',
  'answer.tooMany': 'demasiados mensajes para el programa ({answer})',
  'answer.notUnderstood': 'el programa no entiende el mensaje ({answer})',
  'answer.failed': 'el programa ha fallado ({answer})',
  'answer.noHost': 'ese nombre de servidor no existe ({answer})',
  'answer.unreachable': 'nada responde en esta dirección ({answer})',
  'answer.cut': 'la conexión se ha cortado ({answer})',
  'answer.notTrusted': 'el certificado de la dirección no es de confianza ({answer})',
  'answer.timedOut': 'sin respuesta en {seconds, number} s',
  'answer.notPublic': 'la dirección no es pública y WEBHOOK_NETWORKS no permite su red',

  // app
  'app.failed': 'Algo ha fallado',
  'app.failedNext':
    'Los cambios guardados están a salvo y lo que estaba escribiendo se conserva. <link>Recargar la página</link>.',
  'app.addPet': 'Añadir animal',
  'app.menu': 'Menú',
  'app.lock': 'Bloquear',
  'app.skipToContent': 'Saltar al contenido',
  'app.screens': 'Pantallas',
  'app.title': '{screen} – Pawstock',
  'app.liveHint': 'Los cambios aparecen al momento',
  'app.scanWithCamera': 'Escanear con la cámara',
  'app.petsChanged':
    '{count, plural, one {# animal ha cambiado.} other {# animales han cambiado.}}',
  'app.petRemoved': '{pet} se ha quitado.',
  'app.petIsNow': '{pet} está ahora en {quantity, number}.',

  // camera
  'camera.panel': 'Cámara',
  'camera.video': 'Imagen de la cámara',
  'camera.close': 'Cerrar la cámara',
  'camera.needsTls':
    'Los navegadores solo permiten la cámara en páginas cuya dirección empieza por https://. Pida a la persona que administra Pawstock que active TLS.',
  'camera.forbidden':
    'El navegador no permite usar la cámara. Permítala para esta página en los ajustes del navegador y vuelva a abrirla.',
  'camera.missing': 'Este dispositivo no tiene cámara.',
  'camera.inUse': 'Otra aplicación está usando la cámara. Ciérrela y vuelva a abrir la cámara.',
  'camera.unusable':
    'No se puede usar la cámara. Ciérrela y vuelva a abrirla, o escriba el código.',

  // connection
  'connection.connecting': 'Conectando…',
  'connection.live': 'Conectado',
  'connection.offline': 'Sin conexión',

  // counter
  'counter.title':
    '{kind, select, sell {Vender} receiving {Recibir una entrega} other {Contar el stock}}',
  'counter.readOnly':
    'Su clave “{key}” tiene el rol “{role}”, que no permite registrar {kind, select, sell {ventas} receiving {entregas} other {recuentos}}. Pida a un propietario una clave con el rol “{needed}” e inicie sesión con ella.',
  'counter.form': 'Línea siguiente',
  'counter.petOrReservation': 'Animal o reserva',
  'counter.petIdOrName': 'ID o nombre',
  'counter.amountOf':
    '{kind, select, sell {Cantidad: {pet}} receiving {Recibido: {pet}} other {Contado: {pet}}}',
  'counter.addPet': 'Añadir este animal…',
  'counter.hint':
    'Escanee un animal, o escríbalo y pulse Intro. <key>12*</key> fija el número de la última línea.',
  'counter.hintGuided':
    'Escriba el número de este animal y pulse Intro, o escanee cualquiera. <key>12*</key> fija el número de la última línea.',
  'counter.choices': 'Opciones',
  'counter.often': 'Introducidos a menudo',
  'counter.numberOf': '{units, number} de {pet}',
  'counter.petOrReservationQuestion': '«{text}» es un animal y una reserva. Elija uno.',
  'counter.numberOrCode': '¿{code} es el número o un código? Pulse Intro otra vez si es el número.',
  'counter.allCountedAlready':
    'Todos los animales están contados. Para contar más de uno, escanéelo.',
  'counter.noLineYet': 'Primero escanee o escriba un animal, y después su número.',
  'counter.correctFirst': 'Corrija primero el número de {pet}.',
  'counter.inStock': '{quantity, number} en stock',
  'counter.severalMatch': 'Coinciden varios animales. Elija uno.',
  'counter.unknown':
    '{what, select, id {El animal {text} no existe.} reservation {Ningún animal ni reserva se llama “{text}”.} offline {Ningún animal se llama “{text}”. Las reservas se podrán buscar cuando vuelva la conexión.} other {Ningún animal se llama “{text}”.}}{next, select, ask { Puede añadirlo una persona que también edita animales.} other {}}',
  'counter.wholeNumberFrom': 'Escriba un número entero a partir de {least, number}.',
  'counter.howMany':
    '¿Qué cantidad del {pet}? Escriba un número entero a partir de {least, number}.',
  'counter.isRight': '¿Es correcto {amount, number}? Si lo es, pulse Enter otra vez.',
  'counter.isRightNow':
    '¿Es correcto {amount, number}? {now, plural, one {Ahora hay #.} other {Ahora hay #.}} Si lo es, pulse Enter otra vez.',
  'counter.tooManyLines':
    'Una lista puede tener {max, plural, one {# animal} other {# animales}} como máximo. Guárdela y continúe.',
  'counter.entered':
    '{pet}: {amount, number}. {count, plural, one {# animal} other {# animales}} en la lista.',

  'counter.reservation': 'Reserva {id}',
  'counter.reservedBy': 'Reserva de {key}, hasta el {time}.',
  'counter.reservationEnded':
    '{state, select, expired {La reserva {id} no se muestra: ha caducado ({time}).} sold {La reserva {id} no se muestra: ya se ha vendido ({time}).} other {La reserva {id} no se muestra: se ha liberado ({time}).}}',
  'counter.reservationFailed': 'La reserva {id} no se muestra',
  'counter.listFirst': 'Venda o descarte primero la lista y escanee la reserva de nuevo.',
  'counter.reservationFirst': 'Venda o cierre primero la reserva {id}.',
  'counter.isBeingSaved': 'Esta lista se está guardando. Escanee de nuevo después.',

  'counter.reasonIs': 'Motivo: {reason}.',
  'counter.noteIs': 'Nota: {note}',
  'counter.addNote': 'Añadir una nota',
  'counter.noteForAll': 'Nota para todas las líneas',

  'counter.remove': 'Quitar el {pet} de la lista',
  'counter.isGone': 'Se ha quitado del stock.',
  'counter.notForSale':
    '{status, select, sold{Marcado como vendido.} other{Marcado como pendiente.}}',
  'counter.sellDespite': 'Vender de todos modos',
  'counter.left': 'tras la venta: {left, number}',
  'counter.leftReserved': 'tras la venta: {left, number}, {held, number} con reserva',
  'counter.shortage':
    '{left, plural, =0 {No queda ninguno para vender.} one {Solo queda # para vender.} other {Solo quedan # para vender.}}',
  'counter.shortageReserved':
    '{left, plural, =0 {No queda ninguno para vender.} one {Solo queda # para vender.} other {Solo quedan # para vender.}} {held, plural, one {Hay # más con reserva.} other {Hay # más con reserva.}}',
  'counter.notEnough': 'No hay suficiente del {pet}. {shortage}',

  'counter.lines':
    '{kind, select, count {{pets, plural, one {# animal} other {# animales}}} other {{pets, plural, one {# animal} other {# animales}}, {units, plural, one {# unidad} other {# unidades}}}}',
  'counter.linesUndone':
    '{kind, select, count {{pets, plural, one {# animal} other {# animales}}, deshecho} other {{pets, plural, one {# animal} other {# animales}}, {units, plural, one {# unidad} other {# unidades}}, deshecho}}',
  'counter.problems': '{count, plural, one {# línea por revisar} other {# líneas por revisar}}',
  'counter.blankLines': '{count, plural, one {# línea sin número} other {# líneas sin número}}',
  'counter.discard': 'Descartar',
  'counter.discardLines': '{count, plural, one {¿Descartar # línea?} other {¿Descartar # líneas?}}',
  'counter.unlock': 'Desbloquear',
  'counter.save': '{kind, select, sell {Vender} other {Guardar}}',
  'counter.saving': '{kind, select, sell {Vendiendo…} other {Guardando…}}',
  'counter.saved':
    '{kind, select, sell {Vendido: {lines}.} receiving {Entrega guardada: {lines}.} other {Recuento guardado: {lines}.}}',
  'counter.soldReservation': 'Vendido: reserva {id}, {lines}.',
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell {No vendido} other {No guardado}}',
  'counter.offline':
    '{kind, select, sell {No vendido: este dispositivo no tiene conexión. La lista se conserva aquí; véndala cuando vuelva la conexión.} other {No guardado: este dispositivo no tiene conexión. La lista se conserva aquí; guárdela cuando vuelva la conexión.}}',
  'counter.savedOtherwise':
    '{kind, select, sell {No vendido: esta lista ya se guardó con otros números, quizá en otra pestaña. Compárela con la actividad de hoy.} other {No guardado: esta lista ya se guardó con otros números, quizá en otra pestaña. Compárela con la actividad de hoy.}}',
  'counter.nothingArrived': 'Escriba la cantidad recibida de al menos un animal.',
  'counter.sentTooLongAgo':
    'Se envió el {time} y no hubo respuesta. Ha pasado demasiado tiempo o la clave era otra, así que enviarla otra vez no es seguro. Consulte la <link>actividad</link> de ese día: si la lista está allí, descártela; si no, desbloquéela.',
  'counter.noAnswer':
    'No hubo respuesta, así que no se sabe si se ha guardado. La lista se enviará otra vez en cuanto Pawstock responda, y contará una sola vez. Hasta entonces no se puede cambiar.',
  'counter.isThatRight':
    '{kind, select, sell {¿Es correcto: {changes}? Si lo es, venda otra vez.} other {¿Es correcto: {changes}? Si lo es, guarde otra vez.}}',
  'counter.farChange': '{pet} de {before, number} a {after, number}',
  'counter.more': '{count, plural, one {# más} other {# más}}',

  'counter.last':
    '{kind, select, sell {Últimas ventas} receiving {Últimas entregas} other {Últimos recuentos}}',
  'counter.namesBy': '{names}, por {key}',

  'counter.guided': 'Recuento guiado',
  'counter.endGuided': 'Terminar el recuento guiado',
  'counter.order': 'Orden',
  'counter.byId': 'Por ID',
  'counter.byName': 'Por nombre',
  'counter.hideExpected': 'Ocultar las cantidades previstas',
  'counter.allCounted': 'Todos los animales están contados. Revise las diferencias y guarde.',
  'counter.progress': 'Contado: {done, number} de {all, plural, one {# animal} other {# animales}}',
  'counter.countedPets': 'Animales contados',
  'counter.stillToCount': 'Por contar',
  'counter.later': 'Más tarde',
  'counter.andMore': '{count, plural, one {y # animal más} other {y # animales más}}',
  'counter.sheet': 'Hoja de recuento',
  'counter.sheetOf': '{time}, {count, plural, one {# animal} other {# animales}}',
  'counter.firstPrinted': 'Solo se imprimen los primeros {max, number} animales',
  'counter.columnPet': 'Animal',
  'counter.columnExpected': 'Previsto',
  'counter.columnCounted': 'Contado',

  // dialog
  'dialog.addPetItem': 'Añadir animal…',
  'dialog.importItem': 'Importar hoja de cálculo…',
  'dialog.exportShown': 'Exportar lo que se muestra',
  'dialog.printShown': 'Imprimir lo que se muestra',
  'dialog.print': 'Imprimir',
  'dialog.printLabels': 'Imprimir etiquetas',
  'dialog.appearance': 'Apariencia',
  'device.auto': 'Sistema',
  'device.light': 'Claro',
  'device.dark': 'Oscuro',
  'dialog.menuHelp': 'Ayuda y sesión',
  'dialog.shortcuts': 'Atajos de teclado',
  'dialog.apiReference': 'Referencia de la API',
  'dialog.keyItem': 'Clave: {name}',
  'dialog.signOut': 'Cerrar sesión',
  'dialog.signingOut': 'Cerrando sesión…',
  'dialog.signOutUnsaved': '¿Cerrar sesión sin guardar?',
  'dialog.changeLost': 'Se descartará su cambio del {pet}.',
  'dialog.listStays':
    'La lista de “{screen}” se queda aquí hasta que vuelva a iniciar sesión con esta clave.',
  'dialog.clockAhead':
    'El reloj del servicio estuvo adelantado un tiempo. Hasta el {until}, cada cambio se registra con esa hora, y los informes lo cuentan ahí. Pida a la persona que administra Pawstock que lo corrija.',
  'dialog.keySearch': 'Buscar; una letra o un dígito también busca',
  'dialog.keyMove': 'Moverse por la tabla',
  'dialog.keyEnds': 'Primer o último animal',
  'dialog.keyPage': 'Una pantalla arriba o abajo',
  'dialog.keyEnter': 'Cambiar la cantidad; guardarla',
  'dialog.keySign': 'Antes de un número: añadir o quitar',
  'dialog.keyReason': 'Después de un número: otro motivo, por su inicial, o x si el animal murió',
  'dialog.keySave': 'Vender, o guardar la entrega o el recuento',
  'dialog.keyNumber': 'En una lista: el número de la última línea',
  'dialog.keyMore': 'Más acciones para el animal',
  'dialog.keyCancel': 'Cancelar o cerrar',
  'dialog.keyNotifications': 'Ir a las notificaciones y volver',
  'dialog.keyHelp': 'Mostrar esta lista',
  'dialog.yourKey': 'Su clave',
  'dialog.roleNeeded':
    '“{name}” requiere una clave con el rol “{needed}”. La suya tiene el rol “{own}”.',
  'dialog.needsRole': 'Requiere el rol “{role}”',
  'dialog.signedInWith':
    'Ha iniciado sesión con la clave <strong>{name}</strong>. El historial muestra este nombre junto a sus cambios.',
  'dialog.allowed': 'Permitido:',
  'dialog.notAllowed': 'No permitido:',
  'dialog.keyCreated': 'Creada el {created}. No caduca.',
  'dialog.keyExpires': 'Creada el {created}. Caduca el {expires}.',
  'dialog.moreRights':
    'Para hacer más, pida otra clave al propietario de la tienda, cierre sesión e inicie sesión con ella. Los propietarios crean claves en los ajustes.',
  'dialog.changeQuantity': 'Cambiar la cantidad',
  'dialog.detailsEllipsis': 'Detalles…',
  'dialog.removeEllipsis': 'Quitar…',
  'dialog.markAs': 'Marcar como pendiente o vendido',
  'dialog.detailsOrRemove': 'Detalles o quitar',
  'dialog.statusChanged':
    '{pet}: {before, select, available {disponible} pending {pendiente} other {vendido}} → {after, select, available {disponible} pending {pendiente} other {vendido}}',
  'dialog.add': 'Añadir',
  'dialog.adding': 'Añadiendo…',
  'dialog.notAdded': 'No añadido',
  'dialog.id': 'ID',
  'dialog.enterId': 'Escriba un número entero sin ceros al principio.',
  'dialog.petExists': 'El animal {id} ya existe.',
  'dialog.enterQuantity': 'Escriba un número entero, 0 o más.',
  'dialog.justAdded': 'otra persona acaba de añadirlo.',
  'dialog.added': '{pet} añadido.',
  'dialog.saved': '{pet} guardado.',
  'dialog.detailsOf': 'Detalles del animal {id}',
  'dialog.barcodeTaken': '{pet} tiene este código de barras. Quítelo primero allí.',
  'dialog.enterCode':
    'Escriba como máximo {max, number} letras sin acentos, cifras y signos, sin espacios.',
  'dialog.enterText': 'Escriba como máximo {max, number} caracteres.',
  'dialog.justTaken': 'otro animal tiene este código de barras.',
  'dialog.optional': '{field} (opcional)',
  'dialog.nameHint': 'Se muestra y se busca junto al ID.',
  'dialog.barcodeHint': 'Escanéelo aquí o escríbalo. Al escanearlo se abre el animal.',
  'dialog.lowAtHint':
    'Con esta cantidad o menos, el stock es bajo. Si está vacío: {usual, number}, como para todos los animales.',
  'dialog.removeQuestion': '¿Quitar el {pet}?',
  'dialog.remove': 'Quitar',
  'dialog.removing': 'Quitando…',
  'dialog.notRemoved': 'No quitado',
  'dialog.removeExplained':
    '{quantity, number} en stock, {status, select, available {disponible} pending {pendiente} other {vendido}}. El animal se quita de la lista. Su historial se conserva. Durante diez segundos, “Deshacer” permite recuperarlo todo.',
  'dialog.removeReserved':
    '{count, plural, one {<strong># con reserva:</strong> un cliente está a punto de comprarlo, y la venta se rechazará.} other {<strong># con reserva:</strong> hay clientes a punto de comprarlos, y su venta se rechazará.}}',
  'dialog.justChanged': 'el animal acaba de cambiar. Revíselo de nuevo.',
  'dialog.removed': '{pet} quitado. Su historial se conserva.',
  'dialog.addedAgain': 'el {pet} se ha vuelto a añadir desde entonces.',
  'dialog.isBack': 'el {pet} está de vuelta.',
  'dialog.reservations': 'Reservas',
  'dialog.reservationsNotLoaded': 'Reservas no cargadas',
  'dialog.reservation':
    '{count, plural, one {# con reserva <strong>{id}</strong> de {key}, del {from} al {until}} other {# con reserva <strong>{id}</strong> de {key}, del {from} al {until}}}',
  'dialog.moreReservations': 'Hay más. “pawstock reservations” las muestra todas.',
  'dialog.release': 'Liberar',
  'dialog.releasing': 'Liberando…',
  'dialog.releaseOne': 'Liberar la reserva {id}',
  'dialog.releaseQuestion': '¿Liberar la reserva {id}?',
  'dialog.releaseExplained':
    'Lo reservado queda libre para otros al instante. Puede que el cliente que lo reservó esté a punto de pagar.',
  'dialog.released': 'Reserva {id} liberada.',
  'dialog.notReleased': 'No liberada',
  'dialog.changedByOther': '{pet}: otra persona lo ha cambiado',
  'dialog.removedByOther': '{pet} se ha quitado',
  'dialog.anImport': 'Una importación',
  'dialog.conflictEntry':
    '<strong>{who}</strong>, <time>{at}</time>: <change></change>{reason, select, none {} sale {, venta} arrival {, entrada} return {, devolución} count {, recuento} damage {, merma} died {, muerte} adjustment {, corrección} other {, {reason}}}{hasNote, select, yes {, “{note}”} other {}}',
  'dialog.startedFrom': 'Usted partió de {quantity, number}.',
  'dialog.startedAndEntered':
    'Usted partió de {quantity, number} y escribió {target, number} ({delta}).',
  'dialog.keepTheirs': 'Mantener la otra',
  'dialog.useMine': 'Usar la mía',
  'dialog.applyDifference': 'Aplicar mi diferencia',
  'dialog.notPossible': 'no es posible',
  'dialog.discardMine': 'Descartar mi cambio',

  // edit
  'edit.setTo': 'Fijar en',
  'edit.add': 'Añadir',
  'edit.remove': 'Quitar',
  'edit.kindOfChange': 'Tipo de cambio',
  'edit.newQuantity': 'Cantidad nueva',
  'edit.quantityToAdd': 'Cantidad que se añade',
  'edit.quantityToRemove': 'Cantidad que se quita',
  'edit.increase': 'Aumentar en 1',
  'edit.decrease': 'Reducir en 1',
  'edit.now': 'Ahora {quantity, number}',
  'edit.reason': 'Motivo',
  'edit.otherReason': 'Corrección (otro)',
  'edit.note': 'Nota',
  'edit.enterNumber': 'Escriba un número.',
  'edit.enterWholeNumber': 'Escriba un número entero.',
  'edit.onlyInStock': '{count, plural, one {Solo hay # en stock.} other {Solo hay # en stock.}}',
  'edit.tooLarge': 'El número es demasiado grande.',
  'edit.noteTooLong': 'La nota puede tener {max, number} caracteres como máximo.',
  'edit.isThatRight': '¿De {before, number} a {after, number}? Si es correcto, guarde otra vez.',
  'edit.save': 'Guardar',
  'edit.finishFirst': 'Guarde o cancele primero el cambio del {pet}.',
  'edit.staysAt': '{pet} se queda en {quantity, number}.',
  'edit.needsAttention':
    '{pet}: el cambio no se ha guardado. Su formulario se abre a continuación.',

  // error
  'error.because': '{outcome}: {reason}',
  'error.notSaved': 'No guardado',
  'error.notLoaded': 'No cargado',
  'error.notAccepted': 'Pawstock no lo acepta ({code}). Recargue la página e inténtelo de nuevo.',
  'error.notReady': 'Pawstock no está listo. Inténtelo de nuevo en un momento.',
  'error.unreachable': 'Pawstock no responde. Puede intentarlo de nuevo sin riesgo.',
  'error.keyInvalid': 'la clave ya no es válida. Inicie sesión de nuevo.',
  'error.roleTooSmall': 'el rol de su clave no lo permite. Consulte a un propietario.',
  'error.rateLimited':
    'demasiadas solicitudes a la vez. Inténtelo de nuevo en {seconds, plural, one {# segundo} other {# segundos}}.',
  'error.outcomeUnknown': 'no se sabe si se ha guardado. Puede intentarlo de nuevo sin riesgo.',
  'error.storageFull': 'Pawstock se ha quedado sin espacio. Avise a la persona que lo administra.',
  'error.invalidValue':
    '{petId, select, none {un número es demasiado grande o un texto no está permitido. Revise lo que ha escrito.} other {el número del animal\u00a0{petId} es demasiado grande. Escriba uno menor.}}',
  'error.petRemoved':
    '{petId, select, none {el animal se ha quitado entretanto.} other {el animal\u00a0{petId} se ha quitado entretanto.}}',
  'error.changedMeanwhile':
    '{petId, select, none {ha cambiado entretanto. Revíselo de nuevo.} other {el animal\u00a0{petId} ha cambiado entretanto. Revíselo de nuevo.}}',
  'error.insufficientStock':
    '{available, plural, =0 {el animal\u00a0{petId} está agotado, o el resto tiene reserva.} one {del animal\u00a0{petId} solo se puede retirar # ahora. No retire más.} other {del animal\u00a0{petId} solo se pueden retirar # ahora. Retire # como máximo.}}',
  'error.notEnough': 'no hay suficiente stock, o el resto tiene reserva.',
  'error.barcodeTaken':
    '{petId, select, none {otro animal tiene este código de barras.} other {el animal\u00a0{petId} tiene este código de barras. Quítelo primero allí.}}',
  'error.nameTaken': 'este nombre ya está en uso. Elija otro.',
  'error.lastOwnerKey':
    'es la última clave de propietario, o la última que no caduca. Cree otra primero.',
  'error.keyGone': 'esta clave ha caducado o se ha revocado entretanto. Recargue la página.',
  'error.webhookRefused':
    'Pawstock no envía nada a una dirección que no es pública. Pida a la persona que lo administra que permita su red. Puede haber {count, plural, one {# webhook} other {# webhooks}} como máximo.',
  'error.webhookGone': 'este webhook se ha quitado entretanto. Recargue la página.',
  'error.reservationUnknown': 'esa reserva no existe, o terminó hace más de 30 días.',
  'error.reservationEnded': 'la reserva ha terminado: se ha vendido, se ha liberado o ha caducado.',

  // field
  'field.petId': 'ID del animal',
  'field.quantity': 'cantidad',
  'field.status': 'estado',
  'field.name': 'nombre',
  'field.barcode': 'código de barras',
  'field.lowAt': 'nivel mínimo',

  // history
  'history.reasonInside':
    '{reason, select, sale {venta} arrival {entrada} return {devolución} adjustment {corrección} count {recuento} damage {merma} died {muerte} other {{reason}}}',
  'history.inStock': '<strong>{quantity, number}</strong> en stock',
  'history.changes': 'Cambios',
  'history.noEarlier': 'No hay cambios anteriores.',
  'history.loadMore': 'Cargar más',
  'history.chart':
    'Cantidad del {pet} desde el {from}, {count, plural, one {# cambio} other {# cambios}}: mínimo {lowest, number}, máximo {highest, number}, ahora {now, number}.',
  'history.chartRemoved':
    'Cantidad del {pet} desde el {from}, {count, plural, one {# cambio} other {# cambios}}: mínimo {lowest, number}, máximo {highest, number}, ahora quitado.',
  'history.now': 'ahora',
  'history.levelSince': '<strong>{level, number}</strong> desde el {time}',
  'history.what':
    '{kind, select, added {Añadido} set {Fijado} adjust {Modificado} put {Reemplazado} delete {Quitado} other {Importado}}',
  'history.whatBy':
    '{kind, select, added {Añadido por {key}} set {Fijado por {key}} adjust {Modificado por {key}} put {Reemplazado por {key}} delete {Quitado por {key}} other {Importado por {key}}}',
  'history.whatFor': '{what}, {reason}',
  'history.undo': 'Deshecho',
  'history.putBackTo': 'Volver a {quantity, number}',
  'history.putBackToOf': 'Volver a {quantity, number}, como el {time}',
  'history.putBackQuestion': '¿Volver a {quantity, number}?',
  'history.putBack': 'Restablecer',
  'history.putBackAnyway': 'Restablecer de todos modos',
  'history.putBackNote': 'vuelta a {quantity, number}, como el {time}',
  'history.changedMeanwhile': 'Cambiado entretanto por {key}: <change></change>',
  'history.importedMeanwhile': 'Cambiado entretanto por una importación: <change></change>',
  'history.petRemoved': 'El animal se ha quitado.',
  'history.isAlready': 'La cantidad ya es {quantity, number}.',

  'history.activity': 'Actividad',
  'history.days': 'Días',
  'history.range':
    '{range, select, today {Hoy} week {Últimos 7 días} day {Un día} other {Otro periodo}}',
  'history.day': 'Día',
  'history.firstDay': 'Primer día',
  'history.last': 'Último día',
  'history.firstToLast': 'del {first} al {last}',
  'history.sevenDays': 'Los 7 días hasta el {last}',
  'history.person': 'Persona',
  'history.everyone': 'Todo el mundo',
  'history.imports': 'Importaciones',
  'history.anyReason': 'Todos los motivos',
  'history.otherReasons': 'Los demás motivos',
  'history.noReason': 'Sin motivo',
  'history.only': 'Solo el {pet}',
  'history.column':
    '{column, select, seq {Número} at {Fecha y hora} petId {ID del animal} kind {Tipo} before {Antes} after {Después} delta {Diferencia} status {Estado} reason {Motivo} note {Nota} key {Persona} other {Solicitud}}',
  'history.sum':
    '{name, select, sale {Ventas} arrival {Entradas} return {Devoluciones} damage {Mermas} died {Muertes} other {Otros}}',
  'history.showOnly':
    '{name, select, sale {Ventas {units}: mostrar solo estas} arrival {Entradas {units}: mostrar solo estas} return {Devoluciones {units}: mostrar solo estas} damage {Mermas {units}: mostrar solo estas} died {Muertes {units}: mostrar solo estas} other {Otros {units}: mostrar solo estos}}',
  'history.changeCount': '{count, plural, one {# cambio} other {# cambios}}',
  'history.newest':
    '{count, plural, one {Este es el cambio más reciente} other {Estos son los # cambios más recientes}}; hay anteriores. <load>Cargarlos</load>',
  'history.newestOfMany':
    '{count, plural, one {Este es el cambio más reciente} other {Estos son los # cambios más recientes}}. Hay anteriores: elija un solo día para verlos.',
  'history.newestPrinted': 'Solo se imprimen los {max, number} cambios más recientes',
  'history.noChanges': 'No hay cambios.',
  'history.newestFirst': 'Cambios, del más reciente al más antiguo',
  'history.import': 'Importación',
  'history.removed': 'Quitado',
  'history.added': 'Añadido',
  'history.by': '{what}, por {key}',
  'history.exported': '{count, plural, one {# cambio exportado.} other {# cambios exportados.}}',
  'history.notExported': 'No exportado',
  'history.readSoFar': '{count, plural, one {# cambio leído…} other {# cambios leídos…}}',

  // import
  'import.title': 'Importar una hoja de cálculo',
  'import.titleUndo': 'Deshacer una importación',
  'import.finished':
    'Importación terminada: {count, plural, one {# fila guardada} other {# filas guardadas}}.',
  'import.continue': 'Continuar',
  'import.chooseFile': 'Elegir un archivo',
  'import.chooseOther': 'Elegir otro archivo',
  'import.reading': 'Leyendo {file}…',
  'import.columnsNeeded':
    'Un archivo de Excel (.xlsx) o CSV con una columna para la cantidad y otra para el ID del animal, o para un código como SKU o EAN. Las columnas para el estado, el nombre y el nivel mínimo son opcionales.',
  'import.programs':
    'Las exportaciones de Shopify, Square, WooCommerce y Lightspeed se leen tal cual. Desde Numbers, exporte a Excel o CSV. Podrá revisar cada cambio antes de guardar nada. Los animales que no están en el archivo se quedan como están.',
  'import.fileTooLarge':
    '{file} supera los {max, number} MiB, el máximo que se puede importar aquí. Divídalo en archivos más pequeños e impórtelos uno tras otro.',
  'import.fileUnreadable': 'No se puede leer {file}.',
  'import.problemAtLine': 'línea {line}: {problem}',
  'import.fileProblem': '{at, select, line {{file}, {problem}.} other {{file}: {problem}.}}',
  'import.state':
    '{kind, select, preparing {Comprobando los animales…} storing {Guardando…} cancelling {Terminando el último paso…} stopped {Detenido} other {Listo}}',
  'import.stopped': 'Detenido',
  'import.progress': '{settled, number} de {total, plural, one {# fila} other {# filas}}',
  'import.stored': '<strong>Guardado:</strong> {count, plural, one {# fila} other {# filas}}.',
  'import.skippedNone': '<strong>Omitido:</strong> {count, number}.',
  'import.skippedSome':
    '<strong>Omitido:</strong> {run, select, undo {{count, number}, por cambios posteriores a la importación.} other {{count, number}, por cambios posteriores a la vista previa.}}',
  'import.notStored':
    '<strong>No guardado:</strong> {count, plural, one {# fila} other {# filas}}. {run, select, undo {Reanude ahora: después de cerrar ya no se puede deshacer.} other {Reanude ahora, o importe el mismo archivo más tarde: solo cambiará lo que falta.}}',
  'import.resume': 'Reanudar con el resto ({count, plural, one {# fila} other {# filas}})',
  'import.skipped': 'Omitido',
  'import.petAdded': '{by, select, known {{pet}: lo ha añadido {key}} other {{pet} se ha añadido}}',
  'import.petAddedAgain':
    '{by, select, known {{pet}: lo ha añadido {key}} other {{pet} se ha añadido}}; importe el archivo de nuevo para obtener otro ID',
  'import.petRemoved':
    '{by, select, known {{pet}: lo ha quitado {key}} other {{pet} se ha quitado}}',
  'import.petChanged': '{pet} ha cambiado',
  'import.petChangedTo':
    '{by, select, known {{pet}: {key} lo ha cambiado a {quantity, number}, {status, select, available {disponible} pending {pendiente} other {vendido}}} other {{pet} ha cambiado a {quantity, number}, {status, select, available {disponible} pending {pendiente} other {vendido}}}}',
  'import.barcodeTaken': '{pet} se queda como está: otro animal tiene ya su código de barras',
  'import.note':
    '{run, select, undo {Importación de {file} deshecha} other {Importación de {file}}}',

  'import.columnsQuestion': '¿Qué hay en las columnas de <strong>{file}</strong>?',
  'import.columns': 'Columnas del archivo',
  'import.sheet': 'Hoja',
  'import.sheetEmpty': 'Esta hoja está vacía.',
  'import.headerLine': 'Línea con los nombres de las columnas',
  'import.columnsWanted': 'Elija la columna de: {fields}.',
  'import.petIdOrBarcode': 'ID del animal o código de barras',
  'import.headerLooksLikePet':
    'La línea con los nombres de las columnas parece un animal y no se importa. Añada encima una línea con los nombres de las columnas.',
  'import.notRead': 'No se lee',
  'import.unnamedColumn': 'Columna {number, number}',

  'import.summary':
    '<strong>{file}</strong>: {added, plural, one {# animal nuevo} other {# animales nuevos}}, {described, plural, =0 {{changed, number} con cambios} one {{changed, number} con cambios (# con otros detalles)} other {{changed, number} con cambios (# con otros detalles)}}, {unchanged, number} sin cambios. Aún no se ha guardado nada.',
  'import.sheetRead': 'Hoja “{sheet}”.',
  'import.headerFound': 'Nombres de las columnas: línea {line}.',
  'import.columnsRead': 'Columnas leídas: {columns}.',
  'import.columnFrom': '{field} de “{name}”',
  'import.kindQuestion': '¿Qué contiene el archivo?',
  'import.kind': '{kind, select, delivery {Una entrega} count {Un recuento} other {Todo el stock}}',
  'import.kindMeaning':
    '{kind, select, delivery {Las cantidades se suman al stock como entradas.} count {Las cantidades pasan a ser el stock, como recuento.} other {Las cantidades pasan a ser el stock.}}',
  'import.updateNames': 'Cambiar los nombres distintos por los del archivo',
  'import.layoutRead': 'Leído como exportación de {layout}.',
  'import.locationQuestion': '¿De qué ubicación es el stock?',
  'import.codesLikeIds':
    '{count, plural, one {Un código es} other {# códigos son}} también el ID de otro animal, por ejemplo {code}. Si la columna tiene los ID de los animales, cambie las columnas.',
  'import.matchedByBarcode':
    'Las filas se reconocen por el código de barras, y los animales nuevos reciben el siguiente ID libre.',
  'import.partsNotRead': 'No se lee: {parts}.',
  'import.quoted': '“{name}”',
  'import.changeColumns': 'Cambiar columnas',
  'import.needsRole':
    '{count, plural, one {# fila añade un animal o cambia} other {# filas añaden animales o cambian}} un estado o detalles, lo que requiere el rol “También edita animales”. Pida al propietario una clave con ese rol. Con la suya puede importar un archivo que solo cambie cantidades.',
  'import.show': 'Mostrar',
  'import.errorCount': 'Errores {count, number}',
  'import.leftOutCount': 'Omitidas {count, number}',
  'import.changedCount': 'Cambios {count, number}',
  'import.addedCount': 'Nuevos {count, number}',
  'import.errors': 'Errores',
  'import.leftOut': 'Líneas omitidas',
  'import.changedPets': 'Animales con cambios',
  'import.newPets': 'Animales nuevos',
  'import.nothing': 'Nada que importar',
  'import.start': 'Importar {count, plural, one {# animal} other {# animales}}',
  'import.putOnList': 'Pasar a la lista de Recibir',
  'import.listExplained':
    'La lista se revisa y se guarda en la pantalla Recibir. Allí cambia cantidades y añade animales nuevos; los demás datos de los animales en stock se quedan como están. Al importar, todo se guarda de inmediato.',
  'import.largeIds':
    '{count, plural, one {# ID supera} other {# ID superan}} 9007199254740991, por ejemplo {id}. Los programas que redondean números grandes los confunden con otros.',
  'import.linesLeftOut':
    '{count, plural, one {Se omite # línea. Los animales que contiene se quedan como están.} other {Se omiten # líneas. Los animales que contienen se quedan como están.}}',
  'import.linesUnreadable':
    '{count, plural, one {No se puede leer # línea. Corrija el archivo y elíjalo de nuevo, u omita esta línea.} other {No se pueden leer # líneas. Corrija el archivo y elíjalo de nuevo, u omita estas líneas.}}',
  'import.linesAsked':
    '{count, plural, one {No se puede leer # línea. Responda a las preguntas de arriba, corrija el archivo y elíjalo de nuevo, u omita esta línea.} other {No se pueden leer # líneas. Responda a las preguntas de arriba, corrija el archivo y elíjalo de nuevo, u omita estas líneas.}}',
  'import.leaveOut': '{count, plural, one {Omitir esta línea} other {Omitir estas # líneas}}',
  'import.thousandsQuestion': '¿Qué significa “{text}” en este archivo?',
  'import.statusQuestion': '¿Qué significa el estado “{text}”?',
  'import.emptyStatusQuestion': '¿Qué significa un estado vacío?',
  'import.negativeQuestion':
    '¿Qué significa una cantidad inferior a cero? ({count, plural, one {# línea} other {# líneas}})',
  'import.isError': 'Es un error',
  'import.isNone': 'No queda ninguno: 0',

  'offline.banner':
    '<strong>Sin conexión.</strong> <wide>Los cambios de otras personas no se muestran.</wide> Reconectando… Lo que escriba se conserva.',
  'offline.bannerAsOf':
    '<strong>Sin conexión.</strong> Stock según la última conexión ({time}). <wide>Reconectando… Lo que escriba se conserva.</wide>',
  'offline.kept':
    'Guardado en este dispositivo: {lines}. Se registrará cuando haya conexión con Pawstock.',
  'offline.notKept':
    'El navegador no ha podido guardar la lista. Deje esta página abierta y vuelva a guardar cuando haya conexión.',
  'offline.stored':
    '{count, plural, one{La lista en espera ya está registrada.} other{Las # listas en espera ya están registradas.}}',
  'offline.waiting':
    '{count, plural, one{# lista espera en este dispositivo.} other{# listas esperan en este dispositivo.}}',
  'offline.needYou':
    '{count, plural, one{# necesita su atención.} other{# necesitan su atención.}}',
  'offline.show': 'Ver listas',
  'offline.title': 'Listas en espera',
  'offline.madeBy': '{time}, {name}',
  'offline.unsent': 'Se registrará cuando haya conexión con Pawstock.',
  'offline.sent': 'Enviada sin recibir respuesta. Se enviará de nuevo y contará una sola vez.',
  'offline.waitsFor': 'Espera a que {name} inicie sesión aquí, porque se registra con esa clave.',
  'offline.refused': 'No registrada',
  'offline.tooOld':
    'Espera desde {time}, demasiado para enviarse sola. ¿Figura desde entonces en la <link>actividad</link>?',
  'offline.keyEnded':
    'La clave «{name}» ya no es válida. ¿Figura la lista en la <link>actividad</link> desde {time}?',
  'offline.isThere': 'Figura: quitar',
  'offline.isNotThere': 'No figura: registrar ahora',
  'offline.change': 'Cambiar la lista',
  'offline.listFirst': 'Guarde o descarte antes la lista de «{screen}».',
  'offline.notSafe':
    'Este navegador puede borrar las listas en espera si el dispositivo se llena. Instalar la página como aplicación lo evita.',
  'offline.needsTls':
    'Sin https:// en la dirección, el navegador no conserva lo que guarde sin conexión. Deje esta página abierta hasta que vuelva.',
  'offline.signOut':
    '{count, plural, one{# lista aún espera en este dispositivo y se borrará al cerrar sesión. Espere a que se registre o descárguela.} other{# listas aún esperan en este dispositivo y se borrarán al cerrar sesión. Espere a que se registren o descárguelas.}}',
  'offline.download': 'Descargar y cerrar sesión',

  'people.title': 'Personas de este dispositivo',
  'people.note':
    'Las personas que este dispositivo conoce entran con un PIN. Sus claves se guardan aquí cifradas.',
  'people.whoAreYou': '¿Quién es usted?',
  'people.pinOf': 'PIN de {name}',
  'people.newPin': 'PIN',
  'people.pinHint':
    'De cuatro a seis cifras. Cinco intentos fallidos detienen a una persona, pero no a quien copie el disco: allí se prueban todos los PIN en horas. Si se pierde el dispositivo, hay que revocar sus claves.',
  'people.showPin': 'Mostrar el PIN',
  'people.hidePin': 'Ocultar el PIN',
  'people.wrongPin':
    '{count, plural, one{PIN incorrecto. Tras otro más, este dispositivo le olvidará.} other{PIN incorrecto. Le quedan # intentos.}}',
  'people.forgotten':
    'Este dispositivo ha olvidado a {name}. Pida al propietario que le añada de nuevo o entre con su clave.',
  'people.unlock': 'Desbloquear',
  'people.keypad': 'Cifras',
  'people.erase': 'Borrar la última cifra',
  'people.useKey': 'Entrar con una clave',
  'people.choosePin': 'Usar un PIN en este dispositivo',
  'people.keep': 'Usar este PIN',
  'people.keeping': 'Cifrando…',
  'people.notKept': 'No se ha guardado',
  'people.isKept': '{name} ya puede entrar aquí con el PIN.',
  'people.newPerson': 'Nueva persona en caja',
  'people.device': 'Este dispositivo',
  'people.deviceExample': 'Caja 1',
  'people.add': 'Añadir',
  'people.adding': 'Añadiendo…',
  'people.notAdded': 'No se ha añadido',
  'people.forget': 'Olvidar',
  'people.forgetOf': 'Olvidar a {name}',
  'people.lockWhen': 'Bloquear este dispositivo',
  'people.lockAfterSale': 'Después de cada venta',
  'people.lockAfter': '{count, plural, one{Tras un minuto sin uso} other{Tras # minutos sin uso}}',
  'people.needsHttps':
    'Los navegadores solo permiten el PIN en páginas cuya dirección empieza por https://. Pida a quien administra Pawstock que active TLS.',
  'people.roleTooHigh':
    'Un PIN es demasiado débil para su clave, que permite más que vender y contar. Para el trabajo diario, un propietario puede añadirle con «Nueva persona en caja».',
  'people.needsExpiry':
    'Un PIN es demasiado débil para su clave, que no caduca nunca. Pida a un propietario que le añada con «Nueva persona en caja».',
  'people.noStorage':
    'Este navegador no guarda nada para esta página, así que no puede recordarle.',
  // print
  'print.stockLevels': 'Estado del stock',
  'print.lowStock': 'Stock bajo, hasta {threshold, number}',
  'print.lowStockOrOwn': 'Stock bajo, hasta {threshold, number} o el nivel mínimo del animal',
  'print.status': '{status, select, available {disponible} pending {pendiente} other {vendido}}',
  'print.search': '{fields} con “{text}”',
  'print.countAndDate': '{count, plural, one {# animal} other {# animales}}, {date}',
  'print.firstRows':
    '{count, plural, one {# animal} other {# animales}}, {date}. Solo se imprimen los primeros {max, number}; filtre la tabla para ver otros',
  'print.exported': '{count, plural, one {# animal exportado.} other {# animales exportados.}}',
  'print.labels': '{count, plural, one {Etiquetas de # animal} other {Etiquetas de # animales}}',
  'print.firstLabels':
    'Solo se imprimen las primeras {max, number} etiquetas. Filtre la tabla para imprimir otras.',
  'print.qrCodeOf': 'Código QR: {pet}',
  'print.barcodeOf': 'Código de barras: {pet}',

  // problem
  'problem.fileEmpty': 'el archivo está vacío',
  'problem.otherFormat':
    'los archivos de este tipo no se pueden leer; en el programa de origen, guárdelo como Excel (.xlsx) sin contraseña, o como CSV, y elija ese archivo',
  'problem.badEncoding': 'no es un texto {written} válido; expórtelo de nuevo',
  'problem.workbookUnreadable':
    'no se puede leer este libro; ábralo en un programa de hojas de cálculo, guárdelo de nuevo y elija ese archivo',
  'problem.workbookTooLarge':
    'este libro tiene más de {max, number} MiB de datos sin comprimir, que es el máximo; guarde la hoja como CSV y elija ese archivo',
  'problem.sheetTooLarge':
    'una hoja de este libro tiene {count, number} filas y {columns, number} columnas, y el máximo son {max, number} celdas entre todas las hojas; borre lo que está lejos de la tabla o guarde la hoja como CSV',
  'problem.noSheet':
    'todas las hojas de este libro están ocultas; muestre una, guarde el libro y elíjalo de nuevo',
  'problem.jsonNotUtf8': 'el JSON debe estar en UTF-8, y este no lo está',
  'problem.rowTooLong': 'esta fila tiene más de {max, number} MB, el máximo para una fila',
  'problem.quoteOpen': 'en esta fila se abren unas comillas que no se cierran',
  'problem.quoteStray':
    'en esta fila hay unas comillas fuera de lugar. Ponga todo el valor entre comillas y duplique las comillas que contiene',
  'problem.tooManyColumns':
    'esta fila tiene {columns, number} columnas, y el máximo para una fila es {max, number}',
  'problem.tooManyValues':
    'hay {count, number} valores para {columns, plural, one {# columna} other {# columnas}}. Ponga entre comillas los valores que contengan un separador, o dé un nombre a cada columna',
  'problem.jsonInvalid': 'no es JSON válido',
  'problem.jsonNoObject': 'no es un objeto JSON',
  'problem.jsonValue':
    '{name} debe ser {rule, select, petId {un número entero hasta 9223372036854775807} quantity {un entero de 0 a 9007199254740991} status {available, pending o sold} other {un texto}}, no {written}',
  'problem.jsonMissing':
    '{name} debe ser {rule, select, petId {un número entero hasta 9223372036854775807} quantity {un entero de 0 a 9007199254740991} status {available, pending o sold} other {un texto}}, y falta',
  'problem.petTwice': 'el animal {petId} ya está en la línea {line}',
  'problem.barcodeTwice': 'el código de barras {text} ya está en la línea {line}',
  'problem.barcodeTaken': 'el animal {petId} ya tiene el código de barras {text}',
  'problem.noFreeId':
    'no hay ningún ID mayor que {petId} para el código de barras {text}. Dé un ID al animal en una columna petId',
  'problem.empty': 'falta un valor ({field})',
  'problem.unknownStatus': 'el estado debe ser disponible, pendiente o vendido, no {text}',
  'problem.notWhole': '{text} no es un número entero ({field})',
  'problem.ambiguous': '{text} es ambiguo ({field}): puede ser {written} o {otherwise}',
  'problem.negative': '{text} es menor que cero ({field})',
  'problem.tooLarge': '{text} es demasiado grande ({field})',
  'problem.lostDigits':
    'la hoja de cálculo ha abreviado {text} y se han perdido cifras ({field}). Dé formato de texto a la columna, escriba el número de nuevo y guarde el archivo',
  'problem.codeIsDate':
    '{text} es una fecha en la que la hoja de cálculo ha convertido un código ({field}). Dé formato de texto a la columna, escriba el código de nuevo y guarde el archivo',
  'problem.invalidText':
    '{text} no es válido ({field}): debe ser un texto de 1 a {max, number} caracteres, no solo espacios, sin caracteres de control',
  'problem.invalidCode':
    '{text} no es válido ({field}): deben ser de 1 a {max, number} caracteres ASCII imprimibles, sin espacios',
  'problem.otherSheet': 'la hoja {text}',
  'problem.hiddenSheet': 'la hoja oculta {text}',
  'problem.hiddenRows': 'filas ocultas ({count, number})',
  'problem.totalRows': 'filas de totales ({count, number})',
  'problem.parentRows': 'filas de productos cuyas variantes tienen el stock ({count, number})',
  'problem.pictureRows': 'filas de imágenes ({count, number})',
  'problem.giftCardRows': 'filas de tarjetas regalo ({count, number})',
  'problem.serviceRows': 'filas de servicios ({count, number})',
  'problem.untrackedRows': 'filas sin control de stock ({count, number})',
  'problem.otherLocationRows': 'filas de otras ubicaciones ({count, number})',

  // reason
  'reason.sale': 'Venta',
  'reason.arrival': 'Entrada',
  'reason.return': 'Devolución',
  'reason.adjustment': 'Corrección',
  'reason.count': 'Recuento',
  'reason.damage': 'Merma',
  'reason.died': 'Muerte',

  // reports
  'reports.title': 'Informes',
  'reports.tabs': 'Informes mostrados',
  'reports.tab': '{tab, select, order{Por pedir} sold{Vendido} losses{Pérdidas} other{Todo}}',
  'reports.comparedSpan': 'Del {first} al {last}, comparado con el periodo anterior',
  'reports.span': 'Periodo',
  'reports.spanName':
    '{span, select, days{{count, plural, one {# día} other {# días}}} week{Semana} month{Mes} quarter{Trimestre} year{Año} other{Otro periodo}}',
  'reports.noPets': 'Aún no hay animales, así que no hay nada que mostrar.',
  'reports.lost': 'Pérdida',
  'reports.noReason': 'Sin motivo',
  'reports.ofPets': '{count, plural, one {de # animal} other {de # animales}}',
  'reports.earlier': '{count, plural, one {# antes ({delta})} other {# antes ({delta})}}',
  'reports.before': 'Antes',
  'reports.soldBefore': 'Ventas antes',
  'reports.perDay': 'Por día',
  'reports.inStock': 'En stock',
  'reports.daysLeft': 'Días restantes',
  'reports.order': 'Pedir',
  'reports.level': 'Mínimo',
  'reports.cause': 'Causa',
  'reports.notes': 'Notas',
  'reports.petId': 'Animal {id}',
  'reports.petIdBehindName': '(animal {id})',
  'reports.sales': 'Ventas y entradas',
  'reports.salesPerMonth': 'Ventas y entradas por mes',
  'reports.salesPerDay': 'Ventas y entradas por día',
  'reports.barOf': '{day}: ventas {sold, number}, entradas {arrived, number}',
  'reports.values': 'Valores',
  'reports.salesValues': 'Ventas y entradas, valores',
  'reports.noDays': 'Ningún día.',
  'reports.bestSellers': 'Más vendidos',
  'reports.nothingSold': 'No se ha vendido nada.',
  'reports.runsOutFirst': 'Se agotan antes',
  'reports.runsOutFirstNote': 'Cuánto durará el stock al ritmo de este periodo.',
  'reports.nothingRunsOut':
    '{count, plural, one {Nada se agotará en # día.} other {Nada se agotará en # días.}}',
  'reports.nothingSoldInStock': 'No hay en stock nada de lo vendido.',
  'reports.slowMovers': 'Sin ventas',
  'reports.slowMoversNote': 'En stock, y no se ha vendido ninguno.',
  'reports.allSold': 'De todo lo que hay en stock se ha vendido algo.',
  'reports.nothingInStock': 'No hay nada en stock.',
  'reports.losses': 'Pérdidas',
  'reports.lossesNotAll':
    'Solo de los cambios más recientes: elija un periodo más corto para verlo todo.',
  'reports.nothingLost': 'No hay pérdidas.',
  'reports.lossesByCause': 'Por causa',
  'reports.lossesByPerson': 'Por persona',
  'reports.whatToOrder': 'Por pedir',
  'reports.nothingToOrder': 'Hay suficiente de todo.',
  'reports.fewerDaysLeft': 'Días restantes, menos de',
  'reports.enoughForDays': 'Pedir para (días)',
  'reports.copy': 'Copiar',
  'reports.mail': 'Correo',
  'reports.mailSubject': 'Pedido',
  'reports.mailTooLong':
    'La lista es demasiado larga para un correo. Cópiela y péguela en el mensaje.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied': '{count, plural, one {# línea copiada.} other {# líneas copiadas.}}',
  'reports.notCopied': 'El navegador no permite copiar aquí. Descargue el archivo CSV.',
  'reports.receiveThese': 'Recibir',
  'reports.receiveBusy': 'La lista de “Recibir” se está guardando. Inténtelo de nuevo después.',
  'reports.csv': 'CSV',
  'reports.csvOf': 'CSV: {title}',
  'reports.tableOf': '{title}: tabla',
  'reports.showAll': 'Mostrar todo ({count, number})',
  'reports.soldToday':
    '{count, plural, one {<strong>#</strong> venta hoy} other {<strong>#</strong> ventas hoy}}',
  'reports.runOutSoon':
    '{count, plural, one {<strong>#</strong> se agota en {days, number} días} other {<strong>#</strong> se agotan en {days, number} días}}',
  'reports.toOrder':
    '{count, plural, one {<strong>#</strong> por pedir} other {<strong>#</strong> por pedir}}',

  // role
  'role.read': 'Solo consulta',
  'role.readAllows': 'Ve, busca, exporta e imprime el stock y su historial.',
  'role.write': 'Vende y cuenta',
  'role.writeAllows':
    'Cambia cantidades: en la caja, en el almacén, desde una hoja de cálculo o un programa.',
  'role.admin': 'También edita animales',
  'role.adminAllows': 'Añade, nombra y quita animales, y los marca como pendientes o vendidos.',
  'role.owner': 'Propietario',
  'role.ownerAllows':
    'Lo hace todo y gestiona claves y webhooks. Para personas a las que confía toda la tienda.',

  // screen
  'screen.sell': 'Vender',
  'screen.stock': 'Stock',
  'screen.receiving': 'Recibir',
  'screen.count': 'Contar',
  'screen.activity': 'Actividad',
  'screen.reports': 'Informes',
  'screen.settings': 'Ajustes',

  // session
  'session.tagline': 'El stock de su tienda de animales.',
  'session.apiKey': 'Clave de API',
  'session.showKey': 'Mostrar la clave',
  'session.hideKey': 'Ocultar la clave',
  'session.signIn': 'Iniciar sesión',
  'session.signingIn': 'Iniciando sesión…',
  'session.useAnotherKey': 'Usar otra clave',
  'session.showPeople': 'Volver a los nombres',
  'session.askForKey':
    'Pida una clave al propietario de la tienda. Esta página la olvida al cerrarla o volver a cargarla. Para la primera clave, abra el enlace que Pawstock muestra al arrancar.',
  'session.signedOutElsewhere':
    'Ha cerrado sesión en otra pestaña.{pet, select, none {} other { Se ha descartado su cambio del {pet}.}}',
  'session.notSignedIn': 'Sesión no iniciada',
  'session.languageNotChanged': 'Idioma no cambiado',
  'session.notAKey':
    'No es una clave de API: contiene un espacio o un carácter especial. Pegue solo la clave; empieza por paw_.',
  'session.keyRefused':
    'La clave de API está mal escrita o incompleta, ha caducado o se ha revocado. Revísela o pida una nueva.',
  'session.keyNotAccepted': 'Su clave “{name}” no se ha aceptado. Inicie sesión de nuevo.',
  'session.keyRevoked': 'Su clave “{name}” se ha revocado o sustituido. Pida una nueva.',
  'session.keyExpired': 'Su clave “{name}” ha caducado. Pida una nueva.',
  'session.retrying': 'Pawstock no responde. Reintentando…',
  'session.shopTimes': 'Los días y las horas son los de la tienda ({zone}).',

  // settings
  'settings.title': 'Ajustes',
  'settings.forOwners':
    'Los ajustes son para propietarios. Inicie sesión con la clave de un propietario.',
  'settings.actions': 'Acciones realizadas',
  'settings.actionsList': 'Acciones, de la más reciente a la más antigua',
  'settings.action':
    '{action, select, key_create {{who} ha creado la clave <strong>{name}</strong>} key_revoke {{who} ha revocado la clave <strong>{name}</strong>} key_rotate {{who} ha renovado la clave <strong>{name}</strong>} webhook_add {{who} ha añadido el webhook <strong>{name}</strong>} webhook_update {{who} ha cambiado el webhook <strong>{name}</strong>} webhook_rotate {{who} ha renovado el secreto del webhook <strong>{name}</strong>} webhook_replay {{who} ha reenviado cambios al webhook <strong>{name}</strong>} webhook_remove {{who} ha quitado el webhook <strong>{name}</strong>} shop_update {{who} ha cambiado los ajustes de la tienda} other {{who} {action} <strong>{name}</strong>}}',
  'settings.bySetupLink': 'El enlace del primer arranque',
  'settings.byCommand': 'Un comando',

  'settings.backups': 'Copias de seguridad',
  'settings.backupsList': 'Copias de seguridad, de la más reciente a la más antigua',
  'settings.noBackups':
    'Pawstock no hace copias de seguridad por sí mismo. Pida a la persona que lo administra que las active o que haga copias de la base de datos.',
  'settings.backupsMade':
    'Pawstock hace una copia de seguridad cada {every} en {folder} y conserva las últimas {keep, number}.',
  'settings.backupFailed':
    'El último intento ha fallado ({when}): {message} Pawstock lo intenta de nuevo por sí mismo. Avise a la persona que lo administra.',
  'settings.backupChecked': '{size}, comprobada',

  'settings.mail': 'Correo',
  'settings.noMail': 'Pawstock no envía correos. La persona que lo administra puede activarlos.',
  'settings.mailsEachDay':
    'Cada día a las {at}, Pawstock envía un correo a {to}: qué se vendió, qué se agotó y qué hay que pedir. De sus propios fallos avisa al momento.',
  'settings.noMailSent': 'Aún no se ha enviado ninguno.',
  'settings.mailLastSent': 'Último envío: {when}',
  'settings.mailFailed':
    'No se ha podido enviar el último correo: {message}. Avise a la persona que administra Pawstock.',
  'settings.sendMailNow': 'Enviar uno ahora',
  'settings.sendingMail': 'Enviando…',
  'settings.mailIsSent': 'Se ha enviado un correo.',

  'settings.welcome': 'Le damos la bienvenida a Pawstock',
  'settings.firstKey': 'Cree su clave. Permite hacerlo todo y crear claves para los demás.',
  'settings.yourName': 'Su nombre',
  'settings.createMyKey': 'Crear mi clave',
  'settings.continue': 'Continuar',
  'settings.setupOver':
    'Este enlace ya se ha usado o ha caducado tras una hora. Inicie sesión, o arranque Pawstock de nuevo para obtener otro.',

  'settings.name': 'Nombre',
  'settings.nameTooLong':
    '{count, plural, one {Un nombre tiene # carácter como máximo.} other {Un nombre tiene # caracteres como máximo.}}',
  'settings.nameWithSlash': 'Un nombre no puede contener / ni \\.',
  'settings.nameWithHidden':
    'Un nombre no puede contener caracteres invisibles ni marcas de dirección. Vuelva a escribirlo.',
  'settings.nameWithSigns': 'Use letras, cifras, espacios y signos corrientes.',

  'settings.keys': 'Claves',
  'settings.keysNote':
    'Cada persona que usa Pawstock, y cada programa, tiene una clave. Los cambios se muestran con su nombre.',
  'settings.isYou': 'es usted',
  'settings.neverUsed': 'Nunca usada',
  'settings.lastUsed': 'Último uso: {when}',
  'settings.created': 'creada: {when}',
  'settings.revoked': 'Revocada: {when}',
  'settings.expiresAt': 'Caduca: {when}',
  'settings.rate':
    '{count, plural, one {# solicitud por segundo} other {# solicitudes por segundo}}',
  'settings.showEnded':
    '{count, plural, one {Mostrar # clave inactiva} other {Mostrar # claves inactivas}}',
  'settings.hideEnded': 'Ocultar las claves inactivas',
  'settings.devices': 'Dispositivos',
  'settings.deviceKeys': '{device}: {count, plural, one{# clave} other{# claves}}',
  'settings.revokeDevice': 'Revocar todas',
  'settings.revokeDeviceOf': 'Revocar todas las de {device}',
  'settings.revokeDeviceQuestion': '¿Revocar todas las claves de {device}?',
  'settings.revokeDeviceNote':
    'Habrá que añadir de nuevo a todas las personas que entran allí. Hágalo si se ha perdido el dispositivo.',
  'settings.deviceRevoked': 'Todas las claves de {device} están revocadas.',
  'settings.createKey': 'Crear clave',
  'settings.create': 'Crear',
  'settings.creating': 'Creando…',
  'settings.keyExamples': 'Ana García, caja 1, tienda web',
  'settings.role': 'Rol',
  'settings.expires': 'Caduca',
  'settings.never': 'Nunca',
  'settings.atOnce': 'De inmediato',
  'settings.inAnHour': 'En una hora',
  'settings.inDays': '{count, plural, one {En un día} other {En # días}}',
  'settings.inAYear': 'En un año',
  'settings.rateLimit': 'Para un programa: máximo de solicitudes por segundo (opcional)',
  'settings.rotate': 'Renovar',
  'settings.rotating': 'Renovando…',
  'settings.rotateOf': 'Renovar {name}',
  'settings.rotateQuestion': '¿Renovar {name}?',
  'settings.rotateNote':
    'La clave recibe un secreto nuevo. Sustituya el anterior en todos los sitios donde se usa.',
  'settings.oldSecretEnds': 'El secreto anterior caduca',
  'settings.revoke': 'Revocar',
  'settings.revoking': 'Revocando…',
  'settings.revokeOf': 'Revocar {name}',
  'settings.revokeQuestion': '¿Revocar {name}?',
  'settings.revokeNote':
    'La sesión de quienes usan esta clave se cierra con la siguiente solicitud. Esto no se puede deshacer.',
  'settings.revokeOwnNote':
    'Su sesión se cerrará de inmediato: es la clave con la que ha iniciado sesión. Esto no se puede deshacer.',
  'settings.isRevoked': 'Clave {name} revocada.',
  'settings.notChanged': 'No cambiado',
  'settings.notCreated': 'No creada',
  'settings.notDone': 'No realizado',
  'settings.notRotated': 'No renovada',
  'settings.notSent': 'No enviado',

  'settings.secretOf': 'Secreto de {name}',
  'settings.secretLost':
    '“{name}” se ha guardado, pero su secreto se ha perdido por el camino. Renueve el secreto para obtener otro.',
  'settings.copyNow': 'Cópielo ahora. No se puede volver a mostrar.',
  'settings.haveYouCopied': '¿Lo ha copiado? Si es así, elija “Listo”.',
  'settings.done': 'Listo',
  'settings.apiKey': 'Clave de API',
  'settings.signingSecret': 'Secreto de firma',
  'settings.signInLink': 'Enlace para iniciar sesión',
  'settings.linkIsLocal':
    'Este enlace solo funciona en este equipo, porque ha abierto Pawstock en {host}. Para un teléfono u otro equipo, abra Pawstock en su dirección de la red y cree allí la clave. La persona que administra Pawstock conoce esa dirección.',
  'settings.signInCode': 'Código del enlace para iniciar sesión como {name}',
  'settings.scanToSignIn': 'Escanéelo con la cámara de un teléfono para iniciar sesión en él.',
  'settings.copy': 'Copiar',
  'settings.copyOf': 'Copiar: {label}',
  'settings.copied': 'Copiado: {label}.',
  'settings.notCopied': 'El navegador no permite copiar aquí. Seleccione el texto y cópielo.',

  'settings.webhooks': 'Webhooks',
  'settings.webhooksNote':
    'Direcciones de otros programas, como su tienda web, que reciben los cambios al momento.',
  'settings.addWebhook': 'Añadir webhook',
  'settings.changeWebhook': 'Cambiar {name}',
  'settings.isChanged': 'Webhook {name} cambiado.',
  'settings.webhookName': 'tienda-web',
  'settings.address': 'Dirección',
  'settings.addressMissing': 'Empieza por https://. El proveedor del otro programa la conoce.',
  'settings.addressIsLocal':
    'Este es el equipo en el que funciona Pawstock. Pawstock solo envía a otros equipos.',
  'settings.addressIsReadable':
    'Otros pueden leer lo que se envía a una dirección http. Pida una con https.',
  'settings.events': 'Avisar de',
  'settings.everyChange': 'Cada cambio',
  'settings.soldOut': 'Agotado',
  'settings.changed': 'Cambio',
  'settings.aTest': 'Prueba',
  'settings.onlyReasons': 'Solo por estos motivos (todos si no se elige ninguno)',
  'settings.onlyPets': 'Solo para estos animales, por ID (opcional)',
  'settings.wrongIds': 'Escriba los ID de los animales separados por comas.',
  'settings.forPets': 'animales {ids}',
  'settings.forReasons': 'solo {reasons}',
  'settings.nothingSent': 'aún no se ha enviado nada',
  'settings.lastAnswer': 'última respuesta: {answer}, {when}',
  'settings.behind': '{count, plural, one {# por enviar} other {# por enviar}}',
  'settings.triedAgain': 'próximo intento: {when}',
  'settings.sendingAgain': 'reenviando: {position, number} de {until, number}',
  'settings.test': 'Probar',
  'settings.testOf': 'Probar {name}',
  'settings.testAnswer': 'Prueba de {name}: {answer}.',
  'settings.moreActions': 'Más acciones para {name}',
  'settings.endpoint': 'Destino',
  'settings.removal': 'Quitar',
  'settings.attempts': 'Intentos',
  'settings.changeAction': 'Cambiar…',
  'settings.resume': 'Reanudar',
  'settings.pause': 'Pausar',
  'settings.isResumed': 'Webhook {name} reanudado.',
  'settings.isPaused': 'Webhook {name} en pausa.',
  'settings.sendAgainAction': 'Reenviar…',
  'settings.newSecretAction': 'Secreto nuevo…',
  'settings.newSecretQuestion': '¿Secreto nuevo para {name}?',
  'settings.newSecretNote':
    'Durante un día, los eventos se firman con el secreto anterior y con el nuevo. Ponga el nuevo en el programa en ese tiempo.',
  'settings.createNewSecret': 'Crear secreto nuevo',
  'settings.removeQuestion': '¿Quitar {name}?',
  'settings.removeNote':
    'Ya no recibirá nada, tampoco lo que está por enviar. Esto no se puede deshacer.',
  'settings.remove': 'Quitar',
  'settings.isRemoved': 'Webhook {name} quitado.',
  'settings.sendAgainTo': 'Reenviar a {name}',
  'settings.sendAgain': 'Reenviar',
  'settings.asking': 'Solicitando…',
  'settings.sendAgainNote':
    'Se reenvía, en orden, todo lo ocurrido desde entonces. Los cambios nuevos van primero.',
  'settings.since': 'Desde',
  'settings.nothingToSend': 'No hay nada que reenviar.',
  'settings.getsAgain': '{name} recibe de nuevo todo lo ocurrido desde entonces.',
  'settings.attemptsOf': 'Intentos de {name}',
  'settings.attemptsList': 'Intentos, del más reciente al más antiguo',
  'settings.noAttempts': 'Aún no se ha enviado nada.',
  'settings.attemptTook': '{when} · {duration, number} ms',

  // status
  'status.available': 'Disponible',
  'status.pending': 'Pendiente',
  'status.sold': 'Vendido',

  // stock
  'stock.petId': 'ID del animal',
  'stock.name': 'Nombre',
  'stock.quantity': 'Cantidad',
  'stock.status': 'Estado',
  'stock.barcode': 'Código de barras',
  'stock.lowAt': 'Nivel mínimo',
  'stock.pet': 'animal\u00a0{id}',
  'stock.namedPet': 'animal\u00a0{id} ({name})',
  'stock.petAtStart': 'Animal\u00a0{id}',
  'stock.namedPetAtStart': 'Animal\u00a0{id} ({name})',
  'stock.searchedFields':
    '{fields, select, name {ID o nombre} barcode {ID o código} both {ID, nombre o código} other {ID}}',
  'stock.level': 'Stock',
  'stock.low': 'Bajo',
  'stock.out': 'Agotado',
  'stock.lowStock': 'Stock bajo',
  'stock.outOfStock': 'Agotados',
  'stock.addPet': 'Añadir un animal',
  'stock.changePet': 'Cambiar el {pet}',
  'stock.history': 'Historial',
  'stock.historyOf': 'Historial del {pet}',
  'stock.codeAsQuantity':
    '“{code}” {holder, select, none {parece un código de barras} other {es el código de barras del animal\u00a0{holder}}}, así que no es una cantidad.{number, select, none {} other { Si se refiere al número, escriba {number}.}}',
  'stock.otherLayout':
    'El escáner escribe con otra distribución de teclado: «{text}» es probablemente «{code}». Ajuste el escáner a la distribución de este equipo; su manual tiene un código que se escanea para ello.',
  'stock.changed': '{pet}: {before, number} → {after, number} ({difference})',
  'stock.undo': 'Deshacer',
  'stock.undone': 'Deshecho: {what}',
  'stock.notUndone': 'No deshecho',
  'stock.tryAgain': 'Reintentar',
  'stock.changedAgain': 'el {pet} ha cambiado de nuevo desde entonces.',
  'stock.isNow': 'el {pet} está ahora en {quantity, number}.',
  'stock.isBackAt': 'el {pet} vuelve a {quantity, number}.',

  // table
  'table.pets': 'Animales',
  'table.pet': 'Animal',
  'table.overview': 'Resumen',
  'table.today': 'Hoy',
  'table.kinds': 'Tipos',
  'table.availableKinds': '{count, plural, one {# disp.} other {# disp.}}',
  'table.units': 'Unidades',
  'table.unitsEach': '{average} c/u',
  'table.showOnlyThese': ': mostrar solo estos',
  'table.lowUpTo': 'hasta<hidden> esta cantidad, el stock es bajo</hidden>',
  'table.lowUpToLevel': 'hasta {level, number}',
  'table.byStatus': 'Por estado',
  'table.kindsAndUnits':
    '{kinds, plural, one {# tipo} other {# tipos}}, {units, plural, one {# unidad} other {# unidades}}',
  'table.allStatuses': 'Todos',
  'table.anyLevel': 'Todo el stock',
  'table.export': 'Exportar',
  'table.searchBy': 'Buscar por {fields}',
  'table.clearSearch': 'Borrar la búsqueda',
  'table.notAllLoaded':
    'Aún no se han cargado todos los animales. Inténtelo de nuevo en un momento.',
  'table.found': '{count, plural, one {# animal encontrado} other {# animales encontrados}}',
  'table.sameName':
    '{count, plural, one {# animal se llama “{text}”. Elíjalo.} other {# animales se llaman “{text}”. Elija uno.}}',
  'table.severalMatch':
    '{count, plural, one {# animal coincide con “{text}”. Elíjalo.} other {# animales coinciden con “{text}”. Elija uno.}}',
  'table.noPet': 'El animal {text} no existe.',
  'table.noPetButLonger':
    'El animal {text} no existe. {count, plural, one {# ID más largo lo contiene.} other {# ID más largos lo contienen.}}',
  'table.noPetButOthers':
    'El animal {text} no existe. {count, plural, one {# animal contiene ese número ({fields}).} other {# animales contienen ese número ({fields}).}}',
  'table.stillInStock': 'Aún en stock',
  'table.quantityAndReserved': '{quantity, number}<small>, {reserved, number} con reserva</small>',
  'table.change': 'Cambiar',
  'table.moreActions': 'Más acciones para el {pet}',
  'table.actions': 'Acciones',
  'table.loadingAll': 'Cargando todos los animales…',
  'table.noMatch': 'Ningún animal coincide',
  'table.noPets': 'Aún no hay animales',
  'table.addFirst': 'Añada el primero o importe un archivo.',
  'table.waitForPets': 'Aparecerán aquí en cuanto alguien los añada.',
  'table.showAll': 'Mostrar todo',
  'table.addPetWithId': 'Añadir el animal {id}',
  'table.importFile': 'Importar una hoja de cálculo',
  'table.noneWithStatus': 'Ningún animal tiene este estado y este nivel de stock.',
  'table.notAnId': '“{text}” no es un ID. Los ID son números enteros.',
  'table.hiddenByFilter': 'El animal {text} tiene otro estado o nivel de stock.',
  'table.noneContains': 'Ningún {fields} contiene “{text}”.',
  'table.noneContainsHere':
    'Ningún {fields} contiene “{text}” con este estado y este nivel de stock.',

  // total
  'total.sold': 'Ventas',
  'total.arrived': 'Entradas',
  'total.returned': 'Devoluciones',
  'total.damaged': 'Mermas',
  'total.died': 'Muertes',

  // ui
  'ui.language': 'Idioma',
  'ui.loading': 'Cargando…',
  'ui.close': 'Cerrar',
  'ui.cancel': 'Cancelar',
  'ui.notifications': 'Notificaciones',
  'ui.dismiss': 'Ocultar',
  'ui.none': 'Ningún elemento.',
  'ui.more': 'Y {count, number} más.',
  'ui.removed': 'quitado',
  'ui.to': 'a',
  'ui.saving': 'Guardando…',

  // webhook
  'webhook.active': 'Activo',
  'webhook.failing': 'Con fallos',
  'webhook.disabled': 'Detenido',
  'webhook.paused': 'En pausa',
};
