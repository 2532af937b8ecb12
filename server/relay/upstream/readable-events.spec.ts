import { belongsToAnswer, withoutUnreadable } from './readable-events.js';

const left = (text: string) => {
  const { bytes, damaged, rest } = withoutUnreadable(Buffer.from(text)) ?? {};
  return bytes === undefined ? undefined : { kept: bytes.toString(), damaged, rest: rest?.toString() };
};

test.each(['\n', '\r\n'])('what can be read stays the very same bytes, line ends %j', (end) => {
  const whole = [
    'data: {"a":1}',
    '',
    ': a word to keep the line open',
    '',
    'event: ping',
    'data: {"b":2} ',
    '',
    'data: {"c":',
    'data: 3}',
    '',
    'data: [DONE]',
    '',
    '',
  ].join(end);
  expect(left(whole)).toBeUndefined();
});

test.each(['\n', '\r\n'])(
  'half an event divides what came before it from what follows, line ends %j',
  (end) => {
    const [before, half, after] = [
      ['data: {"a":1}', '', ''],
      ['event: delta', 'data: {"b":"x', '', ''],
      ['data: {"c":3}', '', ''],
    ].map((lines) => lines.join(end));
    expect(left(`${before}${half}${after}`)).toEqual({ kept: before, damaged: '{"b":"x', rest: after });
    expect(left(`${half}${before}${half}`)).toEqual({ kept: '', damaged: '{"b":"x', rest: before! + half! });
  },
);

test('an event that lost its beginning is damaged, although it ends with a brace', () => {
  const text = 'data: {"a":1}\n\ndata: "content":"x"}}]}\n\n';
  expect(left(text)).toEqual({ kept: 'data: {"a":1}\n\n', damaged: '"content":"x"}}]}', rest: '' });
});

test('noise is taken out, and no sign of a damaged stream', () => {
  expect(left('data: ping\n\ndata: {"a":1}\n\n')).toEqual({
    kept: 'data: {"a":1}\n\n',
    damaged: undefined,
    rest: undefined,
  });
});

describe('what a damaged event is', () => {
  const chunk = (text: string) =>
    `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":7,"model":"m","choices":[{"index":0,"delta":{"content":"${text}"}}]}`;
  const stream = [chunk('one'), chunk(' two')];

  test.each([1, 20, 60, chunk(' three').length - 4])(
    'the first %d bytes of an event of this answer are a part of it: something is missing',
    (length) => expect(belongsToAnswer('message', chunk(' three').slice(0, length), stream)).toBe(true),
  );

  test.each([
    [
      'its members come in another order',
      '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"delta":',
    ],
    ['it names another answer', '{"id":"other","choices":[{"delta":{"content":"half'],
  ])('is no part of the answer where %s', (_why, damaged) => {
    expect(belongsToAnswer('message', damaged, stream)).toBe(false);
  });

  test('is a part of the answer where the events of the answer differ themselves before that', () => {
    const changing = stream.map((data, index) => data.replace('chatcmpl-1', `${index}-chunk`));
    expect(belongsToAnswer('message', '{"id":"other","choices":[{', changing)).toBe(true);
  });

  test('is a part of the answer where its sender gave it a name, but for a ping', () => {
    expect(belongsToAnswer('content_block_delta', '{"other', stream)).toBe(true);
    expect(belongsToAnswer('ping', '{"ty', stream)).toBe(false);
  });

  test('is a part of the answer while too little of that is known', () => {
    expect(belongsToAnswer('message', '{"other', stream.slice(1))).toBe(true);
  });
});
