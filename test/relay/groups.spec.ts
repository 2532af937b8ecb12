import type { ReceiptAnswer } from '../../server/billing/logs/receipt-answer.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Gateway } from '../setup/gateway.js';

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
async function asked(key: string, body: object = good) {
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
    const usual = await asked(await gateway.addToken());
    expect(usual.other).toMatchObject({ group_ratio: 1 });
    expect(usual.other).not.toHaveProperty('user_group_ratio');
    const special = await asked(key);
    expect(special).toMatchObject({ group: 'vip', other: { group_ratio: 0.5, user_group_ratio: 0.5 } });
    expect(special.quota).toBe(Math.round(usual.quota / 2));
    expect(special.other.held).toBe(Math.floor(Number(usual.other.held) / 2));
    const receipt = await gateway.manage<ReceiptAnswer>(
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
    const { other } = await asked(key);
    expect(other.group_ratio).toBe(2);
    expect(other).not.toHaveProperty('user_group_ratio');
  });
});
