import type { Catalogue } from './translator.ts';

/** The Arabic texts of the dashboard. en.ts says where each one stands. */
export const messages: Catalogue = {
  // answer
  'answer.accepted': 'تم القبول ({answer})',
  'answer.moved': 'انتقل العنوان؛ أدخل العنوان الجديد ({answer})',
  'answer.refused': 'تم الرفض؛ راجع السر في البرنامج الآخر ({answer})',
  'answer.notFound': 'لا يوجد شيء في هذا العنوان ({answer})',
  'answer.gone': 'البرنامج لا يريد رسائل أخرى ({answer})',
  'answer.tooMany': 'الرسائل أكثر مما يقبله البرنامج ({answer})',
  'answer.notUnderstood': 'البرنامج لا يفهم الرسالة ({answer})',
  'answer.failed': 'حدث خطأ في البرنامج ({answer})',
  'answer.noHost': 'لا يوجد مضيف بهذا الاسم ({answer})',
  'answer.unreachable': 'لا رد من هذا العنوان ({answer})',
  'answer.cut': 'انقطع الاتصال ({answer})',
  'answer.notTrusted': 'شهادة العنوان غير موثوقة ({answer})',
  'answer.timedOut': 'لا رد خلال {seconds, number} ث',
  'answer.notPublic': 'العنوان ليس عامًا، وWEBHOOK_NETWORKS لا يسمح بشبكته',

  // app
  'app.failed': 'حدث خطأ ما',
  'app.failedNext':
    'تغييراتك المحفوظة في أمان، وما كنت تكتبه لم يُفقد. <link>أعد تحميل الصفحة</link>.',
  'app.addPet': 'إضافة حيوان',
  'app.menu': 'القائمة',
  'app.lock': 'قفل',
  'app.skipToContent': 'انتقل إلى المحتوى',
  'app.screens': 'الشاشات',
  'app.title': '{screen} – Pawstock',
  'app.liveHint': 'تظهر التغييرات فور حدوثها',
  'app.scanWithCamera': 'مسح الباركود بالكاميرا',
  'app.petsChanged':
    '{count, plural, zero {لم يتغير أي حيوان.} one {تغيّر حيوان واحد.} two {تغيّر حيوانان.} few {تغيّرت # حيوانات.} many {تغيّر # حيوانًا.} other {تغيّر # حيوان.}}',
  'app.petRemoved': 'تمت إزالة {pet}.',
  'app.petIsNow': 'كمية {pet} الآن {quantity, number}.',

  // camera
  'camera.panel': 'الكاميرا',
  'camera.video': 'ما تراه الكاميرا',
  'camera.close': 'إغلاق الكاميرا',
  'camera.needsTls':
    'لا تسمح المتصفحات بالكاميرا إلا في صفحات يبدأ عنوانها بـ https://\u200e. اطلب من المسؤول عن تشغيل Pawstock تفعيل TLS.',
  'camera.forbidden':
    'المتصفح لا يسمح بالكاميرا. اسمح بها لهذه الصفحة من إعدادات المتصفح، ثم افتح الكاميرا من جديد.',
  'camera.missing': 'لا توجد كاميرا في هذا الجهاز.',
  'camera.inUse': 'الكاميرا مستخدمة في تطبيق آخر. أغلق ذلك التطبيق، ثم افتح الكاميرا من جديد.',
  'camera.unusable': 'تعذر استخدام الكاميرا. أغلقها وافتحها من جديد، أو اكتب الرمز.',

  // connection
  'connection.connecting': 'جارٍ الاتصال…',
  'connection.live': 'متصل',
  'connection.offline': 'غير متصل',

  // counter
  'counter.title': '{kind, select, sell {بيع} receiving {استلام توريد} other {جرد المخزون}}',
  'counter.readOnly':
    'مفتاحك «{key}» دوره «{role}»، ولا يتيح تسجيل {kind, select, sell {المبيعات} receiving {التوريدات} other {الجرد}}. اطلب من المالك مفتاحًا دوره «{needed}»، وسجّل الدخول به.',
  'counter.form': 'السطر التالي',
  'counter.petOrReservation': 'حيوان أو حجز',
  'counter.petIdOrName': 'رقم الحيوان أو اسمه',
  'counter.amountOf':
    '{kind, select, sell {العدد: {pet}} receiving {الوارد: {pet}} other {المعدود: {pet}}}',
  'counter.addPet': 'إضافة هذا الحيوان…',
  'counter.hint': 'امسح حيوانًا، أو اكتبه واضغط Enter. ‏<key>12*</key> يحدد عدد السطر الأخير.',
  'counter.hintGuided':
    'اكتب عدد هذا الحيوان واضغط Enter، أو امسح أي حيوان. ‏<key>12*</key> يحدد عدد السطر الأخير.',
  'counter.choices': 'الخيارات',
  'counter.often': 'الأكثر إدخالًا',
  'counter.numberOf': '{units, number} من {pet}',
  'counter.petOrReservationQuestion': '«{text}» حيوان وحجز في آن واحد. اختر أحدهما.',
  'counter.numberOrCode': 'هل {code} هو العدد أم رمز؟ اضغط Enter مرة أخرى إذا كان العدد.',
  'counter.allCountedAlready': 'تم عدّ جميع الحيوانات. لعدّ المزيد من أحدها، امسحه.',
  'counter.noLineYet': 'امسح حيوانًا أو اكتبه أولًا، ثم عدده.',
  'counter.correctFirst': 'صحّح أولًا عدد {pet}.',
  'counter.inStock': '{quantity, number} في المخزون',
  'counter.severalMatch': 'هناك أكثر من حيوان مطابق. اختر واحدًا.',
  'counter.unknown':
    '{what, select, id {لا يوجد حيوان برقم {text}.} reservation {لا يوجد حيوان أو حجز باسم «{text}».} offline {لا يوجد حيوان باسم «{text}». يمكن البحث عن الحجوزات عند عودة الاتصال.} other {لا يوجد حيوان باسم «{text}».}}{next, select, ask { يمكن لمن يعدّل الحيوانات أن يضيفه.} other {}}',
  'counter.wholeNumberFrom': 'أدخل عددًا صحيحًا لا يقل عن {least, number}.',
  'counter.howMany': 'كم العدد من {pet}؟ أدخل عددًا صحيحًا لا يقل عن {least, number}.',
  'counter.isRight': 'هل {amount, number} صحيح؟ إن كان كذلك فاضغط Enter مرة أخرى.',
  'counter.isRightNow':
    'هل {amount, number} صحيح؟ {now, plural, zero {لا يوجد شيء الآن.} one {يوجد الآن واحد فقط.} two {يوجد الآن اثنان.} few {يوجد الآن #.} many {يوجد الآن #.} other {يوجد الآن #.}} إن كان كذلك فاضغط Enter مرة أخرى.',
  'counter.tooManyLines':
    'الحد الأقصى للقائمة {max, plural, zero {# حيوان} one {حيوان واحد} two {حيوانين} few {# حيوانات} many {# حيوانًا} other {# حيوان}}. احفظها ثم تابع.',
  'counter.entered':
    '{pet}: {amount, number}. في القائمة {count, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}.',

  'counter.reservation': 'الحجز {id}',
  'counter.reservedBy': 'محجوز بواسطة {key} حتى {time}.',
  'counter.reservationEnded':
    '{state, select, expired {لا يظهر الحجز {id}: انتهت مدته في {time}.} sold {لا يظهر الحجز {id}: تم بيعه في {time}.} other {لا يظهر الحجز {id}: تم إلغاؤه في {time}.}}',
  'counter.reservationFailed': 'تعذر عرض الحجز {id}',
  'counter.listFirst': 'أتمّ بيع القائمة أو تجاهلها أولًا، ثم امسح باركود الحجز من جديد.',
  'counter.reservationFirst': 'أتمّ بيع الحجز {id} أو أغلقه أولًا.',
  'counter.isBeingSaved': 'يجري حفظ هذه القائمة. امسح الباركود بعد ذلك.',

  'counter.reasonIs': 'السبب: {reason}.',
  'counter.noteIs': 'ملاحظة: {note}',
  'counter.addNote': 'إضافة ملاحظة',
  'counter.noteForAll': 'ملاحظة لكل الأسطر',

  'counter.remove': 'إزالة {pet} من القائمة',
  'counter.isGone': 'تمت إزالته من المخزون.',
  'counter.notForSale': '{status, select, sold{مسجّل على أنه مباع.} other{مسجّل على أنه معلّق.}}',
  'counter.sellDespite': 'بيعه على أي حال',
  'counter.left': 'المتبقي {left, number}',
  'counter.leftReserved': 'المتبقي {left, number}، المحجوز {held, number}',
  'counter.shortage':
    '{left, plural, =0 {لم يبقَ شيء للبيع.} zero {لم يبقَ شيء للبيع.} one {بقي واحد فقط للبيع.} two {بقي اثنان فقط للبيع.} few {بقي # فقط للبيع.} many {بقي # فقط للبيع.} other {بقي # فقط للبيع.}}',
  'counter.shortageReserved':
    '{left, plural, =0 {لم يبقَ شيء للبيع.} zero {لم يبقَ شيء للبيع.} one {بقي واحد فقط للبيع.} two {بقي اثنان فقط للبيع.} few {بقي # فقط للبيع.} many {بقي # فقط للبيع.} other {بقي # فقط للبيع.}} {held, plural, zero {لا شيء محجوز.} one {وهناك واحد آخر محجوز.} two {وهناك اثنان آخران محجوزان.} few {وهناك # أخرى محجوزة.} many {وهناك # أخرى محجوزة.} other {وهناك # أخرى محجوزة.}}',
  'counter.notEnough': 'الكمية لا تكفي: {pet}. {shortage}',

  'counter.lines':
    '{kind, select, count {{pets, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}} other {{pets, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}، {units, plural, zero {# وحدة} one {وحدة واحدة} two {وحدتان} few {# وحدات} many {# وحدة} other {# وحدة}}}}',
  'counter.linesUndone':
    '{kind, select, count {{pets, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}، تم التراجع} other {{pets, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}، {units, plural, zero {# وحدة} one {وحدة واحدة} two {وحدتان} few {# وحدات} many {# وحدة} other {# وحدة}}، تم التراجع}}',
  'counter.problems':
    '{count, plural, zero {لا أسطر تحتاج إلى مراجعة} one {سطر واحد يحتاج إلى مراجعة} two {سطران يحتاجان إلى مراجعة} few {# أسطر تحتاج إلى مراجعة} many {# سطرًا تحتاج إلى مراجعة} other {# سطر تحتاج إلى مراجعة}}',
  'counter.blankLines':
    '{count, plural, zero {لا أسطر بلا عدد} one {سطر واحد بلا عدد} two {سطران بلا عدد} few {# أسطر بلا عدد} many {# سطرًا بلا عدد} other {# سطر بلا عدد}}',
  'counter.discard': 'تجاهل',
  'counter.discardLines':
    '{count, plural, zero {تجاهل القائمة؟} one {تجاهل سطر واحد؟} two {تجاهل سطرين؟} few {تجاهل # أسطر؟} many {تجاهل # سطرًا؟} other {تجاهل # سطر؟}}',
  'counter.unlock': 'فتح القفل',
  'counter.save': '{kind, select, sell {بيع} other {حفظ}}',
  'counter.saving': '{kind, select, sell {جارٍ البيع…} other {جارٍ الحفظ…}}',
  'counter.saved':
    '{kind, select, sell {تم البيع: {lines}.} receiving {تم حفظ التوريد: {lines}.} other {تم حفظ الجرد: {lines}.}}',
  'counter.soldReservation': 'تم البيع: الحجز {id}، {lines}.',
  'counter.undone': '{lines}.',
  'counter.failed': '{kind, select, sell {لم يتم البيع} other {لم يتم الحفظ}}',
  'counter.offline':
    '{kind, select, sell {لم يتم البيع: هذا الجهاز غير متصل. القائمة محفوظة هنا؛ أتمّ البيع عند عودة الاتصال.} other {لم يتم الحفظ: هذا الجهاز غير متصل. القائمة محفوظة هنا؛ احفظها عند عودة الاتصال.}}',
  'counter.savedOtherwise':
    '{kind, select, sell {لم يتم البيع: سبق حفظ هذه القائمة بأعداد أخرى، ربما في علامة تبويب أخرى. قارنها بنشاط اليوم.} other {لم يتم الحفظ: سبق حفظ هذه القائمة بأعداد أخرى، ربما في علامة تبويب أخرى. قارنها بنشاط اليوم.}}',
  'counter.nothingArrived': 'أدخل العدد الوارد من حيوان واحد على الأقل.',
  'counter.sentTooLongAgo':
    'أُرسلت القائمة في {time} ولم يصل رد. مضى وقت طويل أو تغيّر المفتاح، فإعادة الإرسال ليست آمنة. راجع <link>نشاط</link> ذلك اليوم: إن وجدتها هناك فتجاهل هذه القائمة، وإلا فافتح قفلها.',
  'counter.noAnswer':
    'لم يصل رد، فربما حُفظت القائمة وربما لا. سيُعاد إرسالها فور الوصول إلى Pawstock، وتُحتسب مرة واحدة. لا يمكن تغيير القائمة قبل ذلك.',
  'counter.isThatRight':
    '{kind, select, sell {هل هذا صحيح؟ {changes}. إن كان كذلك فاضغط «بيع» مرة أخرى.} other {هل هذا صحيح؟ {changes}. إن كان كذلك فاضغط «حفظ» مرة أخرى.}}',
  'counter.farChange': '{pet} من {before, number} إلى {after, number}',
  'counter.more':
    '{count, plural, zero {# غيرها} one {واحد آخر} two {اثنان آخران} few {# غيرها} many {# غيرها} other {# غيرها}}',

  'counter.last':
    '{kind, select, sell {آخر المبيعات} receiving {آخر التوريدات} other {آخر عمليات الجرد}}',
  'counter.namesBy': '{names}، بواسطة {key}',

  'counter.guided': 'جرد موجَّه',
  'counter.endGuided': 'إنهاء الجرد الموجَّه',
  'counter.order': 'الترتيب',
  'counter.byId': 'حسب الرقم',
  'counter.byName': 'حسب الاسم',
  'counter.hideExpected': 'إخفاء الأعداد المتوقعة',
  'counter.allCounted': 'اكتمل عدّ كل الحيوانات. راجع الفروق ثم احفظ.',
  'counter.progress':
    'تم عدّ {done, number} من {all, plural, zero {# حيوان} one {حيوان واحد} two {حيوانين} few {# حيوانات} many {# حيوانًا} other {# حيوان}}',
  'counter.countedPets': 'الحيوانات المعدودة',
  'counter.stillToCount': 'لم تُعدّ بعد',
  'counter.later': 'لاحقًا',
  'counter.andMore':
    '{count, plural, zero {ولا حيوان غيرها} one {وحيوان آخر} two {وحيوانان آخران} few {و# حيوانات أخرى} many {و# حيوانًا آخر} other {و# حيوان آخر}}',
  'counter.sheet': 'ورقة الجرد',
  'counter.sheetOf':
    '{time}، {count, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}',
  'counter.firstPrinted': 'الطباعة تشمل أول {max, number} من الحيوانات فقط',
  'counter.columnPet': 'الحيوان',
  'counter.columnExpected': 'المتوقع',
  'counter.columnCounted': 'المعدود',

  // dialog
  'dialog.addPetItem': 'إضافة حيوان…',
  'dialog.importItem': 'استيراد جدول…',
  'dialog.exportShown': 'تصدير المعروض',
  'dialog.printShown': 'طباعة المعروض',
  'dialog.print': 'طباعة',
  'dialog.printLabels': 'طباعة الملصقات',
  'dialog.appearance': 'المظهر',
  'device.auto': 'النظام',
  'device.light': 'فاتح',
  'device.dark': 'داكن',
  'dialog.menuHelp': 'المساعدة والجلسة',
  'dialog.shortcuts': 'اختصارات لوحة المفاتيح',
  'dialog.apiReference': 'مرجع API',
  'dialog.keyItem': 'المفتاح: {name}',
  'dialog.signOut': 'تسجيل الخروج',
  'dialog.signingOut': 'جارٍ تسجيل الخروج…',
  'dialog.signOutUnsaved': 'تسجيل الخروج دون حفظ؟',
  'dialog.changeLost': 'سيُفقد تغييرك على {pet}.',
  'dialog.listStays': 'تبقى القائمة في «{screen}» هنا إلى أن تسجّل الدخول بهذا المفتاح مرة أخرى.',
  'dialog.clockAhead':
    'كانت ساعة الخدمة متقدمة لبعض الوقت. حتى {until} يُسجَّل كل تغيير بذلك الوقت، وتحتسبه التقارير فيه. اطلب من المسؤول عن تشغيل Pawstock ضبط الساعة.',
  'dialog.keySearch': 'بحث؛ وأي حرف أو رقم يبدأ البحث أيضًا',
  'dialog.keyMove': 'التنقل في الجدول',
  'dialog.keyEnds': 'أول حيوان أو آخر حيوان',
  'dialog.keyPage': 'شاشة إلى أعلى أو أسفل',
  'dialog.keyEnter': 'تغيير الكمية ثم حفظها',
  'dialog.keySign': 'قبل العدد: إضافة أو إنقاص',
  'dialog.keyReason':
    'بعد العدد: سبب آخر بحرفه الأول، أو s بيع، a وارد، r مرتجع، o غير ذلك، c جرد، d تلف، x نفوق',
  'dialog.keySave': 'البيع، أو حفظ التوريد أو الجرد',
  'dialog.keyNumber': 'في القائمة: عدد السطر الأخير',
  'dialog.keyMore': 'إجراءات أخرى للحيوان',
  'dialog.keyCancel': 'إلغاء أو إغلاق',
  'dialog.keyNotifications': 'الانتقال إلى الإشعارات والعودة',
  'dialog.keyHelp': 'عرض هذه القائمة',
  'dialog.yourKey': 'مفتاحك',
  'dialog.roleNeeded': '«{name}» يتطلب مفتاحًا دوره «{needed}». دور مفتاحك «{own}».',
  'dialog.needsRole': 'يتطلب الدور «{role}»',
  'dialog.signedInWith':
    'سجّلت الدخول بالمفتاح <strong>{name}</strong>. يظهر هذا الاسم في السجل بجانب تغييراتك.',
  'dialog.allowed': 'مسموح:',
  'dialog.notAllowed': 'غير مسموح:',
  'dialog.keyCreated': 'أُنشئ في {created}. ليس له تاريخ انتهاء.',
  'dialog.keyExpires': 'أُنشئ في {created}. ينتهي في {expires}.',
  'dialog.moreRights':
    'لصلاحيات أكثر، اطلب من مالك المتجر مفتاحًا آخر، ثم سجّل الخروج وسجّل الدخول به. ينشئ المالك المفاتيح من الإعدادات.',
  'dialog.changeQuantity': 'تغيير الكمية',
  'dialog.detailsEllipsis': 'التفاصيل…',
  'dialog.removeEllipsis': 'إزالة…',
  'dialog.markAs': 'جعله معلّقًا أو مباعًا',
  'dialog.detailsOrRemove': 'التفاصيل أو الإزالة',
  'dialog.statusChanged':
    '{pet}: {before, select, available {متاح} pending {معلّق} other {مباع}} ← {after, select, available {متاح} pending {معلّق} other {مباع}}',
  'dialog.add': 'إضافة',
  'dialog.adding': 'جارٍ الإضافة…',
  'dialog.notAdded': 'لم تتم الإضافة',
  'dialog.id': 'الرقم',
  'dialog.enterId': 'أدخل عددًا صحيحًا لا يبدأ بصفر.',
  'dialog.petExists': 'الحيوان {id} موجود من قبل.',
  'dialog.enterQuantity': 'أدخل عددًا صحيحًا، صفرًا أو أكثر.',
  'dialog.justAdded': 'أضافه مستخدم آخر قبل لحظات.',
  'dialog.added': 'تمت إضافة {pet}.',
  'dialog.saved': 'تم حفظ {pet}.',
  'dialog.detailsOf': 'تفاصيل الحيوان {id}',
  'dialog.barcodeTaken': 'هذا الباركود مستخدم: {pet}. أزله من هناك أولًا.',
  'dialog.enterCode': 'أدخل حروفًا لاتينية وأرقامًا وعلامات بلا مسافات، {max, number} على الأكثر.',
  'dialog.enterText': 'الحد الأقصى للحروف: {max, number}.',
  'dialog.justTaken': 'هذا الباركود لحيوان آخر.',
  'dialog.optional': '{field} (اختياري)',
  'dialog.nameHint': 'يظهر بجانب الرقم ويمكن البحث به.',
  'dialog.barcodeHint': 'امسحه هنا أو اكتبه. مسحه لاحقًا يفتح الحيوان.',
  'dialog.lowAtHint':
    'يُعدّ المخزون منخفضًا عند هذا العدد أو أقل. إن تُرك فارغًا: {usual, number}، كبقية الحيوانات.',
  'dialog.removeQuestion': 'إزالة {pet}؟',
  'dialog.remove': 'إزالة',
  'dialog.removing': 'جارٍ الإزالة…',
  'dialog.notRemoved': 'لم تتم الإزالة',
  'dialog.removeExplained':
    '{quantity, number} في المخزون، {status, select, available {متاح} pending {معلّق} other {مباع}}. سيُزال الحيوان من القائمة ويبقى سجله. يمكنك التراجع خلال عشر ثوانٍ، فيعود كل شيء كما كان.',
  'dialog.removeReserved':
    '{count, plural, zero {<strong>المحجوز: #.</strong>} one {<strong>واحد محجوز:</strong> هناك عميل على وشك شرائه، وسيُرفض بيعه.} two {<strong>اثنان محجوزان:</strong> هناك عملاء على وشك الشراء، وسيُرفض البيع.} few {<strong># محجوزة:</strong> هناك عملاء على وشك الشراء، وسيُرفض البيع.} many {<strong># محجوزة:</strong> هناك عملاء على وشك الشراء، وسيُرفض البيع.} other {<strong># محجوزة:</strong> هناك عملاء على وشك الشراء، وسيُرفض البيع.}}',
  'dialog.justChanged': 'تغيّر قبل لحظات. راجعه مرة أخرى.',
  'dialog.removed': 'تمت إزالة {pet}. سجله محفوظ.',
  'dialog.addedAgain': 'أُضيف {pet} من جديد بعد ذلك.',
  'dialog.isBack': 'عاد {pet}.',
  'dialog.reservations': 'الحجوزات',
  'dialog.reservationsNotLoaded': 'لم يتم تحميل الحجوزات',
  'dialog.reservation':
    '{count, plural, zero {لا شيء محجوز برقم <strong>{id}</strong> بواسطة {key}، من {from} إلى {until}} one {واحد محجوز برقم <strong>{id}</strong> بواسطة {key}، من {from} إلى {until}} two {اثنان محجوزان برقم <strong>{id}</strong> بواسطة {key}، من {from} إلى {until}} few {# محجوزة برقم <strong>{id}</strong> بواسطة {key}، من {from} إلى {until}} many {# محجوزة برقم <strong>{id}</strong> بواسطة {key}، من {from} إلى {until}} other {# محجوزة برقم <strong>{id}</strong> بواسطة {key}، من {from} إلى {until}}}',
  'dialog.moreReservations': 'هناك حجوزات أخرى. الأمر «pawstock reservations» يعرضها كلها.',
  'dialog.release': 'إلغاء الحجز',
  'dialog.releasing': 'جارٍ إلغاء الحجز…',
  'dialog.releaseOne': 'إلغاء الحجز {id}',
  'dialog.releaseQuestion': 'إلغاء الحجز {id}؟',
  'dialog.releaseExplained':
    'يصبح المحجوز متاحًا للآخرين فورًا. ربما يكون العميل الذي حجزه على وشك الدفع.',
  'dialog.released': 'تم إلغاء الحجز {id}.',
  'dialog.notReleased': 'لم يتم إلغاء الحجز',
  'dialog.changedByOther': 'تغيّر {pet} بواسطة مستخدم آخر',
  'dialog.removedByOther': 'تمت إزالة {pet}',
  'dialog.anImport': 'عملية استيراد',
  'dialog.conflictEntry':
    '<strong>{who}</strong>، <time>{at}</time>: <change></change>{reason, select, none {} sale {، بيع} arrival {، وارد} return {، مرتجع} count {، جرد} damage {، تلف} died {، نفوق} adjustment {، تعديل} other {، {reason}}}{hasNote, select, yes {، «{note}»} other {}}',
  'dialog.startedFrom': 'بدأت من {quantity, number}.',
  'dialog.startedAndEntered': 'بدأت من {quantity, number} وأدخلت {target, number} ({delta}).',
  'dialog.keepTheirs': 'اعتماد تغييرهم',
  'dialog.useMine': 'اعتماد تغييري',
  'dialog.applyDifference': 'تطبيق الفرق',
  'dialog.notPossible': 'غير ممكن',
  'dialog.discardMine': 'تجاهل تغييري',

  // edit
  'edit.setTo': 'ضبط على',
  'edit.add': 'إضافة',
  'edit.remove': 'إنقاص',
  'edit.kindOfChange': 'نوع التغيير',
  'edit.newQuantity': 'الكمية الجديدة',
  'edit.quantityToAdd': 'الكمية المراد إضافتها',
  'edit.quantityToRemove': 'الكمية المراد إنقاصها',
  'edit.increase': 'زيادة واحد',
  'edit.decrease': 'إنقاص واحد',
  'edit.now': 'الآن {quantity, number}',
  'edit.reason': 'السبب',
  'edit.otherReason': 'غير ذلك (تعديل)',
  'edit.note': 'ملاحظة',
  'edit.enterNumber': 'أدخل عددًا.',
  'edit.enterWholeNumber': 'أدخل عددًا صحيحًا.',
  'edit.onlyInStock':
    '{count, plural, zero {لا شيء في المخزون.} one {في المخزون واحد فقط.} two {في المخزون اثنان فقط.} few {في المخزون # فقط.} many {في المخزون # فقط.} other {في المخزون # فقط.}}',
  'edit.tooLarge': 'العدد أكبر من المسموح.',
  'edit.noteTooLong': 'الملاحظة طويلة. الحد الأقصى للحروف: {max, number}.',
  'edit.isThatRight': 'من {before, number} إلى {after, number}؟ إن كان ذلك صحيحًا فاحفظ مرة أخرى.',
  'edit.save': 'حفظ',
  'edit.finishFirst': 'احفظ تغيير {pet} أو ألغه أولًا.',
  'edit.staysAt': 'تبقى كمية {pet} عند {quantity, number}.',
  'edit.needsAttention': '{pet}: لم يُحفظ التغيير. سيُفتح محرره بعد ذلك.',

  // error
  'error.because': '{outcome}: {reason}',
  'error.notSaved': 'لم يتم الحفظ',
  'error.notLoaded': 'لم يتم التحميل',
  'error.notAccepted': 'لم يقبله Pawstock ({code}). أعد تحميل الصفحة ثم حاول مرة أخرى.',
  'error.notReady': 'Pawstock غير جاهز الآن. حاول بعد لحظات.',
  'error.unreachable': 'تعذر الوصول إلى Pawstock. يمكنك المحاولة مرة أخرى بأمان.',
  'error.keyInvalid': 'المفتاح لم يعد صالحًا. سجّل الدخول من جديد.',
  'error.roleTooSmall': 'دور مفتاحك لا يسمح بذلك. اسأل المالك.',
  'error.rateLimited':
    'الطلبات كثيرة في وقت واحد. حاول بعد {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  'error.outcomeUnknown': 'ليس مؤكدًا أنه حُفظ. يمكنك المحاولة مرة أخرى بأمان.',
  'error.storageFull': 'لم تبقَ مساحة لدى Pawstock. أبلغ المسؤول عن تشغيله.',
  'error.invalidValue':
    '{petId, select, none {هناك عدد أكبر من المسموح أو نص غير مقبول. راجع ما أدخلته.} other {عدد الحيوان\u00a0{petId} أكبر من المسموح. أدخل عددًا أصغر.}}',
  'error.petRemoved':
    '{petId, select, none {أُزيل الحيوان في هذه الأثناء.} other {أُزيل الحيوان\u00a0{petId} في هذه الأثناء.}}',
  'error.changedMeanwhile':
    '{petId, select, none {حدث تغيير في هذه الأثناء. راجعه مرة أخرى.} other {تغيّر الحيوان\u00a0{petId} في هذه الأثناء. راجعه مرة أخرى.}}',
  'error.insufficientStock':
    '{available, plural, =0 {نفد الحيوان\u00a0{petId} من المخزون، أو حجز آخرون ما بقي منه.} zero {نفد الحيوان\u00a0{petId} من المخزون، أو حجز آخرون ما بقي منه.} one {لا يتاح الآن من الحيوان\u00a0{petId} إلا واحد. لا تأخذ أكثر.} two {لا يتاح الآن من الحيوان\u00a0{petId} إلا اثنان. لا تأخذ أكثر.} few {لا يتاح الآن من الحيوان\u00a0{petId} إلا #. لا تأخذ أكثر من #.} many {لا يتاح الآن من الحيوان\u00a0{petId} إلا #. لا تأخذ أكثر من #.} other {لا يتاح الآن من الحيوان\u00a0{petId} إلا #. لا تأخذ أكثر من #.}}',
  'error.notEnough': 'الكمية في المخزون لا تكفي، أو حجز آخرون ما بقي.',
  'error.barcodeTaken':
    '{petId, select, none {هذا الباركود لحيوان آخر.} other {هذا الباركود للحيوان\u00a0{petId}. أزله من هناك أولًا.}}',
  'error.nameTaken': 'هذا الاسم مستخدم. اختر اسمًا آخر.',
  'error.lastOwnerKey':
    'هذا آخر مفتاح للمالك، أو آخر مفتاح بلا تاريخ انتهاء. أنشئ مفتاحًا آخر أولًا.',
  'error.keyGone': 'انتهى هذا المفتاح في هذه الأثناء. أعد تحميل الصفحة.',
  'error.webhookRefused':
    'لا يرسل Pawstock إلى عنوان غير عام. اطلب من المسؤول عن تشغيله السماح بشبكة هذا العنوان. الحد الأقصى {count, plural, zero {# Webhook} one {Webhook واحد} two {# Webhook} few {# Webhook} many {# Webhook} other {# Webhook}}.',
  'error.webhookGone': 'أُزيل هذا الـWebhook في هذه الأثناء. أعد تحميل الصفحة.',
  'error.reservationUnknown': 'لا يوجد حجز كهذا، أو أنه انتهى قبل أكثر من ثلاثين يومًا.',
  'error.reservationEnded': 'انتهى الحجز: تم بيعه أو إلغاؤه أو انتهت مدته.',

  // field
  'field.petId': 'رقم الحيوان',
  'field.quantity': 'الكمية',
  'field.status': 'الحالة',
  'field.name': 'الاسم',
  'field.barcode': 'الباركود',
  'field.lowAt': 'حد التنبيه',

  // history
  'history.reasonInside':
    '{reason, select, sale {بيع} arrival {وارد} return {مرتجع} adjustment {تعديل} count {جرد} damage {تلف} died {نفوق} other {{reason}}}',
  'history.inStock': '<strong>{quantity, number}</strong> في المخزون',
  'history.changes': 'التغييرات',
  'history.noEarlier': 'لا تغييرات أقدم.',
  'history.loadMore': 'تحميل المزيد',
  'history.chart':
    'كمية {pet} منذ {from}، {count, plural, zero {# تغيير} one {تغيير واحد} two {تغييران} few {# تغييرات} many {# تغييرًا} other {# تغيير}}: الأدنى {lowest, number}، الأعلى {highest, number}، الآن {now, number}.',
  'history.chartRemoved':
    'كمية {pet} منذ {from}، {count, plural, zero {# تغيير} one {تغيير واحد} two {تغييران} few {# تغييرات} many {# تغييرًا} other {# تغيير}}: الأدنى {lowest, number}، الأعلى {highest, number}، والآن تمت إزالته.',
  'history.now': 'الآن',
  'history.levelSince': '<strong>{level, number}</strong> منذ {time}',
  'history.what':
    '{kind, select, added {إضافة حيوان} set {ضبط} adjust {تعديل} put {استبدال} delete {إزالة} other {استيراد}}',
  'history.whatBy':
    '{kind, select, added {إضافة حيوان بواسطة {key}} set {ضبط بواسطة {key}} adjust {تعديل بواسطة {key}} put {استبدال بواسطة {key}} delete {إزالة بواسطة {key}} other {استيراد بواسطة {key}}}',
  'history.whatFor': '{what}، {reason}',
  'history.undo': 'تراجع',
  'history.putBackTo': 'إعادة إلى {quantity, number}',
  'history.putBackToOf': 'إعادة إلى {quantity, number}، كما كانت في {time}',
  'history.putBackQuestion': 'إعادة إلى {quantity, number}؟',
  'history.putBack': 'إعادة',
  'history.putBackAnyway': 'إعادة على أي حال',
  'history.putBackNote': 'إعادة إلى {quantity, number} من {time}',
  'history.changedMeanwhile': 'تغيّرت في هذه الأثناء بواسطة {key}: <change></change>',
  'history.importedMeanwhile': 'تغيّرت في هذه الأثناء بعملية استيراد: <change></change>',
  'history.petRemoved': 'تمت إزالة الحيوان.',
  'history.isAlready': 'الكمية {quantity, number} بالفعل.',

  'history.activity': 'النشاط',
  'history.days': 'الأيام',
  'history.range':
    '{range, select, today {اليوم} week {آخر سبعة أيام} day {يوم واحد} other {فترة محددة}}',
  'history.day': 'اليوم',
  'history.firstDay': 'أول يوم',
  'history.last': 'آخر يوم',
  'history.firstToLast': 'من {first} إلى {last}',
  'history.sevenDays': 'سبعة أيام حتى {last}',
  'history.person': 'الشخص',
  'history.everyone': 'الجميع',
  'history.imports': 'عمليات الاستيراد',
  'history.anyReason': 'أي سبب',
  'history.otherReasons': 'كل الأسباب الأخرى',
  'history.noReason': 'بلا سبب',
  'history.only': '{pet} فقط',
  'history.column':
    '{column, select, seq {الرقم التسلسلي} at {الوقت} petId {رقم الحيوان} kind {النوع} before {قبل} after {بعد} delta {الفرق} status {الحالة} reason {السبب} note {ملاحظة} key {الشخص} other {الطلب}}',
  'history.sum':
    '{name, select, sale {مباع} arrival {وارد} return {مرتجع} damage {تالف} died {نافق} other {أخرى}}',
  'history.showOnly':
    '{name, select, sale {مباع {units}: عرضها وحدها} arrival {وارد {units}: عرضها وحدها} return {مرتجع {units}: عرضها وحدها} damage {تالف {units}: عرضها وحدها} died {نافق {units}: عرضها وحدها} other {أخرى {units}: عرضها وحدها}}',
  'history.changeCount':
    '{count, plural, zero {لا تغييرات} one {تغيير واحد} two {تغييران} few {# تغييرات} many {# تغييرًا} other {# تغيير}}',
  'history.newest':
    '{count, plural, zero {لا تغييرات معروضة} one {هذا أحدث تغيير} two {هذان أحدث تغييرين} few {هذه أحدث # تغييرات} many {هذه أحدث # تغييرًا} other {هذه أحدث # تغيير}}؛ وهناك تغييرات أقدم. <load>تحميلها</load>',
  'history.newestOfMany':
    '{count, plural, zero {لا تغييرات معروضة} one {هذا أحدث تغيير} two {هذان أحدث تغييرين} few {هذه أحدث # تغييرات} many {هذه أحدث # تغييرًا} other {هذه أحدث # تغيير}}. هناك تغييرات أقدم: اختر يومًا واحدًا لعرضها.',
  'history.newestPrinted': 'الطباعة تشمل أحدث {max, number} من التغييرات فقط',
  'history.noChanges': 'لا توجد تغييرات.',
  'history.newestFirst': 'التغييرات، الأحدث أولًا',
  'history.import': 'استيراد',
  'history.removed': 'إزالة',
  'history.added': 'إضافة حيوان',
  'history.by': '{what}، بواسطة {key}',
  'history.exported':
    'تم تصدير {count, plural, zero {# تغيير} one {تغيير واحد} two {تغييرين} few {# تغييرات} many {# تغييرًا} other {# تغيير}}.',
  'history.notExported': 'لم يتم التصدير',
  'history.readSoFar':
    'تمت قراءة {count, plural, zero {# تغيير} one {تغيير واحد} two {تغييرين} few {# تغييرات} many {# تغييرًا} other {# تغيير}}…',

  // import
  'import.title': 'استيراد جدول',
  'import.titleUndo': 'التراجع عن الاستيراد',
  'import.finished':
    'اكتمل الاستيراد: تم حفظ {count, plural, zero {# صف} one {صف واحد} two {صفين} few {# صفوف} many {# صفًا} other {# صف}}.',
  'import.continue': 'متابعة',
  'import.chooseFile': 'اختيار ملف',
  'import.chooseOther': 'اختيار ملف آخر',
  'import.reading': 'جارٍ قراءة {file}…',
  'import.columnsNeeded':
    'ملف Excel (.xlsx) أو CSV فيه عمود للكمية وعمود لرقم الحيوان أو لرمز مثل SKU أو EAN. أعمدة الحالة والاسم وحد التنبيه اختيارية.',
  'import.programs':
    'الملفات المصدَّرة من Shopify وSquare وWooCommerce وLightspeed تُقرأ كما هي. من Numbers صدّر إلى Excel أو CSV. يمكنك مراجعة كل تغيير قبل حفظ أي شيء، والحيوانات غير الموجودة في الملف تبقى كما هي.',
  'import.fileTooLarge':
    'حجم {file} أكبر من {max, number} MiB، وهو أقصى ما يمكن استيراده هنا. قسّمه إلى ملفات أصغر واستوردها واحدًا بعد الآخر.',
  'import.fileUnreadable': 'تعذرت قراءة {file}.',
  'import.problemAtLine': 'السطر {line}: {problem}',
  'import.fileProblem': '{at, select, line {{file}، {problem}.} other {{file}: {problem}.}}',
  'import.state':
    '{kind, select, preparing {جارٍ فحص الحيوانات…} storing {جارٍ الحفظ…} cancelling {جارٍ إنهاء الخطوة الأخيرة…} stopped {توقف} other {تم}}',
  'import.stopped': 'توقف',
  'import.progress':
    '{settled, number} من {total, plural, zero {# صف} one {صف واحد} two {صفين} few {# صفوف} many {# صفًا} other {# صف}}',
  'import.stored':
    '<strong>تم الحفظ:</strong> {count, plural, zero {# صف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}}.',
  'import.skippedNone': '<strong>تم التخطي:</strong> {count, number}.',
  'import.skippedSome':
    '<strong>تم التخطي:</strong> {run, select, undo {{count, number}، لأنها تغيّرت بعد الاستيراد.} other {{count, number}، لأنها تغيّرت بعد المعاينة.}}',
  'import.notStored':
    '<strong>لم يُحفظ:</strong> {count, plural, zero {# صف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}}. {run, select, undo {استأنف الآن: بعد الإغلاق لا يمكن التراجع.} other {استأنف الآن، أو استورد الملف نفسه لاحقًا: لن يغيّر إلا ما بقي.}}',
  'import.resume':
    'استئناف ما بقي: {count, plural, zero {# صف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}}',
  'import.skipped': 'تم التخطي',
  'import.petAdded': '{by, select, known {تمت إضافة {pet} بواسطة {key}} other {تمت إضافة {pet}}}',
  'import.petAddedAgain':
    '{by, select, known {تمت إضافة {pet} بواسطة {key}} other {تمت إضافة {pet}}}: استورد الملف مرة أخرى للحصول على رقم آخر',
  'import.petRemoved': '{by, select, known {تمت إزالة {pet} بواسطة {key}} other {تمت إزالة {pet}}}',
  'import.petChanged': 'تغيّر {pet}',
  'import.petChangedTo':
    '{by, select, known {تغيّر {pet} بواسطة {key} إلى {quantity, number}، {status, select, available {متاح} pending {معلّق} other {مباع}}} other {تغيّر {pet} إلى {quantity, number}، {status, select, available {متاح} pending {معلّق} other {مباع}}}}',
  'import.barcodeTaken': 'يبقى {pet} كما هو: صار الباركود لحيوان آخر',
  'import.note': '{run, select, undo {التراجع عن استيراد {file}} other {استيراد {file}}}',

  'import.columnsQuestion': 'ماذا تحتوي أعمدة <strong>{file}</strong>؟',
  'import.columns': 'أعمدة الملف',
  'import.sheet': 'الورقة',
  'import.sheetEmpty': 'هذه الورقة فارغة.',
  'import.headerLine': 'سطر أسماء الأعمدة',
  'import.columnsWanted': 'اختر العمود: {fields}.',
  'import.petIdOrBarcode': 'رقم الحيوان أو الباركود',
  'import.headerLooksLikePet':
    'سطر أسماء الأعمدة يبدو كأنه حيوان، ولن يُستورد. أضف فوقه سطرًا لأسماء الأعمدة.',
  'import.notRead': 'لا يُقرأ',
  'import.unnamedColumn': 'العمود {number, number}',

  'import.summary':
    '<strong>{file}</strong>: {added, plural, zero {لا حيوانات جديدة} one {حيوان جديد واحد} two {حيوانان جديدان} few {# حيوانات جديدة} many {# حيوانًا جديدًا} other {# حيوان جديد}}، {described, plural, =0 {سيتغيّر {changed, number}} zero {سيتغيّر {changed, number}} one {سيتغيّر {changed, number} (واحد منها بتفاصيل أخرى)} two {سيتغيّر {changed, number} (اثنان منها بتفاصيل أخرى)} few {سيتغيّر {changed, number} (# منها بتفاصيل أخرى)} many {سيتغيّر {changed, number} (# منها بتفاصيل أخرى)} other {سيتغيّر {changed, number} (# منها بتفاصيل أخرى)}}، {unchanged, number} بلا تغيير. لم يُحفظ شيء بعد.',
  'import.sheetRead': 'الورقة «{sheet}».',
  'import.headerFound': 'أسماء الأعمدة من السطر {line}.',
  'import.columnsRead': '{columns}.',
  'import.columnFrom': '{field} من «{name}»',
  'import.kindQuestion': 'ماذا يحتوي الملف؟',
  'import.kind': '{kind, select, delivery {توريد} count {جرد} other {المخزون كله}}',
  'import.kindMeaning':
    '{kind, select, delivery {تُضاف الكميات إلى المخزون كتوريد.} count {تصبح الكميات هي المخزون كجرد.} other {تصبح الكميات هي المخزون.}}',
  'import.updateNames': 'تغيير الأسماء المختلفة إلى أسماء الملف',
  'import.layoutRead': 'قُرئ كملف صادر من {layout}.',
  'import.locationQuestion': 'مخزون أي موقع هذا؟',
  'import.codesLikeIds':
    '{count, plural, zero {لا رمز هو} one {رمز واحد هو} two {رمزان هما} few {# رموز هي} many {# رمزًا هي} other {# رمز هي}} أيضًا معرّف حيوان آخر، مثل {code}. إذا كان العمود يحتوي على معرّفات الحيوانات، فغيّر الأعمدة.',
  'import.matchedByBarcode': 'تُطابَق الصفوف بالباركود، وتأخذ الحيوانات الجديدة الرقم التالي المتاح.',
  'import.partsNotRead': 'لا يُقرأ: {parts}.',
  'import.quoted': '«{name}»',
  'import.changeColumns': 'تغيير الأعمدة',
  'import.needsRole':
    '{count, plural, zero {لا صف يضيف حيوانات أو يغيّر} one {صف واحد يضيف حيوانًا أو يغيّر} two {صفان يضيفان حيوانات أو يغيّران} few {# صفوف تضيف حيوانات أو تغيّر} many {# صفًا تضيف حيوانات أو تغيّر} other {# صف تضيف حيوانات أو تغيّر}} حالة أو تفاصيل، وهذا يتطلب الدور «تعديل الحيوانات أيضًا». اطلب من المالك مفتاحًا بهذا الدور. بمفتاحك يمكنك استيراد ملف يغيّر الكميات فقط.',
  'import.show': 'عرض',
  'import.errorCount': 'أخطاء {count, number}',
  'import.leftOutCount': 'مستبعدة {count, number}',
  'import.changedCount': 'متغيرة {count, number}',
  'import.addedCount': 'جديدة {count, number}',
  'import.errors': 'الأخطاء',
  'import.leftOut': 'الأسطر المستبعدة',
  'import.changedPets': 'الحيوانات المتغيرة',
  'import.newPets': 'الحيوانات الجديدة',
  'import.nothing': 'لا شيء للاستيراد',
  'import.start':
    'استيراد {count, plural, zero {# حيوان} one {حيوان واحد} two {حيوانين} few {# حيوانات} many {# حيوانًا} other {# حيوان}}',
  'import.putOnList': 'نقل إلى قائمة الاستلام',
  'import.listExplained':
    'راجِع القائمة واحفظها في شاشة «استلام». هناك تتغير الكميات وتُضاف الحيوانات الجديدة، وتبقى البيانات الأخرى للحيوانات الموجودة في المخزون كما هي. أما الاستيراد فيحفظ كل شيء فورًا.',
  'import.largeIds':
    '{count, plural, zero {# معرّف} one {معرّف واحد} two {معرّفان} few {# معرّفات} many {# معرّفًا} other {# معرّف}} أكبر من 9007199254740991، مثل {id}. البرامج التي تقرّب الأعداد الكبيرة تخلط بينها وبين غيرها.',
  'import.linesLeftOut':
    '{count, plural, zero {لم يُستبعد أي سطر.} one {استُبعد سطر واحد. الحيوان المذكور فيه يبقى كما هو.} two {استُبعد سطران. الحيوانات المذكورة فيهما تبقى كما هي.} few {استُبعدت # أسطر. الحيوانات المذكورة فيها تبقى كما هي.} many {استُبعد # سطرًا. الحيوانات المذكورة فيها تبقى كما هي.} other {استُبعد # سطر. الحيوانات المذكورة فيها تبقى كما هي.}}',
  'import.linesUnreadable':
    '{count, plural, zero {كل الأسطر مقروءة.} one {تعذرت قراءة سطر واحد. صحّح الملف واختره من جديد، أو استبعد هذا السطر.} two {تعذرت قراءة سطرين. صحّح الملف واختره من جديد، أو استبعد هذين السطرين.} few {تعذرت قراءة # أسطر. صحّح الملف واختره من جديد، أو استبعد هذه الأسطر.} many {تعذرت قراءة # سطرًا. صحّح الملف واختره من جديد، أو استبعد هذه الأسطر.} other {تعذرت قراءة # سطر. صحّح الملف واختره من جديد، أو استبعد هذه الأسطر.}}',
  'import.linesAsked':
    '{count, plural, zero {كل الأسطر مقروءة.} one {تعذرت قراءة سطر واحد. أجب عن الأسئلة أعلاه، أو صحّح الملف واختره من جديد، أو استبعد هذا السطر.} two {تعذرت قراءة سطرين. أجب عن الأسئلة أعلاه، أو صحّح الملف واختره من جديد، أو استبعد هذين السطرين.} few {تعذرت قراءة # أسطر. أجب عن الأسئلة أعلاه، أو صحّح الملف واختره من جديد، أو استبعد هذه الأسطر.} many {تعذرت قراءة # سطرًا. أجب عن الأسئلة أعلاه، أو صحّح الملف واختره من جديد، أو استبعد هذه الأسطر.} other {تعذرت قراءة # سطر. أجب عن الأسئلة أعلاه، أو صحّح الملف واختره من جديد، أو استبعد هذه الأسطر.}}',
  'import.leaveOut':
    '{count, plural, zero {استبعاد الأسطر} one {استبعاد هذا السطر} two {استبعاد هذين السطرين} few {استبعاد هذه الأسطر (#)} many {استبعاد هذه الأسطر (#)} other {استبعاد هذه الأسطر (#)}}',
  'import.thousandsQuestion': 'ماذا تعني «{text}» في هذا الملف؟',
  'import.statusQuestion': 'ماذا تعني الحالة «{text}»؟',
  'import.emptyStatusQuestion': 'ماذا تعني الحالة الفارغة؟',
  'import.negativeQuestion':
    'ماذا تعني كمية أقل من صفر؟ ({count, plural, zero {# سطر} one {سطر واحد} two {سطران} few {# أسطر} many {# سطرًا} other {# سطر}})',
  'import.isError': 'خطأ',
  'import.isNone': 'لم يبقَ شيء: صفر',

  'offline.banner':
    '<strong>غير متصل.</strong> <wide>تغييرات الآخرين لا تظهر الآن.</wide> جارٍ إعادة الاتصال… ما تكتبه محفوظ.',
  'offline.bannerAsOf':
    '<strong>غير متصل.</strong> المخزون كما كان في {time}. <wide>جارٍ إعادة الاتصال… ما تكتبه محفوظ.</wide>',
  'offline.kept': 'محفوظ على هذا الجهاز: {lines}. سيُسجَّل عند عودة الاتصال بـ Pawstock.',
  'offline.notKept':
    'تعذّر على المتصفح حفظ القائمة. اترك هذه الصفحة مفتوحة، واحفظ من جديد عند عودة الاتصال.',
  'offline.stored':
    '{count, plural, zero{سُجِّلت # قائمة كانت تنتظر.} one{سُجِّلت القائمة التي كانت تنتظر.} two{سُجِّلت القائمتان اللتان كانتا تنتظران.} few{سُجِّلت # قوائم كانت تنتظر.} many{سُجِّلت # قائمة كانت تنتظر.} other{سُجِّلت # قائمة كانت تنتظر.}}',
  'offline.waiting':
    '{count, plural, zero{# قائمة تنتظر على هذا الجهاز.} one{قائمة واحدة تنتظر على هذا الجهاز.} two{قائمتان تنتظران على هذا الجهاز.} few{# قوائم تنتظر على هذا الجهاز.} many{# قائمة تنتظر على هذا الجهاز.} other{# قائمة تنتظر على هذا الجهاز.}}',
  'offline.needYou':
    '{count, plural, zero{# منها تحتاج إلى مراجعتك.} one{واحدة منها تحتاج إلى مراجعتك.} two{اثنتان منها تحتاجان إلى مراجعتك.} few{# منها تحتاج إلى مراجعتك.} many{# منها تحتاج إلى مراجعتك.} other{# منها تحتاج إلى مراجعتك.}}',
  'offline.show': 'عرض القوائم',
  'offline.title': 'القوائم المنتظرة',
  'offline.madeBy': '{time}، {name}',
  'offline.unsent': 'ستُسجَّل عند عودة الاتصال بـ Pawstock.',
  'offline.sent': 'أُرسلت ولم يصل رد. ستُرسل مرة أخرى وتُحتسب مرة واحدة.',
  'offline.waitsFor': 'تنتظر حتى يسجّل {name} الدخول هنا، لأنها تُسجَّل بمفتاحه.',
  'offline.refused': 'لم تُسجَّل',
  'offline.tooOld':
    'تنتظر منذ {time}، وهو وقت أطول من أن تُرسل تلقائيًا. هل هي في <link>النشاط</link> منذ ذلك الحين؟',
  'offline.keyEnded':
    'لم يعد المفتاح «{name}» صالحًا. هل القائمة في <link>النشاط</link> منذ {time}؟',
  'offline.isThere': 'موجودة: إزالة',
  'offline.isNotThere': 'غير موجودة: تسجيل الآن',
  'offline.change': 'تعديل القائمة',
  'offline.listFirst': 'احفظ القائمة في «{screen}» أو تجاهلها أولًا.',
  'offline.notSafe':
    'قد يحذف هذا المتصفح القوائم المنتظرة إذا امتلأ الجهاز. تثبيت الصفحة كتطبيق يمنع ذلك.',
  'offline.needsTls':
    'من دون https:// في العنوان لا يحتفظ المتصفح بما تحفظه دون اتصال. اترك هذه الصفحة مفتوحة حتى يعود الاتصال.',
  'offline.signOut':
    '{count, plural, zero{# قائمة ما زالت تنتظر على هذا الجهاز، وتسجيل الخروج يحذفها. انتظر تسجيلها أو نزّلها.} one{قائمة واحدة ما زالت تنتظر على هذا الجهاز، وتسجيل الخروج يحذفها. انتظر تسجيلها أو نزّلها.} two{قائمتان ما زالتا تنتظران على هذا الجهاز، وتسجيل الخروج يحذفهما. انتظر تسجيلهما أو نزّلهما.} few{# قوائم ما زالت تنتظر على هذا الجهاز، وتسجيل الخروج يحذفها. انتظر تسجيلها أو نزّلها.} many{# قائمة ما زالت تنتظر على هذا الجهاز، وتسجيل الخروج يحذفها. انتظر تسجيلها أو نزّلها.} other{# قائمة ما زالت تنتظر على هذا الجهاز، وتسجيل الخروج يحذفها. انتظر تسجيلها أو نزّلها.}}',
  'offline.download': 'تنزيل وتسجيل الخروج',

  'people.title': 'الأشخاص على هذا الجهاز',
  'people.note': 'يسجّل من يعرفهم هذا الجهاز الدخول برمز PIN، وتُحفظ مفاتيحهم هنا مشفّرة.',
  'people.whoAreYou': 'من أنت؟',
  'people.pinOf': 'رمز PIN الخاص بـ{name}',
  'people.newPin': 'رمز PIN',
  'people.pinHint':
    'من أربعة إلى ستة أرقام. خمس محاولات خاطئة توقف شخصًا، لكنها لا تحمي قرصًا منسوخًا يمكن تجربة كل الرموز عليه خلال ساعات. إذا فُقد هذا الجهاز فيجب إلغاء مفاتيحه.',
  'people.showPin': 'إظهار الرمز',
  'people.hidePin': 'إخفاء الرمز',
  'people.wrongPin':
    '{count, plural, zero{رمز خاطئ.} one{رمز خاطئ. بعد محاولة خاطئة أخرى ينساك هذا الجهاز.} two{رمز خاطئ. بقيت لك محاولتان.} few{رمز خاطئ. بقيت لك # محاولات.} many{رمز خاطئ. بقيت لك # محاولة.} other{رمز خاطئ. بقيت لك # محاولة.}}',
  'people.forgotten':
    'نسي هذا الجهاز {name}. اطلب من المالك إضافتك من جديد، أو سجّل الدخول بمفتاحك.',
  'people.unlock': 'فتح القفل',
  'people.keypad': 'الأرقام',
  'people.erase': 'مسح آخر رقم',
  'people.useKey': 'تسجيل الدخول بمفتاح',
  'people.choosePin': 'استخدام رمز PIN على هذا الجهاز',
  'people.keep': 'استخدام هذا الرمز',
  'people.keeping': 'جارٍ التشفير…',
  'people.notKept': 'لم يُحفظ',
  'people.isKept': 'يمكن لـ{name} الآن تسجيل الدخول هنا بالرمز.',
  'people.newPerson': 'شخص جديد على الصندوق',
  'people.device': 'هذا الجهاز',
  'people.deviceExample': 'الصندوق 1',
  'people.add': 'إضافة',
  'people.adding': 'جارٍ الإضافة…',
  'people.notAdded': 'لم تتم الإضافة',
  'people.forget': 'نسيان',
  'people.forgetOf': 'نسيان {name}',
  'people.lockWhen': 'قفل هذا الجهاز',
  'people.lockAfterSale': 'بعد كل عملية بيع',
  'people.lockAfter':
    '{count, plural, zero{بعد # دقيقة دون استخدام} one{بعد دقيقة دون استخدام} two{بعد دقيقتين دون استخدام} few{بعد # دقائق دون استخدام} many{بعد # دقيقة دون استخدام} other{بعد # دقيقة دون استخدام}}',
  'people.needsHttps':
    'لا تسمح المتصفحات برموز PIN إلا في الصفحات التي يبدأ عنوانها بـ https://. اطلب ممن يدير Pawstock تفعيل TLS.',
  'people.roleTooHigh':
    'رمز PIN أضعف من أن يحمي مفتاحك، فهو يسمح بأكثر من البيع والعدّ. للعمل اليومي يمكن للمالك إضافتك عبر «شخص جديد على الصندوق».',
  'people.needsExpiry':
    'رمز PIN أضعف من أن يحمي مفتاحك، فهو لا تنتهي صلاحيته. اطلب من المالك إضافتك عبر «شخص جديد على الصندوق».',
  'people.noStorage': 'لا يحفظ هذا المتصفح شيئًا لهذه الصفحة، لذلك لا يمكنه تذكّرك.',
  // print
  'print.stockLevels': 'كميات المخزون',
  'print.lowStock': 'مخزون منخفض، حتى {threshold, number}',
  'print.lowStockOrOwn': 'مخزون منخفض، حتى {threshold, number} أو حد التنبيه للحيوان',
  'print.status': '{status, select, available {متاح} pending {معلّق} other {مباع}}',
  'print.search': '{fields} يتضمن «{text}»',
  'print.countAndDate':
    '{count, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}، {date}',
  'print.firstRows':
    '{count, plural, zero {# حيوان} one {حيوان واحد} two {حيوانان} few {# حيوانات} many {# حيوانًا} other {# حيوان}}، {date}. الطباعة تشمل أول {max, number} فقط؛ استخدم تصفية الجدول لطباعة غيرها',
  'print.exported':
    'تم تصدير {count, plural, zero {# حيوان} one {حيوان واحد} two {حيوانين} few {# حيوانات} many {# حيوانًا} other {# حيوان}}.',
  'print.labels':
    '{count, plural, zero {لا ملصقات} one {ملصق حيوان واحد} two {ملصقا حيوانين} few {ملصقات # حيوانات} many {ملصقات # حيوانًا} other {ملصقات # حيوان}}',
  'print.firstLabels':
    'الطباعة تشمل أول {max, number} من الملصقات فقط. استخدم تصفية الجدول لطباعة غيرها.',
  'print.qrCodeOf': 'رمز QR: {pet}',
  'print.barcodeOf': 'الباركود: {pet}',

  // problem
  'problem.fileEmpty': 'الملف فارغ',
  'problem.otherFormat':
    'لا يمكن قراءة هذا النوع من الملفات؛ احفظ الملف من البرنامج الذي أنشأه بصيغة Excel (.xlsx) بلا كلمة مرور أو بصيغة CSV، ثم اختر ذلك الملف',
  'problem.badEncoding': 'النص ليس {written} صالحًا؛ صدّره من جديد',
  'problem.workbookUnreadable':
    'تعذرت قراءة هذا المصنف؛ افتحه في برنامج جداول واحفظه من جديد، ثم اختر ذلك الملف',
  'problem.workbookTooLarge':
    'بيانات هذا المصنف بعد فك الضغط أكبر من {max, number} MiB، وهو أقصى ما يُقرأ؛ احفظ الورقة بصيغة CSV واختر ذلك الملف',
  'problem.sheetTooLarge':
    'في هذا المصنف ورقة عدد صفوفها {count, number} وعدد أعمدتها {columns, number}، وأقصى ما يُقرأ من الخلايا في كل الأوراق {max, number}؛ احذف ما هو بعيد عن الجدول، أو احفظ الورقة بصيغة CSV',
  'problem.noSheet': 'كل أوراق هذا المصنف مخفية؛ أظهر ورقة واحفظ المصنف، ثم اختره من جديد',
  'problem.jsonNotUtf8': 'يجب أن يكون JSON بترميز UTF-8، وهذا ليس كذلك',
  'problem.rowTooLong': 'هذا الصف أكبر من {max, number} MB، وهو الحد الأقصى للصف',
  'problem.quoteOpen': 'في هذا الصف علامة اقتباس لم تُغلق',
  'problem.quoteStray':
    'في هذا الصف علامة اقتباس في غير موضعها. ضع القيمة كلها بين علامتي اقتباس، وكرّر العلامات التي بداخلها',
  'problem.tooManyColumns': 'عدد أعمدة هذا الصف {columns, number}، والحد الأقصى للصف {max, number}',
  'problem.tooManyValues':
    'عدد القيم {count, number}، لكن في الجدول {columns, plural, zero {# عمود} one {عمود واحد} two {عمودان} few {# أعمدة} many {# عمودًا} other {# عمود}}. ضع القيمة التي تحتوي على فاصل بين علامتي اقتباس، أو سمِّ كل عمود',
  'problem.jsonInvalid': 'هذا ليس JSON صالحًا',
  'problem.jsonNoObject': 'هذا ليس كائن JSON',
  'problem.jsonValue':
    'يجب أن تكون قيمة {name} {rule, select, petId {عددًا صحيحًا حتى 9223372036854775807} quantity {عددًا صحيحًا من 0 إلى 9007199254740991} status {واحدة من available أو pending أو sold} other {نصًا}}، وليست {written}',
  'problem.jsonMissing':
    'يجب أن تكون قيمة {name} {rule, select, petId {عددًا صحيحًا حتى 9223372036854775807} quantity {عددًا صحيحًا من 0 إلى 9007199254740991} status {واحدة من available أو pending أو sold} other {نصًا}}، لكنها غير موجودة',
  'problem.petTwice': 'الحيوان {petId} مذكور من قبل في السطر {line}',
  'problem.barcodeTwice': 'الباركود {text} مذكور من قبل في السطر {line}',
  'problem.barcodeTaken': 'الباركود {text} مستخدم من قبل للحيوان {petId}',
  'problem.noFreeId': 'لا يوجد رقم بعد {petId} للباركود {text}. أعطِ الحيوان رقمًا في عمود petId',
  'problem.empty': 'خانة {field} فارغة',
  'problem.unknownStatus': 'يجب أن تكون الحالة «متاح» أو «معلّق» أو «مباع»، لا {text}',
  'problem.notWhole': 'يجب أن يكون في خانة {field} عدد صحيح، لا {text}',
  'problem.ambiguous': 'القيمة {text} في خانة {field} غير واضحة: قد تكون {written} أو {otherwise}',
  'problem.negative': 'القيمة {text} في خانة {field} أقل من صفر',
  'problem.tooLarge': 'القيمة {text} في خانة {field} أكبر من المسموح',
  'problem.lostDigits':
    'القيمة {text} في خانة {field} اختصرها برنامج الجداول ففقدت أرقامًا. نسّق العمود كنص، وأدخل القيمة من جديد، ثم احفظ الملف',
  'problem.codeIsDate':
    'القيمة {text} في خانة {field} تاريخ حوّل إليه برنامج الجداول رمزًا. نسّق العمود كنص، وأدخل الرمز من جديد، ثم احفظ الملف',
  'problem.invalidText':
    'يجب أن يكون في خانة {field} نص من 1 إلى {max, number} من الحروف، ليس كله مسافات وبلا رموز تحكم، لا {text}',
  'problem.invalidCode':
    'يجب أن يكون في خانة {field} من 1 إلى {max, number} من حروف ASCII القابلة للطباعة بلا مسافات، لا {text}',
  'problem.otherSheet': 'الورقة {text}',
  'problem.hiddenSheet': 'الورقة المخفية {text}',
  'problem.hiddenRows': 'الصفوف المخفية ({count, number})',
  'problem.totalRows': 'صفوف المجاميع ({count, number})',
  'problem.parentRows': 'صفوف منتجات مخزونها لدى أنواعها الفرعية ({count, number})',
  'problem.pictureRows': 'صفوف الصور ({count, number})',
  'problem.giftCardRows': 'صفوف بطاقات الهدايا ({count, number})',
  'problem.serviceRows': 'صفوف الخدمات ({count, number})',
  'problem.untrackedRows': 'صفوف بلا مخزون متابَع ({count, number})',
  'problem.otherLocationRows': 'صفوف مواقع أخرى ({count, number})',

  // reason
  'reason.sale': 'بيع',
  'reason.arrival': 'وارد',
  'reason.return': 'مرتجع',
  'reason.adjustment': 'تعديل',
  'reason.count': 'جرد',
  'reason.damage': 'تلف',
  'reason.died': 'نفوق',

  // reports
  'reports.title': 'التقارير',
  'reports.tabs': 'التقارير المعروضة',
  'reports.tab': '{tab, select, order{للطلب} sold{المباع} losses{الخسائر} other{الكل}}',
  'reports.comparedSpan': 'من {first} إلى {last}، مقارنةً بالفترة السابقة',
  'reports.span': 'الفترة',
  'reports.spanName':
    '{span, select, days{{count, plural, zero {# يوم} one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}} week{أسبوع} month{شهر} quarter{ربع سنة} year{سنة} other{فترة محددة}}',
  'reports.noPets': 'لا توجد حيوانات بعد، فلا شيء في التقارير.',
  'reports.lost': 'مفقود',
  'reports.noReason': 'بلا سبب',
  'reports.ofPets':
    'من {count, plural, zero {# حيوان} one {حيوان واحد} two {حيوانين} few {# حيوانات} many {# حيوانًا} other {# حيوان}}',
  'reports.earlier':
    '{count, plural, zero {سابقًا # ({delta})} one {سابقًا # ({delta})} two {سابقًا # ({delta})} few {سابقًا # ({delta})} many {سابقًا # ({delta})} other {سابقًا # ({delta})}}',
  'reports.before': 'سابقًا',
  'reports.soldBefore': 'مباع سابقًا',
  'reports.perDay': 'يوميًا',
  'reports.inStock': 'المخزون',
  'reports.daysLeft': 'أيام متبقية',
  'reports.order': 'للطلب',
  'reports.level': 'حد التنبيه',
  'reports.cause': 'سبب الفقد',
  'reports.notes': 'الملاحظات',
  'reports.petId': 'الحيوان {id}',
  'reports.petIdBehindName': '(الحيوان {id})',
  'reports.sales': 'المبيعات والوارد',
  'reports.salesPerMonth': 'المبيعات والوارد شهريًا',
  'reports.salesPerDay': 'المبيعات والوارد يوميًا',
  'reports.barOf': '{day}: مباع {sold, number}، وارد {arrived, number}',
  'reports.values': 'القيم',
  'reports.salesValues': 'المبيعات والوارد، القيم',
  'reports.noDays': 'لا توجد أيام.',
  'reports.bestSellers': 'الأكثر مبيعًا',
  'reports.nothingSold': 'لم يُبع شيء.',
  'reports.runsOutFirst': 'ما ينفد أولًا',
  'reports.runsOutFirstNote': 'كم يكفي المخزون بمعدل البيع في هذه الفترة.',
  'reports.nothingRunsOut':
    '{count, plural, zero {لن ينفد شيء اليوم.} one {لن ينفد شيء خلال يوم واحد.} two {لن ينفد شيء خلال يومين.} few {لن ينفد شيء خلال # أيام.} many {لن ينفد شيء خلال # يومًا.} other {لن ينفد شيء خلال # يوم.}}',
  'reports.nothingSoldInStock': 'لا شيء مما بيع موجود في المخزون.',
  'reports.slowMovers': 'بطيء الحركة',
  'reports.slowMoversNote': 'في المخزون ولم يُبع منه شيء.',
  'reports.allSold': 'كل ما في المخزون بيع منه مرة على الأقل.',
  'reports.nothingInStock': 'لا شيء في المخزون.',
  'reports.losses': 'الفقد',
  'reports.lossesNotAll': 'من أحدث التغييرات فقط: اختر فترة أقصر لعرض الكل.',
  'reports.nothingLost': 'لم يُفقد شيء.',
  'reports.lossesByCause': 'حسب السبب',
  'reports.lossesByPerson': 'حسب الشخص',
  'reports.whatToOrder': 'ما يجب طلبه',
  'reports.nothingToOrder': 'الكميات كافية من كل شيء.',
  'reports.fewerDaysLeft': 'الأيام المتبقية أقل من',
  'reports.enoughForDays': 'الكفاية بالأيام',
  'reports.copy': 'نسخ',
  'reports.mail': 'بريد',
  'reports.mailSubject': 'طلب بضاعة',
  'reports.mailTooLong': 'القائمة أطول من أن تُرسل بالبريد. انسخها والصقها في رسالة.',
  'reports.orderLine': '{quantity} × {name}',
  'reports.linesCopied':
    'تم نسخ {count, plural, zero {# سطر} one {سطر واحد} two {سطرين} few {# أسطر} many {# سطرًا} other {# سطر}}.',
  'reports.notCopied': 'المتصفح لا يسمح بالنسخ هنا. نزّل ملف CSV بدلًا من ذلك.',
  'reports.receiveThese': 'استلام القائمة',
  'reports.receiveBusy': 'يجري حفظ القائمة في «استلام». حاول بعد ذلك.',
  'reports.csv': 'CSV',
  'reports.csvOf': 'CSV: {title}',
  'reports.tableOf': '{title}: جدول',
  'reports.showAll': 'عرض الكل ({count, number})',
  'reports.soldToday':
    '{count, plural, zero {<strong>#</strong> مباع اليوم} one {<strong>#</strong> مباع اليوم} two {<strong>#</strong> مباع اليوم} few {<strong>#</strong> مباعة اليوم} many {<strong>#</strong> مباعة اليوم} other {<strong>#</strong> مباعة اليوم}}',
  'reports.runOutSoon':
    '{count, plural, zero {<strong>#</strong> ينفد خلال {days, number} أيام} one {<strong>#</strong> ينفد خلال {days, number} أيام} two {<strong>#</strong> تنفد خلال {days, number} أيام} few {<strong>#</strong> تنفد خلال {days, number} أيام} many {<strong>#</strong> تنفد خلال {days, number} أيام} other {<strong>#</strong> تنفد خلال {days, number} أيام}}',
  'reports.toOrder':
    '{count, plural, zero {<strong>#</strong> للطلب} one {<strong>#</strong> للطلب} two {<strong>#</strong> للطلب} few {<strong>#</strong> للطلب} many {<strong>#</strong> للطلب} other {<strong>#</strong> للطلب}}',

  // role
  'role.read': 'اطلاع فقط',
  'role.readAllows': 'عرض المخزون وسجله والبحث فيهما وتصديرهما وطباعتهما.',
  'role.write': 'بيع وجرد',
  'role.writeAllows': 'تغيير الكميات: عند الصندوق أو في المخزن أو من جدول أو برنامج.',
  'role.admin': 'تعديل الحيوانات أيضًا',
  'role.adminAllows': 'إضافة الحيوانات وتسميتها وإزالتها، وجعلها معلّقة أو مباعة.',
  'role.owner': 'المالك',
  'role.ownerAllows': 'كل شيء، مع إدارة المفاتيح وWebhook. لمن تأتمنه على المتجر كله.',

  // screen
  'screen.sell': 'بيع',
  'screen.stock': 'المخزون',
  'screen.receiving': 'استلام',
  'screen.count': 'جرد',
  'screen.activity': 'النشاط',
  'screen.reports': 'التقارير',
  'screen.settings': 'الإعدادات',

  // session
  'session.tagline': 'مخزون متجر الحيوانات الأليفة.',
  'session.apiKey': 'مفتاح API',
  'session.showKey': 'إظهار المفتاح',
  'session.hideKey': 'إخفاء المفتاح',
  'session.signIn': 'تسجيل الدخول',
  'session.signingIn': 'جارٍ تسجيل الدخول…',
  'session.useAnotherKey': 'استخدام مفتاح آخر',
  'session.showPeople': 'العودة إلى الأسماء',
  'session.askForKey':
    'اطلب مفتاحًا من مالك المتجر. تنسى هذه الصفحة المفتاح عند إغلاقها أو إعادة تحميلها. للحصول على أول مفتاح، افتح الرابط الذي يعرضه Pawstock عند تشغيله.',
  'session.signedOutElsewhere':
    'سجّلت الخروج في علامة تبويب أخرى.{pet, select, none {} other { فُقد تغييرك على {pet}.}}',
  'session.notSignedIn': 'لم يتم تسجيل الدخول',
  'session.languageNotChanged': 'لم تتغيّر اللغة',
  'session.notAKey':
    'هذا ليس مفتاح API: فيه مسافة أو رمز خاص. الصق المفتاح وحده؛ يبدأ بـ paw_\u200e.',
  'session.keyRefused':
    'مفتاح API مكتوب خطأً أو ناقص، أو انتهت صلاحيته أو أُلغي. تحقق منه أو اطلب مفتاحًا جديدًا.',
  'session.keyNotAccepted': 'لم يُقبل مفتاحك «{name}». سجّل الدخول من جديد.',
  'session.keyRevoked': 'أُلغي مفتاحك «{name}» أو استُبدل. اطلب مفتاحًا جديدًا.',
  'session.keyExpired': 'انتهت صلاحية مفتاحك «{name}». اطلب مفتاحًا جديدًا.',
  'session.retrying': 'تعذر الوصول إلى Pawstock. جارٍ إعادة المحاولة…',
  'session.shopTimes': 'الأيام والأوقات بتوقيت المتجر ({zone}).',

  // settings
  'settings.title': 'الإعدادات',
  'settings.forOwners': 'الإعدادات للمالك فقط. سجّل الدخول بمفتاح المالك.',
  'settings.actions': 'سجل الإجراءات',
  'settings.actionsList': 'الإجراءات، الأحدث أولًا',
  'settings.action':
    '{action, select, key_create {{who}: إنشاء المفتاح <strong>{name}</strong>} key_revoke {{who}: إلغاء المفتاح <strong>{name}</strong>} key_rotate {{who}: تجديد المفتاح <strong>{name}</strong>} webhook_add {{who}: إضافة Webhook <strong>{name}</strong>} webhook_update {{who}: تغيير Webhook <strong>{name}</strong>} webhook_rotate {{who}: تجديد سر Webhook <strong>{name}</strong>} webhook_replay {{who}: إعادة الإرسال إلى Webhook <strong>{name}</strong>} webhook_remove {{who}: إزالة Webhook <strong>{name}</strong>} shop_update {{who}: تغيير إعدادات المتجر} other {{who}: {action} <strong>{name}</strong>}}',
  'settings.bySetupLink': 'رابط التشغيل الأول',
  'settings.byCommand': 'سطر الأوامر',

  'settings.backups': 'النسخ الاحتياطية',
  'settings.backupsList': 'النسخ الاحتياطية، الأحدث أولًا',
  'settings.noBackups':
    'لا ينشئ Pawstock نسخًا احتياطية من تلقاء نفسه. اطلب من المسؤول عن تشغيله تفعيلها، أو نسخ قاعدة البيانات احتياطيًا.',
  'settings.backupsMade':
    'ينشئ Pawstock نسخة احتياطية كل {every} في {folder} ويحتفظ بآخر {keep, number}.',
  'settings.backupFailed':
    'فشلت آخر محاولة في {when}: {message} سيعيد Pawstock المحاولة تلقائيًا. أبلغ المسؤول عن تشغيله.',
  'settings.backupChecked': '{size}، تم فحصها',

  'settings.mail': 'البريد الإلكتروني',
  'settings.noMail': 'لا يرسل Pawstock بريدًا إلكترونيًا. يمكن للمسؤول عن تشغيله تفعيل ذلك.',
  'settings.mailsEachDay':
    'يرسل Pawstock كل يوم في الساعة {at} رسالة إلى {to}: ما تم بيعه وما نفد وما يجب طلبه. ويبلغ عن أعطاله فورًا.',
  'settings.noMailSent': 'لم تُرسل أي رسالة بعد.',
  'settings.mailLastSent': 'آخر إرسال {when}',
  'settings.mailFailed': 'تعذّر إرسال آخر رسالة: {message}. أبلغ المسؤول عن تشغيل Pawstock.',
  'settings.sendMailNow': 'إرسال رسالة الآن',
  'settings.sendingMail': 'جارٍ الإرسال…',
  'settings.mailIsSent': 'تم إرسال رسالة.',

  'settings.welcome': 'مرحبًا بك في Pawstock',
  'settings.firstKey': 'أنشئ مفتاحك. يتيح لك كل شيء، ومنه إنشاء مفاتيح للآخرين.',
  'settings.yourName': 'اسمك',
  'settings.createMyKey': 'إنشاء مفتاحي',
  'settings.continue': 'متابعة',
  'settings.setupOver':
    'استُخدم هذا الرابط من قبل، أو مضت عليه ساعة. سجّل الدخول، أو أعد تشغيل Pawstock للحصول على رابط آخر.',

  'settings.name': 'الاسم',
  'settings.nameTooLong':
    '{count, plural, zero {الاسم طويل.} one {الاسم حرف واحد على الأكثر.} two {الاسم حرفان على الأكثر.} few {الاسم # حروف على الأكثر.} many {الاسم # حرفًا على الأكثر.} other {الاسم # حرف على الأكثر.}}',
  'settings.nameWithSlash': 'لا يمكن أن يحتوي الاسم على / أو \\.',
  'settings.nameWithHidden':
    'لا يمكن أن يحتوي الاسم على محارف غير مرئية أو علامات اتجاه. اكتبه من جديد.',
  'settings.nameWithSigns': 'استخدم الحروف والأرقام والمسافات والعلامات المعتادة.',

  'settings.keys': 'المفاتيح',
  'settings.keysNote': 'لكل من يستخدم Pawstock ولكل برنامج مفتاح. تظهر التغييرات باسمه.',
  'settings.isYou': 'هذا أنت',
  'settings.neverUsed': 'لم يُستخدم',
  'settings.lastUsed': 'آخر استخدام {when}',
  'settings.created': 'أُنشئ {when}',
  'settings.revoked': 'أُلغي {when}',
  'settings.expiresAt': 'ينتهي {when}',
  'settings.rate':
    '{count, plural, zero {# طلب في الثانية} one {طلب واحد في الثانية} two {طلبان في الثانية} few {# طلبات في الثانية} many {# طلبًا في الثانية} other {# طلب في الثانية}}',
  'settings.showEnded':
    '{count, plural, zero {عرض المنتهية (#)} one {عرض مفتاح منتهٍ واحد} two {عرض مفتاحين منتهيين} few {عرض # مفاتيح منتهية} many {عرض # مفتاحًا منتهيًا} other {عرض # مفتاح منتهٍ}}',
  'settings.hideEnded': 'إخفاء المفاتيح المنتهية',
  'settings.devices': 'الأجهزة',
  'settings.deviceKeys':
    '{device}: {count, plural, zero{# مفتاح} one{مفتاح واحد} two{مفتاحان} few{# مفاتيح} many{# مفتاحًا} other{# مفتاح}}',
  'settings.revokeDevice': 'إلغاء الكل',
  'settings.revokeDeviceOf': 'إلغاء كل مفاتيح {device}',
  'settings.revokeDeviceQuestion': 'إلغاء كل مفاتيح {device}؟',
  'settings.revokeDeviceNote': 'يجب إضافة كل من يسجّل الدخول عليه من جديد. افعل ذلك إذا فُقد الجهاز.',
  'settings.deviceRevoked': 'أُلغيت كل مفاتيح {device}.',
  'settings.createKey': 'إنشاء مفتاح',
  'settings.create': 'إنشاء',
  'settings.creating': 'جارٍ الإنشاء…',
  'settings.keyExamples': 'منى، الصندوق الأول، متجر إلكتروني',
  'settings.role': 'الدور',
  'settings.expires': 'الانتهاء',
  'settings.never': 'بلا انتهاء',
  'settings.atOnce': 'فورًا',
  'settings.inAnHour': 'بعد ساعة',
  'settings.inDays':
    '{count, plural, zero {اليوم} one {بعد يوم} two {بعد يومين} few {بعد # أيام} many {بعد # يومًا} other {بعد # يوم}}',
  'settings.inAYear': 'بعد سنة',
  'settings.rateLimit': 'للبرامج: الحد الأقصى للطلبات في الثانية (اختياري)',
  'settings.rotate': 'تجديد',
  'settings.rotating': 'جارٍ التجديد…',
  'settings.rotateOf': 'تجديد {name}',
  'settings.rotateQuestion': 'تجديد {name}؟',
  'settings.rotateNote': 'سيحصل على سر جديد. ضعه مكان القديم حيثما استُخدم المفتاح.',
  'settings.oldSecretEnds': 'ينتهي السر القديم',
  'settings.revoke': 'إلغاء المفتاح',
  'settings.revoking': 'جارٍ إلغاء المفتاح…',
  'settings.revokeOf': 'إلغاء المفتاح {name}',
  'settings.revokeQuestion': 'إلغاء المفتاح {name}؟',
  'settings.revokeNote':
    'من يستخدم هذا المفتاح يُسجَّل خروجه عند الطلب التالي. لا يمكن التراجع عن ذلك.',
  'settings.revokeOwnNote':
    'سيتم تسجيل خروجك فورًا: هذا هو المفتاح الذي سجّلت الدخول به. لا يمكن التراجع عن ذلك.',
  'settings.isRevoked': 'تم إلغاء المفتاح {name}.',
  'settings.notChanged': 'لم يتم التغيير',
  'settings.notCreated': 'لم يتم الإنشاء',
  'settings.notDone': 'لم يتم التنفيذ',
  'settings.notRotated': 'لم يتم التجديد',
  'settings.notSent': 'لم يتم الإرسال',

  'settings.secretOf': 'سر {name}',
  'settings.secretLost': 'تم حفظ «{name}»، لكن السر لم يصل. جدّده للحصول على سر آخر.',
  'settings.copyNow': 'انسخه الآن. لن يظهر مرة أخرى.',
  'settings.haveYouCopied': 'هل نسخته؟ إن كان كذلك فاختر «تم».',
  'settings.done': 'تم',
  'settings.apiKey': 'مفتاح API',
  'settings.signingSecret': 'سر التوقيع',
  'settings.signInLink': 'رابط تسجيل الدخول',
  'settings.linkIsLocal':
    'يعمل هذا الرابط على هذا الكمبيوتر فقط، لأنك فتحت Pawstock على {host}. لهاتف أو كمبيوتر آخر، افتح Pawstock بعنوانه في شبكتك وأنشئ المفتاح هناك. المسؤول عن تشغيل Pawstock يعرف هذا العنوان.',
  'settings.signInCode': 'رمز رابط تسجيل الدخول باسم {name}',
  'settings.scanToSignIn': 'امسحه بكاميرا الهاتف لتسجيل الدخول هناك.',
  'settings.copy': 'نسخ',
  'settings.copyOf': 'نسخ: {label}',
  'settings.copied': 'تم نسخ {label}.',
  'settings.notCopied': 'المتصفح لا يسمح بالنسخ هنا. حدد النص وانسخه.',

  'settings.webhooks': 'Webhook',
  'settings.webhooksNote': 'عناوين برامج أخرى، مثل متجرك الإلكتروني، تُبلَّغ بالتغييرات فورًا.',
  'settings.addWebhook': 'إضافة Webhook',
  'settings.changeWebhook': 'تغيير {name}',
  'settings.isChanged': 'تم تغيير {name}.',
  'settings.webhookName': 'متجر-إلكتروني',
  'settings.address': 'العنوان',
  'settings.addressMissing': 'يبدأ بـ https://\u200e. يعرفه مطورو البرنامج الآخر.',
  'settings.addressIsLocal':
    'هذا هو الكمبيوتر الذي يعمل عليه Pawstock. لا يرسل Pawstock إلا إلى أجهزة أخرى.',
  'settings.addressIsReadable':
    'يمكن للآخرين قراءة ما يُرسل إلى عنوان http. اطلب عنوانًا يبدأ بـ https.',
  'settings.events': 'إبلاغه بـ',
  'settings.everyChange': 'كل تغيير',
  'settings.soldOut': 'نفد المخزون',
  'settings.changed': 'تغيير',
  'settings.aTest': 'تجربة',
  'settings.onlyReasons': 'لهذه الأسباب فقط (كلها إن لم تختر)',
  'settings.onlyPets': 'لهذه الحيوانات فقط، بأرقامها (اختياري)',
  'settings.wrongIds': 'أدخل أرقام الحيوانات وبينها فواصل.',
  'settings.forPets': 'الحيوانات {ids}',
  'settings.forReasons': '{reasons} فقط',
  'settings.nothingSent': 'لم يُرسل شيء بعد',
  'settings.lastAnswer': 'آخر رد: {answer}، {when}',
  'settings.behind':
    '{count, plural, zero {لا رسائل متأخرة} one {رسالة متأخرة} two {رسالتان متأخرتان} few {# رسائل متأخرة} many {# رسالة متأخرة} other {# رسالة متأخرة}}',
  'settings.triedAgain': 'المحاولة التالية {when}',
  'settings.sendingAgain': 'جارٍ إعادة الإرسال: {position, number} من {until, number}',
  'settings.test': 'تجربة',
  'settings.testOf': 'تجربة {name}',
  'settings.testAnswer': 'تجربة {name}: {answer}.',
  'settings.moreActions': 'إجراءات أخرى: {name}',
  'settings.endpoint': 'العنوان',
  'settings.removal': 'الإزالة',
  'settings.attempts': 'المحاولات',
  'settings.changeAction': 'تغيير…',
  'settings.resume': 'استئناف',
  'settings.pause': 'إيقاف مؤقت',
  'settings.isResumed': 'تم استئناف {name}.',
  'settings.isPaused': 'تم إيقاف {name} مؤقتًا.',
  'settings.sendAgainAction': 'إعادة الإرسال…',
  'settings.newSecretAction': 'سر جديد…',
  'settings.newSecretQuestion': 'سر جديد لـ {name}؟',
  'settings.newSecretNote':
    'لمدة يوم تُوقَّع الرسائل بالسر القديم والجديد معًا. ضع الجديد في البرنامج خلال هذه المدة.',
  'settings.createNewSecret': 'إنشاء سر جديد',
  'settings.removeQuestion': 'إزالة {name}؟',
  'settings.removeNote': 'لن يصله شيء بعد الآن، ولا ما لم يُسلَّم بعد. لا يمكن التراجع عن ذلك.',
  'settings.remove': 'إزالة',
  'settings.isRemoved': 'تمت إزالة {name}.',
  'settings.sendAgainTo': 'إعادة الإرسال إلى {name}',
  'settings.sendAgain': 'إعادة الإرسال',
  'settings.asking': 'جارٍ الطلب…',
  'settings.sendAgainNote':
    'يُعاد إرسال كل شيء منذ ذلك الوقت بالترتيب. التغييرات الجديدة تُرسل أولًا.',
  'settings.since': 'منذ',
  'settings.nothingToSend': 'لا شيء لإعادة إرساله.',
  'settings.getsAgain': 'يُعاد إرسال كل شيء منذ ذلك الوقت إلى {name}.',
  'settings.attemptsOf': 'محاولات {name}',
  'settings.attemptsList': 'المحاولات، الأحدث أولًا',
  'settings.noAttempts': 'لم يُرسل شيء بعد.',
  'settings.attemptTook': '{when} · {duration, number} مللي ثانية',

  // status
  'status.available': 'متاح',
  'status.pending': 'معلّق',
  'status.sold': 'مباع',

  // stock
  'stock.petId': 'رقم الحيوان',
  'stock.name': 'الاسم',
  'stock.quantity': 'الكمية',
  'stock.status': 'الحالة',
  'stock.barcode': 'الباركود',
  'stock.lowAt': 'حد التنبيه',
  'stock.pet': 'الحيوان\u00a0{id}',
  'stock.namedPet': 'الحيوان\u00a0{id} ({name})',
  'stock.petAtStart': 'الحيوان\u00a0{id}',
  'stock.namedPetAtStart': 'الحيوان\u00a0{id} ({name})',
  'stock.searchedFields':
    '{fields, select, name {الرقم أو الاسم} barcode {الرقم أو الباركود} both {الرقم أو الاسم أو الباركود} other {الرقم}}',
  'stock.level': 'المخزون',
  'stock.low': 'منخفض',
  'stock.out': 'نفد',
  'stock.lowStock': 'مخزون منخفض',
  'stock.outOfStock': 'نفد المخزون',
  'stock.addPet': 'إضافة حيوان',
  'stock.changePet': 'تغيير {pet}',
  'stock.history': 'السجل',
  'stock.historyOf': 'سجل {pet}',
  'stock.codeAsQuantity':
    '«{code}» {holder, select, none {يبدو كأنه باركود} other {هو باركود الحيوان\u00a0{holder}}}، وليس كمية.{number, select, none {} other { إن كنت تقصد العدد فاكتب {number}.}}',
  'stock.otherLayout':
    'يكتب الماسح بتخطيط لوحة مفاتيح آخر: «{text}» هو على الأرجح «{code}». اضبط الماسح على تخطيط هذا الحاسوب؛ في دليله رمز تمسحه لذلك.',
  'stock.changed': '{pet}: {before, number} ← {after, number} ({difference})',
  'stock.undo': 'تراجع',
  'stock.undone': 'تم التراجع: {what}',
  'stock.notUndone': 'لم يتم التراجع',
  'stock.tryAgain': 'إعادة المحاولة',
  'stock.changedAgain': 'تغيّر {pet} مرة أخرى بعد ذلك.',
  'stock.isNow': 'كمية {pet} الآن {quantity, number}.',
  'stock.isBackAt': 'عادت كمية {pet} إلى {quantity, number}.',

  // table
  'table.pets': 'الحيوانات',
  'table.pet': 'الحيوان',
  'table.overview': 'نظرة عامة',
  'table.today': 'اليوم',
  'table.kinds': 'الأنواع',
  'table.availableKinds':
    '{count, plural, zero {# متاح} one {# متاح} two {# متاح} few {# متاحة} many {# متاحًا} other {# متاح}}',
  'table.units': 'الوحدات',
  'table.unitsEach': '{average} لكل نوع',
  'table.showOnlyThese': ': عرضها وحدها',
  'table.lowUpTo': 'حتى<hidden> كم يُعدّ المخزون منخفضًا</hidden>',
  'table.lowUpToLevel': 'حتى {level, number}',
  'table.byStatus': 'حسب الحالة',
  'table.kindsAndUnits':
    '{kinds, plural, zero {# نوع} one {نوع واحد} two {نوعان} few {# أنواع} many {# نوعًا} other {# نوع}}، {units, plural, zero {# وحدة} one {وحدة واحدة} two {وحدتان} few {# وحدات} many {# وحدة} other {# وحدة}}',
  'table.allStatuses': 'الكل',
  'table.anyLevel': 'أي مخزون',
  'table.export': 'تصدير',
  'table.searchBy': 'البحث حسب {fields}',
  'table.clearSearch': 'إفراغ البحث',
  'table.notAllLoaded': 'لم يكتمل تحميل الحيوانات بعد. حاول بعد لحظات.',
  'table.found':
    '{count, plural, zero {لم يُعثر على أي حيوان} one {عُثر على حيوان واحد} two {عُثر على حيوانين} few {عُثر على # حيوانات} many {عُثر على # حيوانًا} other {عُثر على # حيوان}}',
  'table.sameName':
    '{count, plural, zero {لا يوجد حيوان باسم «{text}».} one {يوجد حيوان واحد باسم «{text}». اختره.} two {يوجد حيوانان باسم «{text}». اختر أحدهما.} few {توجد # حيوانات باسم «{text}». اختر واحدًا.} many {يوجد # حيوانًا باسم «{text}». اختر واحدًا.} other {يوجد # حيوان باسم «{text}». اختر واحدًا.}}',
  'table.severalMatch':
    '{count, plural, zero {لا يوجد حيوان يطابق «{text}».} one {يوجد حيوان واحد يطابق «{text}». اختره.} two {يوجد حيوانان يطابقان «{text}». اختر أحدهما.} few {توجد # حيوانات تطابق «{text}». اختر واحدًا.} many {يوجد # حيوانًا يطابق «{text}». اختر واحدًا.} other {يوجد # حيوان يطابق «{text}». اختر واحدًا.}}',
  'table.noPet': 'لا يوجد حيوان برقم {text}.',
  'table.noPetButLonger':
    'لا يوجد حيوان برقم {text}. {count, plural, zero {ولا يتضمنه أي رقم أطول.} one {يتضمنه رقم أطول واحد.} two {يتضمنه رقمان أطول.} few {تتضمنه # أرقام أطول.} many {يتضمنه # رقمًا أطول.} other {يتضمنه # رقم أطول.}}',
  'table.noPetButOthers':
    'لا يوجد حيوان برقم {text}. {count, plural, zero {ولا يوجد ضمن {fields}.} one {لكنه يوجد ضمن {fields} في حيوان واحد.} two {لكنه يوجد ضمن {fields} في حيوانين.} few {لكنه يوجد ضمن {fields} في # حيوانات.} many {لكنه يوجد ضمن {fields} في # حيوانًا.} other {لكنه يوجد ضمن {fields} في # حيوان.}}',
  'table.stillInStock': 'لا يزال في المخزون',
  'table.quantityAndReserved': '{quantity, number}<small>، المحجوز {reserved, number}</small>',
  'table.change': 'تغيير',
  'table.moreActions': 'إجراءات أخرى: {pet}',
  'table.actions': 'إجراءات',
  'table.loadingAll': 'جارٍ تحميل كل الحيوانات…',
  'table.noMatch': 'لا توجد حيوانات مطابقة',
  'table.noPets': 'لا توجد حيوانات بعد',
  'table.addFirst': 'أضف أول حيوان، أو استورد ملفًا.',
  'table.waitForPets': 'ستظهر هنا بمجرد أن يضيفها من له صلاحية تعديل الحيوانات.',
  'table.showAll': 'عرض الكل',
  'table.addPetWithId': 'إضافة الحيوان {id}',
  'table.importFile': 'استيراد جدول',
  'table.noneWithStatus': 'لا يوجد حيوان بهذه الحالة ومستوى المخزون هذا.',
  'table.notAnId': '«{text}» ليس رقم حيوان. الأرقام أعداد صحيحة.',
  'table.hiddenByFilter': 'الحيوان {text} له حالة أخرى أو مستوى مخزون آخر.',
  'table.noneContains': 'لا يوجد «{text}» في {fields}.',
  'table.noneContainsHere': 'لا يوجد «{text}» في {fields}، بهذه الحالة ومستوى المخزون هذا.',

  // total
  'total.sold': 'مباع',
  'total.arrived': 'وارد',
  'total.returned': 'مرتجع',
  'total.damaged': 'تالف',
  'total.died': 'نافق',

  // ui
  'ui.language': 'اللغة',
  'ui.loading': 'جارٍ التحميل…',
  'ui.close': 'إغلاق',
  'ui.cancel': 'إلغاء',
  'ui.notifications': 'الإشعارات',
  'ui.dismiss': 'إخفاء',
  'ui.none': 'لا يوجد.',
  'ui.more': 'و{count, number} غيرها.',
  'ui.removed': 'تمت إزالته',
  'ui.to': 'إلى',
  'ui.saving': 'جارٍ الحفظ…',

  // webhook
  'webhook.active': 'يعمل',
  'webhook.failing': 'متعثر',
  'webhook.disabled': 'متوقف',
  'webhook.paused': 'موقوف مؤقتًا',
};
