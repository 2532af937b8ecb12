import { failureIn } from '../../../test/dialects/failure-in.js';
import type { UpstreamFailure } from '../canonical/failure.js';
import { recordedStream, replay } from '../../../test/dialects/recorded.js';
import { providerOf } from '../../../test/dialects/provider-calls.js';

test.each([
  [1002, 429, true, false],
  [1004, 401, true, true],
  [1008, 402, true, true],
  [1027, 400, false, false],
  [2013, 400, false, false],
  [2049, 401, true, true],
])('MiniMax: code %i in a good answer means %i', (code, status, retryable, disables) => {
  const body = { id: 'x', choices: null, base_resp: { status_code: code, status_msg: 'no' } };
  const failure = failureIn(() => providerOf(35).chat!.answer(body));
  expect(failure).toMatchObject({ status, retryable, disables, message: 'no' });
});

test('MiniMax: the same in a stream', () => {
  expect(replay(providerOf(35), recordedStream('minimax', 'refused'))).toMatchObject([
    { type: 'error', failure: { status: 429, message: 'rate limit' } },
  ]);
});

test.each<[number, string, number, unknown, Partial<UpstreamFailure>]>([
  [
    3,
    'a filter',
    400,
    { error: { code: 'content_filter', message: 'filtered', status: 400, innererror: {} } },
    { status: 400, code: 'content_filter', retryable: false, disables: false },
  ],
  [
    3,
    'a wrong key',
    401,
    { error: { code: '401', message: 'Access denied' } },
    { status: 401, disables: true },
  ],
  [3, 'a request that took too long', 408, { error: { code: 'Timeout' } }, { status: 408, retryable: false }],
  [17, 'an unpaid account', 400, { code: 'Arrearage', message: 'm', request_id: 'r' }, { disables: true }],
  [20, 'no credits', 402, { error: { code: 402, message: 'm' }, user_id: 'u' }, { disables: true }],
  [
    22,
    'a wrong key',
    500,
    { code: 514, statusText: 'unAuthApiKey', message: '' },
    { message: 'unAuthApiKey' },
  ],
  [
    25,
    'a spent account',
    429,
    { error: { type: 'exceeded_current_quota_error', message: 'm' } },
    { disables: true },
  ],
  [26, 'an empty account', 429, { error: { code: '1113', message: 'm' } }, { status: 429, disables: true }],
  [26, 'a wrong key', 400, { error: { code: '1003', message: 'm' } }, { status: 401, disables: true }],
  [26, 'too many at once', 400, { error: { code: '1302', message: 'm' } }, { status: 429, retryable: true }],
  [40, 'an empty account', 403, { code: 30001, message: 'm', data: null }, { disables: true }],
  [40, 'a wrong key', 401, 'Invalid token', { status: 401, message: 'Invalid token', disables: true }],
  [42, 'a wrong member', 422, { detail: [{ loc: ['body'], msg: 'extra', type: 't' }] }, { message: 'extra' }],
  [
    42,
    'a message in pieces',
    422,
    { object: 'error', message: { detail: [{ msg: 'bad' }] } },
    { status: 422 },
  ],
  [43, 'an empty account', 402, { error: { message: 'Insufficient Balance' } }, { disables: true }],
  [
    45,
    'an unpaid account',
    403,
    { error: { code: 'AccountOverdueError', message: 'm' } },
    { disables: true },
  ],
  [47, 'anything', 400, { detail: 'no such model' }, { message: 'no such model' }],
  [
    48,
    'a wrong key',
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: x' },
    { status: 401, disables: true, retryable: true },
  ],
  [
    48,
    'a wrong member',
    400,
    { code: 'Client specified an invalid argument', error: 'no' },
    { status: 400, disables: false, message: 'no' },
  ],
])('type %i: %s (%i)', (type, _what, status, body, expected) => {
  expect(providerOf(type).readError(status, {}, JSON.stringify(body))).toMatchObject(expected);
});
