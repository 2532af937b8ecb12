import { conversationSeed, uniform } from './conversation-seed.js';

const ALICE = 7;
const BOB = 8;
const seed = (body: object | string, user = ALICE) =>
  conversationSeed(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), user);
const turn = (content: string) => ({ role: 'user', content });
/** The first turn of a conversation, longer than the part that identifies it. */
const LONG = turn('x'.repeat(3000));

describe('the requests of one conversation have the same seed', () => {
  test('however many turns follow a long beginning', () => {
    const first = seed({ messages: [LONG] });
    expect(seed({ messages: [LONG, turn('more')] })).toBe(first);
    expect(seed({ messages: [LONG, turn('more'), turn('and more')] })).toBe(first);
  });

  test.each([
    ['messages', (text: string) => [turn(text)]],
    ['contents', (text: string) => [{ parts: [{ text }] }]],
    ['input', (text: string) => text],
    ['prompt', (text: string) => text],
  ])('whatever stands before %s, and other conversations have another', (member, of) => {
    const body = (text: string, options = {}) => ({ ...options, [member]: of(text) });
    expect(seed(body('hello', { model: 'a', temperature: 0.5 }))).toBe(seed(body('hello')));
    expect(seed(body('hello', { temperature: 1 }))).toBe(seed(body('hello', { model: 'b' })));
    expect(seed(body('goodbye'))).not.toBe(seed(body('hello')));
  });

  test('by the messages, also where another name of a conversation stands before them', () => {
    const messages = [turn('hello')];
    expect(seed({ prompt: 'one', messages })).toBe(seed({ prompt: 'two', messages }));
  });

  test('a body without a conversation counts from its start', () => {
    expect(seed('{"query":"one"}')).toBe(seed('{"query":"one"}'));
    expect(seed('{"query":"one"}')).not.toBe(seed('{"query":"two"}'));
    expect(seed('["query"]')).not.toBe(seed('{"query"]'));
  });
});

describe('the seed differs', () => {
  test('between users', () => {
    expect(seed({ messages: [LONG] }, BOB)).not.toBe(seed({ messages: [LONG] }, ALICE));
  });

  test.each([
    ['differs in its first byte', '{"prompt":"Xbc"}', '{"prompt":"abc"}'],
    ['differs in its last byte', '{"prompt":"abc"}', '{"prompt":"abc"]'],
    ['has one more byte', '{"prompt":"abc"}', '{"prompt":"abc"} '],
    ['has the same bytes in another order', '{"prompt":"abc"}', '{"prompt":"acb"}'],
  ])('where a short conversation %s', (_how, one, other) => {
    expect(seed(one)).not.toBe(seed(other));
  });

  test('up to the 2048th byte of the conversation, and no further', () => {
    const start = '"prompt":"';
    const body = (difference: number) =>
      `{${start}${'a'.repeat(difference - start.length)}X${'a'.repeat(100)}`;
    const same = `{${start}${'a'.repeat(2500)}`;
    expect(seed(body(2047))).not.toBe(seed(same));
    expect(seed(body(2048))).toBe(seed(same));
  });
});

test('a seed is stable between releases: a conversation keeps its key over an upgrade', () => {
  expect(seed({ model: 'm', messages: [turn('hello')] })).toBe(1924554323);
  expect(seed('', BOB)).toBe(1165073336);
});

describe('the number of a candidate', () => {
  const seeds = Array.from({ length: 1000 }, (_one, index) => seed({ prompt: `conversation ${index}` }));

  test('is always the same for a seed and a candidate, and lies between 0 and 1', () => {
    for (const one of [...seeds, 0, 2 ** 32 - 1])
      for (const candidate of [0, 1, 2, 1_000_000]) {
        const number = uniform(one, candidate);
        expect(number).toBe(uniform(one, candidate));
        expect(number).toBeGreaterThan(0);
        expect(number).toBeLessThan(1);
      }
  });

  test('spreads conversations evenly over neighbouring candidates', () => {
    const candidates = [0, 1, 2, 3];
    const chosen = candidates.map(() => 0);
    for (const one of seeds) {
      const numbers = candidates.map((candidate) => uniform(one, candidate));
      chosen[numbers.indexOf(Math.max(...numbers))]! += 1;
    }
    for (const times of chosen) {
      expect(times).toBeGreaterThan(200);
      expect(times).toBeLessThan(300);
    }
  });

  test('is spread evenly over the range', () => {
    const tenths = Array<number>(10).fill(0);
    for (const one of seeds) tenths[Math.floor(uniform(one, 5) * 10)]! += 1;
    expect(Math.min(...tenths)).toBeGreaterThan(60);
  });
});
