import { Crc32 } from '@smithy/core/checksum';
import { EventStreamCodec } from '@smithy/core/event-streams';
import type { StreamDecoder } from '../../kit/provider.js';

/** https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html#streaming-event-stream */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Total length, length of the headers, checksum of both. */
const PRELUDE_BYTES = 12;
/** The prelude and the checksum of the message. */
const MIN_MESSAGE_BYTES = PRELUDE_BYTES + 4;

/** A message of an event stream. */
export type EventMessage =
  | { readonly type: 'event'; readonly name: string; readonly payload: Buffer }
  /** The stream failed: a modeled exception or any other error. */
  | { readonly type: 'exception'; readonly name: string; readonly payload: Buffer };

const codec = new EventStreamCodec(
  ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('utf8'),
  (text) => Buffer.from(text),
);

/** Converts AWS's binary event streams (`application/vnd.amazon.eventstream`) to server-sent events. */
export class EventStreamDecoder implements StreamDecoder {
  private pieces: Buffer[] = [];
  private size = 0;
  /** Bytes from which on decoding makes progress. */
  private needed = PRELUDE_BYTES;
  /** Why the stream is malformed behind the messages that were decoded. */
  private problem: unknown;

  /** @param render the message as a complete server-sent event; '' to leave it out. May throw SyntaxError. */
  constructor(private readonly render: (message: EventMessage) => string) {}

  push(chunk: Buffer): Buffer {
    if (this.problem !== undefined) throw this.problem;
    this.pieces.push(chunk);
    this.size += chunk.length;
    if (this.size < this.needed) return Buffer.alloc(0);
    const bytes = this.pieces.length === 1 ? chunk : Buffer.concat(this.pieces);
    let at = 0;
    let events = '';
    try {
      for (;;) {
        const length = messageLength(bytes.subarray(at));
        this.needed = length ?? PRELUDE_BYTES;
        if (bytes.length - at < this.needed) break;
        events += this.render(decoded(bytes.subarray(at, at + this.needed)));
        at += this.needed;
      }
    } catch (problem) {
      if (events === '') throw problem;
      this.problem = problem;
    }
    const rest = bytes.subarray(at);
    this.pieces = rest.length > 0 ? [rest] : [];
    this.size = rest.length;
    return Buffer.from(events);
  }

  end(): void {
    if (this.problem !== undefined) throw this.problem;
    if (this.size > 0) throw new SyntaxError('the event stream ended within a message');
  }
}

/** Undefined while the prelude is incomplete. @throws SyntaxError if it is damaged */
function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < PRELUDE_BYTES) return undefined;
  const checksum = new Crc32();
  checksum.update(bytes.subarray(0, PRELUDE_BYTES - 4));
  if (checksum.digestSync() !== bytes.readUInt32BE(PRELUDE_BYTES - 4))
    throw new SyntaxError('the prelude of an event stream message is damaged');
  const length = bytes.readUInt32BE(0);
  if (length < MIN_MESSAGE_BYTES || length > MAX_MESSAGE_BYTES)
    throw new SyntaxError(`an event stream message has the invalid length ${length}`);
  return length;
}

/** @throws SyntaxError if the message is damaged */
function decoded(bytes: Buffer): EventMessage {
  let message;
  try {
    message = codec.decode(bytes);
  } catch (problem) {
    throw new SyntaxError(String(problem), { cause: problem });
  }
  const { headers, body } = message;
  const header = (name: string) => String(headers[name]?.value ?? '');
  const payload = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  switch (header(':message-type')) {
    case 'exception':
      return { type: 'exception', name: header(':exception-type'), payload };
    case 'error':
      return {
        type: 'exception',
        name: header(':error-code'),
        payload: Buffer.from(JSON.stringify({ message: header(':error-message') })),
      };
    default:
      return { type: 'event', name: header(':event-type'), payload };
  }
}
