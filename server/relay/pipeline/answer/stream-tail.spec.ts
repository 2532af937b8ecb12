import { nativeGenerate } from '../../../dialects/providers/gemini/native.js';
import { nativeChat } from '../../../dialects/kit/openai/chat-request/native.js';
import { readStream } from '../../../dialects/kit/openai/chat-answer/stream.js';
import { StreamTail } from './stream-tail.js';

const event = (value: object) => Buffer.from(`data: ${JSON.stringify(value)}\n\n`);
const finish = event({ candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }] });
const image = (letter: string, size = 100_000) =>
  event({
    candidates: [
      { content: { parts: [{ inlineData: { mimeType: 'image/png', data: letter.repeat(size) } }] } },
    ],
  });
const usage = event({ usageMetadata: { promptTokenCount: 1 } });

describe('a stream without an end marker', () => {
  const whole = (pieces: readonly Buffer[]) => {
    const tail = new StreamTail(nativeGenerate, nativeGenerate.reader!.stream);
    const sent = pieces.map((piece) => tail.take(piece)?.length ?? 0);
    return { sent, held: tail.bytes, closed: tail.closed };
  };

  test('its finish, and the usage after it, are held back until the charge is safe', () => {
    expect(whole([usage, finish, usage])).toEqual({
      sent: [usage.length, 0, 0],
      held: Buffer.concat([finish, usage]),
      closed: false,
    });
  });

  test('large events after the finish belong to the response: the newest are held back, the others sent', () => {
    const [first, second] = [image('A'), image('B')];
    expect(whole([finish, first, second, usage])).toEqual({
      sent: [0, finish.length, first.length, second.length],
      held: usage,
      closed: false,
    });
  });

  test('large events without content do not: the stream is closed', () => {
    const other = event({ pad: 'x'.repeat(40_000) });
    const { sent, closed } = whole([finish, image('A'), other, other, other]);
    expect(closed).toBe(true);
    expect(sent).toEqual([0, finish.length, image('A').length, 0, 0]);
    expect(whole([finish, other, other, other])).toEqual({
      sent: [0, 0, 0, 0],
      held: Buffer.concat([finish, other]),
      closed: true,
    });
  });

  test('usage after a large image is held back, too', () => {
    const small = image('A', 60_000);
    const large = event({ usageMetadata: { promptTokenCount: 1 }, pad: 'x'.repeat(10_000) });
    const { sent, held } = whole([finish, small, large]);
    expect(sent).toEqual([0, 0, finish.length + small.length]);
    expect(held?.equals(large)).toBe(true);
  });

  test('comments after the finish are dropped', () => {
    const comments = Buffer.from(`: ${'-'.repeat(100_000)}\n\n`);
    expect(whole([finish, comments])).toEqual({ sent: [0, 0], held: finish, closed: false });
  });
});

test('data after an end marker is dropped', () => {
  const tail = new StreamTail(nativeChat({}), readStream);
  const done = Buffer.from('data: [DONE]\n\n');
  expect(tail.take(Buffer.concat([usage, done, image('A')]))).toEqual(usage);
  expect(tail.bytes).toEqual(done);
  expect(tail.closed).toBe(true);
});
