import { readFileSync } from 'node:fs';
import { EventStreamCodec } from '@smithy/core/event-streams';

/** A message of an event stream: its event type, or an exception with `!` in front of its name, and its payload. */
export type Message = readonly [name: string, payload: object];

const codec = new EventStreamCodec(
  ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('utf8'),
  (text) => Buffer.from(text),
);

/** Messages in AWS's binary framing. */
export function eventStream(messages: readonly Message[]): Buffer {
  return Buffer.concat(messages.map(encoded));
}

/** A recorded event stream of AWS, as its messages. */
export const recordedMessages = (name: string): Message[] =>
  JSON.parse(readFileSync(`test/fixtures/providers/aws/${name}.json`, 'utf8')) as Message[];

/** An event of a model that InvokeModel calls: the bytes of the event in base64, with padding. */
export const chunk = (event: object): Message => [
  'chunk',
  { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdefgh' },
];

function encoded([name, payload]: Message): Buffer {
  const isException = name.startsWith('!');
  const kind = isException ? 'exception' : 'event';
  const text = (value: string) => ({ type: 'string' as const, value });
  return Buffer.from(
    codec.encode({
      headers: {
        [`:${kind}-type`]: text(isException ? name.slice(1) : name),
        ':content-type': text('application/json'),
        ':message-type': text(kind),
      },
      body: Buffer.from(JSON.stringify(payload)),
    }),
  );
}
