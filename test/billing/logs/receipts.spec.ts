import type { ReceiptResponse } from '../../../server/contract/resources/logs/receipt.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

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
  });
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
  const receipt = (id: number | string) => gateway.manage<ReceiptResponse>('GET', `/api/log/${id}/receipt`);

  test('say who failed and who answered, and what came of the hold', async () => {
    // Not a single 500, after which the same channel is asked once more.
    upstream.next('overloaded', 'plain');
    await (await ask()).text();
    const { id, request_id, quota } = await newest();
    const shown = await receipt(id);
    expect(shown).toMatchObject({ id, request_id, charged: quota, recomputed: quota, agrees: true });
    expect(shown.held! - shown.returned!).toBe(quota);
    expect(shown.price).toMatchObject({
      source: 'tables',
      model_price: -1,
      model_ratio: 1.25,
      group_ratio: 1,
    });
    expect(shown.lines.map(({ name }) => name)).toEqual(expect.arrayContaining(['input', 'output']));
    const [failed, answered] = shown.attempts;
    expect(failed).toMatchObject({
      result: 'failed',
      reason: 'drawn',
      status: 503,
      channel: first,
      ms: expect.any(Number),
      first_token_ms: null,
    });
    expect(failed!.channel_name).toBe('first choice');
    expect(answered).toMatchObject({
      result: 'answered',
      reason: 'retry',
      channel: second,
      first_token_ms: expect.any(Number),
    });
    expect(await receipt(request_id)).toEqual(shown);
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
      return (await answer.json()) as { success: boolean; message: string; data: ReceiptResponse | null };
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
