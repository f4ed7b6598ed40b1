import { decoderFor } from './body-decoder.ts';
import { BodyRoom } from './body-room.ts';
import { bodyCutOff, bodyTooLarge, tooManyBodies } from './faults.ts';
import type { Fields } from './request-head.ts';

type Waiting = { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: unknown) => void };

const nothing = new Uint8Array();

/** So many are kept apart. A piece costs a hundred times what a byte does, and a caller may send a byte at a time. */
const piecesMax = 256;

/** The body of one request: kept if somebody asks for it, and skipped otherwise. */
export class RequestBody {
  readonly #decoder;
  readonly #expectsContinue: boolean;
  readonly #room: BodyRoom;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #roomTaken = 0;
  #bytesMax = 0;
  #wanted = false;
  #skippedBytes = 0;
  #waiting: Waiting | undefined;
  #fault: unknown;

  constructor({ framing, expectsContinue }: Fields, room: BodyRoom) {
    this.#room = room;
    this.#decoder = decoderFor(framing);
    this.#expectsContinue = expectsContinue;
  }

  /** All of it has been taken off the connection. */
  get done(): boolean {
    return this.#decoder.done;
  }

  /** How much is still to come, as far as it is known. */
  get announced(): number | undefined {
    return this.#decoder.announced;
  }

  /** How much came that nobody had asked for. */
  get skippedBytes(): number {
    return this.#skippedBytes;
  }

  /** Whether anybody has asked for the body, so that what arrives has somewhere to go. */
  get wanted(): boolean {
    return this.#wanted;
  }

  /** The caller sends the body only when it is told to, and nobody has. */
  get held(): boolean {
    return this.#expectsContinue && !this.#wanted && !this.done;
  }

  /** `arrived` hands over what is there already; `invite` tells a caller that waits for it to go on. */
  read(bytesMax: number, arrived: () => void, invite: () => void): Uint8Array | Promise<Uint8Array> {
    const { announced } = this.#decoder;
    if (announced !== undefined && announced > bytesMax) throw bodyTooLarge(bytesMax);
    this.#wanted = true;
    this.#bytesMax = bytesMax;
    if (announced !== 0) arrived();
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#decoder.done) return this.#whole();
    if (this.#expectsContinue && this.#bytes === 0) invite();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** Takes what belongs to the body off the front, and returns how much that was. Throws where it is malformed. */
  take(received: Buffer): number {
    const taken = this.#decoder.take(received, (content) => this.#keep(content));
    if (this.#decoder.done) this.#settle();
    return taken;
  }

  /** There will be no more, for that reason. */
  fail(fault: unknown): void {
    this.#fault ??= fault;
    this.#drop();
    this.#waiting?.reject(this.#fault);
    this.#waiting = undefined;
  }

  /** The caller has stopped sending. */
  end(): void {
    if (!this.#decoder.done) this.fail(bodyCutOff);
  }

  #keep(content: Buffer): void {
    if (!this.#wanted || this.#fault !== undefined) {
      this.#skippedBytes += content.length;
      return;
    }
    this.#bytes += content.length;
    if (this.#bytes > this.#bytesMax) {
      this.fail(bodyTooLarge(this.#bytesMax));
      return;
    }
    const more = BodyRoom.share(this.#bytes) - this.#roomTaken;
    if (more > 0 && !this.#room.take(more)) {
      this.fail(tooManyBodies);
      return;
    }
    this.#roomTaken += more;
    if (this.#pieces.length === piecesMax) this.#pieces = [Buffer.concat(this.#pieces)];
    this.#pieces.push(content);
  }

  #settle(): void {
    if (this.#fault !== undefined) return;
    this.#waiting?.resolve(this.#whole());
    this.#waiting = undefined;
  }

  /** From here on it is up to whoever asked for it. */
  #whole(): Uint8Array {
    const bytes = this.#pieces.length <= 1 ? (this.#pieces[0] ?? nothing) : Buffer.concat(this.#pieces);
    this.#drop();
    return bytes;
  }

  #drop(): void {
    this.#pieces = [];
    this.#room.giveBack(this.#roomTaken);
    this.#roomTaken = 0;
  }
}
