import type { ServiceFault } from '../domain/service-fault.ts';
import type { Morning, NamedPet } from './morning.ts';
import { type MailLanguage, mailTexts } from './texts.ts';
import type { MailBody } from './transport.ts';

/** How many lines of a list a mail shows. */
const linesMax = 50;

type Part = { readonly heading: string; readonly lines: readonly string[] };

/** Writes mails in the language and the time zone of the shop, as text and as HTML. */
export class MailWriter {
  readonly #language: MailLanguage;
  readonly #day: Intl.DateTimeFormat;
  readonly #moment: Intl.DateTimeFormat;
  readonly #number: Intl.NumberFormat;

  constructor(language: MailLanguage, timeZone: string) {
    this.#language = language;
    this.#day = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full' });
    this.#moment = new Intl.DateTimeFormat(language, {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    this.#number = new Intl.NumberFormat(language);
  }

  morning({ dayMs, faults, sold, ranOut, toOrder, lost }: Morning): MailBody {
    const texts = this.#texts;
    const count = (quantity: number | bigint) => this.#number.format(quantity);
    const name = (pet: NamedPet) => this.#nameOf(pet);
    const parts = [
      this.#part(texts.sold, sold, (pet) => `${name(pet)}: ${count(pet.quantity)}`),
      this.#part(texts.ranOut, ranOut, name),
      this.#part(texts.toOrder, toOrder, (pet) =>
        texts.orderLine(name(pet), count(pet.quantity), count(pet.left)),
      ),
      this.#part(
        texts.lost,
        lost.flatMap((pet) => this.#losses(pet)),
        (line) => line,
      ),
    ];
    const attention = { heading: texts.needsAHand, lines: this.#faultLines(faults) };
    const shown = faults.length === 0 ? parts : [attention, ...parts];
    return this.#body(texts.morningSubject(this.#day.format(dayMs)), shown);
  }

  faults(faults: readonly ServiceFault[]): MailBody {
    const { faultSubject, needsAHand } = this.#texts;
    return this.#body(faultSubject, [{ heading: needsAHand, lines: this.#faultLines(faults) }]);
  }

  test(): MailBody {
    const { testSubject, testBody } = this.#texts;
    return this.#body(testSubject, [{ heading: testSubject, lines: [testBody] }]);
  }

  get #texts() {
    return mailTexts[this.#language];
  }

  #nameOf({ petId, name }: NamedPet): string {
    return name ?? this.#texts.pet(String(petId));
  }

  #losses(pet: Morning['lost'][number]): string[] {
    const name = this.#nameOf(pet);
    const { diedLine, damagedLine } = this.#texts;
    const lines = [];
    if (pet.died > 0n) lines.push(diedLine(name, this.#number.format(pet.died)));
    if (pet.damaged > 0n) lines.push(damagedLine(name, this.#number.format(pet.damaged)));
    return lines;
  }

  #part<T>(heading: string, rows: readonly T[], lineOf: (row: T) => string): Part {
    if (rows.length === 0) return { heading, lines: [this.#texts.nothing] };
    const lines = rows.slice(0, linesMax).map(lineOf);
    const hidden = rows.length - lines.length;
    if (hidden > 0) lines.push(this.#texts.more(this.#number.format(hidden)));
    return { heading, lines };
  }

  #faultLines(faults: readonly ServiceFault[]): string[] {
    return faults.map((fault) => this.#faultLine(fault));
  }

  #faultLine(fault: ServiceFault): string {
    const texts = this.#texts;
    switch (fault.kind) {
      case 'endpoint_disabled':
        return texts.endpointDisabled(fault.name);
      case 'no_backup':
        return fault.lastAtMs === undefined
          ? texts.noBackup
          : texts.noBackupSince(this.#moment.format(fault.lastAtMs));
      case 'storage_full':
        return texts.storageFull;
      case 'clock_ahead':
        return texts.clockAhead(this.#moment.format(fault.untilMs));
    }
  }

  #body(subject: string, parts: readonly Part[]): MailBody {
    const text = parts.map(({ heading, lines }) =>
      [heading, ...lines.map((line) => `- ${line}`)].join('\n'),
    );
    const html = parts.map(({ heading, lines }) => {
      const rows = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n');
      return `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${rows}\n</ul>`;
    });
    const direction = this.#language === 'ar' ? 'rtl' : 'ltr';
    const head = `<!doctype html>\n<html lang="${this.#language}" dir="${direction}">\n<meta charset="utf-8">`;
    const title = `<title>${escapeHtml(subject)}</title>`;
    return {
      subject,
      text: `${text.join('\n\n')}\n`,
      html: `${head}\n${title}\n<body>\n${html.join('\n')}\n</body>\n</html>\n`,
    };
  }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
