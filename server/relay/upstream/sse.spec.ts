import fc from 'fast-check';
import { FrameTooLarge, lastFrameEnd, SseReader } from './sse.js';
import { seededRuns } from '../../../test/setup/properties.js';

function read(bytes: Buffer, ...cuts: number[]) {
  const reader = new SseReader();
  const frames = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    frames.push(...reader.push(bytes.subarray(from, cut)));
    from = cut;
  }
  return [...frames, ...reader.flush()];
}

const torture = [
  ': a comment\n\n',
  'data: plain\n\n',
  'event: named\ndata: {"text":"天气 ☀ 🎉"}\n\n',
  'id: 7\nretry: 100\ndata: first\ndata:second\ndata:\n\n',
  '\n\nevent:tight\ndata:no blank\n\n',
  'event: nothing\n\n',
  'data: the last one has no blank line\n',
].join('');

const expected = [
  { name: 'message', data: 'plain' },
  { name: 'named', data: '{"text":"天气 ☀ 🎉"}' },
  { name: 'message', data: 'first\nsecond\n' },
  { name: 'tight', data: 'no blank' },
  { name: 'message', data: 'the last one has no blank line' },
];

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('events with %s line ends are read alike, wherever the bytes are cut', (_, end) => {
  const bytes = Buffer.from(torture.replaceAll('\n', end));
  expect(read(bytes)).toEqual(expected);
  for (let cut = 0; cut <= bytes.length; cut++) expect(read(bytes, cut)).toEqual(expected);
  expect(read(bytes, ...Array.from(bytes.keys()))).toEqual(expected);
});

test('mixed line ends in one stream are understood', () => {
  const bytes = Buffer.from('data: a\r\n\ndata: b\n\r\ndata: c\r\rdata: d\r\n\r\n');
  const frames = ['a', 'b', 'c', 'd'].map((data) => ({ name: 'message', data }));
  for (let cut = 0; cut <= bytes.length; cut++) expect(read(bytes, cut)).toEqual(frames);
});

test('random pieces of random events give the events', () => {
  const line = fc.stringMatching(/^[a-zé☀]{1,12}$/);
  const events = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 8 });
  fc.assert(
    fc.property(
      events,
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(), { maxLength: 6 }),
      (eventLines, end, cuts) => {
        const bytes = Buffer.from(
          eventLines.map((lines) => lines.map((text) => `data: ${text}${end}`).join('') + end).join(''),
        );
        const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
        expect(read(bytes, ...places)).toEqual(
          eventLines.map((lines) => ({ name: 'message', data: lines.join('\n') })),
        );
      },
    ),
    seededRuns(200, 4),
  );
});

test('a line of 5 MB in small pieces is read, without copying it again for every piece', () => {
  const reader = new SseReader();
  const piece = Buffer.alloc(16 * 1024, 'x');
  const frames = reader.push(Buffer.from('data: '));
  for (let at = 0; at < 320; at++) frames.push(...reader.push(piece));
  frames.push(...reader.push(Buffer.from('\n\n')));
  expect(frames).toHaveLength(1);
  expect(frames[0]?.data).toHaveLength(320 * piece.length);
});

test('an event above the limit is refused', () => {
  const reader = new SseReader(100);
  expect(reader.push(Buffer.from(`data: ${'x'.repeat(80)}\n\n`))).toHaveLength(1);
  expect(() => reader.push(Buffer.from(`data: ${'x'.repeat(120)}`))).toThrow(FrameTooLarge);
});

test.each([
  ['data: a\n\n', 9],
  ['data: a\n\ndata: b', 9],
  ['data: a\r\n\r\ndata: b\r\n', 11],
  ['data: a\r\rdata: b', 9],
  ['data: a\n', 0],
  ['data: a\n\r\ndata', 10],
  ['\n', 0],
  ['', 0],
])('whole events of %j end at %d', (text, end) => {
  expect(lastFrameEnd(Buffer.from(text))).toBe(end);
});

test('what lies before the last whole event is exactly what the reader reads', () => {
  const bytes = Buffer.from(torture);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const part = bytes.subarray(0, cut);
    const whole = new SseReader().push(part);
    expect(new SseReader().push(part.subarray(0, lastFrameEnd(part)))).toEqual(whole);
  }
});
