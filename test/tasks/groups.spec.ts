import { answer, SunoUpstream } from '../doubles/suno-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, rowsOf, USD } from './task-gateway.js';

/** Tasks of tokens of group `auto`: which group takes them, and at which price. */
const models = 'suno_music,suno_lyrics';
let gateway: Gateway;
let suno: SunoUpstream;
let key: string;
let cheap: number;
let dear: number;

beforeAll(async () => {
  suno = await SunoUpstream.start();
  gateway = await Gateway.start();
  await gateway.option('GroupRatio', '{"default":1,"cheap":0.5,"dear":3}');
  await gateway.option('UserUsableGroups', '{"default":"","cheap":"","dear":""}');
  await gateway.option('AutoGroups', '["cheap","dear"]');
  await gateway.option('RetryTimes', '1');
  const channel = { type: 36, base_url: suno.url, models };
  const setting = JSON.stringify({ mj_max_concurrency: 1 });
  cheap = await gateway.addChannel({ ...channel, key: 'cheap-key', group: 'cheap', setting });
  dear = await gateway.addChannel({ ...channel, key: 'dear-key', group: 'dear' });
  key = await gateway.addToken({ group: 'auto' });
});
afterAll(async () => {
  await gateway?.close();
  await suno?.close();
});
beforeEach(async () => {
  suno.onSubmit = undefined;
  await gateway.sql('DELETE FROM tasks');
  await gateway.setQuota(10 * USD);
});

const submit = () => gateway.relay('/suno/submit/music', key, { gpt_description_prompt: 'a song' });

test('a submission that the first group fails is taken and charged by the next', async () => {
  suno.onSubmit = (response) => answer(response, 503, 'overloaded');
  expect((await submit()).status).toBe(200);
  const [row] = await rowsOf(gateway, 'task');
  expect(row).toMatchObject({ channel_id: dear, group_name: 'dear', quota: 0.3 * USD });
  expect(await gateway.quota()).toBe(9.7 * USD);
  expect((await gateway.logs()).at(-1)).toMatchObject({ group: 'dear', quota: 0.3 * USD });
});

test('a group whose channels have no room for another task is passed over', async () => {
  await submit();
  await submit();
  const rows = await rowsOf(gateway, 'task');
  expect(rows.map(({ channel_id, group_name }) => [channel_id, group_name])).toEqual([
    [cheap, 'cheap'],
    [dear, 'dear'],
  ]);
  expect(await gateway.quota()).toBe(9.65 * USD);
});

test('an unclear response is not repeated in the next group', async () => {
  suno.onSubmit = (response) => void response.socket?.destroy();
  const before = suno.tasks.size;
  const response = await submit();
  expect(response.status).toBeGreaterThanOrEqual(500);
  expect(suno.tasks.size).toBe(before);
  const [row] = await rowsOf(gateway, 'task');
  expect(row).toMatchObject({ status: 'UNKNOWN', group_name: 'cheap' });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
