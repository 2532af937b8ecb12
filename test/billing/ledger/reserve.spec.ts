import { auditJournal } from '../../../server/core/redis/scripts/audit.js';
import type { HoldRequest } from '../../../server/billing/ledger/ledger.types.js';
import { until } from '../../setup/until.js';
import { freshWorld } from '../../setup/fresh-databases.js';
import { charge, LedgerHarness, newId, outcome, holdFor, type Process } from './ledger-harness.js';

let gateway: LedgerHarness;
let here: Process;

beforeAll(async () => {
  await freshWorld();
  gateway = await LedgerHarness.open();
  here = await gateway.process();
});

afterAll(() => gateway.close());

test('of 500 parallel requests against a balance for one, exactly one is admitted', async () => {
  const user = await gateway.user(100);
  const other = await gateway.process();
  const criteria = Array.from({ length: 500 }, (_, i) =>
    outcome((i % 2 ? here : other).gate.reserve(holdFor(user, 100))),
  );
  const outcomes = await Promise.all(criteria);
  expect(outcomes.filter((one) => one === 'held')).toHaveLength(1);
  // The balance is not empty, but all of it is held.
  expect(new Set(outcomes)).toEqual(new Set(['held', 'user_quota_low']));
});

test('of 100 parallel requests against a balance for ten, exactly ten are admitted', async () => {
  const user = await gateway.user(1000);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => outcome(here.gate.reserve(holdFor(user, 100)))),
  );
  expect(outcomes.filter((one) => one === 'held')).toHaveLength(10);
});

test('a balance that is there but too small says what there is and what was needed', async () => {
  const user = await gateway.user(70);
  await expect(here.gate.reserve(holdFor(user, 100))).rejects.toMatchObject({
    code: 'user_quota_low',
    params: { quota: 70, need: 100 },
  });
});

test('while a call to Redis is on its way, the requests of later turns wait for it together, but not for long', async () => {
  const user = await gateway.user(1000);
  const other = await gateway.process();
  const calls = jest.spyOn(here.redis, 'evalsha');
  try {
    // Loads the balance.
    await here.gate.reserve(holdFor(user, 1));
    calls.mockClear();
    await other.redis.client('PAUSE', 60_000, 'WRITE');
    const outcomes: Promise<string>[] = [];
    for (let turn = 0; turn < 20; turn++) {
      outcomes.push(outcome(here.gate.reserve(holdFor(user, 10))));
      await new Promise(setImmediate);
    }
    await until(() => calls.mock.calls.length > 1);
    await other.redis.client('UNPAUSE');
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['held']));
    expect(calls.mock.calls.length).toBeLessThan(8);
  } finally {
    calls.mockRestore();
  }
});

test('a token with too little refuses although its user has plenty, and nothing stays held', async () => {
  const user = await gateway.user(1000);
  const token = await gateway.token(user, 50);
  await expect(here.gate.reserve(holdFor(user, 51, { tokenId: token }))).rejects.toMatchObject({
    code: 'token_quota_low',
    params: { quota: 50, need: 51 },
  });
  expect(await outcome(here.gate.reserve(holdFor(user, 50, { tokenId: token })))).toBe('held');
  expect(await outcome(here.gate.reserve(holdFor(user, 950)))).toBe('held');
});

test('an unlimited token is not checked, its user is', async () => {
  const user = await gateway.user(100);
  const token = await gateway.token(user, 0, true);
  const unlimited = { tokenId: token, tokenUnlimited: true };
  expect(await outcome(here.gate.reserve(holdFor(user, 100, unlimited)))).toBe('held');
  expect(await outcome(here.gate.reserve(holdFor(user, 1, unlimited)))).toBe('user_quota_low');
});

test('a free model needs no balance', async () => {
  const user = await gateway.user(0);
  const hold = await here.gate.reserve(holdFor(user, 0));
  await here.gate.settle(hold, charge(0));
  expect(await outcome(here.gate.reserve(holdFor(user, 1)))).toBe('user_quota_empty');
});

test('what is released can be held again, what is settled is gone, and doing either twice changes nothing', async () => {
  const user = await gateway.user(100);
  const first = await here.gate.reserve(holdFor(user, 100));
  await here.gate.release(first);
  await here.gate.release(first);
  const second = await here.gate.reserve(holdFor(user, 100));
  await Promise.all([here.gate.settle(second, charge(60)), here.gate.settle(second, charge(60))]);
  await here.gate.release(second);
  await expect(here.gate.reserve(holdFor(user, 41))).rejects.toMatchObject({ params: { quota: 40 } });
});

test('a charge above the hold counts in full until it is posted, and the next request is refused', async () => {
  const user = await gateway.user(100);
  const hold = await here.gate.reserve(holdFor(user, 10));
  await here.gate.settle(hold, charge(130));
  expect(await outcome(here.gate.reserve(holdFor(user, 1)))).toBe('user_quota_empty');
});

test('a hold can be raised as far as balance and token carry it', async () => {
  const user = await gateway.user(100);
  const token = await gateway.token(user, 80);
  const hold = await here.gate.reserve(holdFor(user, 10, { tokenId: token }));
  expect(await here.gate.extend(hold, 60)).toBe(true);
  expect(hold.amount).toBe(70);
  expect(await here.gate.extend(hold, 11)).toBe(false);
  expect(await here.gate.extend(hold, 10)).toBe(true);
  await here.gate.release(hold);
  expect(await outcome(here.gate.reserve(holdFor(user, 80, { tokenId: token })))).toBe('held');
});

test('a hold settled while it is being raised leaves nothing behind', async () => {
  const user = await gateway.user(100);
  const hold = await here.gate.reserve(holdFor(user, 10));
  // The raise has to look up the balance first, so the settlement overtakes it.
  await here.redis.hdel(`tollgate:user:${user}`, 'q');
  const [raised] = await Promise.all([here.gate.extend(hold, 50), here.gate.settle(hold, charge(10))]);
  expect(raised).toBe(false);
  expect((await auditJournal(here.redis)).wrong).toEqual([]);
  const rest = await here.gate.reserve(holdFor(user, 90));
  await here.gate.release(rest);
});

test('two raises of one hold at once both count', async () => {
  const user = await gateway.user(100);
  const hold = await here.gate.reserve(holdFor(user, 10));
  expect(await Promise.all([here.gate.extend(hold, 30), here.gate.extend(hold, 20)])).toEqual([true, true]);
  expect(hold.amount).toBe(60);
  await expect(here.gate.reserve(holdFor(user, 41))).rejects.toMatchObject({ params: { quota: 40 } });
  await here.gate.release(hold);
});

describe('a preferred hold', () => {
  const preferred = (usual: number, possible: number, headroom = 16) => ({
    preferredHold: { usual, possible, headroom },
  });
  const held = async (user: number, amount: number, more: Partial<HoldRequest>) =>
    (await here.gate.reserve(holdFor(user, amount, more))).amount;

  test('of an ample balance it is all that the request can cost', async () => {
    const user = await gateway.user(16_000);
    expect(await held(user, 1, preferred(100, 1000))).toBe(1000);
  });

  test('of another it is the usual amount, beside other requests', async () => {
    const user = await gateway.user(3000);
    await held(user, 1, {});
    expect(await held(user, 1, preferred(100, 1000))).toBe(100);
  });

  test.each([
    ['twice the usual amount', 3000, 249, 498],
    ['a sixteenth of the balance where that is more', 3200, 50, 200],
    ['no more than the request can cost', 9000, 600, 1000],
    ['no more than there is', 300, 200, 300],
  ])('the only request of an account holds %s', async (_, balance, usual, expected) => {
    const user = await gateway.user(balance);
    expect(await held(user, 1, preferred(usual, 1000))).toBe(expected);
  });

  test('of less than the usual amount it is the rest, where no other request holds any', async () => {
    const user = await gateway.user(90);
    expect(await held(user, 10, preferred(100, 1000))).toBe(90);
  });

  test('it waits for what another request releases, at this process or another', async () => {
    for (const other of [here, await gateway.process()]) {
      const user = await gateway.user(250);
      const first = await other.gate.reserve(holdFor(user, 200));
      const second = held(user, 10, preferred(100, 1000));
      await other.gate.settle(first, charge(50));
      // 200 are left; the charge may still be outstanding or already be posted.
      expect(await second).toBeGreaterThanOrEqual(100);
    }
  });

  test('what is not released within a second is not waited for: the rest is held', async () => {
    const user = await gateway.user(250);
    await here.gate.reserve(holdFor(user, 200));
    expect(await held(user, 10, preferred(100, 1000))).toBe(50);
  });

  test('requests that wait are granted in their order', async () => {
    const user = await gateway.user(100);
    const first = await here.gate.reserve(holdFor(user, 100));
    const order: number[] = [];
    const waiting = Array.from({ length: 40 }, async (_, n) => {
      const hold = await here.gate.reserve(holdFor(user, 60));
      order.push(n);
      await here.gate.release(hold);
    });
    await here.gate.release(first);
    await Promise.all(waiting);
    expect(order).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });
});

test('the total limit counts admitted requests of all processes, not refused ones', async () => {
  const user = await gateway.user(1000);
  const limit = { windowSeconds: 60, total: 3, success: 1000 };
  const other = await gateway.process();
  expect(await outcome(here.gate.reserve(holdFor(user, 5000, { limit })))).toBe('user_quota_low');
  for (const one of [here, other, here]) await one.gate.reserve(holdFor(user, 1, { limit }));
  await expect(other.gate.reserve(holdFor(user, 1, { limit }))).rejects.toMatchObject({
    code: 'rate_limit_total',
    params: { minutes: 1, count: 3 },
    retryAfterSeconds: 60,
  });
  expect(await outcome(here.gate.reserve(holdFor(await gateway.user(10), 1, { limit })))).toBe('held');
});

test('a window that has passed lets requests in again', async () => {
  const user = await gateway.user(1000);
  const limit = { windowSeconds: 1, total: 1, success: 1 };
  const ask = () => outcome(here.gate.reserve(holdFor(user, 1, { limit })));
  // Both at once: between them no window passes.
  expect(await Promise.all([ask(), ask()])).toEqual(['held', 'rate_limit_total']);
  await until(async () => (await ask()) === 'held');
});

test('the success limit counts only successes', async () => {
  const user = await gateway.user(1000);
  const limit = { windowSeconds: 60, total: 0, success: 1 };
  await here.gate.release(await here.gate.reserve(holdFor(user, 1, { limit })));
  await here.gate.settle(await here.gate.reserve(holdFor(user, 1, { limit })), charge(1, { success: false }));
  await here.gate.settle(await here.gate.reserve(holdFor(user, 1, { limit })), charge(1));
  await expect(here.gate.reserve(holdFor(user, 1, { limit }))).rejects.toMatchObject({
    code: 'rate_limit_success',
    params: { minutes: 1, count: 1 },
  });
});

test('a journal at its limit admits nobody', async () => {
  const user = await gateway.user(1000);
  const length = await here.redis.xlen('tollgate:journal');
  const full = await gateway.process({ journalLimit: length + 1 });
  const first = await full.gate.reserve(holdFor(user, 1));
  await full.gate.settle(first, charge(1));
  await expect(full.gate.reserve(holdFor(user, 1))).rejects.toMatchObject({
    code: 'journal_full',
    status: 503,
  });
});

test('a quota that is no whole number of 0 or more is a defect and changes nothing', async () => {
  const user = await gateway.user(10);
  for (const amount of [-1, 0.5, Number.NaN, Infinity, 2 ** 60])
    await expect(here.gate.reserve(holdFor(user, amount))).rejects.toThrow(RangeError);
  const hold = await here.gate.reserve(holdFor(user, 10));
  await expect(here.gate.settle(hold, charge(-1))).rejects.toThrow(RangeError);
  await here.gate.release(hold);
});

test('a top-up is seen by the next request', async () => {
  const user = await gateway.user(0);
  expect(await outcome(here.gate.reserve(holdFor(user, 5)))).toBe('user_quota_empty');
  const reference = newId();
  await gateway.dataSource.transaction((manager) =>
    here.ledger.credit(manager, { userId: user, amount: 5, kind: 'topup', reference }),
  );
  await here.ledger.refreshCache({ users: [user] });
  expect(await outcome(here.gate.reserve(holdFor(user, 5)))).toBe('held');
});

test('afterwards every outstanding amount is the sum of holds and waiting charges', async () => {
  const audit = await auditJournal(here.redis);
  expect(audit.wrong).toEqual([]);
  expect(audit.openHolds).toBeGreaterThan(0);
});
