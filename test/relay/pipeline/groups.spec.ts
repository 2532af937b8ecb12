import type { ReceiptResponse } from '../../../server/contract/resources/logs/receipt.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Which group a request is served in, and what that costs its owner. */
const MODEL = 'gpt-4o';
let gateway: Gateway;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.option('GroupRatio', '{"default":1,"vip":2,"svip":4}');
  await gateway.addChannel({ base_url: upstream.url, models: MODEL, group: 'default,vip' });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const good = { model: MODEL, messages: [{ role: 'user', content: 'hello' }], max_tokens: 1000 };

/** The row of one good request. */
async function rowOfRequest(key: string, body: object = good) {
  const response = await gateway.relay('/v1/chat/completions', key, body);
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  return (await gateway.logs()).at(-1)!;
}

describe('a ratio by the own group', () => {
  let key: string;

  beforeAll(async () => {
    key = await gateway.addToken({ group: 'vip' });
    await gateway.option('GroupGroupRatio', '{"default":{"vip":0.5},"svip":{"default":9}}');
    await gateway.settledEvents();
  });
  afterAll(() => gateway.option('GroupGroupRatio', '{}'));

  test('replaces that of the group used, in the hold, the charge, the log and the receipt', async () => {
    const usual = await rowOfRequest(await gateway.addToken());
    expect(usual.other).toMatchObject({ group_ratio: 1 });
    expect(usual.other).not.toHaveProperty('user_group_ratio');
    const special = await rowOfRequest(key);
    expect(special).toMatchObject({ group: 'vip', other: { group_ratio: 0.5, user_group_ratio: 0.5 } });
    expect(special.quota).toBe(Math.round(usual.quota / 2));
    expect(special.other.held).toBe(Math.floor(Number(usual.other.held) / 2));
    const receipt = await gateway.manage<ReceiptResponse>(
      'GET',
      `/api/log/${String(special.other.request_id)}/receipt`,
    );
    expect(receipt).toMatchObject({
      agrees: true,
      charged: special.quota,
      price: { group_ratio: 0.5, user_group_ratio: 0.5 },
    });
  });

  test('ends with the option that named it', async () => {
    await gateway.option('GroupGroupRatio', '{}');
    await gateway.settledEvents();
    const { other } = await rowOfRequest(key);
    expect(other.group_ratio).toBe(2);
    expect(other).not.toHaveProperty('user_group_ratio');
  });
});

describe('a token that leaves its group to the gateway', () => {
  let auto: string;
  let pinned: number;

  beforeAll(async () => {
    await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o-mini', group: 'vip' });
    pinned = await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4.1', group: 'svip' });
    // Serves no embeddings.
    await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'text-embedding-3-small' });
    const embeddings = { base_url: upstream.url, models: 'text-embedding-3-small', group: 'vip' };
    await gateway.addChannel(embeddings);
    await gateway.option('AutoGroups', '["svip","default","vip"]');
    await gateway.settledEvents();
    auto = await gateway.addToken({ group: 'auto' });
  });

  test('is served in the first group that has a channel and is open to its owner, and pays what that one costs', async () => {
    expect(await rowOfRequest(auto)).toMatchObject({ group: 'default', other: { group_ratio: 1 } });
    const mini = await rowOfRequest(auto, { ...good, model: 'gpt-4o-mini' });
    expect(mini).toMatchObject({ group: 'vip', other: { group_ratio: 2 } });
    const own = await rowOfRequest(await gateway.addToken({ group: 'vip' }), {
      ...good,
      model: 'gpt-4o-mini',
    });
    expect([mini.quota, mini.other.held]).toEqual([own.quota, own.other.held]);
  });

  test('passes over a group whose channels cannot do what is asked', async () => {
    const body = { model: 'text-embedding-3-small', input: 'hello' };
    expect((await gateway.relay('/v1/embeddings', auto, body)).status).toBe(200);
    expect((await gateway.logs()).at(-1)).toMatchObject({ group: 'vip' });
  });

  test('pays the ratio of the owner’s group in the group that served', async () => {
    await gateway.option('GroupGroupRatio', '{"default":{"vip":0.25}}');
    await gateway.settledEvents();
    expect(await rowOfRequest(auto, { ...good, model: 'gpt-4o-mini' })).toMatchObject({
      group: 'vip',
      other: { group_ratio: 0.25, user_group_ratio: 0.25 },
    });
    await gateway.option('GroupGroupRatio', '{}');
  });

  test('gets an error if no group has a channel, and lists the models of all of them', async () => {
    const response = await gateway.relay('/v1/chat/completions', auto, { ...good, model: 'gpt-4.1' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'model_not_found',
        message: expect.stringContaining('当前分组 auto 下对于模型 gpt-4.1'),
      },
    });
    const list = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${auto}` } });
    const { data } = (await list.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['gpt-4o', 'gpt-4o-mini', 'text-embedding-3-small']);
  });

  test('is charged as its owner where a pinned channel is in none of the groups', async () => {
    const row = await rowOfRequest(`${auto}-${pinned}`, { ...good, model: 'gpt-4.1' });
    expect(row).toMatchObject({ group: 'default', channel_id: pinned });
  });

  test('is refused once there are no automatic groups', async () => {
    await gateway.option('AutoGroups', '[]');
    await gateway.settledEvents();
    const response = await gateway.relay('/v1/chat/completions', auto, good);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('令牌分组 auto 已被禁用');
  });
});
