import { withoutUnreadable } from '../../../server/relay/upstream/readable-events.js';

const left = (text: string) => {
  const { bytes, damaged } = withoutUnreadable(Buffer.from(text)) ?? {};
  return bytes === undefined ? undefined : [bytes.toString(), damaged];
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

test.each(['\n', '\r\n'])('half an event is taken out with its name, line ends %j', (end) => {
  const [before, half, after] = [
    ['data: {"a":1}', '', ''],
    ['event: delta', 'data: {"b":"x', '', ''],
    ['data: {"c":3}', '', ''],
  ].map((lines) => lines.join(end));
  expect(left(`${before}${half}${after}`)).toEqual([`${before}${after}`, 1]);
  expect(left(`${half}${before}${half}`)).toEqual([before, 2]);
});

test('noise is taken out, and no sign of a damaged stream', () => {
  expect(left('data: ping\n\ndata: {"a":1}\n\n')).toEqual(['data: {"a":1}\n\n', 0]);
});
