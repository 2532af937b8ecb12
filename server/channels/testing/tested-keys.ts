import { ApiError } from '../../contract/errors/api-error.js';
import {
  CHANNEL_TEST_FORMAT,
  type StoredChannelTest,
} from '../../contract/resources/channels/channel-test.js';
import { jsonbText } from '../../core/postgres/postgres-text.js';
import type { ChannelTestResult } from '../channel-tester.js';

/** Maximum keys whose error is in the message of a test. */
const MAX_NAMED = 3;
/** Of the texts in `last_test`, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 500;
const MAX_MODEL_LENGTH = 200;

/** One key of a channel and the result of its test. */
export interface TestedKey {
  readonly index: number;
  /** Whether it was disabled when its test began. */
  readonly wasDisabled: boolean;
  readonly result: ChannelTestResult;
}

/** Response time of a channel: that of its first working key, else of its first key. Milliseconds. */
export function responseTimeOf(tested: readonly TestedKey[]): number {
  const shown = tested.find(({ result }) => result.verdict === 'works') ?? tested[0];
  return shown?.result.milliseconds ?? 0;
}

/**
 * Keys whose failure is news: those in use, and all of them if none works. A disabled key that still fails is not, while
 * others work.
 */
export function failuresOf(tested: readonly TestedKey[]): TestedKey[] {
  const failed = tested.filter(({ result }) => result.verdict !== 'works');
  return failed.length === tested.length ? failed : failed.filter(({ wasDisabled }) => !wasDisabled);
}

/** The result of a test by hand: it fails if a key fails that is in use. */
export function summary(tested: readonly TestedKey[]): ChannelTestResult {
  const milliseconds = responseTimeOf(tested);
  const model = tested[0]?.result.model ?? '';
  const failed = failuresOf(tested);
  const [first] = failed;
  if (!first) return { verdict: 'works', message: '', milliseconds, model };
  if (tested.length === 1) return first.result;
  const detail = failed
    .slice(0, MAX_NAMED)
    .map(({ index, result }) => `#${index + 1}: ${result.message}`)
    .join('; ');
  const error = new ApiError('channel_test_keys_failed', {
    failed: failed.length,
    total: tested.length,
    detail,
  });
  return { verdict: 'failed', message: error.message, error, milliseconds, model };
}

/**
 * What is stored of a test of a channel. It works if one key does; the message is then that of the first key in use that
 * fails.
 * @param at Unix seconds
 */
export function lastTestOf(tested: readonly TestedKey[], at: number): StoredChannelTest {
  const works = tested.find(({ result }) => result.verdict === 'works');
  const [failed] = failuresOf(tested);
  return {
    format: CHANNEL_TEST_FORMAT,
    ok: works !== undefined,
    code: failed?.result.error?.code ?? '',
    message: failed ? jsonbText(messageOf(failed, tested.length > 1), MAX_MESSAGE_LENGTH) : '',
    milliseconds: Math.round(responseTimeOf(tested)),
    at,
    model: jsonbText((works ?? failed)?.result.model ?? '', MAX_MODEL_LENGTH),
  };
}

/** Credentials in it were masked by the test. */
function messageOf({ index, result: { message } }: TestedKey, isOneOfSeveral: boolean): string {
  return isOneOfSeveral ? `#${index + 1}: ${message}` : message;
}
