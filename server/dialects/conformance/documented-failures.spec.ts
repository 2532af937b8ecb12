import type { UpstreamFailure } from '../canonical/failure.js';
import { definitionOf } from '../providers/registry.js';

const failureOf = (type: number, status: number, body: object): UpstreamFailure =>
  definitionOf(type)!.api!.readError(status, {}, JSON.stringify(body));
const error = (message: string, code?: string) => ({ error: { message, code } });

test.each<[string, number, number, object]>([
  ['Together', 1001, 403, error('`inputs` tokens + `max_new_tokens` must be <= 32769')],
  ['Baidu V2, of characters', 46, 400, error('the limit is 2000', 'characters_too_long')],
  ['Baidu V2, of tokens', 46, 400, error('the limit is 2000', 'tokens_too_long')],
  ['DeepInfra', 1005, 500, error('Requested input length 99009 exceeds maximum input length 8192')],
  ['vLLM', 1021, 400, error('The decoder prompt (length 9) is longer than the maximum model length of 8.')],
  ['a gateway to vLLM', 1, 400, error('The prompt (length 9) is longer than the maximum model length of 8.')],
  ['a gateway to Zhipu', 1, 400, error('no', '1261')],
])('a conversation that is too long for %s', (_name, type, status, body) => {
  expect(failureOf(type, status, body)).toMatchObject({ status, tooLong: true, retryable: false });
});

test.each([
  ['Together, of another kind', 1001, 403, error('the model is not available')],
  ['a gateway, whose status 403 is that of the key', 1, 403, error('`inputs` tokens + `max_new_tokens`')],
  ['another server, whose status is 500', 1, 500, error('input length 9 exceeds maximum input length 8')],
])('an error of %s', (_name, type, status, body) => {
  expect(failureOf(type, status, body)).not.toHaveProperty('tooLong');
});

describe('Zhipu', () => {
  test.each(['1110', '1111', '1112', '1113', '1121', '1309'])('%s: the account is unusable', (code) => {
    for (const type of [26, 1018])
      expect(failureOf(type, 429, error('no', code))).toMatchObject({ disables: true, retryable: true });
  });

  test.each(['1302', '1303', '1304', '1305', '1308', '1310', '1312', '1313'])('%s: a limit', (code) => {
    const limit = { status: 429, disables: false, retryable: true };
    for (const type of [26, 1018]) expect(failureOf(type, 400, error('no', code))).toMatchObject(limit);
  });

  test('1311: another channel may have the model', () => {
    const failure = failureOf(26, 400, error('no', '1311'));
    expect(failure).toMatchObject({ status: 403, disables: false, retryable: true });
  });
});

test.each(['INVALID_API_KEY', 'BILLING_BALANCE_NOT_ENOUGH', 'NOT_ENOUGH_BALANCE'])(
  'the reason %s disables a channel of Novita',
  (reason) => {
    expect(failureOf(1006, 403, { code: 403, reason, message: 'no' })).toMatchObject({ disables: true });
  },
);

test.each([
  [1024, { status: 500, retryable: true }],
  [1033, { status: 500, retryable: true }],
  [1041, { status: 429, retryable: true }],
  [1042, { status: 400, retryable: false }],
])('the code %i of MiniMax, in a response with status 200', (code, expected) => {
  const body = { choices: null, base_resp: { status_code: code, status_msg: 'no' } };
  let failure: unknown;
  try {
    definitionOf(35)!.api!.chat!.answer(body);
  } catch (problem) {
    ({ failure } = problem as { failure: unknown });
  }
  expect(failure).toMatchObject(expected);
});

test.each([
  ['Arrearage', 400],
  ['exceeded_current_quota_error', 429],
  ['insufficient_user_quota', 403],
])('%s disables every channel, because gateways pass it on', (code, status) => {
  expect(failureOf(1, status, error('no', code))).toMatchObject({ status, disables: true });
});
