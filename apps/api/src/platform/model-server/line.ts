import { connect, type NetConnectOpts, type Socket } from 'node:net';
import {
  AnswerTimeout,
  AnswerTooLarge,
  BrokenAnswer,
  mostAnswerBytes,
  NoConnection,
  type Recall,
  type Reply,
} from './exchange.ts';

/** A question on its way, and who waits for its answer. */
export interface Asked {
  /** Request line and headers up to the blank line, one byte a character. */
  head: string;
  body: Buffer;
  /** By performance.now(). */
  deadline: number;
  recall: Recall;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** The connection ended before an answer began. */
export class ClosedConnection extends Error {}
/** An answer that does not tell its length, as only somebody between here and the model server sends them. */
export class UnknownLength extends Error {}

const mostAtOnce = 65_536;
/** So much leaves in one piece with its head, as text of one byte a character; more would be copied too often. */
export const mostAsText = 8_192;
const connectMs = 2_000;
/** What lies between may forget a connection that nobody uses, and tell nobody. */
const idleMs = 4_000;
const blankLine = '\r\n\r\n';
const statusLine = /^HTTP\/1\.1 [2-5]\d\d /;
const wholeLength = /^\d{1,9}$/;

/** A connection to a model server that carries one question at a time. */
export class Line {
  readonly #socket: Socket;
  readonly #freed: (line: Line) => void;
  #asked: Asked | null = null;
  /** Of the question under way, or of the connection while there is none. */
  #deadline = 0;
  #head = '';
  #reply: Reply | null = null;
  #missing = 0;

  constructor(place: NetConnectOpts, freed: (line: Line) => void, ended: (line: Line) => void) {
    this.#freed = freed;
    const buffer = Buffer.allocUnsafeSlow(mostAtOnce);
    // Read into one place again and again, without the parts of a stream that nobody here needs.
    const callback = (bytes: number) => {
      this.#read(buffer.subarray(0, bytes));
      return true;
    };
    const socket = connect({ ...place, noDelay: true, onread: { buffer, callback } });
    socket.on('connect', () => {
      if (this.#asked) this.#deadline = this.#asked.deadline;
    });
    socket.on('error', (error) => this.#fail(error));
    // Taken out before the next question looks for a connection.
    socket.on('end', () => {
      ended(this);
      socket.destroy();
    });
    socket.on('close', () => {
      this.#fail(new ClosedConnection('the model server closed the connection'));
      ended(this);
    });
    this.#socket = socket;
  }

  ask(asked: Asked): void {
    const { head, body, deadline, recall } = asked;
    const socket = this.#socket;
    this.#asked = asked;
    this.#deadline = socket.connecting ? Math.min(performance.now() + connectMs, deadline) : deadline;
    recall.onTaken = (reason) => socket.destroy(reason);
    if (body.length <= mostAsText) return void socket.write(head + body.toString('latin1'), 'latin1');
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  }

  /** Gives up what has waited too long. */
  check(now: number): void {
    if (now < this.#deadline) return;
    const away = this.#socket.connecting;
    this.#socket.destroy(
      away ? new NoConnection('no connection in time') : new AnswerTimeout('no answer in time'),
    );
  }

  destroy(error?: Error): void {
    this.#socket.destroy(error);
  }

  #fail(error: Error): void {
    const asked = this.#end();
    if (!asked) return;
    const { reason } = asked.recall;
    const begun = this.#reply || this.#head;
    asked.reject(reason ?? (begun ? new BrokenAnswer(error.message, { cause: error }) : error));
  }

  #end(): Asked | null {
    const asked = this.#asked;
    this.#asked = null;
    if (asked) asked.recall.onTaken = null;
    return asked;
  }

  #read(chunk: Buffer): void {
    if (!this.#asked) return void this.#socket.destroy();
    if (this.#reply) {
      this.#take(this.#reply, chunk);
      return;
    }
    const before = this.#head.length;
    const text = this.#head + chunk.toString('latin1');
    const end = text.indexOf(blankLine);
    if (end < 0 && text.length < mostAtOnce) {
      this.#head = text;
      return;
    }
    const headers = headersOf(text.slice(0, end));
    const length = headers['content-length'] ?? '';
    const tells = wholeLength.test(length) && !headers['transfer-encoding'] && statusLine.test(text);
    if (end < 0 || !tells) {
      this.#head = '';
      return void this.#socket.destroy(new UnknownLength());
    }
    if (Number(length) > mostAnswerBytes) {
      this.#head = '';
      return void this.#socket.destroy(new AnswerTooLarge('the answer is too large'));
    }
    const body = Buffer.allocUnsafe(Number(length));
    this.#reply = { status: Number(text.slice(9, 12)), headers, body };
    this.#missing = body.length;
    this.#take(this.#reply, chunk.subarray(end + blankLine.length - before));
  }

  #take(reply: Reply, chunk: Buffer): void {
    chunk.copy(reply.body, reply.body.length - this.#missing);
    this.#missing -= chunk.length;
    if (this.#missing > 0) return;
    const asked = this.#end();
    this.#reply = null;
    this.#head = '';
    this.#deadline = performance.now() + idleMs;
    if (this.#missing < 0 || reply.headers.connection === 'close') this.#socket.destroy();
    else this.#freed(this);
    asked?.resolve(reply);
  }
}

function headersOf(head: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let from = head.indexOf('\r\n'); from >= 0; ) {
    const next = head.indexOf('\r\n', from + 2);
    const colon = head.indexOf(':', from);
    const name = head.slice(from + 2, colon).toLowerCase();
    headers[name] = head.slice(colon + 1, next < 0 ? undefined : next).trim();
    from = next;
  }
  return headers;
}
