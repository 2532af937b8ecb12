import { ApiError } from '../contract/errors/api-error.js';
import { englishOf } from '../contract/stored-texts/stored-sentence.js';
import { UpstreamError } from '../dialects/canonical/failure.js';
import { notServed } from '../relay/pipeline/plan/channel-order.js';
import { rejectionReason } from './rejection-reason.js';

const detail = 'the channel does not support size';

test.each([
  [
    'no channel is left',
    new ApiError('model_not_found', { group: 'vip', model: 'kling-v2' }),
    'No available channel for model kling-v2 in group vip',
  ],
  ['the client disconnected', new ApiError('internal_error'), 'Internal server error'],
  [
    'every channel is at its limit',
    new ApiError('channels_full'),
    'every channel for this model is at its limit, please retry later',
  ],
  ['the balance is too low', new ApiError('user_quota_empty'), 'user quota is not enough'],
  ['the request cannot be converted', new ApiError('convert_request_failed', { detail }), detail],
  ['a parameter is not supported', new ApiError('unsupported_parameter', { detail }), detail],
  ['models are mapped in a cycle', new ApiError('model_mapped_error', { detail }), detail],
  [
    'no channel serves the route',
    notServed('vip', 'kling-v2'),
    'not implemented: no channel of group vip serves kling-v2 by this API',
  ],
  ['of a defect', new TypeError('x is not a function'), 'The submission failed'],
])('the reason of a task that failed because %s is English for English readers', (_, problem, english) => {
  expect(englishOf(rejectionReason(problem))).toBe(english);
});

test('the reason for clients of the compatible API is the message of the error', () => {
  const problem = new ApiError('model_not_found', { group: 'vip', model: 'kling-v2' });
  expect(rejectionReason(problem)).toBe(problem.message);
  const internal = new ApiError('internal_error');
  expect(rejectionReason(internal)).toBe(internal.message);
});

test('the message of a provider is stored without secrets', () => {
  const failure = { status: 400, kind: 'x', code: 'x', retryable: false, disables: false };
  const problem = new UpstreamError({ ...failure, message: '不支持 sk-abcdefghijklmnop' });
  expect(englishOf(rejectionReason(problem))).toBe('不支持 ***');
});
