import { crc32 } from 'node:zlib';
import { eventStream } from '../../../../test/dialects/event-stream.js';
import { EventStreamDecoder } from './event-stream.js';

const EVENT = Buffer.from(
  '000000910000004b684a49d10b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c69636174' +
    '696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a' +
    '6332466e5a56397a64473977496e303d222c2270223a22616263227da1aebc9a',
  'hex',
);
const EXCEPTION = Buffer.from(
  '0000008800000061de0175f40d3a6d6573736167652d74797065070009657863657074696f6e0f3a657863657074696f6e2d74797065070013' +
    '7468726f74746c696e67457863657074696f6e0d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e7b226d65' +
    '7373616765223a22736c6f7720646f776e227d4e43b958',
  'hex',
);
const EXPECTED =
  '[event chunk {"bytes":"eyJ0eXBlIjoibWVzc2FnZV9zdG9wIn0=","p":"abc"}]' +
  '[exception throttlingException {"message":"slow down"}]';

const decoder = () =>
  new EventStreamDecoder(({ type, name, payload }) => `[${type} ${name} ${payload.toString()}]`);

function decoded(bytes: Buffer, ...cuts: number[]): string {
  const target = decoder();
  let text = '';
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    text += target.push(bytes.subarray(from, cut)).toString();
    from = cut;
  }
  target.end();
  return text;
}

/** A copy with one byte changed. */
function damaged(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

test('messages are decoded whole, byte by byte and cut in two at every place', () => {
  const both = Buffer.concat([EVENT, EXCEPTION]);
  expect(decoded(both)).toBe(EXPECTED);
  expect(decoded(both, ...both.keys())).toBe(EXPECTED);
  for (let cut = 1; cut < both.length; cut++) expect(decoded(both, cut)).toBe(EXPECTED);
});

test('the messages that tests write are those of AWS', () => {
  const event = eventStream([['chunk', { bytes: 'eyJ0eXBlIjoibWVzc2FnZV9zdG9wIn0=', p: 'abc' }]]);
  expect(event.equals(EVENT)).toBe(true);
});

test('an error without a model has code and text in its headers', () => {
  const header = (name: string, value: string) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7, 0, value.length]),
      Buffer.from(value),
    ]);
  const headers = Buffer.concat([
    header(':message-type', 'error'),
    header(':error-code', 'InternalFailure'),
    header(':error-message', 'it broke'),
  ]);
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(headers.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, headers]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message));
  expect(decoded(Buffer.concat([message, checksum]))).toBe(
    '[exception InternalFailure {"message":"it broke"}]',
  );
});

test('every damaged byte is noticed', () => {
  for (const at of EVENT.keys()) {
    expect(() => decoded(damaged(EVENT, at))).toThrow(SyntaxError);
  }
});

test('a damaged length is noticed before the message has arrived', () => {
  expect(() => decoder().push(damaged(EVENT, 2).subarray(0, 12))).toThrow('prelude');
});

test.each([
  ['longer than 16 MB', 16 * 1024 * 1024 + 1],
  ['shorter than its frame', 15],
])('a message that is %s is rejected', (_name, length) => {
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(length, 0);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  expect(() => decoder().push(prelude)).toThrow(`invalid length ${length}`);
});

test('a stream that ends within a message was cut', () => {
  for (let cut = 1; cut < EVENT.length; cut++) {
    const target = decoder();
    target.push(EVENT.subarray(0, cut));
    expect(() => target.end()).toThrow('ended within a message');
  }
  expect(() => decoder().end()).not.toThrow();
});

test('messages before a damaged one are delivered first', () => {
  const target = decoder();
  const bytes = Buffer.concat([EVENT, damaged(EVENT, 60)]);
  expect(target.push(bytes).toString()).toContain('[event chunk');
  expect(() => target.push(Buffer.from('more'))).toThrow('checksum');
  expect(() => target.end()).toThrow('checksum');
});

test('a message that cannot be rendered fails the stream', () => {
  const target = new EventStreamDecoder(({ payload }) => JSON.parse(`${payload.toString()}}`) as string);
  expect(() => target.push(EVENT)).toThrow(SyntaxError);
});
