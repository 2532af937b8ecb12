import type { ServerResponse } from 'node:http';

/** Bytes up to which data is copied behind its chunk size; larger data is sent in pieces, which costs less than copying it. */
const MAX_COPIED_BYTES = 16 * 1024;
const CRLF = '\r\n';
const LAST_CHUNK = `0${CRLF}${CRLF}`;
const CR = 13;
const LF = 10;

/**
 * The body of a response that is sent as it arrives; its head has been written. Frames the chunks of HTTP/1.1 itself
 * (https://www.rfc-editor.org/rfc/rfc9112#section-7.1): `ServerResponse.write` passes each of them to the socket in four
 * pieces, and a stream of small events costs 5 to 16 % more CPU time that way (docs/benchmark.md). All but the first chunk,
 * which leaves with the head, go to the socket itself: `ServerResponse.write` holds each back until the end of the turn.
 */
export class StreamBody {
  private readonly isFramed: boolean;
  private hasBegun = false;

  constructor(private readonly response: ServerResponse) {
    this.isFramed = takesOverFraming(response);
  }

  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  /** Whether data is waiting for a client that does not read. */
  get isFull(): boolean {
    const { response } = this;
    return response.writableNeedDrain || (this.isFramed && response.socket?.writableNeedDrain === true);
  }

  /** Calls back once the client has read what was written when `write` returned false; never if the connection ends before. */
  onceDrained(listener: () => void): void {
    const { response } = this;
    // The socket emits it first, and a response only after writes of its own.
    (this.isFramed && response.socket ? response.socket : response).once('drain', listener);
  }

  /** @returns false if the client does not read as fast, see `onceDrained` */
  write(data: Buffer | string): boolean {
    const { response } = this;
    if (!this.isFramed) return response.write(data);
    // A chunk of size 0 would end the body.
    if (data.length === 0) return true;
    if (typeof data === 'string') return this.send(framedText(data));
    if (data.length <= MAX_COPIED_BYTES) return this.send(framedBytes(data));
    this.send(data.length.toString(16) + CRLF);
    this.send(data);
    return this.send(CRLF);
  }

  private send(framed: Buffer | string): boolean {
    const { response } = this;
    const { socket } = response;
    // Without a socket the response waits for its turn in the connection, and keeps what is written until then.
    if (this.hasBegun && socket) return socket.write(framed);
    this.hasBegun = true;
    return response.write(framed);
  }

  end(last: Buffer | string = ''): void {
    const { response } = this;
    if (!this.isFramed) {
      if (last.length > 0) response.end(last);
      else response.end();
    } else if (typeof last === 'string') response.end((last && framedText(last)) + LAST_CHUNK);
    else {
      this.write(last);
      response.end(LAST_CHUNK);
    }
  }
}

/** Responses to HTTP/1.0 have no chunks: the end of the connection ends them. */
function takesOverFraming(response: ServerResponse): boolean {
  if (!response.headersSent || response.chunkedEncoding !== true) return false;
  response.chunkedEncoding = false;
  return true;
}

function framedText(text: string): string {
  return Buffer.byteLength(text).toString(16) + CRLF + text + CRLF;
}

function framedBytes(bytes: Buffer): Buffer {
  const size = bytes.length.toString(16);
  const framed = Buffer.allocUnsafe(size.length + bytes.length + 4);
  let at = 0;
  for (; at < size.length; at++) framed[at] = size.charCodeAt(at);
  framed[at++] = CR;
  framed[at++] = LF;
  framed.set(bytes, at);
  at += bytes.length;
  framed[at++] = CR;
  framed[at] = LF;
  return framed;
}
