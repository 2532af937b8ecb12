import fc from 'fast-check';
import type { ReceiptAnswer } from '../../../server/billing/logs/receipt-answer.js';
import { receiptOf } from '../../../server/billing/logs/receipt.js';
import { chargeFor, priceFor } from '../../../server/billing/prices/charge.js';
import { loggedTokens, logOther } from '../../../server/billing/prices/log-other.js';
import { priceByCall, priceByToken, type Price } from '../../../server/billing/prices/price-book.js';
import type { ChargedUsage } from '../../../server/billing/prices/usage.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

const row = {
  id: 1,
  user_id: 1,
  created_at: 1_800_000_000,
  type: 2,
  content: '',
  username: 'alice',
  token_name: 'one',
  model_name: 'm',
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 0,
  is_stream: false,
  channel: 3,
  channel_name: '',
  token_id: 1,
  group: 'default',
  other: '',
  request_id: 'r',
};

/** The receipt of a request of this usage at this price, by way of its row. */
function receiptFor(usage: ChargedUsage, price: Price, semantics: 'openai' | 'anthropic'): ReceiptAnswer {
  const other = logOther({
    requestId: 'r',
    price: priceFor(usage, price),
    usage,
    semantics,
    usageSource: 'upstream',
    channels: [3],
    upstreamModel: undefined,
    firstDataMs: undefined,
    stream: undefined,
    held: 700,
  });
  const { promptTokens, completionTokens } = loggedTokens(usage, semantics);
  return receiptOf({
    ...row,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    quota: chargeFor(usage, price),
    other: JSON.stringify(other),
  });
}

const priceOfRatio = (modelRatio: number): Price =>
  priceByToken({
    model: 'm',
    source: 'tables',
    modelRatio,
    completionRatio: 4,
    cacheRatio: 0.5,
    creationRatio: 1.25,
    creationRatio1h: 2,
    groupRatio: 1,
    toolPrices: { web_search: 10 },
    quotaPerUnit: 500_000,
  });

describe('a charge is worked out from its row alone', () => {
  const tokens = fc.nat(300_000);
  const ratio = fc.nat(40_000).map((thousandths) => thousandths / 1000);
  const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const more = fc
    .record({
      audioInput: some(tokens),
      audioOutput: some(tokens),
      imageInput: some(tokens),
      imageOutput: some(tokens),
      images: some(fc.integer({ min: 1, max: 10 })),
      calls: some(fc.nat(40).map((quarters) => quarters / 4)),
      search: some(fc.integer({ min: 1, max: 20 })),
    })
    .map(({ search, ...rest }) => ({
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      ...(search && { tools: { web_search: search } }),
    }));
  const usages = fc
    .record({
      input: tokens,
      cacheRead: tokens,
      cacheWrite5m: tokens,
      cacheWrite1h: tokens,
      output: tokens,
      reasoning: tokens,
      more: some(more),
    })
    // A member that holds nothing leaves no trace, and no vendor's reader makes one.
    .map(({ more: given, ...plain }) =>
      given && Object.keys(given).length > 0 ? { ...plain, more: given } : plain,
    );
  const terms = fc.record({
    modelRatio: ratio,
    completionRatio: ratio,
    cacheRatio: ratio,
    creationRatio: ratio,
    creationRatio1h: ratio,
    groupRatio: ratio,
    media: fc.record({ audioInput: ratio, audioCompletion: ratio, imageInput: ratio, imageOutput: ratio }),
  });
  const sold = { toolPrices: { web_search: 10 }, quotaPerUnit: 400_000 };
  const base = terms.map((given) => ({ model: 'm', source: 'tables' as const, ...given, ...sold }));
  const byToken = fc.tuple(base, some(base)).map(([given, long]) =>
    priceByToken({
      ...given,
      ...(long && { tiers: [{ from: 200_000, price: priceByToken({ ...long, tierFrom: 200_000 }) }] }),
    }),
  );
  const byCall = fc
    .tuple(ratio, ratio)
    .map(([usd, group]): Price => ({ ...priceByCall('m', usd, group, 400_000), ...sold }));

  test('whatever was used, and however it was sold', () => {
    fc.assert(
      fc.property(
        usages,
        fc.oneof(byToken, byCall),
        fc.constantFrom('openai' as const, 'anthropic' as const),
        (usage, price, semantics) => {
          const receipt = receiptFor(usage, price, semantics);
          expect(receipt).toMatchObject({ agrees: true, held: 700, returned: 700 - receipt.charged });
          const sum = receipt.lines.reduce((all, { quota }) => all + quota, 0);
          // Lines are shown as doubles; a charge above nothing is at least 1.
          expect(Math.abs(Math.max(sum, receipt.charged > 0 ? 1 : 0) - receipt.charged)).toBeLessThan(
            0.5 + receipt.charged * 1e-9 + 1e-6,
          );
        },
      ),
    );
  });

  test('of a free model also the vendor’s tools cost nothing', () => {
    const free = priceOfRatio(0);
    const usage = { input: 5, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 0 };
    const receipt = receiptFor({ ...usage, more: { tools: { web_search: 1 } } }, free, 'openai');
    expect(receipt).toMatchObject({ charged: 0, agrees: true });
    expect(receipt.lines.map(({ quota }) => quota)).toEqual([0, 0, 0]);
  });

  test('a price has one version, another price another', () => {
    const price = (cacheRatio: number) =>
      priceByToken({
        model: 'm',
        source: 'tables',
        modelRatio: 1,
        completionRatio: 4,
        cacheRatio,
        creationRatio: 1.25,
        creationRatio1h: 2,
        groupRatio: 1,
      });
    const plain = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };
    const version = (usage: ChargedUsage, cacheRatio: number) =>
      receiptFor(usage, price(cacheRatio), 'openai').price!.version;
    const first = version({ ...plain, input: 10, output: 1 }, 0.5);
    expect(version({ ...plain, input: 99, output: 7 }, 0.5)).toBe(first);
    expect(version({ ...plain, input: 10, output: 1 }, 0.1)).not.toBe(first);
  });

  test.each(['', 'no JSON', '[]', 'null', '{}', '{"model_ratio":"1"}', '{"admin_info":7,"held":"much"}'])(
    'a row that says %p has a receipt without a price',
    (other) => {
      expect(receiptOf({ ...row, quota: 5, other })).toMatchObject({
        price: null,
        lines: [],
        charged: 5,
        held: null,
        recomputed: null,
        agrees: null,
        attempts: [],
      });
    },
  );
});

describe('receipts of what was relayed', () => {
  let gateway: Gateway;
  let upstream: ScriptedUpstream;
  let key: string;
  let first: number;
  let second: number;

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start();
    gateway = await Gateway.start();
    key = await gateway.addToken();
    await gateway.option('RetryTimes', '2');
    const common = { base_url: upstream.url, models: 'gpt-4o' };
    first = await gateway.addChannel({ ...common, key: 'one', name: 'first choice', priority: 10 });
    second = await gateway.addChannel({ ...common, key: 'two', name: 'second choice' });
  }, 60_000);
  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
  });
  beforeEach(() => upstream.clear());

  const ask = () =>
    gateway.relay('/v1/chat/completions', key, {
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'hello' }],
    });

  /** The newest row. */
  async function newest(): Promise<{ id: number; request_id: string; quota: number }> {
    await gateway.logs();
    const rows = await gateway.sql<{ id: number; request_id: string; quota: number }>(
      'SELECT id, request_id, quota FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1',
    );
    return rows[0]!;
  }
  const receipt = (id: number | string) => gateway.manage<ReceiptAnswer>('GET', `/api/log/${id}/receipt`);

  test('say who failed and who answered, and what came of the hold', async () => {
    upstream.next('server-error', 'plain');
    await (await ask()).text();
    const { id, request_id, quota } = await newest();
    const told = await receipt(id);
    expect(told).toMatchObject({ id, request_id, charged: quota, recomputed: quota, agrees: true });
    expect(told.held! - told.returned!).toBe(quota);
    expect(told.price).toMatchObject({
      source: 'tables',
      model_price: -1,
      model_ratio: 1.25,
      group_ratio: 1,
    });
    expect(told.lines.map(({ name }) => name)).toEqual(expect.arrayContaining(['input', 'output']));
    const [failed, answered] = told.attempts;
    expect(failed).toMatchObject({ result: 'failed', reason: 'drawn', status: 500, channel: first });
    expect(failed!.channel_name).toBe('first choice');
    expect(answered).toMatchObject({ result: 'answered', reason: 'retry', channel: second });
    expect(await receipt(request_id)).toEqual(told);
  });

  test('say who was passed over: full, or left alone after failures', async () => {
    const limited = { setting: JSON.stringify({ limits: { requests_per_minute: 1 } }) };
    await gateway.manage('PUT', '/api/channel/', { id: first, ...limited });
    await gateway.settledEvents();
    await (await ask()).text();
    await (await ask()).text();
    expect((await receipt((await newest()).id)).attempts).toMatchObject([
      { result: 'skipped', reason: 'full', channel: first, channel_name: 'first choice' },
      { result: 'answered', reason: 'drawn', channel: second },
    ]);

    await gateway.manage('PUT', '/api/channel/', { id: first, setting: '{}' });
    await gateway.settledEvents();
    upstream.next({ refuse: { status: 429, message: 'busy', headers: { 'retry-after': '60' } } }, 'plain');
    await (await ask()).text();
    await (await ask()).text();
    expect((await receipt((await newest()).id)).attempts).toMatchObject([
      { result: 'skipped', reason: 'circuit_open', channel: first },
      { result: 'answered', reason: 'drawn', channel: second },
    ]);
  });

  test('a pinned channel is said to be', async () => {
    await (
      await gateway.relay('/v1/chat/completions', `${key}-${second}`, {
        model: 'gpt-4o',
        messages: [{ role: 'user', content: 'hello' }],
      })
    ).text();
    expect((await receipt((await newest()).id)).attempts).toMatchObject([{ reason: 'pinned' }]);
  });

  test('users see their own, without channels, and nobody else’s', async () => {
    upstream.next('server-error', 'plain');
    await (await ask()).text();
    const { id, request_id } = await newest();
    await gateway.manage('POST', '/api/user/', {
      username: 'alice',
      password: 'password 1',
      display_name: 'alice',
    });
    const login = await fetch(`${gateway.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'alice', password: 'password 1' }),
    });
    const alice = ((await login.json()) as { data: { id: number } }).data.id;
    const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]!);
    const asAlice = async (what: number | string) => {
      const answer = await fetch(`${gateway.url}/api/log/${what}/receipt`, {
        headers: { cookie: cookie.join('; '), 'new-api-user': String(alice) },
      });
      return (await answer.json()) as { success: boolean; message: string; data: ReceiptAnswer | null };
    };
    for (const what of [id, request_id])
      expect(await asAlice(what)).toMatchObject({ success: false, message: '日志不存在', data: null });

    await gateway.sql('UPDATE logs SET user_id = $1 WHERE id = $2', [alice, id]);
    for (const what of [id, request_id]) {
      const { data } = await asAlice(what);
      expect(data!.attempts.length).toBeGreaterThan(1);
      for (const attempt of data!.attempts) expect(attempt).toMatchObject({ channel: 0, channel_name: '' });
      expect(data).toMatchObject({ agrees: true });
    }
    await gateway.sql('UPDATE logs SET user_id = 1 WHERE id = $1', [id]);
  });

  test.each(['0', '999999999', 'x', '20261121110000', '99999999999999x', "1'--", '1e3'])(
    '%s is nobody’s',
    async (id) => {
      await expect(receipt(encodeURIComponent(id))).rejects.toThrow('日志不存在');
    },
  );

  test('rows that charged nobody have none', async () => {
    await gateway.sql(`INSERT INTO logs (user_id, created_at, type) VALUES (1, 1800000000, 3)`);
    const [made] = await gateway.sql<{ id: number }>(
      'SELECT id FROM logs WHERE type = 3 ORDER BY id DESC LIMIT 1',
    );
    await expect(receipt(made!.id)).rejects.toThrow('日志不存在');
  });
});
