import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import type { TestContext } from 'node:test';

/** The types of DNS records that a client can ask for: an IPv4 or an IPv6 address. */
const recordTypes = { 1: 'A', 28: 'AAAA' } as const;
type RecordType = (typeof recordTypes)[keyof typeof recordTypes];

type Question = { readonly name: string; readonly type: RecordType };

/**
 * The addresses of a name, or that the server never answers. IPv6 addresses are IPv4 addresses in
 * the notation of IPv6, such as "::ffff:127.0.0.1".
 */
type Answer = readonly string[] | 'hang';

type Answers = (question: Question) => Answer;

const headerBytes = 12;
const mappedPrefix = '::ffff:';

/** A DNS server on UDP, on a port of its own. It ends with the test. */
export class NameServer {
  readonly address: string;
  readonly questions: Question[] = [];
  readonly #socket: Socket;
  readonly #answers: Answers;

  private constructor(socket: Socket, answers: Answers) {
    this.#socket = socket;
    this.#answers = answers;
    this.address = `127.0.0.1:${socket.address().port}`;
    socket.on('message', (query, sender) => this.#handle(query, sender));
  }

  static async start(t: TestContext, answers: Answers): Promise<NameServer> {
    const socket = createSocket('udp4');
    t.after(() => socket.close());
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, answers);
  }

  #handle(query: Buffer, sender: RemoteInfo): void {
    const { name, end } = readName(query);
    const type = query.readUInt16BE(end) === 28 ? 'AAAA' : 'A';
    const question: Question = { name, type };
    this.questions.push(question);

    const answer = this.#answers(question);
    if (answer === 'hang') return;
    const addresses = answer.filter((address) => isIPv4(address) === (type === 'A'));
    const response = responseTo(query.subarray(0, end + 4), addresses);
    this.#socket.send(response, sender.port, sender.address);
  }
}

/** Reads the name in a query, which is a list of labels, each after its length. */
function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let offset = headerBytes;
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return { name: labels.join('.'), end: offset + 1 };
}

/** Makes a response from the header and question of a query. The addresses must not be cached. */
function responseTo(query: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(query.subarray(0, headerBytes));
  header.writeUInt16BE(0x8180, 2); // A response without error.
  header.writeUInt16BE(1, 4); // One question.
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8); // No further records.
  return Buffer.concat([header, query.subarray(headerBytes), ...addresses.map(addressRecord)]);
}

function addressRecord(address: string): Buffer {
  const isMapped = address.startsWith(mappedPrefix);
  const ipv4 = Buffer.from(address.replace(mappedPrefix, '').split('.').map(Number));
  const data = isMapped ? Buffer.concat([Buffer.alloc(10), Buffer.from([255, 255]), ipv4]) : ipv4;

  const nameOfQuestion = [0xc0, headerBytes];
  const typeAndClass = [0, isMapped ? 28 : 1, 0, 1];
  const secondsToKeep = [0, 0, 0, 0];
  const head = [...nameOfQuestion, ...typeAndClass, ...secondsToKeep, 0, data.length];
  return Buffer.concat([Buffer.from(head), data]);
}
