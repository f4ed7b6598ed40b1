import { DomainError } from '../../domain/errors.ts';
import { limits } from '../../limits.ts';
import type { Answer, Asked, Respond } from '../exchange.ts';
import { writeAnswer } from './answer-writer.ts';
import type { BodyRoom } from './body-room.ts';
import type { CallerSocket } from './caller-socket.ts';
import { faultAnswer } from './fault-answer.ts';
import { bodyCutOff, malformed, tooSlow } from './faults.ts';
import { Received } from './received.ts';
import { RequestBody } from './request-body.ts';
import type { RequestHead } from './request-head.ts';
import { type Wait, waitMsMax } from './wait.ts';

type Carrier = {
  readonly respond: Respond;
  /** Told what should never happen. */
  readonly onFault: (fault: unknown) => void;
  /** Shared by all connections. */
  readonly room: BodyRoom;
};

/**
 * One caller's connection: requests are read, carried out and answered one after the other, however many arrive at
 * once. So answers keep the order of their requests, and a caller who sends faster than it reads waits for itself.
 */
export class Connection {
  readonly #socket: CallerSocket;
  readonly #respond: Respond;
  readonly #onFault: Carrier['onFault'];
  readonly #room: BodyRoom;
  readonly #received = new Received();
  #underWay: { readonly head: RequestHead; readonly body: RequestBody } | undefined;
  #answering = false;
  /** The caller will send no more than it has. */
  #allSent = false;
  /** No request after this one. */
  #isLast = false;
  #wait: Wait = 'first head';
  #sinceMs = Date.now();

  constructor(socket: CallerSocket, { respond, onFault, room }: Carrier) {
    this.#socket = socket;
    this.#room = room;
    this.#respond = respond;
    this.#onFault = onFault;
    socket.on('data', (chunk: Buffer) => this.#contain(() => this.#receive(chunk)));
    socket.on('end', () => this.#contain(() => this.#callerEnded()));
    socket.on('drain', () => this.#reachedReader());
    socket.on('finish', () => this.#waitFor('end'));
    socket.on('close', () => this.#underWay?.body.fail(bodyCutOff));
    // "close" follows, and that is all there is to do.
    socket.on('error', () => undefined);
  }

  /** Ends as soon as nothing is under way. A request that began, or may have, within `lateMs` is waited for. */
  finish(lateMs: number): void {
    const mayCome = this.#wait === 'first head' || this.#wait === 'head';
    if (this.#answering) this.#isLast = true;
    else if (!mayCome || Date.now() - this.#sinceMs >= lateMs) this.#close();
  }

  /** Answers without having been asked, and ends. */
  refuse(fault: DomainError): void {
    this.#isLast = true;
    this.#send(faultAnswer(fault, this.#received.text(limits.headerBytesMax)));
  }

  /** Called now and then. Whoever lets us wait too long is cut off, and told so where it may still be listening. */
  checkTime(nowMs: number): void {
    const wait = this.#wait;
    // A stream with nothing to send has no slow reader.
    if (wait === 'reader' && !this.#socket.writableNeedDrain) this.#reachedReader();
    if (nowMs - this.#sinceMs <= waitMsMax[wait]) return;
    if (wait === 'first head' || wait === 'head') this.refuse(tooSlow);
    else if (wait === 'next head') this.#close();
    else if (wait === 'body' && this.#answering) this.#underWay?.body.fail(tooSlow);
    // What the reader has not taken would otherwise stay with the system, which waits for it far longer.
    else if (wait === 'reader' || wait === 'last bytes') this.#socket.resetAndDestroy();
    else this.#socket.destroy();
  }

  #contain(work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#breakOff(fault);
    }
  }

  /** One caller's connection at most is lost to a fault. An answer that has no end must not look like one that has. */
  readonly #breakOff = (fault: unknown) => {
    this.#socket.destroy();
    if (!(fault instanceof DomainError)) this.#onFault(fault);
  };

  #reachedReader(): void {
    this.#sinceMs = Date.now();
  }

  #receive(chunk: Buffer): void {
    if (this.#wait === 'end' || (this.#isLast && !this.#answering)) return;
    this.#received.add(chunk);
    if (this.#answering) this.#feedBody();
    else this.#readRequests();
  }

  #readRequests(): void {
    while (!this.#answering && !this.#isLast) {
      try {
        const head = this.#skipBody() ? this.#takeHead() : undefined;
        if (head !== undefined) this.#carryOut(head);
        else if (this.#allSent) this.#endOfRequests();
        else return;
      } catch (fault) {
        if (!(fault instanceof DomainError)) throw fault;
        this.refuse(fault);
      }
    }
  }

  /** Returns whether nothing of the last request is left. What nobody asked for is thrown away, up to a limit. */
  #skipBody(): boolean {
    const body = this.#underWay?.body;
    if (body === undefined) return true;
    try {
      this.#received.takeBody(body);
    } catch {
      this.#close();
      return false;
    }
    if (body.skippedBytes > limits.bodySkipBytesMax) this.#close();
    if (!body.done || this.#isLast) return false;
    this.#underWay = undefined;
    this.#waitFor('next head');
    return true;
  }

  #takeHead(): RequestHead | undefined {
    const head = this.#received.takeHead();
    if (head === undefined && this.#received.hasBegun && this.#wait !== 'head') this.#waitFor('head');
    return head;
  }

  #carryOut(head: RequestHead): void {
    const body = new RequestBody(head.fields, this.#room);
    this.#underWay = { head, body };
    this.#answering = true;
    // Where the head came at once, the request begins only now.
    if (!body.done && this.#wait !== 'head') this.#waitFor('body');
    this.#wait = body.done ? 'answer' : 'body';
    const { method, path, query, fields } = head;
    const asked: Asked = {
      method,
      path,
      query,
      headers: fields.headers,
      body: (bytesMax) => body.read(bytesMax, () => this.#feedBody(), this.#invite),
    };
    const answer = this.#respond(asked);
    if (answer instanceof Promise) answer.then(this.#sendLater, this.#breakOff);
    else this.#send(answer);
  }

  readonly #invite = () => {
    this.#socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  };

  /** Gives the body under way what has arrived, if it is wanted yet; what arrives unwanted must not pile up. */
  #feedBody(): void {
    const body = this.#underWay?.body;
    if (body?.wanted && !body.done) {
      try {
        this.#received.takeBody(body);
      } catch (fault) {
        this.#isLast = true;
        body.fail(fault);
      }
      if (body.done) this.#wait = 'answer';
      else if (this.#allSent) body.end();
    }
    if (this.#received.length > limits.receivedBytesMax) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  readonly #sendLater = (answer: Answer) =>
    this.#contain(() => {
      this.#send(answer);
      this.#readRequests();
    });

  #send(answer: Answer): void {
    const { head, body } = this.#underWay ?? {};
    this.#isLast ||=
      head?.fields.keepAlive !== true ||
      (this.#allSent && this.#received.length === 0) ||
      answer.headers['connection'] === 'close' ||
      body?.held === true ||
      (body?.announced ?? 0) > limits.bodySkipBytesMax;
    this.#answering = true;
    const waiting = writeAnswer(this.#socket, answer, {
      keepAlive: !this.#isLast,
      withoutBody: head?.method === 'HEAD',
      takesChunks: head?.fields.takesChunks === true,
    });
    if (waiting === undefined) {
      this.#sent();
      return;
    }
    this.#waitFor('reader');
    waiting
      .then(() => {
        this.#sent();
        this.#readRequests();
      })
      .catch(this.#breakOff);
  }

  #sent(): void {
    this.#answering = false;
    if (this.#isLast) {
      this.#close();
      return;
    }
    this.#waitFor(this.#underWay?.body.done ? 'next head' : 'body');
    if (this.#underWay?.body.done) this.#underWay = undefined;
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  #callerEnded(): void {
    this.#allSent = true;
    if (this.#answering) this.#feedBody();
    else this.#readRequests();
  }

  /** All that was sent has been answered, but for half a request perhaps. */
  #endOfRequests(): void {
    if (this.#underWay === undefined && this.#received.hasBegun) {
      this.refuse(malformed('The request ended before it was complete.'));
    } else this.#close();
  }

  /** Reads on for a moment after the last answer: closing at once could destroy it on its way. */
  #close(): void {
    this.#isLast = true;
    this.#received.drop();
    if (this.#socket.isPaused()) this.#socket.resume();
    if (this.#socket.writableEnded) return;
    this.#waitFor('last bytes');
    this.#socket.end();
  }

  #waitFor(wait: Wait): void {
    this.#wait = wait;
    this.#sinceMs = Date.now();
  }
}
