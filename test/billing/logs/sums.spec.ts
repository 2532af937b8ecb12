import type { LogSumsResponse } from '../../../server/contract/resources/logs/log.js';
import type { UsageResponse } from '../../../server/contract/resources/usage.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { answer, SunoUpstream } from '../../doubles/suno-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { passDeadlines, poll, USD } from '../../tasks/task-gateway.js';

/** What the views of usage add up to: log, statistics, dashboard, and what account, token and channels have used. */
let gateway: Gateway;
let chats: ScriptedUpstream;
let suno: SunoUpstream;
let key: string;
const CLAUDE = 'claude-sonnet-4-5';

beforeAll(async () => {
  chats = await ScriptedUpstream.start();
  suno = await SunoUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken({ unlimited_quota: false, remain_quota: 100 * USD });
  await gateway.addChannel({ base_url: chats.url, models: 'gpt-4o' });
  await gateway.addChannel({ type: 14, base_url: chats.url, models: CLAUDE });
  await gateway.addChannel({ type: 24, base_url: chats.url, models: 'gemini-2.5-pro' });
  await gateway.addChannel({ type: 36, base_url: suno.url, models: 'suno_music,suno_lyrics' });
  await gateway.setQuota(100 * USD);
});
afterAll(async () => {
  await gateway?.close();
  await chats?.close();
  await suno?.close();
});
beforeEach(async () => {
  await gateway.quiet();
  for (const table of ['tasks', 'logs', 'quota_data', 'ledger_entries'])
    await gateway.sql(`DELETE FROM ${table}`);
  for (const table of ['users', 'tokens', 'channels'])
    await gateway.sql(`UPDATE ${table} SET used_quota = 0`);
  chats.clear();
});

async function chat(model: string): Promise<void> {
  chats.next('cached');
  const body = { model, messages: [{ role: 'user', content: 'hello' }] };
  const response = await gateway.relay('/v1/chat/completions', key, body);
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}

async function song(): Promise<string> {
  const response = await gateway.relay('/suno/submit/music', key, { gpt_description_prompt: 'a song' });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: string }).data;
}

async function finish(id: string, status: string): Promise<void> {
  suno.tasks.get(id)!.status = status;
  await poll(gateway);
}

/** The charge as each view has it, in quota units. */
async function views(): Promise<Record<string, number>> {
  await gateway.quiet();
  const one = async (sql: string) => Number((await gateway.sql<{ sum: string | null }>(sql))[0]?.sum ?? 0);
  const stat = (query = '') => gateway.manage<LogSumsResponse>('GET', `/api/log/stat?${query}`);
  const rows = await gateway.manage<UsageResponse[]>('GET', '/api/data/self/');
  const channels = await gateway.sql<{ id: number }>('SELECT id FROM channels');
  const perChannel = await Promise.all(channels.map(({ id }) => stat(`channel=${id}`)));
  return {
    ledger:
      0 -
      (await one(
        `SELECT sum(delta) FROM ledger_entries WHERE kind IN ('consume', 'correction', 'refund', 'settle')`,
      )),
    account: await one('SELECT sum(used_quota) FROM users'),
    token: await one('SELECT sum(used_quota) FROM tokens'),
    channels: await one('SELECT sum(used_quota) FROM channels'),
    statistics: (await stat()).quota,
    own: (await gateway.manage<LogSumsResponse>('GET', '/api/log/self/stat')).quota,
    'statistics by channel': perChannel.reduce((sum, { quota }) => sum + quota, 0),
    dashboard: rows.reduce((sum, { quota }) => sum + quota, 0),
  };
}

/** All views agree. @returns what they say */
async function agreed(): Promise<number> {
  const { ledger = Number.NaN, ...others } = await views();
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, ledger])));
  return ledger;
}

test('a song that failed is in no sum', async () => {
  const id = await song();
  expect(await agreed()).toBe(0.1 * USD);
  await finish(id, 'FAILURE');
  expect(await agreed()).toBe(0);
});

test('a submission without a response that is given back was never in the sums', async () => {
  suno.onSubmit = (response) => void response.socket?.destroy();
  await gateway.relay('/suno/submit/music', key, { gpt_description_prompt: 'a song' });
  await passDeadlines(gateway);
  expect(await agreed()).toBe(0);
});

test.each(['LogConsumeEnabled', 'DataExportEnabled'])(
  'a charge that is not recorded because %s is off is not subtracted either',
  async (option) => {
    await gateway.option(option, 'false');
    await gateway.settledEvents();
    const id = await song();
    await gateway.option(option, 'true');
    await gateway.settledEvents();
    await finish(id, 'FAILURE');
    expect(await agreed()).toBe(0);
  },
);

test.each([1, 2, 3])('any mix of calls, failed tasks and refunds adds up (seed %i)', async (seed) => {
  let state = seed;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const songs: string[] = [];
  for (let step = 0; step < 25; step++) {
    const kind = random(6);
    if (kind < 3) await chat(['gpt-4o', CLAUDE, 'gemini-2.5-pro'][kind]!);
    else if (kind === 3) songs.push(await song());
    else if (kind === 4 && songs.length > 0)
      await finish(songs.splice(random(songs.length), 1)[0]!, random(2) === 0 ? 'FAILURE' : 'SUCCESS');
    else {
      suno.onSubmit = (response) => answer(response, 503, 'overloaded');
      expect((await gateway.relay('/suno/submit/music', key, { prompt: 'x', mv: 'chirp-v4' })).status).toBe(
        503,
      );
    }
  }
  await passDeadlines(gateway);
  expect(await agreed()).toBeGreaterThan(0);
});

test.each(['gpt-4o', CLAUDE, 'gemini-2.5-pro'])(
  'tokens of %s mean the same in log, rate and dashboard: cached input is part of them',
  async (model) => {
    await chat(model);
    await gateway.quiet();
    const [row] = await gateway.logs();
    const { prompt_tokens: prompt, completion_tokens: completion, other } = row!;
    const cached = other.claude ? Number(other.cache_tokens) + Number(other.cache_creation_tokens) : 0;
    const [usage] = await gateway.manage<UsageResponse[]>('GET', '/api/data/self/');
    const { tpm } = await gateway.manage<LogSumsResponse>('GET', '/api/log/stat');
    const total = Number(prompt) + Number(completion) + cached;
    // Google reports no cache writes: they are part of the input.
    expect(total).toBe(100 + 2000 + 200 + 300 + 300);
    expect([usage?.token_used, tpm]).toEqual([total, total]);
  },
);
