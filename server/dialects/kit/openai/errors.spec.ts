import { openai } from '../../providers/openai.js';

const read = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  openai.readError(status, headers, typeof body === 'string' ? body : JSON.stringify(body));

test("the vendor's own words, type and code", () => {
  const error = {
    message: 'You exceeded your current quota',
    type: 'insufficient_quota',
    param: null,
    code: 'insufficient_quota',
  };
  expect(read(429, { error })).toEqual({
    status: 429,
    message: 'You exceeded your current quota',
    kind: 'insufficient_quota',
    code: 'insufficient_quota',
    reported: { code: 'insufficient_quota', param: null },
    retryable: true,
    disables: true,
    retryAfterSeconds: undefined,
  });
});

test.each([
  [{ error: 'words' }, 'words'],
  [{ message: 'm' }, 'm'],
  [{ msg: 'm' }, 'm'],
  [{ err: 'm' }, 'm'],
  [{ error_msg: 'm' }, 'm'],
  [{ header: { message: 'm' } }, 'm'],
  [{ response: { error: { message: 'm' } } }, 'm'],
  [{ detail: 'm' }, 'm'],
  [{ detail: [{ msg: 'a' }, { msg: 'b' }] }, 'a; b'],
  [{ errors: [{ message: 'm' }] }, 'm'],
  [{ base_resp: { status_msg: 'm' } }, 'm'],
  [{ Response: { Error: { Message: 'm' } } }, 'm'],
  [{ statusText: 'm', message: '' }, 'm'],
  [[{ error: { message: 'm' } }], 'm'],
  [{ error: { message: '' } }, 'bad response status code 500'],
  ['<html>Bad gateway</html>', 'bad response status code 500'],
  ['', 'bad response status code 500'],
])('%j says %j', (body, message) => {
  expect(read(500, body)).toMatchObject({
    message,
    kind: 'upstream_error',
    code: 'bad_response_status_code',
  });
});

test('codes that are numbers are kept', () => {
  expect(read(402, { error: { code: 402, message: 'no credits' } })).toMatchObject({
    code: '402',
    disables: true,
  });
});

test.each([
  [400, false],
  [401, true],
  [403, true],
  [404, true],
  [408, false],
  [429, true],
  [500, true],
  [503, true],
  [504, false],
  [524, false],
])('status %d may be asked elsewhere: %j', (status, retryable) => {
  expect(read(status, '').retryable).toBe(retryable);
});

test.each([
  [401, {}, true],
  [402, {}, true],
  [403, {}, false],
  [400, { error: { code: 'account_deactivated', message: 'm' } }, true],
  [403, { error: { type: 'permission_error', message: 'm' } }, true],
  [429, { error: { type: 'rate_limit_error', message: 'm' } }, false],
  [500, { error: { code: 'billing_not_active', message: 'm' } }, true],
])('status %d with %j disables the channel: %j', (status, body, disables) => {
  expect(read(status, body).disables).toBe(disables);
});

test('the pause the vendor asks for is read in seconds, milliseconds and as a date', () => {
  expect(read(429, '', { 'retry-after': '7' }).retryAfterSeconds).toBe(7);
  expect(read(429, '', { 'retry-after-ms': '1500', 'retry-after': '9' }).retryAfterSeconds).toBe(1.5);
  const date = new Date(Date.now() + 30_000).toUTCString();
  expect(read(503, '', { 'retry-after': date }).retryAfterSeconds).toBeCloseTo(30, -1);
  expect(read(503, '', { 'retry-after': new Date(0).toUTCString() }).retryAfterSeconds).toBe(0);
  expect(read(503, '', { 'retry-after': 'soon' }).retryAfterSeconds).toBeUndefined();
});
