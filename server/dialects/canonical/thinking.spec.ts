import { call, redacted, text, thought } from '../../../test/dialects/turns.js';
import type { Citation } from './citations.js';
import type { CanonicalEvent, CanonicalResponse } from './events.js';
import { answerWithThinkingAsText, thinkingAsText } from './thinking.js';

const says = (content: string): CanonicalEvent => ({ type: 'text-delta', text: content });
const thinks = (content: string): CanonicalEvent => ({ type: 'reasoning-delta', text: content });
const finish: CanonicalEvent = { type: 'finish', reason: 'stop' };
const shown = (...events: CanonicalEvent[]) => events.flatMap(thinkingAsText());
const closed = says('\n</think>\n');

describe('reasoning is shown as text between <think> and </think>', () => {
  test.each<[string, CanonicalEvent[], CanonicalEvent[]]>([
    ['none', [says('Hello'), finish], [says('Hello'), finish]],
    [
      'before text',
      [thinks('H'), thinks('m'), says('Hi'), says('!')],
      [says('<think>\nH'), says('m'), closed, says('Hi'), says('!')],
    ],
    ['at the end', [thinks('Hm'), finish], [says('<think>\nHm'), closed, finish]],
    [
      'before a call',
      [thinks('Hm'), { type: 'tool-start', index: 0, id: 'a', name: 'f' }],
      [says('<think>\nHm'), closed, { type: 'tool-start', index: 0, id: 'a', name: 'f' }],
    ],
    [
      'twice',
      [thinks('Hm'), says('Hi'), thinks('So'), says('there')],
      [says('<think>\nHm'), closed, says('Hi'), says('<think>\nSo'), closed, says('there')],
    ],
    ['without text it is not shown', [thinks(''), says('Hi')], [says('Hi')]],
    [
      'signatures and encrypted reasoning are left out and do not close it',
      [
        thinks('H'),
        { type: 'reasoning-signature', signature: 's' },
        { type: 'reasoning-redacted', data: 'x' },
        thinks('m'),
      ],
      [says('<think>\nH'), says('m')],
    ],
  ])('%s', (_case, events, expected) => {
    expect(shown(...events)).toEqual(expected);
  });

  test.each<[CanonicalEvent]>([
    [{ type: 'start', id: 'msg_1', model: 'm' }],
    [{ type: 'working' }],
    [{ type: 'usage', usage: { output: 3 } }],
    [
      {
        type: 'error',
        failure: { status: 500, message: '', kind: '', code: '', retryable: true, disables: false },
      },
    ],
  ])('which is not closed by %j', (event) => {
    expect(shown(thinks('H'), event, thinks('m'))).toEqual([says('<think>\nH'), event, says('m')]);
  });
});

describe('citations move with the text they are of', () => {
  const cited = (start: number, end: number): CanonicalEvent => ({
    type: 'citation',
    citation: { url: 'https://x.test', range: { start, end } },
  });
  const FIRST = '<think>\nHm\n</think>\n'.length;
  const SECOND = '<think>\nSo\n</think>\n'.length;
  const events = [thinks('H'), thinks('m'), says('Paris '), thinks('So'), says('Rome')];

  test.each<[string, [number, number], [number, number]]>([
    ['the first text', [0, 5], [FIRST, FIRST + 5]],
    ['up to the next reasoning', [0, 6], [FIRST, FIRST + 6]],
    ['behind it', [6, 10], [6 + FIRST + SECOND, 10 + FIRST + SECOND]],
    ['around it', [0, 10], [FIRST, 10 + FIRST + SECOND]],
    ['no text, at the beginning', [0, 0], [FIRST, FIRST]],
    ['no text, behind the next reasoning', [6, 6], [6 + FIRST + SECOND, 6 + FIRST + SECOND]],
  ])('%s', (_case, range, moved) => {
    expect(shown(...events, cited(...range)).at(-1)).toEqual(cited(...moved));
  });

  test('those of the whole answer stay', () => {
    const citation: Citation = { url: 'https://x.test' };
    expect(shown(...events, { type: 'citation', citation }).at(-1)).toEqual({ type: 'citation', citation });
  });
});

test('a whole response', () => {
  const response: CanonicalResponse = {
    id: 'msg_1',
    model: 'm',
    parts: [redacted('x'), thought('Hm', 's'), text('Paris'), call('a')],
    finish: { reason: 'tool-calls' },
    citations: [{ url: 'https://x.test', range: { start: 0, end: 5 } }],
    usage: undefined,
  };
  const before = '<think>\nHm\n</think>\n';
  expect(answerWithThinkingAsText(response)).toEqual({
    ...response,
    parts: [text(`${before}Paris`), call('a')],
    citations: [{ url: 'https://x.test', range: { start: before.length, end: before.length + 5 } }],
  });
});
