import type { TFunction } from 'i18next';
import i18next from 'i18next';
import type { LogDetailsInput } from '../../server/contract/resources/logs/log-details.js';
import { failureLine, readFailure } from '../../web/src/features/logs/read-failure';
import { errorTexts as consoleEn } from '../../web/src/text/en/index';
import { errorTexts as consoleZh } from '../../web/src/text/zh/index';
import { addErrorTexts } from '../../web/src/text/error-text';

const ERROR = 5;
/** The text key stands for the text. */
const t = ((key: string, { n }: { n: number }) => `${key} ${n}`) as unknown as TFunction;

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: {} });
  addErrorTexts('en', consoleEn);
  addErrorTexts('zh', consoleZh);
});

afterEach(() => i18next.changeLanguage('en'));

function failureOf(other: LogDetailsInput, row: { content?: string; channel?: number } = {}) {
  const { content = '', channel = 0 } = row;
  const failure = readFailure({
    type: ERROR,
    content,
    channel,
    channel_name: channel === 0 ? '' : 'the last one',
    other: JSON.stringify(other),
  });
  if (!failure) throw new Error('not read');
  return failure;
}

test('rows of other types are no failures', () => {
  const other = JSON.stringify({ status_code: 429 });
  for (const type of [0, 1, 2, 3, 4, 6])
    expect(readFailure({ type, content: '', channel: 0, channel_name: '', other })).toBeUndefined();
});

test('an error of the gateway is in the language of the reader, with its parameters', async () => {
  const error = { code: 'model_not_found', params: { model: 'gpt-9', group: 'vip' } };
  const content = 'the English sentence of the row';
  expect(failureOf({ error }, { content }).text).toBe('No available channel for model gpt-9 in group vip');
  await i18next.changeLanguage('zh');
  expect(failureOf({ error }, { content }).text).toMatch(/\p{Script=Han}.*gpt-9/u);
});

test('a code of a newer server leaves the sentence of the row', () => {
  expect(failureOf({ error: { code: 'of_the_future' } }, { content: 'Too early' }).text).toBe('Too early');
});

test("a provider's message is the same for all readers", async () => {
  const content = 'Rate limit reached for gpt-4o\nPlease try again in 20s';
  expect(failureOf({ error_code: 'rate_limit_exceeded' }, { content }).text).toBe(content);
  await i18next.changeLanguage('zh');
  expect(failureOf({ error_code: 'rate_limit_exceeded' }, { content }).text).toBe(content);
});

test('members that a row lacks are undefined, and so is the status of a provider that was not called', () => {
  const nothing = {
    status: undefined,
    code: undefined,
    type: undefined,
    upstreamStatus: undefined,
    path: undefined,
    text: '',
    suppressed: 0,
    attempts: [],
    upstreamMessage: undefined,
  };
  expect(failureOf({})).toEqual(nothing);
  expect(failureOf({ admin_info: { upstream_status: 0 }, error_code: '', request_path: '' })).toEqual(
    nothing,
  );
});

test('a row of another gateway, whose `error` is a text, keeps its other members', () => {
  const other = { error: 'text', status_code: 503, error_code: 'overloaded' };
  const failure = failureOf(other as unknown as LogDetailsInput, { content: 'Overloaded' });
  expect(failure).toMatchObject({ status: 503, code: 'overloaded', text: 'Overloaded' });
});

test('the code is the one that the client got', () => {
  expect(failureOf({ error: { code: 'model_not_found' } }).code).toBe('model_not_found');
  expect(failureOf({ error: { code: 'invalid_query' }, error_code: 'invalid_request' }).code).toBe(
    'invalid_request',
  );
});

test('attempts are in the order of receipts, and none of them answered', () => {
  const { attempts } = failureOf(
    {
      admin_info: {
        use_channel: ['3', '5', '7'],
        failures: [
          { status: 429, code: 'rate_limit_exceeded' },
          { status: 502, code: 'upstream_unreachable', detail: 'ECONNREFUSED' },
        ],
        skipped: [{ channel: 2, reason: 'circuit_open' }],
        chosen: 'pinned',
      },
    },
    { channel: 7 },
  );
  expect(
    attempts.map(({ result, reason, channel, channel_name, status, code }) =>
      [result, reason, channel, channel_name, status, code].join(' | '),
    ),
  ).toEqual([
    'skipped | circuit_open | 2 |  |  | ',
    'failed | pinned | 3 |  | 429 | rate_limit_exceeded',
    'failed | retry | 5 |  | 502 | upstream_unreachable · ECONNREFUSED',
    'failed | retry | 7 | the last one |  | ',
  ]);
});

test.each<[LogDetailsInput, string, string]>([
  [{ status_code: 429 }, 'Too many', '429 · Too many'],
  [{ status_code: 429, suppressed: 27 }, 'Too many', 'log.suppressed 27 · 429 · Too many'],
  [{ suppressed: 1 }, '', 'log.suppressed 1'],
  [{ status_code: 500 }, '', '500'],
  [{}, 'Too many', 'Too many'],
  [{}, '', ''],
])('the line of %j with the text %j', (other, content, line) => {
  expect(failureLine(failureOf(other, { content }), t)).toBe(line);
});
