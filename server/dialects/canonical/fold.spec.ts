import { call, redacted, text, thought } from '../../../test/dialects/turns.js';
import type { AnswerPart, CanonicalEvent, CanonicalResponse } from './events.js';
import { foldEvents, unfoldAnswer } from './fold.js';
import { noUsage } from './usage.js';

const start: CanonicalEvent = { type: 'start', id: 'msg_1', model: 'm' };
const finish: CanonicalEvent = { type: 'finish', reason: 'stop' };
const done: CanonicalEvent = { type: 'done' };
const says = (content: string): CanonicalEvent => ({ type: 'text-delta', text: content });
const thinks = (content: string): CanonicalEvent => ({ type: 'reasoning-delta', text: content });
const signs = (signature: string): CanonicalEvent => ({ type: 'reasoning-signature', signature });
const calls = (index: number, id: string): CanonicalEvent => ({ type: 'tool-start', index, id, name: 'f' });
const passes = (index: number, piece: string): CanonicalEvent => ({ type: 'tool-delta', index, text: piece });

const partsOf = (...events: CanonicalEvent[]) => foldEvents([...events, finish]).parts;

describe('the parts of a response from the events of its stream', () => {
  test.each<[string, CanonicalEvent[], AnswerPart[]]>([
    ['text', [says('Hel'), says('lo')], [text('Hello')]],
    [
      'a refusal behind text',
      [says('Well'), { type: 'refusal-delta', text: 'I ' }, { type: 'refusal-delta', text: 'will not' }],
      [text('Well'), { type: 'refusal', text: 'I will not' }],
    ],
    ['reasoning without signature', [thinks('H'), thinks('m'), says('Hi')], [thought('Hm'), text('Hi')]],
    ['signed reasoning', [thinks('Hm'), signs('s'), says('Hi')], [thought('Hm', 's'), text('Hi')]],
    [
      'reasoning behind a signature is another part',
      [thinks('One'), signs('1'), thinks('Two'), signs('2')],
      [thought('One', '1'), thought('Two', '2')],
    ],
    ['a signature of hidden reasoning', [signs('s'), says('Hi')], [thought('', 's'), text('Hi')]],
    ['a signature behind text', [says('Hi'), signs('s')], [text('Hi'), thought('', 's')]],
    [
      'a signature behind a signature',
      [thinks('Hm'), signs('1'), signs('2')],
      [thought('Hm', '1'), thought('', '2')],
    ],
    ['encrypted reasoning', [{ type: 'reasoning-redacted', data: 'x' }], [redacted('x')]],
    ['a call', [calls(0, 'a'), passes(0, '{"x"'), passes(0, ':1}')], [call('a', '{"x":1}')]],
    [
      'a signed call',
      [{ type: 'tool-start', index: 0, id: 'a', name: 'f', signature: 's' }, passes(0, '{}')],
      [{ ...call('a'), signature: 's' }],
    ],
    [
      'parallel calls, whose arguments may alternate',
      [calls(0, 'a'), calls(1, 'b'), passes(1, '[1'), passes(0, '{}'), passes(1, ']')],
      [call('a'), call('b', '[1]')],
    ],
    ['arguments of a call that did not begin are ignored', [passes(3, '{}'), says('Hi')], [text('Hi')]],
  ])('%s', (_case, events, parts) => {
    expect(partsOf(...events)).toStrictEqual(parts);
  });
});

test('the first id and model count', () => {
  const later: CanonicalEvent = { type: 'start', id: 'msg_2', model: 'n' };
  expect(foldEvents([{ type: 'start', id: '', model: '' }, start, later, finish])).toMatchObject({
    id: 'msg_1',
    model: 'm',
  });
});

describe('how a response ended', () => {
  test.each<[string, CanonicalEvent[], CanonicalResponse['finish']]>([
    [
      'as the provider says',
      [says('Hi'), { type: 'finish', reason: 'length', raw: 'max_tokens' }],
      { reason: 'length', raw: 'max_tokens' },
    ],
    [
      'at a stop sequence',
      [{ type: 'finish', reason: 'stop', stopSequence: '\n' }],
      { reason: 'stop', stopSequence: '\n' },
    ],
    ['with the end marker alone: it is complete', [says('Hi'), done], { reason: 'stop' }],
    ['with the end marker alone behind a call', [calls(0, 'a'), done], { reason: 'tool-calls' }],
    ['as reported, although there is a call', [calls(0, 'a'), finish, done], { reason: 'stop' }],
  ])('%s', (_case, events, expected) => {
    expect(foldEvents(events).finish).toEqual(expected);
  });

  test('a stream without an end was cut: another channel may give a whole response', () => {
    expect(() => foldEvents([start, says('Hel')])).toThrow(
      expect.objectContaining({
        failure: {
          status: 502,
          message: 'the stream ended before the answer did',
          text: 'upstream_cut',
          kind: 'upstream_error',
          code: 'invalid_response',
          retryable: true,
          disables: false,
        },
      }) as Error,
    );
  });

  test('a failure that the provider reports inside the stream is thrown', () => {
    const failure = {
      status: 529,
      message: 'Overloaded',
      kind: 'e',
      code: 'c',
      retryable: true,
      disables: false,
    };
    expect(() => foldEvents([start, says('Hel'), { type: 'error', failure }, finish])).toThrow(
      expect.objectContaining({ failure }) as Error,
    );
  });
});

const token = (content: string) => ({ text: content, logprob: -0.5, others: [] });
const response: CanonicalResponse = {
  id: 'msg_1',
  model: 'm',
  parts: [
    redacted('x'),
    thought('Hm', 's'),
    thought('more'),
    text('Paris '),
    call('a', '{"x":1}'),
    { ...call('b'), signature: 't' },
    text('Rome'),
    { type: 'refusal', text: 'No' },
  ],
  finish: { reason: 'tool-calls', raw: 'tool_use', stopSequence: undefined },
  logprobs: [token('Paris '), token('Rome')],
  citations: [
    { url: 'https://x.test/p', range: { start: 0, end: 5 } },
    { url: 'https://x.test/r', range: { start: 6, end: 10 } },
  ],
  usage: { ...noUsage(), input: 3, output: 5 },
};

test('a whole response as events of a stream', () => {
  expect(unfoldAnswer(response)).toStrictEqual([
    start,
    { type: 'reasoning-redacted', data: 'x' },
    thinks('Hm'),
    signs('s'),
    thinks('more'),
    { type: 'logprobs', tokens: response.logprobs },
    says('Paris '),
    { type: 'citation', citation: response.citations![0] },
    calls(0, 'a'),
    passes(0, '{"x":1}'),
    { type: 'tool-start', index: 1, id: 'b', name: 'f', signature: 't' },
    passes(1, '{}'),
    says('Rome'),
    { type: 'citation', citation: response.citations![1] },
    { type: 'refusal-delta', text: 'No' },
    { type: 'usage', usage: response.usage },
    { type: 'finish', ...response.finish },
  ]);
});

test('a response that became events is the same response again', () => {
  expect(foldEvents(unfoldAnswer(response))).toStrictEqual(response);
  const { logprobs: _1, citations: _2, ...plain } = response;
  const short = { ...plain, parts: [text('Hi')], usage: undefined };
  expect(foldEvents(unfoldAnswer(short))).toStrictEqual(short);
});
