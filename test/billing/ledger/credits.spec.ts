import { setTimeout as sleep } from 'node:timers/promises';
import { storeBalances } from '../../../server/core/redis/scripts/balances.js';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { ledgerAuditLines } from '../../../server/billing/ledger/ledger-audit-lines.js';
import { freshWorld } from '../../setup/fresh-databases.js';
import { LedgerHarness, newId, outcome, holdFor, type Process } from './ledger-harness.js';

let gateway: LedgerHarness;
let here: Process;

beforeAll(async () => {
  await freshWorld();
  gateway = await LedgerHarness.open();
  here = await gateway.process();
});

afterAll(() => gateway.close());

const topup = (userId: number, amount: number, reference: string) =>
  gateway.dataSource.transaction((manager) =>
    here.ledger.credit(manager, { userId, amount, kind: 'topup', reference }),
  );

test('50 copies of one payment credit once, whenever they come', async () => {
  const user = await gateway.user(0);
  const done = await Promise.all(Array.from({ length: 50 }, () => topup(user, 500, 'order-1')));
  expect(done.filter(Boolean)).toHaveLength(1);
  await gateway.dataSource.query(
    `UPDATE ledger_entries SET created_at = created_at - 40 * 86400 WHERE request_id = 'order-1'`,
  );
  expect(await topup(user, 500, 'order-1')).toBe(false);
  expect(await gateway.quotaOf(user)).toBe(500);
});

test('a copy of a payment waits for the one under way, even into the next second, and credits nothing', async () => {
  const user = await gateway.user(0);
  let copy: Promise<boolean> | undefined;
  await gateway.dataSource.transaction(async (manager) => {
    const given = { userId: user, amount: 5, kind: 'topup', reference: 'order-3' } as const;
    await here.ledger.credit(manager, given);
    await sleep(1100);
    copy = topup(user, 5, 'order-3');
    await sleep(100);
  });
  expect(await copy).toBe(false);
  expect(await gateway.quotaOf(user)).toBe(5);
});

test('a credit that is rolled back leaves nothing, and may come again', async () => {
  const user = await gateway.user(0);
  const failing = gateway.dataSource.transaction(async (manager) => {
    await here.ledger.credit(manager, { userId: user, amount: 5, kind: 'topup', reference: 'order-2' });
    throw new Error('the order could not be marked');
  });
  await expect(failing).rejects.toThrow('marked');
  expect(await topup(user, 5, 'order-2')).toBe(true);
  expect(await gateway.quotaOf(user)).toBe(5);
});

test('a refund goes back to user and token', async () => {
  const user = await gateway.user(10);
  const token = await gateway.token(user, 20);
  await gateway.dataSource.transaction((manager) =>
    here.ledger.credit(manager, {
      userId: user,
      tokenId: token,
      amount: 7,
      kind: 'refund',
      reference: newId(),
    }),
  );
  await here.ledger.refreshCache({ users: [user], tokens: [token] });
  expect(await outcome(here.gate.reserve(holdFor(user, 17, { tokenId: token })))).toBe('held');
});

test('an edit applies the difference to what the editor saw, and never makes a debt', async () => {
  const user = await gateway.user(100);
  const edit = (quota: number, quotaBefore?: number) =>
    gateway.dataSource.transaction((manager) =>
      here.ledger.setUserQuota(manager, {
        userId: user,
        quota,
        reference: newId(),
        ...(quotaBefore === undefined ? {} : { quotaBefore }),
      }),
    );
  expect(await edit(150, 80)).toEqual({ before: 100, after: 170 });
  expect(await edit(40)).toEqual({ before: 170, after: 40 });
  expect(await edit(0, 90)).toEqual({ before: 40, after: 0 });
  await expect(edit(-5)).rejects.toThrow(RangeError);
});

test('parallel transfers of a reward move what is there and no more', async () => {
  const user = await gateway.user(0);
  await gateway.dataSource.query('UPDATE users SET aff_quota = 100 WHERE id = $1', [user]);
  const transfer = () =>
    gateway.dataSource.transaction((manager) =>
      here.ledger.transferReward(manager, { userId: user, amount: 30, reference: newId() }),
    );
  const done = await Promise.all(Array.from({ length: 10 }, transfer));
  expect(done.filter(Boolean)).toHaveLength(3);
  expect(await gateway.quotaOf(user)).toBe(90);
});

test('an account is opened once', async () => {
  const user = await gateway.user(10);
  const again = gateway.dataSource.transaction((manager) => here.ledger.open(manager, user, 10, 'again'));
  await expect(again).rejects.toThrow('already');
});

test('a token set to another allowance is what it was set to, by its entries too', async () => {
  const user = await gateway.user(10);
  const token = await gateway.token(user, 20);
  const change = await gateway.dataSource.transaction((manager) =>
    here.ledger.setTokenQuota(manager, { tokenId: token, userId: user, quota: 5, reference: newId() }),
  );
  expect(change).toEqual({ before: 20, after: 5 });
});

test('an older balance never replaces a newer one in Redis', async () => {
  const user = await gateway.user(10);
  await here.balances.refresh({ users: [user] });
  await storeBalances(here.redis, '', [{ kind: 'user', id: user, balance: 1_000_000, version: 0 }]);
  expect(await outcome(here.gate.reserve(holdFor(user, 11)))).toBe('user_quota_low');
});

test('after all this the books balance, and say so in words', async () => {
  const report = await auditLedger(gateway.dataSource, here.redis);
  expect(ledgerAuditLines(report).at(-1)).toBe('the ledger balances');
});
