import type { OnboardingResponse } from '../../server/contract/resources/onboarding.js';
import { Management, type Visitor } from '../setup/management.js';

/** The facts of a first call. */
let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});

afterAll(() => gateway?.close());

const factsOf = async (visitor: Visitor) => (await visitor.get<OnboardingResponse>('/api/onboarding')).data;
const NOTHING = { done: false, channel: false, token_id: null, request: false };
const TOKEN = { name: 'first', remain_quota: 1000, expired_time: -1 };

async function newestToken(userId: number): Promise<number> {
  const [row] = await gateway.sql<{ id: number }>(
    'SELECT id FROM tokens WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [userId],
  );
  return row!.id;
}

test('of administrators: a channel that works, a token and an answer, each seen as soon as it is there', async () => {
  expect(await factsOf(root)).toEqual(NOTHING);

  const channel = { type: 1, key: 'sk-1', models: 'gpt-4o', group: 'default', name: 'a' };
  await root.post('/api/channel/', channel);
  const [row] = await gateway.sql<{ id: number }>("SELECT id FROM channels WHERE name = 'a'");
  const test = (ok: boolean) =>
    gateway.sql('UPDATE channels SET last_test = $2 WHERE id = $1', [
      row!.id,
      { format: 1, ok, code: '', message: '', milliseconds: 5, at: 1, model: 'gpt-4o' },
    ]);
  // Neither one that was never tested nor one that failed.
  expect((await factsOf(root)).channel).toBe(false);
  await test(false);
  expect((await factsOf(root)).channel).toBe(false);
  await test(true);
  expect((await factsOf(root)).channel).toBe(true);
  await gateway.sql('UPDATE channels SET status = 2');
  expect((await factsOf(root)).channel).toBe(false);
  // Of releases that did not store results: the response time of the last test that worked.
  await gateway.sql('UPDATE channels SET status = 1, last_test = NULL, response_time = 5');
  expect((await factsOf(root)).channel).toBe(true);
  await gateway.sql('UPDATE channels SET response_time = 0, used_quota = 1');
  expect((await factsOf(root)).channel).toBe(true);

  await root.post('/api/token/', TOKEN);
  const id = await newestToken(root.id);
  expect(await factsOf(root)).toEqual({ ...NOTHING, channel: true, token_id: id });
  await gateway.sql('UPDATE tokens SET expired_time = 1');
  expect((await factsOf(root)).token_id).toBeNull();
  await gateway.sql('UPDATE tokens SET expired_time = -1');

  await gateway.sql('UPDATE users SET used_quota = 1 WHERE id = $1', [root.id]);
  const done = { done: true, channel: true, token_id: id, request: true };
  expect(await factsOf(root)).toEqual(done);
  // Once done it costs no query, and a token that is deleted does not bring it back.
  await gateway.sql('UPDATE tokens SET deleted_at = now()');
  expect(await factsOf(root)).toEqual(done);
});

test('of users: their own facts, and nothing about channels', async () => {
  const user = await gateway.user('newcomer');
  expect(await factsOf(user)).toEqual({ ...NOTHING, channel: null });
  await user.post('/api/token/', TOKEN);
  const id = await newestToken(user.id);
  expect(await factsOf(user)).toEqual({ ...NOTHING, channel: null, token_id: id });
  // A model that is free is not charged, but the token was used.
  await gateway.sql('UPDATE tokens SET accessed_time = created_time + 1 WHERE id = $1', [id]);
  expect(await factsOf(user)).toEqual({ done: true, channel: null, token_id: id, request: true });
});
