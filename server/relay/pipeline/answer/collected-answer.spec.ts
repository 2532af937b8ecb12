import { parsedJson } from './collected-answer.js';

test('JSON responses may begin with a byte order mark', () => {
  expect(parsedJson(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
  expect(parsedJson(Buffer.from('{"a":1}'))).toEqual({ a: 1 });
});

test.each(['', '<html>', '{"a":'])('%j is a failure of the provider', (body) => {
  expect(() => parsedJson(Buffer.from(body))).toThrow(
    expect.objectContaining({ message: 'the answer is not JSON' }) as Error,
  );
});
