import {
  cacheWriteRatio,
  cacheWrites,
  endReasonOf,
  excludesCache,
  readLogDetails,
  readLoggedCharge,
  type LogDetails,
} from './log-details.js';

/** Rows of this gateway, of its older releases and of the compatible ones, by what they are about. */
const ROWS: readonly (readonly [kind: string, other: object, read: Partial<LogDetails>])[] = [
  [
    'a chat of the compatible system',
    {
      admin_info: { use_channel: ['1'] },
      cache_ratio: 1,
      cache_tokens: 0,
      completion_ratio: 4,
      frt: -1000,
      group_ratio: 0.8,
      model_price: -1,
      model_ratio: 37.5,
      is_model_mapped: true,
      upstream_model_name: 'gpt-4o',
      user_group_ratio: -1,
      request_path: '/v1/chat/completions',
      billing_source: 'wallet',
    },
    {
      model_ratio: 37.5,
      group_ratio: 0.8,
      is_model_mapped: true,
      upstream_model_name: 'gpt-4o',
      frt: -1000,
    },
  ],
  [
    'cached input',
    { model_ratio: 1, cache_tokens: 200, cache_ratio: 0.25 },
    { cache_tokens: 200, cache_ratio: 0.25, completion_ratio: 0, group_ratio: 1 },
  ],
  [
    'Claude, with cache writes of both lifetimes',
    {
      model_ratio: 1.5,
      claude: true,
      cache_creation_tokens: 30,
      cache_creation_ratio: 1.25,
      cache_creation_tokens_5m: 10,
      cache_creation_ratio_5m: 1.25,
      cache_creation_tokens_1h: 20,
      cache_creation_ratio_1h: 2,
    },
    { claude: true, cache_creation_tokens: 30, cache_creation_tokens_1h: 20, cache_creation_ratio_1h: 2 },
  ],
  [
    'audio',
    { model_ratio: 1, audio: true, audio_input: 5, audio_output: 0, audio_ratio: 8, text_input: 3 },
    { audio: true, audio_input: 5, audio_ratio: 8, audio_completion_ratio: 1, text_input: 3 },
  ],
  [
    'a realtime session',
    {
      model_ratio: 1,
      ws: true,
      audio_input: 5,
      text_output: 2,
      session: { id: 's', responses: 2, input_tokens: 8, output_tokens: 2 },
    },
    { ws: true, session: { id: 's', responses: 2, input_tokens: 8, output_tokens: 2 } },
  ],
  [
    'images',
    { model_price: 0.12, call_price: 0.04, image: true, images: 3, calls: 3, quota_per_unit: 500_000 },
    { model_price: 0.12, call_price: 0.04, images: 3, calls: 3 },
  ],
  ['a price per call', { group_ratio: 1, model_price: 0.1 }, { model_price: 0.1 }],
  [
    'a task',
    { model_price: 0.1, task_id: 'task_1', ratios: { seconds: 5 } },
    { task_id: 'task_1', ratios: { seconds: 5 } },
  ],
  [
    'a refund',
    { task_id: 'task_1', request_id: 'r', refunded_quota: 500 },
    { task_id: 'task_1', refunded_quota: 500, model_price: -1 },
  ],
  [
    'an error of a later version of the compatible system',
    { error_type: 'upstream_error', error_code: 'bad', status_code: 500, channel_id: 3, channel_name: 'a' },
    { model_price: -1 },
  ],
  [
    'an action of an administrator',
    { admin_info: { admin_id: 1, admin_username: 'root', before: { a: 1 }, after: { a: 2 } } },
    {
      admin_info: {
        use_channel: [],
        failures: [],
        skipped: [],
        chosen: 'drawn',
        admin_id: 1,
        admin_username: 'root',
        before: { a: 1 },
        after: { a: 2 },
      },
    },
  ],
  [
    'several attempts',
    {
      model_ratio: 1,
      admin_info: {
        use_channel: ['3', 7],
        failures: [{ status: 500, code: 'x' }],
        skipped: [{ channel: '9', reason: 'full' }],
        chosen: 'pinned',
      },
    },
    {
      admin_info: {
        use_channel: [3, 7],
        failures: [{ status: 500, code: 'x' }],
        skipped: [{ channel: 9, reason: 'full' }],
        chosen: 'pinned',
      },
    },
  ],
  ['the ending, where other gateways have it', { model_ratio: 1, end_reason: 'eof' }, { end_reason: 'eof' }],
  [
    'a setting',
    { option: { key: 'k', before: '1', after: '2' } },
    { option: { key: 'k', before: '1', after: '2' } },
  ],
  ['a channel test', { test: true, model_ratio: 0 }, { test: true, model_ratio: 0 }],
];

test.each(ROWS)('the details of %s are read', (_, other, read) => {
  expect(readLogDetails(JSON.stringify(other))).toMatchObject(read);
});

test.each(ROWS)('%s has a charge if it has a price', (_, other) => {
  const charge = readLoggedCharge(JSON.stringify(other));
  expect(charge !== undefined).toBe('model_ratio' in other || 'model_price' in other);
});

test.each(['', 'no JSON', '[]', 'null', '7', '"text"', '{"model_ratio":'])(
  'the text %p has no members and no charge',
  (other) => {
    expect(readLogDetails(other)).toEqual(readLogDetails('{}'));
    expect(readLoggedCharge(other)).toBeUndefined();
  },
);

test('malformed members count as absent, and a charge is not computed from the others', () => {
  const other = JSON.stringify({
    model_ratio: 2,
    cache_ratio: '0.5',
    cache_tokens: -1,
    frt: null,
    held: 'much',
    reasoning_effort: 'low',
    steps: [{ kind: 'advisor' }],
    stream_status: { status: 'ok' },
    admin_info: { use_channel: ['4'], failures: [{ status: 'x' }], chosen: 'unknown' },
  });
  expect(readLogDetails(other)).toMatchObject({
    model_ratio: 2,
    cache_ratio: 1,
    cache_tokens: 0,
    frt: 0,
    reasoning_effort: 'low',
    steps: [],
    admin_info: { use_channel: [4], failures: [], chosen: 'drawn' },
  });
  expect(readLogDetails(other)).not.toHaveProperty('held');
  expect(readLogDetails(other)).not.toHaveProperty('stream_status');
  expect(readLoggedCharge(other)).toBeUndefined();
  expect(readLogDetails('{"admin_info":7,"model_ratio":"1"}')).toEqual(readLogDetails('{}'));
});

test('other gateways write -1 where the group of the owner did not decide', () => {
  expect(readLoggedCharge('{"model_ratio":2,"user_group_ratio":-1}')!.user_group_ratio).toBeUndefined();
  expect(readLoggedCharge('{"model_ratio":2,"user_group_ratio":0}')!.user_group_ratio).toBe(0);
});

test('the end reason is that of the stream, or where other gateways write it', () => {
  const endReason = (other: object) => endReasonOf(readLogDetails(JSON.stringify(other)));
  expect(endReason({})).toBe('');
  expect(endReason({ stream_status: { status: 'ok', end_reason: 'done' } })).toBe('done');
  expect(endReason({ end_reason: 'eof' })).toBe('eof');
  expect(endReason({ stream_status: { end_reason: 'timeout' }, end_reason: 'eof' })).toBe('timeout');
});

test('a charge does not depend on how the request was served', () => {
  expect(readLoggedCharge('{"model_ratio":2,"held":"much","admin_info":7}')).toMatchObject({
    model_ratio: 2,
  });
});

test('cache writes are the sum of both lifetimes, whatever the row calls them', () => {
  const charge = (other: object) => readLoggedCharge(JSON.stringify({ model_ratio: 1, ...other }))!;
  expect(cacheWrites(charge({}))).toBe(0);
  expect(cacheWrites(charge({ cache_creation_tokens: 9 }))).toBe(9);
  expect(cacheWrites(charge({ cache_write_tokens: 8 }))).toBe(8);
  expect(cacheWrites(charge({ cache_creation_tokens_5m: 3, cache_creation_tokens_1h: 4 }))).toBe(7);
  expect(cacheWriteRatio(charge({}))).toBe(1);
  expect(cacheWriteRatio(charge({ cache_creation_ratio: 1.25 }))).toBe(1.25);
  expect(cacheWriteRatio(charge({ cache_creation_ratio: 1.25, cache_creation_ratio_5m: 1.5 }))).toBe(1.5);
});

test('cached tokens are counted apart in rows of Anthropic counts', () => {
  const charge = (other: object) => readLoggedCharge(JSON.stringify({ model_ratio: 1, ...other }))!;
  expect(excludesCache(charge({}))).toBe(false);
  expect(excludesCache(charge({ usage_semantic: 'openai' }))).toBe(false);
  expect(excludesCache(charge({ usage_semantic: 'anthropic' }))).toBe(true);
  expect(excludesCache(charge({ claude: true }))).toBe(true);
});
