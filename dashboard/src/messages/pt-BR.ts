import type { Catalogue } from './translator.ts';

/** The Brazilian Portuguese texts of the dashboard. en.ts says where each one stands. */
export const messages: Catalogue = {
  // answer
  'answer.accepted': 'mensagem aceita ({answer})',
  'answer.moved': 'o endereço mudou; informe o novo ({answer})',
  'answer.refused': 'mensagem recusada; confira o segredo no outro programa ({answer})',
  'answer.notFound': 'não há nada neste endereço ({answer})',
  'answer.gone': 'o programa não quer mais receber mensagens ({answer})',
  'answer.tooMany': 'mensagens demais para o programa ({answer})',
  'answer.notUnderstood': 'o programa não entende a mensagem ({answer})',
  'answer.failed': 'o programa falhou ({answer})',
  'answer.noHost': 'este nome de servidor não existe ({answer})',
  'answer.unreachable': 'nada responde neste endereço ({answer})',
  'answer.cut': 'a conexão foi interrompida ({answer})',
  'answer.notTrusted': 'o certificado do endereço não é confiável ({answer})',
  'answer.timedOut': 'sem resposta em {seconds, number} s',
  'answer.notPublic': 'o endereço não é público, e WEBHOOK_NETWORKS não permite a rede dele',

  // app
  'app.failed': 'Algo deu errado',
  'app.failedNext':
    'O que você salvou está seguro, e o que estava digitando foi guardado. <link>Recarregue a página</link>.',
  'app.addPet': 'Adicionar pet',
  'app.menu': 'Menu',
  'app.lock': 'Bloquear',
  'app.skipToContent': 'Pular para o conteúdo',
  'app.screens': 'Telas',
  'app.title': '{screen} – Pawstock',
  'app.liveHint': 'As alterações aparecem na hora',
  'app.scanWithCamera': 'Escanear com a câmera',
  'app.petsChanged': '{count, plural, one {# pet foi alterado.} other {# pets foram alterados.}}',
  'app.petRemoved': '{pet} foi removido.',
  'app.petIsNow': '{pet} agora está com {quantity, number}.',

  // camera
  'camera.panel': 'Câmera',
  'camera.video': 'Imagem da câmera',
  'camera.close': 'Fechar a câmera',
  'camera.needsTls':
    'Os navegadores só permitem a câmera em páginas com https:// no endereço. Peça a quem administra o Pawstock que ative o TLS.',
  'camera.forbidden':
    'O navegador não permite a câmera. Permita-a para esta página nas configurações do navegador e abra a câmera de novo.',
  'camera.missing': 'Este dispositivo não tem câmera.',
  'camera.inUse': 'Outro aplicativo está usando a câmera. Feche-o e abra a câmera de novo.',
  'camera.unusable': 'Não é possível usar a câmera. Feche e abra de novo, ou digite o código.',

  // connection
  'connection.connecting': 'Conectando…',
  'connection.live': 'Online',
  'connection.offline': 'Offline',

  // counter
  'counter.title':
    '{kind, select, sell {Vender} receiving {Receber entrega} other {Contar o estoque}}',
  'counter.readOnly':
    'A sua chave “{key}” tem a função “{role}” e, por isso, não pode registrar {kind, select, sell {vendas} receiving {entregas} other {contagens}}. Peça a um proprietário uma chave com a função “{needed}” e entre com ela.',
  'counter.form': 'Próxima linha',
  'counter.petOrReservation': 'Pet ou reserva',
  'counter.petIdOrName': 'ID ou nome do pet',
  'counter.amountOf':
    '{kind, select, sell {Quantidade: {pet}} receiving {Recebidos: {pet}} other {Contados: {pet}}}',
  'counter.addPet': 'Adicionar este pet…',
  'counter.hint':
    'Leia um pet, ou digite-o e pressione Enter. <key>12*</key> define o número da última linha.',
  'counter.hintGuided':
    'Digite o número deste pet e pressione Enter, ou leia qualquer pet. <key>12*</key> define o número da última linha.',
  'counter.choices': 'Opções',
  'counter.often': 'Inseridos com frequência',
  'counter.numberOf': '{units, number} de {pet}',
  'counter.petOrReservationQuestion': '“{text}” é um pet e uma reserva. Escolha.',
  'counter.numberOrCode':
    '{code} é o número ou um código? Pressione Enter de novo se for o número.',
  'counter.allCountedAlready':
    'Todos os pets foram contados. Para contar mais de um, leia o código dele.',
  'counter.noLineYet': 'Primeiro leia ou digite um pet, depois o número.',
  'counter.correctFirst': 'Corrija primeiro o número de {pet}.',
  'counter.inStock': '{quantity, number} em estoque',
  'counter.severalMatch': 'Vários pets correspondem. Escolha um.',
  'counter.unknown':
    '{what, select, id {Não existe o pet {text}.} reservation {Nenhum pet ou reserva se chama “{text}”.} offline {Nenhum pet se chama “{text}”. As reservas poderão ser encontradas quando a conexão voltar.} other {Nenhum pet se chama “{text}”.}}{next, select, ask { Quem também edita pets pode adicionar.} other {}}',
  'counter.wholeNumberFrom': 'Digite um número inteiro a partir de {least, number}.',
  'counter.howMany': 'Quantos do {pet}? Digite um número inteiro a partir de {least, number}.',
  'counter.isRight': '{amount, number} está certo? Se estiver, pressione Enter de novo.',
  'counter.isRightNow':
    '{amount, number} está certo? {now, plural, one {Agora há #.} other {Agora há #.}} Se estiver, pressione Enter de novo.',
  'counter.tooManyLines':
    'Uma lista pode ter no máximo {max, plural, one {# pet} other {# pets}}. Salve-a e depois continue.',
  'counter.entered':
    '{pet}: {amount, number}. {count, plural, one {# pet} other {# pets}} na lista.',

  'counter.reservation': 'Reserva {id}',
  'counter.reservedBy': 'Reserva de {key}, válida até {time}.',
  'counter.reservationEnded':
    '{state, select, expired {A reserva {id} não é mostrada: expirou ({time}).} sold {A reserva {id} não é mostrada: foi vendida ({time}).} other {A reserva {id} não é mostrada: foi liberada ({time}).}}',
  'counter.reservationFailed': 'A reserva {id} não é mostrada',
  'counter.listFirst': 'Primeiro venda ou descarte a lista; depois escaneie a reserva de novo.',
  'counter.reservationFirst': 'Primeiro venda ou feche a reserva {id}.',
  'counter.isBeingSaved': 'Esta lista está sendo salva. Depois disso, escaneie de novo.',

  'counter.reasonIs': 'Motivo: {reason}.',
  'counter.noteIs': 'Observação: {note}',
  'counter.addNote': 'Adicionar observação',
  'counter.noteForAll': 'Observação para todas as linhas',

  'counter.remove': 'Remover o {pet} da lista',
  'counter.isGone': 'Foi removido do estoque.',
  'counter.notForSale':
    '{status, select, sold{Marcado como vendido.} other{Marcado como pendente.}}',
  'counter.sellDespite': 'Vender mesmo assim',
  'counter.left': 'saldo: {left, number}',
  'counter.leftReserved': 'saldo: {left, number}, {held, number} em reserva',
  'counter.shortage':
    '{left, plural, =0 {Não resta nenhum para vender.} one {Só resta # para vender.} other {Só restam # para vender.}}',
  'counter.shortageReserved':
    '{left, plural, =0 {Não resta nenhum para vender.} one {Só resta # para vender.} other {Só restam # para vender.}} {held, plural, one {Mais # está em reserva.} other {Mais # estão em reserva.}}',
  'counter.notEnough': 'Estoque insuficiente do {pet}. {shortage}',

  'counter.lines':
    '{kind, select, count {{pets, plural, one {# pet} other {# pets}}} other {{pets, plural, one {# pet} other {# pets}}, {units, plural, one {# unidade} other {# unidades}}}}',
  'counter.linesUndone':
    '{kind, select, count {{pets, plural, one {# pet} other {# pets}}, desfeita} other {{pets, plural, one {# pet} other {# pets}}, {units, plural, one {# unidade} other {# unidades}}, desfeita}}',
  'counter.problems':
    '{count, plural, one {# linha precisa de atenção} other {# linhas precisam de atenção}}',
  'counter.blankLines': '{count, plural, one {# linha sem número} other {# linhas sem número}}',
  'counter.discard': 'Descartar',
  'counter.discardLines': '{count, plural, one {Descartar # linha?} other {Descartar # linhas?}}',
  'counter.unlock': 'Desbloquear',
  'counter.save': '{kind, select, sell {Vender} other {Salvar}}',
  'counter.saving': '{kind, select, sell {Vendendo…} other {Salvando…}}',
  'counter.saved':
    '{kind, select, sell {Venda registrada: {lines}.} receiving {Entrega salva: {lines}.} other {Contagem salva: {lines}.}}',
  'counter.soldReservation': 'Venda registrada: reserva {id}, {lines}.',
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell {Venda não realizada} other {Não salvo}}',
  'counter.offline':
    '{kind, select, sell {Venda não realizada: este dispositivo está offline. A lista fica guardada aqui; venda-a quando a conexão voltar.} other {Não salvo: este dispositivo está offline. A lista fica guardada aqui; salve-a quando a conexão voltar.}}',
  'counter.savedOtherwise':
    '{kind, select, sell {Venda não realizada: esta lista já foi salva com outros números, talvez em outra aba. Compare-a com a atividade de hoje.} other {Não salvo: esta lista já foi salva com outros números, talvez em outra aba. Compare-a com a atividade de hoje.}}',
  'counter.nothingArrived': 'Informe quantos chegaram de pelo menos um pet.',
  'counter.sentTooLongAgo':
    'A lista foi enviada ({time}) e não houve resposta. Já passou tempo demais, ou a chave era outra, e enviá-la de novo não é seguro. Veja a <link>atividade</link> desse dia: se a lista estiver lá, descarte-a; se não, desbloqueie-a.',
  'counter.noAnswer':
    'Não houve resposta; não se sabe se a lista foi salva. Ela será enviada de novo assim que o Pawstock responder, e só conta uma vez. Até lá, não pode ser alterada.',
  'counter.isThatRight':
    '{kind, select, sell {Está certo? {changes}. Se estiver, escolha “Vender” de novo.} other {Está certo? {changes}. Se estiver, escolha “Salvar” de novo.}}',
  'counter.farChange': '{pet} de {before, number} para {after, number}',
  'counter.more': '{count, plural, one {mais #} other {mais #}}',

  'counter.last':
    '{kind, select, sell {Últimas vendas} receiving {Últimas entregas} other {Últimas contagens}}',
  'counter.namesBy': '{names}, por {key}',

  'counter.guided': 'Contagem guiada',
  'counter.endGuided': 'Encerrar contagem guiada',
  'counter.order': 'Ordem',
  'counter.byId': 'Por ID',
  'counter.byName': 'Por nome',
  'counter.hideExpected': 'Ocultar números esperados',
  'counter.allCounted': 'Todos os pets foram contados. Confira as diferenças e salve.',
  'counter.progress':
    '{done, number} de {all, plural, one {# pet contado} other {# pets contados}}',
  'counter.countedPets': 'Pets contados',
  'counter.stillToCount': 'Ainda por contar',
  'counter.later': 'Depois',
  'counter.andMore': '{count, plural, one {e mais # pet} other {e mais # pets}}',
  'counter.sheet': 'Folha de contagem',
  'counter.sheetOf': '{time}, {count, plural, one {# pet} other {# pets}}',
  'counter.firstPrinted': 'Só os primeiros {max, number} pets são impressos',
  'counter.columnPet': 'Pet',
  'counter.columnExpected': 'Esperado',
  'counter.columnCounted': 'Contado',

  // dialog
  'dialog.addPetItem': 'Adicionar pet…',
  'dialog.importItem': 'Importar planilha…',
  'dialog.exportShown': 'Exportar pets exibidos',
  'dialog.printShown': 'Imprimir pets exibidos',
  'dialog.print': 'Imprimir',
  'dialog.printLabels': 'Imprimir etiquetas',
  'dialog.appearance': 'Aparência',
  'device.auto': 'Sistema',
  'device.light': 'Clara',
  'device.dark': 'Escura',
  'dialog.menuHelp': 'Ajuda e sessão',
  'dialog.shortcuts': 'Atalhos do teclado',
  'dialog.apiReference': 'Referência da API',
  'dialog.keyItem': 'Chave: {name}',
  'dialog.signOut': 'Sair',
  'dialog.signingOut': 'Saindo…',
  'dialog.signOutUnsaved': 'Sair sem salvar?',
  'dialog.changeLost': 'A sua alteração no {pet} será descartada.',
  'dialog.listStays': 'A lista em “{screen}” fica aqui até você entrar com esta chave de novo.',
  'dialog.clockAhead':
    'O relógio do serviço ficou adiantado por um tempo. Até {until}, todas as alterações são registradas com esse horário, e os relatórios as contam nele. Peça a quem administra o Pawstock que acerte o relógio.',
  'dialog.keySearch': 'Buscar; uma letra ou um dígito também busca',
  'dialog.keyMove': 'Mover-se na tabela',
  'dialog.keyEnds': 'Primeiro ou último pet',
  'dialog.keyPage': 'Uma tela para cima ou para baixo',
  'dialog.keyEnter': 'Alterar a quantidade; salvar',
  'dialog.keySign': 'Antes de um número: adicionar ou remover',
  'dialog.keyReason':
    'Depois de um número: outro motivo, pela primeira letra, ou x se o animal morreu',
  'dialog.keySave': 'Vender, ou salvar a entrega ou a contagem',
  'dialog.keyNumber': 'Em uma lista: o número da última linha',
  'dialog.keyMore': 'Mais ações para o pet',
  'dialog.keyCancel': 'Cancelar ou fechar',
  'dialog.keyNotifications': 'Ir para as notificações e voltar',
  'dialog.keyHelp': 'Mostrar esta lista',
  'dialog.yourKey': 'Sua chave',
  'dialog.roleNeeded':
    '“{name}” exige uma chave com a função “{needed}”. A sua tem a função “{own}”.',
  'dialog.needsRole': 'Exige a função “{role}”',
  'dialog.signedInWith':
    'Você entrou com a chave <strong>{name}</strong>. O histórico mostra esse nome ao lado das suas alterações.',
  'dialog.allowed': 'Permitido:',
  'dialog.notAllowed': 'Não permitido:',
  'dialog.keyCreated': 'Criada em {created}. Não expira.',
  'dialog.keyExpires': 'Criada em {created}. Expira em {expires}.',
  'dialog.moreRights':
    'Para fazer mais, peça outra chave ao proprietário da loja; depois saia e entre com ela. Os proprietários criam chaves nas configurações.',
  'dialog.changeQuantity': 'Alterar quantidade',
  'dialog.detailsEllipsis': 'Detalhes…',
  'dialog.removeEllipsis': 'Remover…',
  'dialog.markAs': 'Marcar como pendente ou vendido',
  'dialog.detailsOrRemove': 'Detalhes ou remover',
  'dialog.statusChanged':
    '{pet}: {before, select, available {disponível} pending {pendente} other {vendido}} → {after, select, available {disponível} pending {pendente} other {vendido}}',
  'dialog.add': 'Adicionar',
  'dialog.adding': 'Adicionando…',
  'dialog.notAdded': 'Não adicionado',
  'dialog.id': 'ID',
  'dialog.enterId': 'Digite um número inteiro, sem zeros à esquerda.',
  'dialog.petExists': 'O pet {id} já existe.',
  'dialog.enterQuantity': 'Digite um número inteiro, 0 ou mais.',
  'dialog.justAdded': 'outra pessoa acabou de adicionar este pet.',
  'dialog.added': '{pet} adicionado.',
  'dialog.saved': '{pet} salvo.',
  'dialog.detailsOf': 'Detalhes do pet {id}',
  'dialog.barcodeTaken': '{pet} tem este código de barras. Remova-o de lá primeiro.',
  'dialog.enterCode':
    'Digite no máximo {max, number} letras sem acento, números e sinais, sem espaços.',
  'dialog.enterText': 'Digite no máximo {max, number} caracteres.',
  'dialog.justTaken': 'outro pet tem este código de barras.',
  'dialog.optional': '{field} (opcional)',
  'dialog.nameHint': 'Aparece ao lado do ID e serve para a busca.',
  'dialog.barcodeHint': 'Escaneie aqui ou digite. Ao escanear o código, o pet é aberto.',
  'dialog.lowAtHint':
    'Com esta quantidade ou menos, o estoque é considerado baixo. Se vazio: {usual, number}, como para todos os pets.',
  'dialog.removeQuestion': 'Remover o {pet}?',
  'dialog.remove': 'Remover',
  'dialog.removing': 'Removendo…',
  'dialog.notRemoved': 'Não removido',
  'dialog.removeExplained':
    '{quantity, number} em estoque, {status, select, available {disponível} pending {pendente} other {vendido}}. O pet é removido da lista. O histórico é mantido. O botão “Desfazer”, que aparece por dez segundos, traz tudo de volta.',
  'dialog.removeReserved':
    '{count, plural, one {<strong># em reserva:</strong> um cliente está para comprar, e a venda será recusada.} other {<strong># em reserva:</strong> clientes estão para comprar, e a venda será recusada.}}',
  'dialog.justChanged': 'o pet acabou de ser alterado. Confira de novo.',
  'dialog.removed': '{pet} removido. O histórico é mantido.',
  'dialog.addedAgain': 'o {pet} foi adicionado de novo depois disso.',
  'dialog.isBack': 'o {pet} está de volta.',
  'dialog.reservations': 'Reservas',
  'dialog.reservationsNotLoaded': 'Reservas não carregadas',
  'dialog.reservation':
    '{count, plural, one {# na reserva <strong>{id}</strong> de {key}, de {from} até {until}} other {# na reserva <strong>{id}</strong> de {key}, de {from} até {until}}}',
  'dialog.moreReservations': 'Há mais reservas. “pawstock reservations” lista todas.',
  'dialog.release': 'Liberar',
  'dialog.releasing': 'Liberando…',
  'dialog.releaseOne': 'Liberar a reserva {id}',
  'dialog.releaseQuestion': 'Liberar a reserva {id}?',
  'dialog.releaseExplained':
    'O que está na reserva fica livre para outros na hora. O cliente que reservou talvez esteja para pagar.',
  'dialog.released': 'Reserva {id} liberada.',
  'dialog.notReleased': 'Não liberada',
  'dialog.changedByOther': '{pet} foi alterado por outra pessoa',
  'dialog.removedByOther': '{pet} foi removido',
  'dialog.anImport': 'Uma importação',
  'dialog.conflictEntry':
    '<strong>{who}</strong>, <time>{at}</time>: <change></change>{reason, select, none {} sale {, venda} arrival {, entrada} return {, devolução} count {, contagem} damage {, avaria} died {, morte} adjustment {, ajuste} other {, {reason}}}{hasNote, select, yes {, “{note}”} other {}}',
  'dialog.startedFrom': 'Você partiu de {quantity, number}.',
  'dialog.startedAndEntered':
    'Você partiu de {quantity, number} e informou {target, number} ({delta}).',
  'dialog.keepTheirs': 'Manter a outra',
  'dialog.useMine': 'Usar a minha',
  'dialog.applyDifference': 'Aplicar minha diferença',
  'dialog.notPossible': 'não é possível',
  'dialog.discardMine': 'Descartar minha alteração',

  // edit
  'edit.setTo': 'Definir',
  'edit.add': 'Adicionar',
  'edit.remove': 'Remover',
  'edit.kindOfChange': 'Tipo de alteração',
  'edit.newQuantity': 'Nova quantidade',
  'edit.quantityToAdd': 'Quantidade a adicionar',
  'edit.quantityToRemove': 'Quantidade a remover',
  'edit.increase': 'Aumentar 1',
  'edit.decrease': 'Diminuir 1',
  'edit.now': 'Agora {quantity, number}',
  'edit.reason': 'Motivo',
  'edit.otherReason': 'Outro (ajuste)',
  'edit.note': 'Observação',
  'edit.enterNumber': 'Digite um número.',
  'edit.enterWholeNumber': 'Digite um número inteiro.',
  'edit.onlyInStock': '{count, plural, one {Só há # em estoque.} other {Só há # em estoque.}}',
  'edit.tooLarge': 'O número é grande demais.',
  'edit.noteTooLong': 'A observação pode ter no máximo {max, number} caracteres.',
  'edit.isThatRight': 'De {before, number} para {after, number}? Se estiver certo, salve de novo.',
  'edit.save': 'Salvar',
  'edit.finishFirst': 'Primeiro salve ou cancele a alteração no {pet}.',
  'edit.staysAt': '{pet} continua com {quantity, number}.',
  'edit.needsAttention': '{pet}: a alteração não foi salva. O formulário dela abre em seguida.',

  // error
  'error.because': '{outcome}: {reason}',
  'error.notSaved': 'Não salvo',
  'error.notLoaded': 'Não carregado',
  'error.notAccepted': 'o Pawstock não aceita isso ({code}). Recarregue a página e tente de novo.',
  'error.notReady': 'o Pawstock não está pronto. Tente de novo daqui a pouco.',
  'error.unreachable': 'o Pawstock não responde. É seguro tentar de novo.',
  'error.keyInvalid': 'a chave não é mais válida. Entre de novo.',
  'error.roleTooSmall': 'a função da sua chave não permite isso. Fale com um proprietário.',
  'error.rateLimited':
    'foram pedidos demais de uma vez. Tente de novo em {seconds, plural, one {# segundo} other {# segundos}}.',
  'error.outcomeUnknown': 'não se sabe ao certo se foi salvo. É seguro tentar de novo.',
  'error.storageFull': 'o Pawstock não tem mais espaço. Avise quem o administra.',
  'error.invalidValue':
    '{petId, select, none {um número é grande demais ou um texto não é permitido. Confira o que você digitou.} other {o número do pet\u00a0{petId} é grande demais. Digite um menor.}}',
  'error.petRemoved':
    '{petId, select, none {o pet foi removido nesse meio-tempo.} other {o pet\u00a0{petId} foi removido nesse meio-tempo.}}',
  'error.changedMeanwhile':
    '{petId, select, none {houve uma alteração nesse meio-tempo. Confira de novo.} other {o pet\u00a0{petId} foi alterado nesse meio-tempo. Confira de novo.}}',
  'error.insufficientStock':
    '{available, plural, =0 {o pet\u00a0{petId} está esgotado, ou o resto está reservado por outros.} one {só # do pet\u00a0{petId} pode sair agora. Não retire mais que isso.} other {só # do pet\u00a0{petId} podem sair agora. Retire no máximo #.}}',
  'error.notEnough': 'não há o suficiente em estoque, ou o resto está reservado por outros.',
  'error.barcodeTaken':
    '{petId, select, none {outro pet tem este código de barras.} other {o pet\u00a0{petId} tem este código de barras. Remova-o de lá primeiro.}}',
  'error.nameTaken': 'este nome já está em uso. Escolha outro.',
  'error.lastOwnerKey':
    'esta é a última chave de um proprietário, ou a última que não expira. Crie outra primeiro.',
  'error.keyGone': 'esta chave expirou ou foi revogada nesse meio-tempo. Recarregue a página.',
  'error.webhookRefused':
    'o Pawstock só envia para endereços públicos. Peça a quem o administra que permita a rede deste endereço. O limite é de {count, plural, one {# webhook} other {# webhooks}}.',
  'error.webhookGone': 'este webhook foi removido nesse meio-tempo. Recarregue a página.',
  'error.reservationUnknown': 'esta reserva não existe ou terminou há mais de 30 dias.',
  'error.reservationEnded': 'a reserva terminou: foi vendida ou liberada, ou expirou.',

  // field
  'field.petId': 'ID do pet',
  'field.quantity': 'quantidade',
  'field.status': 'status',
  'field.name': 'nome',
  'field.barcode': 'código de barras',
  'field.lowAt': 'estoque mínimo',

  // history
  'history.reasonInside':
    '{reason, select, sale {venda} arrival {entrada} return {devolução} adjustment {ajuste} count {contagem} damage {avaria} died {morte} other {{reason}}}',
  'history.inStock': '<strong>{quantity, number}</strong> em estoque',
  'history.changes': 'Alterações',
  'history.noEarlier': 'Não há alterações anteriores.',
  'history.loadMore': 'Carregar mais',
  'history.chart':
    'Quantidade do {pet} desde {from}, {count, plural, one {# alteração} other {# alterações}}: mínimo {lowest, number}, máximo {highest, number}, agora {now, number}.',
  'history.chartRemoved':
    'Quantidade do {pet} desde {from}, {count, plural, one {# alteração} other {# alterações}}: mínimo {lowest, number}, máximo {highest, number}, agora removido.',
  'history.now': 'agora',
  'history.levelSince': '<strong>{level, number}</strong> desde {time}',
  'history.what':
    '{kind, select, added {Adicionado} set {Definido} adjust {Ajustado} put {Substituído} delete {Removido} other {Importado}}',
  'history.whatBy':
    '{kind, select, added {Adicionado por {key}} set {Definido por {key}} adjust {Ajustado por {key}} put {Substituído por {key}} delete {Removido por {key}} other {Importado por {key}}}',
  'history.whatFor': '{what}, {reason}',
  'history.undo': 'Desfeito',
  'history.putBackTo': 'Restaurar para {quantity, number}',
  'history.putBackToOf': 'Restaurar para {quantity, number}, como em {time}',
  'history.putBackQuestion': 'Restaurar para {quantity, number}?',
  'history.putBack': 'Restaurar',
  'history.putBackAnyway': 'Restaurar mesmo assim',
  'history.putBackNote': 'restaurado para {quantity, number}, como em {time}',
  'history.changedMeanwhile': 'Alterado nesse meio-tempo por {key}: <change></change>',
  'history.importedMeanwhile': 'Alterado nesse meio-tempo por uma importação: <change></change>',
  'history.petRemoved': 'O pet foi removido.',
  'history.isAlready': 'A quantidade já é {quantity, number}.',

  'history.activity': 'Atividade',
  'history.days': 'Dias',
  'history.range':
    '{range, select, today {Hoje} week {Últimos 7 dias} day {Um dia} other {Outro período}}',
  'history.day': 'Dia',
  'history.firstDay': 'Primeiro dia',
  'history.last': 'Último dia',
  'history.firstToLast': '{first} a {last}',
  'history.sevenDays': 'Os 7 dias até {last}',
  'history.person': 'Pessoa',
  'history.everyone': 'Todas as pessoas',
  'history.imports': 'Importações',
  'history.anyReason': 'Qualquer motivo',
  'history.otherReasons': 'Todos os outros motivos',
  'history.noReason': 'Sem motivo',
  'history.only': 'Só o {pet}',
  'history.column':
    '{column, select, seq {Número} at {Data e hora} petId {ID do pet} kind {Tipo} before {Antes} after {Depois} delta {Diferença} status {Status} reason {Motivo} note {Observação} key {Pessoa} other {Requisição}}',
  'history.sum':
    '{name, select, sale {Vendas} arrival {Entradas} return {Devoluções} damage {Avarias} died {Mortes} other {Outros}}',
  'history.showOnly':
    '{name, select, sale {Vendas {units}: mostrar só estas} arrival {Entradas {units}: mostrar só estas} return {Devoluções {units}: mostrar só estas} damage {Avarias {units}: mostrar só estas} died {Mortes {units}: mostrar só estas} other {Outros {units}: mostrar só estes}}',
  'history.changeCount':
    '{count, plural, =0 {0 alterações} one {# alteração} other {# alterações}}',
  'history.newest':
    '{count, plural, one {Esta é a alteração mais recente} other {Estas são as # alterações mais recentes}}; há outras anteriores. <load>Carregar</load>',
  'history.newestOfMany':
    '{count, plural, one {Esta é a alteração mais recente} other {Estas são as # alterações mais recentes}}. Há outras anteriores: escolha um único dia para vê-las.',
  'history.newestPrinted': 'Só as {max, number} alterações mais recentes são impressas',
  'history.noChanges': 'Nenhuma alteração.',
  'history.newestFirst': 'Alterações, das mais recentes às mais antigas',
  'history.import': 'Importação',
  'history.removed': 'Removido',
  'history.added': 'Adicionado',
  'history.by': '{what}, por {key}',
  'history.exported':
    '{count, plural, one {# alteração exportada.} other {# alterações exportadas.}}',
  'history.notExported': 'Não exportado',
  'history.readSoFar': '{count, plural, one {# alteração lida…} other {# alterações lidas…}}',

  // import
  'import.title': 'Importar planilha',
  'import.titleUndo': 'Desfazer importação',
  'import.finished':
    'Importação concluída: {count, plural, =0 {0 linhas salvas} one {# linha salva} other {# linhas salvas}}.',
  'import.continue': 'Continuar',
  'import.chooseFile': 'Escolher arquivo',
  'import.chooseOther': 'Escolher outro arquivo',
  'import.reading': 'Lendo {file}…',
  'import.columnsNeeded':
    'Um arquivo Excel (.xlsx) ou CSV com uma coluna para a quantidade e outra para o ID do pet, ou para um código como SKU ou EAN. As colunas de status, nome e estoque mínimo são opcionais.',
  'import.programs':
    'As exportações de Shopify, Square, WooCommerce e Lightspeed são lidas como estão. No Numbers, exporte para Excel ou CSV. Você confere cada alteração antes que algo seja salvo. Os pets que não estão no arquivo ficam como estão.',
  'import.fileTooLarge':
    '{file} tem mais de {max, number} MiB, o máximo que se pode importar aqui. Divida-o em arquivos menores e importe um depois do outro.',
  'import.fileUnreadable': 'Não é possível ler {file}.',
  'import.problemAtLine': 'linha {line}: {problem}',
  'import.fileProblem': '{at, select, line {{file}, {problem}.} other {{file}: {problem}.}}',
  'import.state':
    '{kind, select, preparing {Conferindo os pets…} storing {Salvando…} cancelling {Terminando a última etapa…} stopped {Interrompida} other {Concluída}}',
  'import.stopped': 'Interrompida',
  'import.progress': '{settled, number} de {total, plural, one {# linha} other {# linhas}}',
  'import.stored':
    '<strong>Salvas:</strong> {count, plural, =0 {0 linhas} one {# linha} other {# linhas}}.',
  'import.skippedNone': '<strong>Ignoradas:</strong> {count, number}.',
  'import.skippedSome':
    '<strong>Ignoradas:</strong> {run, select, undo {{count, number}, por alterações feitas depois da importação.} other {{count, number}, por alterações feitas depois da prévia.}}',
  'import.notStored':
    '<strong>Não salvas:</strong> {count, plural, one {# linha} other {# linhas}}. {run, select, undo {Retome agora: depois de fechar, não dá mais para desfazer.} other {Retome agora, ou importe o mesmo arquivo de novo mais tarde: só o que falta será alterado.}}',
  'import.resume':
    '{count, plural, one {Retomar com a # linha restante} other {Retomar com as # linhas restantes}}',
  'import.skipped': 'Ignoradas',
  'import.petAdded':
    '{by, select, known {{pet} foi adicionado por {key}} other {{pet} foi adicionado}}',
  'import.petAddedAgain':
    '{by, select, known {{pet} foi adicionado por {key}} other {{pet} foi adicionado}}: importe o arquivo de novo para ter outro ID',
  'import.petRemoved':
    '{by, select, known {{pet} foi removido por {key}} other {{pet} foi removido}}',
  'import.petChanged': '{pet} foi alterado',
  'import.petChangedTo':
    '{by, select, known {{pet} foi alterado para {quantity, number}, {status, select, available {disponível} pending {pendente} other {vendido}}, por {key}} other {{pet} foi alterado para {quantity, number}, {status, select, available {disponível} pending {pendente} other {vendido}}}}',
  'import.barcodeTaken': '{pet} fica como está: agora outro pet tem o mesmo código de barras',
  'import.note': '{run, select, undo {Importação de {file} desfeita} other {Importação de {file}}}',

  'import.columnsQuestion': 'O que há nas colunas de <strong>{file}</strong>?',
  'import.columns': 'Colunas do arquivo',
  'import.sheet': 'Aba',
  'import.sheetEmpty': 'Esta aba está vazia.',
  'import.headerLine': 'Linha com os nomes das colunas',
  'import.columnsWanted': 'Escolha a coluna de {fields}.',
  'import.petIdOrBarcode': 'ID do pet ou código de barras',
  'import.headerLooksLikePet':
    'A linha com os nomes das colunas parece ser um pet e não será importada. Acrescente acima dela uma linha com os nomes das colunas.',
  'import.notRead': 'Não lida',
  'import.unnamedColumn': 'Coluna {number, number}',

  'import.summary':
    '<strong>{file}</strong>: {added, plural, =0 {0 pets novos} one {# pet novo} other {# pets novos}}, {described, plural, =0 {{changed, number} com alteração} one {{changed, number} com alteração (# com outros detalhes)} other {{changed, number} com alteração (# com outros detalhes)}}, {unchanged, number} sem alteração. Nada foi salvo ainda.',
  'import.sheetRead': 'Aba “{sheet}”.',
  'import.headerFound': 'Nomes das colunas na linha {line}.',
  'import.columnsRead': 'Colunas lidas: {columns}.',
  'import.columnFrom': '{field} em “{name}”',
  'import.kindQuestion': 'O que há no arquivo?',
  'import.kind':
    '{kind, select, delivery {Uma entrega} count {Uma contagem} other {Todo o estoque}}',
  'import.kindMeaning':
    '{kind, select, delivery {As quantidades são somadas ao estoque, como chegadas.} count {As quantidades passam a ser o estoque, como contagem.} other {As quantidades passam a ser o estoque.}}',
  'import.updateNames': 'Trocar os nomes diferentes pelos do arquivo',
  'import.layoutRead': 'Lido como exportação de {layout}.',
  'import.locationQuestion': 'De qual local é este estoque?',
  'import.codesLikeIds':
    '{count, plural, one {Um código é} other {# códigos são}} também o ID de outro animal, como {code}. Se a coluna tiver os IDs dos animais, altere as colunas.',
  'import.matchedByBarcode':
    'As linhas são associadas pelo código de barras, e os pets novos recebem o próximo ID livre.',
  'import.partsNotRead': 'Não lido: {parts}.',
  'import.quoted': '“{name}”',
  'import.changeColumns': 'Alterar colunas',
  'import.needsRole':
    '{count, plural, one {# linha adiciona um pet ou altera} other {# linhas adicionam pets ou alteram}} um status ou detalhes, o que exige a função “Também edita pets”. Peça ao proprietário uma chave com essa função. Com a sua, você pode importar um arquivo que só altera quantidades.',
  'import.show': 'Mostrar',
  'import.errorCount': 'Erros {count, number}',
  'import.leftOutCount': 'De fora {count, number}',
  'import.changedCount': 'Alterados {count, number}',
  'import.addedCount': 'Novos {count, number}',
  'import.errors': 'Erros',
  'import.leftOut': 'Linhas deixadas de fora',
  'import.changedPets': 'Pets alterados',
  'import.newPets': 'Pets novos',
  'import.nothing': 'Nada para importar',
  'import.start': 'Importar {count, plural, one {# pet} other {# pets}}',
  'import.putOnList': 'Colocar na lista de Receber',
  'import.listExplained':
    'Você confere e salva a lista na tela Receber. Ela muda quantidades e adiciona novos pets; os outros dados dos pets em estoque ficam como estão. Importar salva tudo na hora.',
  'import.largeIds':
    '{count, plural, one {# ID passa} other {# IDs passam}} de 9007199254740991, por exemplo {id}. Programas que arredondam números grandes os confundem com outros.',
  'import.linesLeftOut':
    '{count, plural, one {# linha fica de fora. Os pets dela ficam como estão.} other {# linhas ficam de fora. Os pets delas ficam como estão.}}',
  'import.linesUnreadable':
    '{count, plural, one {Não é possível ler # linha. Corrija o arquivo e escolha-o de novo, ou deixe esta linha de fora.} other {Não é possível ler # linhas. Corrija o arquivo e escolha-o de novo, ou deixe estas linhas de fora.}}',
  'import.linesAsked':
    '{count, plural, one {Não é possível ler # linha. Responda às perguntas acima, corrija o arquivo e escolha-o de novo, ou deixe esta linha de fora.} other {Não é possível ler # linhas. Responda às perguntas acima, corrija o arquivo e escolha-o de novo, ou deixe estas linhas de fora.}}',
  'import.leaveOut':
    '{count, plural, one {Deixar esta linha de fora} other {Deixar estas # linhas de fora}}',
  'import.thousandsQuestion': 'O que significa “{text}” neste arquivo?',
  'import.statusQuestion': 'O que significa o status “{text}”?',
  'import.emptyStatusQuestion': 'O que significa um status vazio?',
  'import.negativeQuestion':
    'O que significa uma quantidade abaixo de zero? ({count, plural, one {# linha} other {# linhas}})',
  'import.isError': 'É um erro',
  'import.isNone': 'Esgotado: 0',

  'offline.banner':
    '<strong>Offline.</strong> <wide>As alterações de outras pessoas não aparecem.</wide> Reconectando… O que você digita fica guardado.',
  'offline.bannerAsOf':
    '<strong>Offline.</strong> Estoque de {time}. <wide>Reconectando… O que você digita fica guardado.</wide>',
  'offline.kept':
    'Guardado neste dispositivo: {lines}. Será registrado quando o Pawstock estiver acessível.',
  'offline.notKept':
    'O navegador não conseguiu guardar a lista. Deixe esta página aberta e salve de novo quando a conexão voltar.',
  'offline.stored':
    '{count, plural, one{A lista em espera foi registrada.} other{As # listas em espera foram registradas.}}',
  'offline.waiting':
    '{count, plural, one{# lista espera neste dispositivo.} other{# listas esperam neste dispositivo.}}',
  'offline.needYou':
    '{count, plural, one{# precisa da sua atenção.} other{# precisam da sua atenção.}}',
  'offline.show': 'Ver listas',
  'offline.title': 'Listas em espera',
  'offline.madeBy': '{time}, {name}',
  'offline.unsent': 'Será registrada quando o Pawstock estiver acessível.',
  'offline.sent': 'Enviada, mas sem resposta. Será enviada de novo e contará uma só vez.',
  'offline.waitsFor': 'Espera até que {name} entre aqui, pois é registrada com essa chave.',
  'offline.refused': 'Não registrada',
  'offline.tooOld':
    'Espera desde {time}, tempo demais para ser enviada sozinha. Ela está na <link>atividade</link> desde então?',
  'offline.keyEnded':
    'A chave “{name}” não é mais válida. A lista está na <link>atividade</link> desde {time}?',
  'offline.isThere': 'Está lá: remover',
  'offline.isNotThere': 'Não está: registrar agora',
  'offline.change': 'Alterar a lista',
  'offline.listFirst': 'Salve ou descarte antes a lista em “{screen}”.',
  'offline.notSafe':
    'Este navegador pode apagar listas em espera se o dispositivo ficar cheio. Instalar a página como aplicativo evita isso.',
  'offline.needsTls':
    'Sem https:// no endereço, o navegador não guarda o que você salva offline. Deixe esta página aberta até a conexão voltar.',
  'offline.signOut':
    '{count, plural, one{# lista ainda espera neste dispositivo e será apagada ao sair. Espere até ser registrada ou baixe-a.} other{# listas ainda esperam neste dispositivo e serão apagadas ao sair. Espere até serem registradas ou baixe-as.}}',
  'offline.download': 'Baixar e sair',

  'people.title': 'Pessoas neste dispositivo',
  'people.note':
    'As pessoas que este dispositivo conhece entram com um PIN. As chaves delas ficam aqui criptografadas.',
  'people.whoAreYou': 'Quem é você?',
  'people.pinOf': 'PIN de {name}',
  'people.newPin': 'PIN',
  'people.pinHint':
    'De quatro a seis dígitos. Cinco tentativas erradas detêm uma pessoa, mas não um disco copiado, no qual todos os PINs podem ser testados em horas. Se o dispositivo for perdido, as chaves dele precisam ser revogadas.',
  'people.showPin': 'Mostrar o PIN',
  'people.hidePin': 'Ocultar o PIN',
  'people.wrongPin':
    '{count, plural, one{PIN errado. Com mais um, este dispositivo esquece você.} other{PIN errado. Restam # tentativas.}}',
  'people.forgotten':
    'Este dispositivo esqueceu {name}. Peça ao proprietário para adicionar você de novo ou entre com sua chave.',
  'people.unlock': 'Desbloquear',
  'people.keypad': 'Dígitos',
  'people.erase': 'Apagar o último dígito',
  'people.useKey': 'Entrar com uma chave',
  'people.choosePin': 'Usar um PIN neste dispositivo',
  'people.keep': 'Usar este PIN',
  'people.keeping': 'Criptografando…',
  'people.notKept': 'Não guardado',
  'people.isKept': '{name} já pode entrar aqui com o PIN.',
  'people.newPerson': 'Nova pessoa no caixa',
  'people.device': 'Este dispositivo',
  'people.deviceExample': 'Caixa 1',
  'people.add': 'Adicionar',
  'people.adding': 'Adicionando…',
  'people.notAdded': 'Não adicionado',
  'people.forget': 'Esquecer',
  'people.forgetOf': 'Esquecer {name}',
  'people.lockWhen': 'Bloquear este dispositivo',
  'people.lockAfterSale': 'Depois de cada venda',
  'people.lockAfter':
    '{count, plural, one{Depois de um minuto sem uso} other{Depois de # minutos sem uso}}',
  'people.needsHttps':
    'Os navegadores só permitem PINs em páginas com https:// no endereço. Peça a quem administra o Pawstock para ativar o TLS.',
  'people.roleTooHigh':
    'Um PIN é fraco demais para sua chave, que permite mais do que vender e contar. Para o trabalho diário, um proprietário pode adicionar você em “Nova pessoa no caixa”.',
  'people.needsExpiry':
    'Um PIN é fraco demais para sua chave, que nunca expira. Peça a um proprietário para adicionar você em “Nova pessoa no caixa”.',
  'people.noStorage':
    'Este navegador não guarda nada para esta página e, por isso, não consegue lembrar de você.',
  // print
  'print.stockLevels': 'Níveis de estoque',
  'print.lowStock': 'Estoque baixo, até {threshold, number}',
  'print.lowStockOrOwn': 'Estoque baixo, até {threshold, number} ou o estoque mínimo do pet',
  'print.status': '{status, select, available {disponível} pending {pendente} other {vendido}}',
  'print.search': '{fields} com “{text}”',
  'print.countAndDate': '{count, plural, =0 {0 pets} one {# pet} other {# pets}}, {date}',
  'print.firstRows':
    '{count, plural, one {# pet} other {# pets}}, {date}. Só os primeiros {max, number} são impressos; filtre a tabela para ver outros',
  'print.exported':
    '{count, plural, =0 {0 pets exportados.} one {# pet exportado.} other {# pets exportados.}}',
  'print.labels': '{count, plural, one {Etiquetas de # pet} other {Etiquetas de # pets}}',
  'print.firstLabels':
    'Só as primeiras {max, number} etiquetas são impressas. Filtre a tabela para imprimir outras.',
  'print.qrCodeOf': 'Código QR do {pet}',
  'print.barcodeOf': 'Código de barras do {pet}',

  // problem
  'problem.fileEmpty': 'o arquivo está vazio',
  'problem.otherFormat':
    'arquivos deste tipo não podem ser lidos; no programa de origem, salve o arquivo como Excel (.xlsx) sem senha, ou como CSV, e escolha o novo arquivo',
  'problem.badEncoding': 'este não é um texto {written} válido; exporte-o de novo',
  'problem.workbookUnreadable':
    'não é possível ler esta planilha; abra-a em um programa de planilhas, salve-a de novo e escolha o novo arquivo',
  'problem.workbookTooLarge':
    'esta planilha tem mais de {max, number} MiB de dados descompactados, o máximo que é lido; salve a aba como CSV e escolha o novo arquivo',
  'problem.sheetTooLarge':
    'uma aba desta planilha tem {count, number} linhas e {columns, number} colunas, e o máximo que é lido são {max, number} células em todas as abas; apague o que está longe da tabela ou salve a aba como CSV',
  'problem.noSheet':
    'todas as abas desta planilha estão ocultas; mostre uma, salve a planilha e escolha-a de novo',
  'problem.jsonNotUtf8': 'o JSON deve estar em UTF-8, e este não está',
  'problem.rowTooLong': 'esta linha tem mais de {max, number} MB, o máximo que uma linha pode ter',
  'problem.quoteOpen': 'nesta linha, aspas são abertas e nunca fechadas',
  'problem.quoteStray':
    'nesta linha, há aspas fora do lugar. Ponha o valor inteiro entre aspas e duplique as aspas de dentro',
  'problem.tooManyColumns':
    'esta linha tem {columns, number} colunas, e uma linha pode ter no máximo {max, number}',
  'problem.tooManyValues':
    'há {count, number} valores para {columns, plural, one {# coluna} other {# colunas}}. Ponha entre aspas o valor que contém um separador, ou dê um nome a cada coluna',
  'problem.jsonInvalid': 'este não é um JSON válido',
  'problem.jsonNoObject': 'este não é um objeto JSON',
  'problem.jsonValue':
    '{name} deve ser {rule, select, petId {um número inteiro até 9223372036854775807} quantity {um número inteiro de 0 a 9007199254740991} status {available, pending ou sold} other {um texto}}, e não {written}',
  'problem.jsonMissing':
    '{name} deve ser {rule, select, petId {um número inteiro até 9223372036854775807} quantity {um número inteiro de 0 a 9007199254740991} status {available, pending ou sold} other {um texto}}, e está faltando',
  'problem.petTwice': 'o pet {petId} já está na linha {line}',
  'problem.barcodeTwice': 'o código de barras {text} já está na linha {line}',
  'problem.barcodeTaken': 'o pet {petId} já tem o código de barras {text}',
  'problem.noFreeId':
    'não há ID acima de {petId} para o código de barras {text}. Dê um ID ao pet em uma coluna petId',
  'problem.empty': 'o campo {field} está vazio',
  'problem.unknownStatus': 'o status deve ser disponível, pendente ou vendido, e não {text}',
  'problem.notWhole': 'o campo {field} deve ser um número inteiro, e não {text}',
  'problem.ambiguous': 'no campo {field}, {text} é ambíguo: pode ser {written} ou {otherwise}',
  'problem.negative': 'no campo {field}, {text} está abaixo de zero',
  'problem.tooLarge': 'no campo {field}, {text} é grande demais',
  'problem.lostDigits':
    'no campo {field}, {text} foi encurtado pela planilha e perdeu dígitos. Formate a coluna como texto, digite o número de novo e salve o arquivo',
  'problem.codeIsDate':
    'no campo {field}, {text} é uma data em que a planilha transformou um código. Formate a coluna como texto, digite o código de novo e salve o arquivo',
  'problem.invalidText':
    'o campo {field} deve ter de 1 a {max, number} caracteres, não só espaços e sem caracteres de controle; {text} não é válido',
  'problem.invalidCode':
    'o campo {field} deve ter de 1 a {max, number} caracteres ASCII imprimíveis, sem espaços; {text} não é válido',
  'problem.otherSheet': 'a aba {text}',
  'problem.hiddenSheet': 'a aba oculta {text}',
  'problem.hiddenRows': 'linhas ocultas ({count, number})',
  'problem.totalRows': 'linhas de totais ({count, number})',
  'problem.parentRows': 'linhas de produtos cujas variantes têm o estoque ({count, number})',
  'problem.pictureRows': 'linhas de imagens ({count, number})',
  'problem.giftCardRows': 'linhas de vales-presente ({count, number})',
  'problem.serviceRows': 'linhas de serviços ({count, number})',
  'problem.untrackedRows': 'linhas sem controle de estoque ({count, number})',
  'problem.otherLocationRows': 'linhas de outros locais ({count, number})',

  // reason
  'reason.sale': 'Venda',
  'reason.arrival': 'Entrada',
  'reason.return': 'Devolução',
  'reason.adjustment': 'Ajuste',
  'reason.count': 'Contagem',
  'reason.damage': 'Avaria',
  'reason.died': 'Morte',

  // reports
  'reports.title': 'Relatórios',
  'reports.tabs': 'Relatórios exibidos',
  'reports.tab': '{tab, select, order{A pedir} sold{Vendido} losses{Perdas} other{Tudo}}',
  'reports.comparedSpan': '{first} a {last}, em comparação com o período anterior',
  'reports.span': 'Período',
  'reports.spanName':
    '{span, select, days{{count, plural, one {# dia} other {# dias}}} week{Semana} month{Mês} quarter{Trimestre} year{Ano} other{Outro período}}',
  'reports.noPets': 'Ainda não há pets; por isso, não há o que mostrar.',
  'reports.lost': 'Perdas',
  'reports.noReason': 'Sem motivo',
  'reports.ofPets': '{count, plural, =0 {de 0 pets} one {de # pet} other {de # pets}}',
  'reports.earlier': '{count, plural, one {# antes ({delta})} other {# antes ({delta})}}',
  'reports.before': 'Antes',
  'reports.soldBefore': 'Vendas antes',
  'reports.perDay': 'Por dia',
  'reports.inStock': 'Estoque',
  'reports.daysLeft': 'Dias restantes',
  'reports.order': 'Pedir',
  'reports.level': 'Mínimo',
  'reports.cause': 'Causa',
  'reports.notes': 'Obs.',
  'reports.petId': 'Pet {id}',
  'reports.petIdBehindName': '(pet {id})',
  'reports.sales': 'Vendas e entradas',
  'reports.salesPerMonth': 'Vendas e entradas por mês',
  'reports.salesPerDay': 'Vendas e entradas por dia',
  'reports.barOf': '{day}: vendas {sold, number}, entradas {arrived, number}',
  'reports.values': 'Valores',
  'reports.salesValues': 'Vendas e entradas, valores',
  'reports.noDays': 'Nenhum dia.',
  'reports.bestSellers': 'Mais vendidos',
  'reports.nothingSold': 'Nada foi vendido.',
  'reports.runsOutFirst': 'Acabam primeiro',
  'reports.runsOutFirstNote': 'Quanto tempo dura o estoque no ritmo deste período.',
  'reports.nothingRunsOut':
    '{count, plural, one {Nada acaba em até # dia.} other {Nada acaba em até # dias.}}',
  'reports.nothingSoldInStock': 'Nada do que foi vendido está em estoque.',
  'reports.slowMovers': 'Parados no estoque',
  'reports.slowMoversNote': 'Em estoque, sem nenhuma venda.',
  'reports.allSold': 'Tudo o que está em estoque teve pelo menos uma venda.',
  'reports.nothingInStock': 'Não há nada em estoque.',
  'reports.losses': 'Perdas',
  'reports.lossesNotAll':
    'Só das alterações mais recentes: escolha um período mais curto para ver todas.',
  'reports.nothingLost': 'Nenhuma perda.',
  'reports.lossesByCause': 'Por causa',
  'reports.lossesByPerson': 'Por pessoa',
  'reports.whatToOrder': 'O que pedir',
  'reports.nothingToOrder': 'Há o suficiente de tudo.',
  'reports.fewerDaysLeft': 'Restam menos de (dias)',
  'reports.enoughForDays': 'Suficiente para (dias)',
  'reports.copy': 'Copiar',
  'reports.mail': 'E-mail',
  'reports.mailSubject': 'Pedido',
  'reports.mailTooLong': 'A lista é longa demais para um e-mail. Copie-a e cole no e-mail.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied': '{count, plural, one {# linha copiada.} other {# linhas copiadas.}}',
  'reports.notCopied': 'O navegador não permite copiar aqui. Baixe o arquivo CSV.',
  'reports.receiveThese': 'Receber estes',
  'reports.receiveBusy': 'A lista em “Receber” está sendo salva. Tente de novo depois disso.',
  'reports.csv': 'CSV',
  'reports.csvOf': 'CSV: {title}',
  'reports.tableOf': '{title}: tabela',
  'reports.showAll': 'Mostrar todos ({count, number})',
  'reports.soldToday':
    '{count, plural, =0 {<strong>0</strong> vendidos hoje} one {<strong>#</strong> vendido hoje} other {<strong>#</strong> vendidos hoje}}',
  'reports.runOutSoon':
    '{count, plural, =0 {<strong>0</strong> acabam em {days, number} dias} one {<strong>#</strong> acaba em {days, number} dias} other {<strong>#</strong> acabam em {days, number} dias}}',
  'reports.toOrder':
    '{count, plural, one {<strong>#</strong> a pedir} other {<strong>#</strong> a pedir}}',

  // role
  'role.read': 'Só consulta',
  'role.readAllows': 'Vê, busca, exporta e imprime o estoque e o histórico.',
  'role.write': 'Vende e conta',
  'role.writeAllows':
    'Altera quantidades: no caixa, no depósito, por uma planilha ou por um programa.',
  'role.admin': 'Também edita pets',
  'role.adminAllows': 'Adiciona, nomeia e remove pets, e os marca como pendentes ou vendidos.',
  'role.owner': 'Proprietário',
  'role.ownerAllows':
    'Faz tudo e gerencia chaves e webhooks. Para pessoas a quem você confiaria a loja inteira.',

  // screen
  'screen.sell': 'Vender',
  'screen.stock': 'Estoque',
  'screen.receiving': 'Receber',
  'screen.count': 'Contar',
  'screen.activity': 'Atividade',
  'screen.reports': 'Relatórios',
  'screen.settings': 'Configurações',

  // session
  'session.tagline': 'O estoque do seu pet shop.',
  'session.apiKey': 'Chave de API',
  'session.showKey': 'Mostrar a chave',
  'session.hideKey': 'Ocultar a chave',
  'session.signIn': 'Entrar',
  'session.signingIn': 'Entrando…',
  'session.useAnotherKey': 'Usar outra chave',
  'session.showPeople': 'Voltar aos nomes',
  'session.askForKey':
    'Peça uma chave ao proprietário da loja. Esta página esquece a chave quando você a fecha ou recarrega. Para a primeira chave, abra o link que o Pawstock mostra ao iniciar.',
  'session.signedOutElsewhere':
    'Você saiu em outra aba.{pet, select, none {} other { A sua alteração no {pet} foi descartada.}}',
  'session.notSignedIn': 'Não foi possível entrar',
  'session.languageNotChanged': 'Idioma não alterado',
  'session.notAKey':
    'Esta não é uma chave de API: contém um espaço ou um caractere especial. Cole só a chave; ela começa com paw_.',
  'session.keyRefused':
    'A chave de API está incompleta ou com erro de digitação, expirou ou foi revogada. Confira-a ou peça uma nova.',
  'session.keyNotAccepted': 'A sua chave “{name}” não foi aceita. Entre de novo.',
  'session.keyRevoked': 'A sua chave “{name}” foi revogada ou substituída. Peça uma nova.',
  'session.keyExpired': 'A sua chave “{name}” expirou. Peça uma nova.',
  'session.retrying': 'O Pawstock não responde. Tentando de novo…',
  'session.shopTimes': 'Os dias e horários são os da loja ({zone}).',

  // settings
  'settings.title': 'Configurações',
  'settings.forOwners': 'As configurações são para proprietários. Entre com a chave de um deles.',
  'settings.actions': 'O que foi feito',
  'settings.actionsList': 'Ações, das mais recentes às mais antigas',
  'settings.action':
    '{action, select, key_create {{who} criou a chave <strong>{name}</strong>} key_revoke {{who} revogou a chave <strong>{name}</strong>} key_rotate {{who} renovou a chave <strong>{name}</strong>} webhook_add {{who} adicionou o webhook <strong>{name}</strong>} webhook_update {{who} alterou o webhook <strong>{name}</strong>} webhook_rotate {{who} renovou o segredo do webhook <strong>{name}</strong>} webhook_replay {{who} reenviou alterações ao webhook <strong>{name}</strong>} webhook_remove {{who} removeu o webhook <strong>{name}</strong>} shop_update {{who} alterou as configurações da loja} other {{who} {action} <strong>{name}</strong>}}',
  'settings.bySetupLink': 'O link da primeira inicialização',
  'settings.byCommand': 'Um comando',

  'settings.backups': 'Backups',
  'settings.backupsList': 'Backups, dos mais recentes aos mais antigos',
  'settings.noBackups':
    'O Pawstock não faz backups por conta própria. Peça a quem o administra que os ative ou que faça backup do banco de dados.',
  'settings.backupsMade':
    'O Pawstock faz um backup a cada {every} em {folder} e guarda os {keep, number} mais recentes.',
  'settings.backupFailed':
    'A última tentativa falhou ({when}): {message} O Pawstock tenta de novo sozinho. Avise quem o administra.',
  'settings.backupChecked': '{size}, verificado',

  'settings.mail': 'E-mail',
  'settings.noMail': 'O Pawstock não envia e-mails. Quem o administra pode ativá-los.',
  'settings.mailsEachDay':
    'Todos os dias às {at}, o Pawstock envia um e-mail para {to}: o que foi vendido, o que acabou e o que é preciso pedir. Das próprias falhas ele avisa na hora.',
  'settings.noMailSent': 'Nenhum foi enviado ainda.',
  'settings.mailLastSent': 'Último envio: {when}',
  'settings.mailFailed':
    'Não foi possível enviar o último e-mail: {message}. Avise quem administra o Pawstock.',
  'settings.sendMailNow': 'Enviar um agora',
  'settings.sendingMail': 'Enviando…',
  'settings.mailIsSent': 'Um e-mail foi enviado.',

  'settings.welcome': 'Boas-vindas ao Pawstock',
  'settings.firstKey':
    'Crie a sua chave. Ela pode fazer tudo e criar chaves para todas as outras pessoas.',
  'settings.yourName': 'Seu nome',
  'settings.createMyKey': 'Criar minha chave',
  'settings.continue': 'Continuar',
  'settings.setupOver':
    'Este link já foi usado ou perdeu a validade depois de uma hora. Entre, ou inicie o Pawstock de novo para receber outro.',

  'settings.name': 'Nome',
  'settings.nameTooLong':
    '{count, plural, one {Um nome tem no máximo # caractere.} other {Um nome tem no máximo # caracteres.}}',
  'settings.nameWithSlash': 'Um nome não pode conter / nem \\.',
  'settings.nameWithHidden':
    'Um nome não pode conter caracteres invisíveis nem marcas de direção. Digite-o novamente.',
  'settings.nameWithSigns': 'Use letras, números, espaços e sinais comuns.',

  'settings.keys': 'Chaves',
  'settings.keysNote':
    'Cada pessoa e cada programa que usa o Pawstock tem uma chave. As alterações aparecem com o nome dela.',
  'settings.isYou': 'é você',
  'settings.neverUsed': 'Nunca usada',
  'settings.lastUsed': 'Último uso: {when}',
  'settings.created': 'criada: {when}',
  'settings.revoked': 'Revogada: {when}',
  'settings.expiresAt': 'Expira: {when}',
  'settings.rate':
    '{count, plural, one {# solicitação por segundo} other {# solicitações por segundo}}',
  'settings.showEnded':
    '{count, plural, one {Mostrar # chave inativa} other {Mostrar # chaves inativas}}',
  'settings.hideEnded': 'Ocultar chaves inativas',
  'settings.devices': 'Dispositivos',
  'settings.deviceKeys': '{device}: {count, plural, one{# chave} other{# chaves}}',
  'settings.revokeDevice': 'Revogar todas',
  'settings.revokeDeviceOf': 'Revogar todas de {device}',
  'settings.revokeDeviceQuestion': 'Revogar todas as chaves de {device}?',
  'settings.revokeDeviceNote':
    'Todas as pessoas que entram nele terão de ser adicionadas de novo. Faça isso se o dispositivo foi perdido.',
  'settings.deviceRevoked': 'Todas as chaves de {device} foram revogadas.',
  'settings.createKey': 'Criar chave',
  'settings.create': 'Criar',
  'settings.creating': 'Criando…',
  'settings.keyExamples': 'Ana Souza, caixa 1, loja virtual',
  'settings.role': 'Função',
  'settings.expires': 'Expira',
  'settings.never': 'Nunca',
  'settings.atOnce': 'Agora',
  'settings.inAnHour': 'Em uma hora',
  'settings.inDays': '{count, plural, one {Em um dia} other {Em # dias}}',
  'settings.inAYear': 'Em um ano',
  'settings.rateLimit': 'Para um programa: máximo de solicitações por segundo (opcional)',
  'settings.rotate': 'Renovar',
  'settings.rotating': 'Renovando…',
  'settings.rotateOf': 'Renovar {name}',
  'settings.rotateQuestion': 'Renovar {name}?',
  'settings.rotateNote':
    'A chave recebe um novo segredo. Troque o antigo por ele onde quer que a chave seja usada.',
  'settings.oldSecretEnds': 'O segredo antigo deixa de valer',
  'settings.revoke': 'Revogar',
  'settings.revoking': 'Revogando…',
  'settings.revokeOf': 'Revogar {name}',
  'settings.revokeQuestion': 'Revogar {name}?',
  'settings.revokeNote':
    'Quem usa esta chave é desconectado na próxima solicitação. Não dá para desfazer.',
  'settings.revokeOwnNote':
    'Você será desconectado na hora: esta é a chave com que você entrou. Não dá para desfazer.',
  'settings.isRevoked': 'Chave {name} revogada.',
  'settings.notChanged': 'Não alterado',
  'settings.notCreated': 'Não criada',
  'settings.notDone': 'Não concluído',
  'settings.notRotated': 'Não renovada',
  'settings.notSent': 'Não enviado',

  'settings.secretOf': 'Segredo de {name}',
  'settings.secretLost':
    'Os dados de “{name}” foram salvos, mas o segredo se perdeu no caminho. Renove-o para receber outro.',
  'settings.copyNow': 'Copie agora. Não será possível mostrar de novo.',
  'settings.haveYouCopied': 'Já copiou? Então escolha “Pronto”.',
  'settings.done': 'Pronto',
  'settings.apiKey': 'Chave de API',
  'settings.signingSecret': 'Segredo de assinatura',
  'settings.signInLink': 'Link para entrar',
  'settings.linkIsLocal':
    'Este link só funciona neste computador, porque você abriu o Pawstock em {host}. Para um celular ou outro computador, abra o Pawstock pelo endereço dele na sua rede e crie a chave lá. Quem administra o Pawstock sabe esse endereço.',
  'settings.signInCode': 'Código do link para entrar como {name}',
  'settings.scanToSignIn': 'Escaneie com a câmera de um celular para entrar nele.',
  'settings.copy': 'Copiar',
  'settings.copyOf': 'Copiar: {label}',
  'settings.copied': 'Copiado: {label}.',
  'settings.notCopied': 'O navegador não permite copiar aqui. Selecione o texto e copie-o.',

  'settings.webhooks': 'Webhooks',
  'settings.webhooksNote':
    'Endereços de outros programas, como a sua loja virtual, que são avisados das alterações na hora.',
  'settings.addWebhook': 'Adicionar webhook',
  'settings.changeWebhook': 'Alterar {name}',
  'settings.isChanged': 'Webhook {name} alterado.',
  'settings.webhookName': 'loja-virtual',
  'settings.address': 'Endereço',
  'settings.addressMissing': 'Começa com https://. Quem fez o outro programa sabe qual é.',
  'settings.addressIsLocal':
    'Este é o computador em que o Pawstock funciona. O Pawstock só envia para outros computadores.',
  'settings.addressIsReadable':
    'Outros podem ler o que é enviado a um endereço http. Peça um endereço com https.',
  'settings.events': 'Avisar sobre',
  'settings.everyChange': 'Todas as alterações',
  'settings.soldOut': 'Esgotado',
  'settings.changed': 'Alteração',
  'settings.aTest': 'Teste',
  'settings.onlyReasons': 'Só por estes motivos (todos, se nenhum for escolhido)',
  'settings.onlyPets': 'Só para estes pets, por ID (opcional)',
  'settings.wrongIds': 'Digite os IDs dos pets separados por vírgulas.',
  'settings.forPets': 'pets {ids}',
  'settings.forReasons': 'só {reasons}',
  'settings.nothingSent': 'nada enviado ainda',
  'settings.lastAnswer': 'última resposta: {answer}, {when}',
  'settings.behind': '{count, plural, one {# na fila} other {# na fila}}',
  'settings.triedAgain': 'nova tentativa: {when}',
  'settings.sendingAgain': 'reenviando: {position, number} de {until, number}',
  'settings.test': 'Testar',
  'settings.testOf': 'Testar {name}',
  'settings.testAnswer': 'Teste de {name}: {answer}.',
  'settings.moreActions': 'Mais ações para {name}',
  'settings.endpoint': 'Destino',
  'settings.removal': 'Remover',
  'settings.attempts': 'Tentativas',
  'settings.changeAction': 'Alterar…',
  'settings.resume': 'Retomar',
  'settings.pause': 'Pausar',
  'settings.isResumed': 'Webhook {name} retomado.',
  'settings.isPaused': 'Webhook {name} pausado.',
  'settings.sendAgainAction': 'Reenviar…',
  'settings.newSecretAction': 'Novo segredo…',
  'settings.newSecretQuestion': 'Novo segredo para {name}?',
  'settings.newSecretNote':
    'Durante um dia, os eventos são assinados com o segredo antigo e o novo. Nesse prazo, coloque o novo no programa.',
  'settings.createNewSecret': 'Criar novo segredo',
  'settings.removeQuestion': 'Remover {name}?',
  'settings.removeNote':
    'O webhook não recebe mais nada, nem o que está na fila. Não dá para desfazer.',
  'settings.remove': 'Remover',
  'settings.isRemoved': 'Webhook {name} removido.',
  'settings.sendAgainTo': 'Reenviar a {name}',
  'settings.sendAgain': 'Reenviar',
  'settings.asking': 'Solicitando…',
  'settings.sendAgainNote':
    'Tudo desde esse momento é enviado de novo, em ordem. As novas alterações vão primeiro.',
  'settings.since': 'Desde',
  'settings.nothingToSend': 'Não há nada para reenviar.',
  'settings.getsAgain': '{name} recebe de novo tudo desde esse momento.',
  'settings.attemptsOf': 'Tentativas de {name}',
  'settings.attemptsList': 'Tentativas, das mais recentes às mais antigas',
  'settings.noAttempts': 'Nada foi enviado ainda.',
  'settings.attemptTook': '{when} · {duration, number} ms',

  // status
  'status.available': 'Disponível',
  'status.pending': 'Pendente',
  'status.sold': 'Vendido',

  // stock
  'stock.petId': 'ID do pet',
  'stock.name': 'Nome',
  'stock.quantity': 'Quantidade',
  'stock.status': 'Status',
  'stock.barcode': 'Código de barras',
  'stock.lowAt': 'Estoque mínimo',
  'stock.pet': 'pet\u00a0{id}',
  'stock.namedPet': 'pet\u00a0{id} ({name})',
  'stock.petAtStart': 'Pet\u00a0{id}',
  'stock.namedPetAtStart': 'Pet\u00a0{id} ({name})',
  'stock.searchedFields':
    '{fields, select, name {ID ou nome} barcode {ID ou código} both {ID, nome ou código} other {ID}}',
  'stock.level': 'Estoque',
  'stock.low': 'Baixo',
  'stock.out': 'Esgotado',
  'stock.lowStock': 'Estoque baixo',
  'stock.outOfStock': 'Esgotados',
  'stock.addPet': 'Adicionar pet',
  'stock.changePet': 'Alterar o {pet}',
  'stock.history': 'Histórico',
  'stock.historyOf': 'Histórico do {pet}',
  'stock.codeAsQuantity':
    '“{code}” {holder, select, none {parece um código de barras} other {é o código de barras do pet\u00a0{holder}}}; portanto, não é uma quantidade.{number, select, none {} other { Se quis dizer o número, digite {number}.}}',
  'stock.otherLayout':
    'O leitor digita com outro layout de teclado: “{text}” é provavelmente “{code}”. Ajuste o leitor para o layout deste computador; o manual dele traz um código para ler.',
  'stock.changed': '{pet}: {before, number} → {after, number} ({difference})',
  'stock.undo': 'Desfazer',
  'stock.undone': 'Desfeito: {what}',
  'stock.notUndone': 'Não desfeito',
  'stock.tryAgain': 'Tentar de novo',
  'stock.changedAgain': 'o {pet} foi alterado de novo depois disso.',
  'stock.isNow': 'o {pet} agora está com {quantity, number}.',
  'stock.isBackAt': 'o {pet} está de novo com {quantity, number}.',

  // table
  'table.pets': 'Pets',
  'table.pet': 'Pet',
  'table.overview': 'Visão geral',
  'table.today': 'Hoje',
  'table.kinds': 'Tipos',
  'table.availableKinds': '{count, plural, one {# disp.} other {# disp.}}',
  'table.units': 'Unidades',
  'table.unitsEach': '{average} cada',
  'table.showOnlyThese': ': mostrar só estes',
  'table.lowUpTo': 'até<hidden> quantos o estoque é considerado baixo</hidden>',
  'table.lowUpToLevel': 'até {level, number}',
  'table.byStatus': 'Por status',
  'table.kindsAndUnits':
    '{kinds, plural, =0 {0 tipos} one {# tipo} other {# tipos}}, {units, plural, =0 {0 unidades} one {# unidade} other {# unidades}}',
  'table.allStatuses': 'Todos',
  'table.anyLevel': 'Qualquer estoque',
  'table.export': 'Exportar',
  'table.searchBy': 'Buscar por {fields}',
  'table.clearSearch': 'Limpar a busca',
  'table.notAllLoaded': 'Ainda faltam pets para carregar. Tente de novo daqui a pouco.',
  'table.found':
    '{count, plural, =0 {Nenhum pet encontrado} one {# pet encontrado} other {# pets encontrados}}',
  'table.sameName':
    '{count, plural, one {# pet se chama “{text}”. Escolha-o.} other {# pets se chamam “{text}”. Escolha um.}}',
  'table.severalMatch':
    '{count, plural, one {# pet corresponde a “{text}”. Escolha-o.} other {# pets correspondem a “{text}”. Escolha um.}}',
  'table.noPet': 'Não existe o pet {text}.',
  'table.noPetButLonger':
    'Não existe o pet {text}. {count, plural, one {# ID mais longo contém esse número.} other {# IDs mais longos contêm esse número.}}',
  'table.noPetButOthers':
    'Não existe o pet {text}. {count, plural, one {# pet tem esse número em {fields}.} other {# pets têm esse número em {fields}.}}',
  'table.stillInStock': 'Ainda em estoque',
  'table.quantityAndReserved': '{quantity, number}<small>, {reserved, number} em reserva</small>',
  'table.change': 'Alterar',
  'table.moreActions': 'Mais ações para o {pet}',
  'table.actions': 'Ações',
  'table.loadingAll': 'Carregando todos os pets…',
  'table.noMatch': 'Nenhum pet encontrado',
  'table.noPets': 'Ainda não há pets',
  'table.addFirst': 'Adicione o primeiro ou importe um arquivo.',
  'table.waitForPets': 'Eles aparecem aqui assim que alguém os adiciona.',
  'table.showAll': 'Mostrar todos',
  'table.addPetWithId': 'Adicionar o pet {id}',
  'table.importFile': 'Importar planilha',
  'table.noneWithStatus': 'Nenhum pet tem este status e este nível de estoque.',
  'table.notAnId': '“{text}” não é um ID. Os IDs são números inteiros.',
  'table.hiddenByFilter': 'O pet {text} tem outro status ou nível de estoque.',
  'table.noneContains': 'Nenhum {fields} contém “{text}”.',
  'table.noneContainsHere': 'Nenhum {fields} contém “{text}” com este status e nível de estoque.',

  // total
  'total.sold': 'Vendas',
  'total.arrived': 'Entradas',
  'total.returned': 'Devoluções',
  'total.damaged': 'Avarias',
  'total.died': 'Mortes',

  // ui
  'ui.language': 'Idioma',
  'ui.loading': 'Carregando…',
  'ui.close': 'Fechar',
  'ui.cancel': 'Cancelar',
  'ui.notifications': 'Notificações',
  'ui.dismiss': 'Dispensar',
  'ui.none': 'Nenhum item.',
  'ui.more': 'E mais {count, number}.',
  'ui.removed': 'removido',
  'ui.to': 'para',
  'ui.saving': 'Salvando…',

  // webhook
  'webhook.active': 'Ativo',
  'webhook.failing': 'Com falhas',
  'webhook.disabled': 'Parado',
  'webhook.paused': 'Pausado',
};
