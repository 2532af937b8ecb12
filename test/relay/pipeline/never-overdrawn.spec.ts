import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { limitIn, producing } from '../../doubles/requested-output.js';
import { RedisLedgerGate } from '../../../server/billing/ledger/gate/redis-ledger-gate.js';
import { Gateway, type LogRow } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

/** Ratio 1.25, completion ratio 4: 1.25 quota a prompt token, 5 an output token. At most 16,384 output tokens. */
const MODEL = 'gpt-4o';
const OUTPUT = 5;
/** What the most that the model can say costs, and a bit for the prompt. */
const MAX_COST = 16_384 * OUTPUT + 100;

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({
    base_url: upstream.url,
    models: `${MODEL},gpt-3.5-turbo-instruct,o3-mini,text-embedding-3-small`,
    priority: 10,
  });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-7-sonnet-20250219' });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.5-flash' });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  upstream.otherwise = producing;
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const chat = (outputTokens: number, more: object = {}) => ({
  model: MODEL,
  messages: [{ role: 'user', content: `produce ${outputTokens}` }],
  ...more,
});
const ask = (outputTokens: number, more: object = {}, token = key) =>
  gateway.relay('/v1/chat/completions', token, chat(outputTokens, more));
/** Everybody has asked before the first is answered. */
const slowly = { ...producing, headersAfterMs: 700 };
const statuses = (responses: Response[]) => responses.map(({ status }) => status);
const cost = (rows: readonly LogRow[]) =>
  rows.reduce((sum, { completion_tokens: out }) => sum + out * OUTPUT, 0);

test('120 parallel requests without max_tokens on a balance for five never cost more than the balance', async () => {
  await gateway.setQuota(20_000);
  upstream.otherwise = slowly;
  const seen = await Promise.all(Array.from({ length: 120 }, (_, i) => ask(3980, { stream: i % 2 === 0 })));
  await Promise.all(seen.map((response) => response.text()));
  const rows = await gateway.logs();
  expect(statuses(seen)).toContain(200);
  expect(new Set(statuses(seen))).toEqual(new Set([200, 403]));
  expect(cost(rows)).toBeLessThanOrEqual(20_000);
  expect(rows.filter(({ other }) => other.uncollected)).toEqual([]);
  expect(await gateway.quota()).toBeGreaterThanOrEqual(0);
});

test('one after another, a small balance is used up to the end, and the last answer is as long as it pays for', async () => {
  await gateway.setQuota(20_000);
  const outputs: number[] = [];
  for (let i = 0; i < 6; i++) {
    const response = await ask(1000);
    if (response.status !== 200) break;
    const { usage } = (await response.json()) as { usage: { completion_tokens: number } };
    outputs.push(usage.completion_tokens);
    await gateway.quiet();
  }
  expect(outputs.slice(0, 3)).toEqual([1000, 1000, 1000]);
  expect(outputs[3]).toBeGreaterThan(900);
  expect(outputs[3]).toBeLessThanOrEqual(1000);
  const left = await gateway.quota();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left).toBeLessThan(700);
});

describe('who has enough is not refused, and not limited', () => {
  test.each([
    ['no limit, plenty', 16 * MAX_COST, undefined, 1, [200], [undefined]],
    ['no limit, enough for one at its longest', MAX_COST + 10, undefined, 1, [200], ['limited']],
    ['no limit, less than the longest answer costs', 20_000, undefined, 1, [200], ['limited']],
    ['a limit that is paid for', 1000 * OUTPUT + 100, 1000, 1, [200], [1000]],
    ['a limit that is not', 500 * OUTPUT, 1000, 1, [200], ['limited']],
    ['3 at once with a limit, enough for three', 3 * (1000 * OUTPUT + 100), 1000, 3, [200], [1000]],
    ['2 at once without limit, less than one at its longest', 20_000, undefined, 2, [200], ['limited']],
    ['nothing to begin with', 10, undefined, 1, [403], []],
  ] as const)('%s', async (_, balance, limit, parallel, expected, limits) => {
    await gateway.setQuota(balance);
    upstream.otherwise = slowly;
    const more = limit === undefined ? {} : { max_tokens: limit };
    const seen = await Promise.all(Array.from({ length: parallel }, () => ask(50, more)));
    await Promise.all(seen.map((response) => response.text()));
    expect([...new Set(statuses(seen))].toSorted((a, b) => a - b)).toEqual(expected);
    const sent = upstream.requests.map(({ body }) => limitIn(body.toString()));
    const sentLimits = sent.map((tokens) =>
      tokens !== undefined && tokens !== limit && tokens * OUTPUT <= balance ? 'limited' : tokens,
    );
    expect([...new Set(sentLimits)]).toEqual(limits);
  });
});

test('20 at once without limit are all served by a balance for three at their longest, once the usual length is known', async () => {
  const model = 'gpt-4o-2024-11-20';
  await gateway.addChannel({ base_url: upstream.url, models: model });
  await gateway.setQuota(100 * MAX_COST);
  await Promise.all(Array.from({ length: 24 }, async () => (await ask(200, { model })).text()));
  await gateway.setQuota(3 * MAX_COST);
  upstream.otherwise = slowly;
  const seen = await Promise.all(Array.from({ length: 20 }, () => ask(300, { model })));
  await Promise.all(seen.map((response) => response.text()));
  expect([...new Set(statuses(seen))]).toEqual([200]);
  const rows = await gateway.logs();
  // Nobody's answer was cut short.
  expect([...new Set(rows.map(({ completion_tokens: out }) => out))]).toEqual([200, 300]);
});

test('a hold that does not pay for the longest answer pays for four times the usual one', async () => {
  const model = 'gpt-4-turbo';
  await gateway.addChannel({ base_url: upstream.url, models: model });
  await gateway.setQuota(100 * MAX_COST);
  await Promise.all(Array.from({ length: 24 }, async () => (await ask(200, { model })).text()));
  await gateway.setQuota(2 * MAX_COST);
  upstream.clear();
  upstream.otherwise = slowly;
  const seen = await Promise.all(Array.from({ length: 8 }, () => ask(790, { model })));
  await Promise.all(seen.map((response) => response.text()));
  const limits = upstream.requests.map(({ body }) => limitIn(body.toString()));
  expect(limits.every((limit) => limit !== undefined && limit >= 800)).toBe(true);
  const rows = await gateway.logs();
  expect(rows.filter(({ completion_tokens: out }) => out === 790)).toHaveLength(8);
});

test('what is usual rises where answers are cut at it', async () => {
  const model = 'gpt-4.1';
  await gateway.addChannel({ base_url: upstream.url, models: model });
  await gateway.setQuota(100 * MAX_COST);
  await Promise.all(Array.from({ length: 24 }, async () => (await ask(50, { model })).text()));
  const outputTokens = 1000;
  for (let round = 0; round < 3; round++) {
    await gateway.setQuota(MAX_COST / 4);
    const seen = await Promise.all(Array.from({ length: 16 }, () => ask(outputTokens, { model })));
    await Promise.all(seen.map((response) => response.text()));
  }
  await gateway.quiet();
  const outputs = (await gateway.logs()).map(({ completion_tokens: out }) => out);
  expect(outputs.some((out) => out > 50 && out < outputTokens)).toBe(true);
  expect(Math.max(...outputs)).toBe(outputTokens);
});

test('a request waits for what others hold, up to a second, and is refused only if it does not become free', async () => {
  const body = { max_tokens: 400 };
  await gateway.setQuota(400 * OUTPUT + 200);
  // The first holds nearly all and is answered soon; the second needs more than is left.
  upstream.otherwise = { ...producing, headersAfterMs: 300 };
  const first = ask(10, body);
  await until(() => upstream.requests.length === 1);
  expect((await ask(10, body)).status).toBe(200);
  expect((await first).status).toBe(200);
  expect(limitIn(upstream.last.body.toString())).toBe(400);
  await gateway.quiet();
  await gateway.setQuota(400 * OUTPUT + 100);
  upstream.clear();
  upstream.otherwise = { ...producing, headersAfterMs: 4000 };
  const long = ask(10, body);
  await until(() => upstream.requests.length === 1);
  const refused = await ask(10, body);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('quota')]);
  expect((await long).status).toBe(200);
});

describe('the limit goes upstream in the words of the protocol, and never above what was asked for', () => {
  const text = 'produce 9000';
  const messages = [{ role: 'user', content: text }];
  const contents = [{ role: 'user', parts: [{ text }] }];
  test.each([
    ['chat', '/v1/chat/completions', { model: MODEL, messages }, 'max_tokens'],
    [
      'chat of a reasoning model',
      '/v1/chat/completions',
      { model: 'o3-mini', messages },
      'max_completion_tokens',
    ],
    [
      'chat with the newer name',
      '/v1/chat/completions',
      { model: MODEL, messages, max_completion_tokens: 9000 },
      'max_completion_tokens',
    ],
    ['completions', '/v1/completions', { model: 'gpt-3.5-turbo-instruct', prompt: text }, 'max_tokens'],
    ['responses', '/v1/responses', { model: MODEL, input: text }, 'max_output_tokens'],
    [
      'messages',
      '/v1/messages',
      { model: 'claude-3-7-sonnet-20250219', messages, max_tokens: 9000 },
      'max_tokens',
    ],
    [
      'messages that think',
      '/v1/messages',
      {
        model: 'claude-3-7-sonnet-20250219',
        messages,
        max_tokens: 9000,
        thinking: { type: 'enabled', budget_tokens: 8000 },
      },
      'max_tokens',
    ],
    [
      'messages, translated to chat',
      '/v1/messages',
      { model: MODEL, messages, max_tokens: 9000 },
      'max_tokens',
    ],
    [
      'chat, translated to messages',
      '/v1/chat/completions',
      { model: 'claude-3-7-sonnet-20250219', messages },
      'max_tokens',
    ],
    [
      'gemini',
      '/v1beta/models/gemini-2.5-flash:generateContent',
      { contents, generationConfig: { temperature: 1 } },
      'maxOutputTokens',
    ],
    [
      'chat, translated to gemini',
      '/v1/chat/completions',
      { model: 'gemini-2.5-flash', messages },
      'maxOutputTokens',
    ],
  ])('%s', async (_, path, body, member) => {
    await gateway.setQuota(2000);
    const response = await gateway.relay(path, key, body);
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    const sent = upstream.last.body.toString();
    expect(sent).toContain(`"${member}":`);
    const limit = limitIn(sent)!;
    expect(limit).toBeGreaterThanOrEqual(16);
    expect(limit).toBeLessThan(9000);
    const { thinking } = (upstream.last.json ?? {}) as { thinking?: { budget_tokens?: number } };
    expect(thinking?.budget_tokens ?? 0).toBeLessThan(limit);
    const [row] = await gateway.logs();
    expect(row).toMatchObject({ other: { output_limit: limit } });
    expect(row!.other.uncollected).toBeUndefined();
    expect(await gateway.quota()).toBeGreaterThanOrEqual(0);
  });

  test('a smaller limit of the client stays, and param_override cannot raise it', async () => {
    const id = await gateway.addChannel({
      base_url: upstream.url,
      models: 'gpt-4o-2024-08-06',
      param_override: JSON.stringify({ max_tokens: 16_000 }),
    });
    expect(id).toBeGreaterThan(0);
    await gateway.setQuota(2000);
    await (await ask(9000, { max_tokens: 30 })).text();
    expect(limitIn(upstream.last.body.toString())).toBe(30);
    await gateway.quiet();
    await (await ask(9000, { model: 'gpt-4o-2024-08-06' })).text();
    expect(limitIn(upstream.last.body.toString())).toBeLessThan(400);
  });
});

test('a balance that does not pay for the smallest limit is refused, and nothing is written off', async () => {
  const seen: number[] = [];
  for (const balance of [70, 80, 90, 100, 130, 200]) {
    await gateway.setQuota(balance);
    const response = await ask(9000, { max_tokens: 9000 });
    await response.text();
    seen.push(response.status);
  }
  expect(seen).toEqual([403, 403, 403, 403, 403, 200]);
  const rows = await gateway.logs();
  expect(rows.map(({ other }) => other.uncollected)).toEqual([undefined]);
  expect(limitIn(upstream.last.body.toString())).toBeGreaterThanOrEqual(16);
});

test('a limit of the client that its channel raises to 16 is held as 16, and nothing is written off', async () => {
  const model = 'o1-pro';
  await gateway.addChannel({
    base_url: upstream.url,
    models: model,
    setting: JSON.stringify({ chat_via_responses: [model] }),
  });
  await gateway.setQuota(100 * MAX_COST);
  await (await ask(9000, { model, max_tokens: 1 })).text();
  expect(limitIn(upstream.last.body.toString())).toBe(16);
  await gateway.quiet();
  const paid = (await gateway.logs()).at(-1)!.quota;
  // Less than 16 tokens of output cost.
  await gateway.setQuota(paid - 2000);
  expect((await ask(9000, { model, max_tokens: 1 })).status).toBe(403);
  await gateway.setQuota(2 * paid);
  await (await ask(9000, { model, max_tokens: 1 })).text();
  await gateway.quiet();
  expect((await gateway.logs()).map(({ other }) => other.uncollected)).toEqual([undefined, undefined]);
});

describe('a limit of the client that a channel raises is held as raised, and not raised where the balance does not pay for that', () => {
  const claude = 'claude-3-7-sonnet-20250219';
  const overridden = 'gpt-4o-2024-05-13';
  const messages = [{ role: 'user', content: 'produce 9000' }];

  beforeAll(async () => {
    await gateway.addChannel({ type: 14, base_url: upstream.url, models: `${claude}-thinking` });
    await gateway.addChannel({
      base_url: upstream.url,
      models: overridden,
      param_override: JSON.stringify({ max_tokens: 1280 }),
    });
  });

  test.each([
    ['messages, suffix', '/v1/messages', { model: `${claude}-thinking`, messages }],
    ['chat, suffix', '/v1/chat/completions', { model: `${claude}-thinking`, messages }],
    ['chat, effort', '/v1/chat/completions', { model: claude, messages, reasoning_effort: 'high' }],
    [
      'responses, effort',
      '/v1/responses',
      { model: claude, input: 'produce 9000', reasoning: { effort: 'low' } },
    ],
    ['param_override', '/v1/chat/completions', { model: overridden, messages }],
  ])('%s', async (_, path, request) => {
    const body = { ...request, [path === '/v1/responses' ? 'max_output_tokens' : 'max_tokens']: 100 };
    await gateway.setQuota(100 * MAX_COST);
    expect((await gateway.relay(path, key, body)).status).toBe(200);
    expect(limitIn(upstream.last.body.toString())).toBe(1280);
    await gateway.quiet();
    const paid = (await gateway.logs()).at(-1)!.quota;
    // More than the client's limit costs, less than the raised one.
    await gateway.setQuota(Math.floor(paid / 2));
    expect((await gateway.relay(path, key, body)).status).toBe(200);
    const sent = upstream.last.body.toString();
    expect(limitIn(sent)).toBeLessThan(640);
    expect(sent).not.toContain('budget_tokens');
    await gateway.quiet();
    expect((await gateway.logs()).map(({ other }) => other.uncollected)).toEqual([undefined, undefined]);
    expect(await gateway.quota()).toBeGreaterThanOrEqual(0);
  });

  test('a model does not think where the hold limits a request without a limit to less than thinking needs', async () => {
    await gateway.setQuota(4000);
    const body = { model: claude, messages, reasoning_effort: 'high' };
    expect((await gateway.relay('/v1/chat/completions', key, body)).status).toBe(200);
    const sent = upstream.last.body.toString();
    expect(limitIn(sent)).toBeLessThan(600);
    expect(sent).not.toContain('budget_tokens');
    await gateway.quiet();
    expect((await gateway.logs()).map(({ other }) => other.uncollected)).toEqual([undefined]);
  });
});

test('a provider that ignores the limit is paid what is there; the rest is written off and shown', async () => {
  await gateway.setQuota(5000);
  const response = await gateway.relay('/v1/chat/completions', key, {
    model: MODEL,
    messages: [{ role: 'user', content: 'produce 3000 ignoring the limit' }],
  });
  expect(response.status).toBe(200);
  expect(await gateway.quota()).toBe(0);
  const [row] = await gateway.logs();
  expect(row!.quota).toBe(5000);
  expect(row!.other.uncollected).toBeGreaterThan(3000 * OUTPUT - 5000 - 100);
  const [{ id }] = (await gateway.sql<{ id: number }>(
    'SELECT id FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1',
  )) as [{ id: number }];
  const receipt = await gateway.manage<Record<string, unknown>>('GET', `/api/log/${id}/receipt`);
  expect(receipt).toMatchObject({ charged: 5000, uncollected: row!.other.uncollected, agrees: true });
  expect(await gateway.manage('GET', '/api/books/write-offs')).toContainEqual({
    hour: expect.any(Number),
    cause: 'beyond_hold',
    channel_id: row!.channel_id,
    charges: 1,
    quota: row!.other.uncollected,
  });
});

test('a token with a limit of its own limits the answer, whatever its owner has', async () => {
  await gateway.setQuota(10_000_000);
  const limited = await gateway.addToken({ unlimited_quota: false, remain_quota: 3000, name: 'limited' });
  upstream.otherwise = slowly;
  const seen = await Promise.all([1, 2, 3].map(() => ask(9000, {}, limited)));
  expect(statuses(seen).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
  await gateway.quiet();
  const [token] = await gateway.sql<{ remain_quota: number }>(
    `SELECT remain_quota FROM tokens WHERE name = 'limited'`,
  );
  expect(token!.remain_quota).toBeGreaterThanOrEqual(0);
  expect(token!.remain_quota).toBeLessThan(100);
});

test('a stream that reaches the balance although its provider ignores the limit ends with the error event', async () => {
  await gateway.setQuota(3000);
  upstream.next({
    answer: { text: Array.from({ length: 2000 }, (_, i) => ` word${i}`), usage: undefined },
    betweenFramesMs: 1,
  });
  const response = await gateway.relay('/v1/chat/completions', key, { ...chat(2000), stream: true });
  expect(await response.text()).toContain('quota');
  const [row] = await gateway.logs();
  expect(row!.other.stream_status).toMatchObject({ end_reason: 'quota_exhausted' });
  expect(await gateway.quota()).toBeGreaterThanOrEqual(0);
});

test('the option brings the flat hold back: nothing is limited, parallel requests begin, and no balance falls below zero', async () => {
  await gateway.option('FlatHoldEnabled', 'true');
  await gateway.settledEvents();
  try {
    await gateway.setQuota(20_000);
    upstream.otherwise = slowly;
    const seen = await Promise.all(Array.from({ length: 5 }, () => ask(3980)));
    await Promise.all(seen.map((response) => response.text()));
    expect(statuses(seen)).toEqual([200, 200, 200, 200, 200]);
    expect(upstream.requests.map(({ body }) => limitIn(body.toString()))).toEqual(Array(5).fill(undefined));
    expect(await gateway.quota()).toBe(0);
    const rows = await gateway.logs();
    expect(rows.some(({ other }) => other.uncollected)).toBe(true);
  } finally {
    await gateway.option('FlatHoldEnabled', 'false');
    await gateway.settledEvents();
  }
});

test('a defect while a hold is raised ends the stream with the last frames of its protocol', async () => {
  await gateway.setQuota(10 * MAX_COST);
  await gateway.option('FlatHoldEnabled', 'true');
  const words = Array.from({ length: 40 }, () => 'one two three four five six seven eight nine ten ');
  upstream.otherwise = { answer: { text: words }, betweenFramesMs: 10 };
  const extend = jest
    .spyOn(gateway.app.get(RedisLedgerGate), 'extend')
    .mockRejectedValue(new Error('a defect'));
  try {
    const model = 'claude-3-7-sonnet-20250219';
    const response = await gateway.relay('/v1/responses', key, {
      model,
      stream: true,
      input: 'hello',
    });
    const events = (await response.text()).split('\n\n').flatMap((frame) => {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      return data === undefined ? [] : [JSON.parse(data) as { type: string; sequence_number: number }];
    });
    expect(events.at(-1)).toMatchObject({ type: 'response.failed', sequence_number: events.length - 1 });
    expect(extend).toHaveBeenCalled();
    const [row] = await gateway.logs();
    expect(row!.quota).toBeGreaterThan(0);
  } finally {
    extend.mockRestore();
    await gateway.option('FlatHoldEnabled', 'false');
  }
});
