import { statusRanges } from '../../../contract/options/status-ranges.js';
import type { UpstreamFailure } from '../../../dialects/canonical/failure.js';
import { mayRetry } from './channel-health.js';

const DEFAULT = '100-199,300-399,401-407,409-503,505-523,525-599';

const failure = (status: number, more: Partial<UpstreamFailure> = {}): UpstreamFailure => ({
  status,
  message: 'no',
  kind: 'upstream_error',
  code: 'bad_response_status_code',
  retryable: true,
  disables: false,
  ...more,
});

const rules = (statuses: string) => ({
  retryStatuses: statusRanges(statuses)!,
  disableStatuses: [],
  disableKeywords: [],
});

test.each([
  [422, true, DEFAULT, true],
  [422, false, DEFAULT, false],
  [413, false, DEFAULT, false],
  [500, false, DEFAULT, false],
  [400, true, DEFAULT, true],
  [400, false, DEFAULT, false],
  [504, true, DEFAULT, false],
  // A range that contains the status says nothing about it.
  [422, false, '400-599', false],
  [422, false, '422, 500-599', true],
  // None of the default ranges contains these, so the operator chose them.
  [400, false, '400-403', true],
  [504, false, '504-505', true],
  [422, true, '500-599', false],
])('status %i, retryable %s, with %s: %s', (status, retryable, statuses, expected) => {
  expect(mayRetry(failure(status, { retryable }), status, rules(statuses))).toBe(expected);
});

test('a status that the operator maps decides, whatever the provider module says', () => {
  expect(mayRetry(failure(422, { retryable: false }), 500, rules(DEFAULT))).toBe(true);
  expect(mayRetry(failure(503), 400, rules(DEFAULT))).toBe(true);
  expect(mayRetry(failure(422, { retryable: false }), 400, rules(DEFAULT))).toBe(false);
});

test('timeouts of the gateway are retried, and responses with a status of success never', () => {
  const timeout = failure(504, { code: 'upstream_timeout', retryable: false });
  expect(mayRetry(timeout, 504, rules(''))).toBe(true);
  expect(mayRetry(failure(200), 200, rules(DEFAULT))).toBe(false);
});
