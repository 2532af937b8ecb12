import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import { Continuation, SentText } from './continuation.js';

const text = (delta: string): CanonicalEvent => ({ type: 'text-delta', text: delta });
const cites = (start: number, end: number): CanonicalEvent => ({
  type: 'citation',
  citation: { url: 'https://example.com/', range: { start, end } },
});

test('a model that was given the beginning counts from its end', () => {
  const continued = new Continuation('Paris is ', true);
  expect(continued.next(text('nice.'))).toEqual([text('nice.')]);
  expect(continued.next(cites(0, 5))).toEqual([cites(9, 14)]);
});

test('a model that repeats the beginning counts in all of its text', () => {
  const continued = new Continuation('Paris is ', false);
  expect(continued.next(text('Paris'))).toEqual([]);
  // The client has the source of this text from the other channel, or none.
  expect(continued.next(cites(0, 5))).toEqual([]);
  expect(continued.next(text(' is nice.'))).toEqual([text('nice.')]);
  expect(continued.next(cites(9, 14))).toEqual([cites(9, 14)]);
});

test('text that was sent is remembered up to a limit, and not at all beside other content', () => {
  const sent = new SentText();
  expect(sent.whole).toBeUndefined();
  for (let i = 0; i < 400; i++) sent.add(text('abc'));
  expect(sent.whole).toBe('abc'.repeat(400));
  sent.add(text('x'.repeat(64 * 1024)));
  expect(sent.whole).toBeUndefined();
  const cited = new SentText();
  cited.add(text('abc'));
  cited.add(cites(0, 3));
  expect(cited.whole).toBeUndefined();
});
