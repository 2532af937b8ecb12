import { isDeepStrictEqual } from 'node:util';
import type { ListedPart } from '../../../contract/resources/logs/log-terms.js';
import { loggedDetails, noUsage, priceWith } from '../../../../test/billing/prices/logged-request.js';
import { priceByCall, type TokenPrice } from '../price.js';
import type { RequestFacts } from './request-log-details.js';
import type { ChargedUsage } from '../charge/usage.js';

const detailsOf = (change: Partial<RequestFacts> = {}) =>
  loggedDetails({ usage: { ...noUsage, input: 100, output: 20 }, ...change });

/** What a row has because of this change that an ordinary one does not have, or has with another value. */
function addedBy(change: Partial<RequestFacts>) {
  return Object.fromEntries(
    Object.entries(detailsOf(change)).filter(([key, value]) => {
      const isOrdinary = key in row && isDeepStrictEqual(row[key as keyof typeof row], value);
      return !isOrdinary;
    }),
  );
}

const row = {
  model_ratio: 1.5,
  group_ratio: 0.8,
  completion_ratio: 5,
  cache_tokens: 0,
  cache_ratio: 0.1,
  model_price: -1,
  usage_semantic: 'openai',
  usage_source: 'upstream',
  frt: undefined,
  request_id: 'r1',
  attempts: 1,
  held: undefined,
  admin_info: { use_channel: ['3'] },
};

test('an ordinary row has no member for anything that did not happen', () => {
  expect(detailsOf()).toStrictEqual(row);
  const empty = {
    failures: [],
    skipped: [],
    steps: [],
    chosen: undefined,
    task: undefined,
    context: undefined,
  };
  expect(detailsOf(empty)).toStrictEqual(row);
  expect(detailsOf({ usage: { ...noUsage, input: 100, output: 20, more: {} } })).toStrictEqual(row);
});

describe('where the price comes from', () => {
  test.each<[name: string, price: Partial<TokenPrice>, added: object]>([
    ['the public list', { source: 'list', listed: ['model_ratio'] }, { price_source: 'list' }],
    ['nowhere', { source: 'unset' }, { price_source: 'unset' }],
    [
      'the public list, but for the model ratio',
      { listed: ['cache_ratio'] },
      { public_list: ['cache_ratio'] },
    ],
    ['a ratio of the own group', { userGroupRatio: 0.8 }, { user_group_ratio: 0.8 }],
    ['a tier of long input', { tierFrom: 200_001 }, { tier_from: 200_001 }],
    ['a tier of long input from 0 tokens on', { tierFrom: 0 }, { tier_from: 0 }],
  ])('%s', (_name, price, added) => {
    expect(addedBy({ price: priceWith(price) })).toStrictEqual(added);
  });

  test('the service tier that served the request, with its factor', () => {
    const usage = { ...noUsage, input: 100, output: 20, serviceTier: 'priority' };
    expect(detailsOf({ usage })).toMatchObject({ service_tier: 'priority', service_tier_ratio: 1 });
    const price = priceWith({ serviceTierRatio: 2 });
    expect(detailsOf({ usage, price })).toMatchObject({ service_tier: 'priority', service_tier_ratio: 2 });
  });

  test('a price per call is stated with the units per USD that it was charged with', () => {
    const price = { ...priceByCall('dall-e-3', 0.04, 1, 500_000), quotaPerUnit: 500_000 };
    const one = detailsOf({ price });
    expect(one).toMatchObject({ model_price: 0.04, quota_per_unit: 500_000 });
    expect(one).not.toHaveProperty('call_price');
    const usage = { ...noUsage, input: 1, more: { calls: 3 } };
    expect(detailsOf({ price, usage })).toMatchObject({ model_price: 0.12, call_price: 0.04, calls: 3 });
  });
});

describe('a default is noted only where it decided the charge', () => {
  const parts: ListedPart[] = ['model_ratio', 'completion_ratio', 'cache_ratio', 'cache_creation_ratio'];
  test.each<[name: string, usage: Partial<ChargedUsage>, noted: ListedPart[]]>([
    ['input', { input: 5 }, ['model_ratio']],
    ['output', { output: 5 }, ['model_ratio', 'completion_ratio']],
    ['reasoning', { reasoning: 5 }, ['model_ratio', 'completion_ratio']],
    ['cache reads', { cacheRead: 5 }, ['model_ratio', 'cache_ratio']],
    ['cache writes for 5 minutes', { cacheWrite5m: 5 }, ['model_ratio', 'cache_creation_ratio']],
    ['cache writes for an hour', { cacheWrite1h: 5 }, ['model_ratio', 'cache_creation_ratio']],
    [
      'both kinds of writes alike',
      { cacheWrite5m: 5, cacheWrite1h: 5 },
      ['model_ratio', 'cache_creation_ratio'],
    ],
    ['all of them', { output: 5, cacheRead: 5, cacheWrite5m: 5 }, parts],
  ])('%s', (_name, usage, noted) => {
    expect(
      detailsOf({ price: priceWith({ defaulted: parts }), usage: { ...noUsage, ...usage } }).defaulted,
    ).toEqual(noted);
  });

  test('none, where only ratios are defaults that the request did not use', () => {
    const price = priceWith({ defaulted: ['cache_ratio', 'cache_creation_ratio'] });
    expect(detailsOf({ price })).toStrictEqual(row);
  });
});

describe('what happened to the request', () => {
  test.each<[name: string, facts: Partial<RequestFacts>, added: object]>([
    ['the hold', { held: 700 }, { held: 700 }],
    ['a hold of nothing', { held: 0 }, { held: 0 }],
    ['a hold that did not depend on the request', { flatHold: true }, { flat_hold: true }],
    [
      'another model name upstream',
      { upstreamModel: 'u' },
      { is_model_mapped: true, upstream_model_name: 'u' },
    ],
    [
      'the system prompt of the channel',
      { systemPromptBefore: true },
      { is_system_prompt_overwritten: true },
    ],
    ['the effort', { reasoningEffort: 'high' }, { reasoning_effort: 'high' }],
    ['the id of the provider', { upstreamRequestId: 'req_9' }, { upstream_request_id: 'req_9' }],
    ['the model that answered', { servedBy: 'gpt-5-mini' }, { served_by: 'gpt-5-mini' }],
    [
      'usage that was too high',
      { implausible: { input: 9, output: 8 } },
      { usage_capped: { input: 9, output: 8 } },
    ],
    ['an output limit', { outputLimit: 100 }, { output_limit: 100 }],
    ['an output limit of 0', { outputLimit: 0 }, { output_limit: 0 }],
    ['a limit of tool calls', { toolLimit: 5 }, { tool_limit: 5 }],
    ['a limit of no tool calls', { toolLimit: 0 }, { tool_limit: 0 }],
    ['a larger model for long input', { context: { requestedModel: 'small' } }, { asked_model: 'small' }],
    [
      'a stream without data',
      { stream: { status: 'error', endReason: 'eof' } },
      { frt: 0, stream_status: { status: 'error', end_reason: 'eof' } },
    ],
    ['the time to the first data', { firstDataMs: 120 }, { frt: 120 }],
    ['a task by token', { task: { id: 't1', ratios: undefined } }, { task_id: 't1' }],
    ['a task without factors', { task: { id: 't1', ratios: {} } }, { task_id: 't1' }],
    [
      'a task with factors',
      { task: { id: 't1', ratios: { size: 2 } } },
      { task_id: 't1', ratios: { size: 2 } },
    ],
    [
      'other model calls of the provider',
      { steps: [{ kind: 'search', input_tokens: 1, output_tokens: 2, quota: 3 }] },
      { steps: [{ kind: 'search', input_tokens: 1, output_tokens: 2, quota: 3 }] },
    ],
  ])('%s', (_name, facts, added) => {
    expect(addedBy(facts)).toStrictEqual(added);
  });
});

test('the path is stored without its query, and not longer than is sensible', () => {
  const stored = (path?: string) => detailsOf(path === undefined ? {} : { path }).request_path;
  expect(stored()).toBeUndefined();
  expect(stored('/v1/messages')).toBe('/v1/messages');
  const google = '/v1beta/models/gemini:generateContent';
  expect(stored(`${google}?key=sk-secret`)).toBe(google);
  expect(stored(`/${'x'.repeat(300)}?key=sk-secret`)).toHaveLength(200);
});

describe('what only administrators see', () => {
  const adminInfo = (change: Partial<RequestFacts>) => detailsOf(change).admin_info;

  test('the channels in the order in which they were tried', () => {
    expect(detailsOf({ channels: [3, 7, 3] })).toMatchObject({
      attempts: 3,
      admin_info: { use_channel: ['3', '7', '3'] },
    });
  });

  test('failures, with at most 64 characters of what the provider sent', () => {
    const long = 'x'.repeat(65);
    const failures = [
      { status: 429, code: 'rate_limited' },
      { status: 0, code: long, detail: `${long}y` },
    ];
    expect(adminInfo({ failures })).toStrictEqual({
      use_channel: ['3'],
      failures: [
        { status: 429, code: 'rate_limited' },
        { status: 0, code: 'x'.repeat(64), detail: 'x'.repeat(64) },
      ],
    });
  });

  test('channels that were skipped, and why the first one was chosen', () => {
    expect(adminInfo({ skipped: [{ channelId: 9, reason: 'full' }], chosen: 'pinned' })).toStrictEqual({
      use_channel: ['3'],
      skipped: [{ channel: '9', reason: 'full' }],
      chosen: 'pinned',
    });
  });
});
