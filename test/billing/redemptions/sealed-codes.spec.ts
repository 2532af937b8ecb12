import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CodeSealing } from '../../../server/billing/redemptions/code-sealing.js';
import { Vault } from '../../../server/core/crypto.js';
import { SealRedemptionCodes1795300000011 } from '../../../server/database/migrations/1795300000011-seal-redemption-codes.js';
import type { RedemptionPageResponse } from '../../../server/contract/resources/redemption.js';
import { Management, type Visitor } from '../../setup/management.js';

let site: Management;
let root: Visitor;

beforeAll(async () => {
  site = await Management.start();
  root = await site.root();
});
beforeEach(() => site.sql('DELETE FROM redemptions'));
afterAll(() => site?.close());

const redeem = (key: string) => root.post<number>('/api/user/topup', { key });
const stored = async () => JSON.stringify(await site.sql('SELECT * FROM redemptions'));
const listed = async () =>
  (await root.get<RedemptionPageResponse>('/api/redemption/?p=1&page_size=100')).data.items.map(
    ({ key }) => key,
  );

test('a code stands nowhere in the database, and administrators still hand it out', async () => {
  const { data: keys } = await root.post<string[]>('/api/redemption/', {
    name: 'sealed',
    quota: 500,
    count: 3,
  });
  const rows = await stored();
  for (const key of keys) expect(rows).not.toContain(key);
  expect((await listed()).toSorted()).toEqual(keys.toSorted());
  expect((await redeem(keys[0]!)).data).toBe(500);
  expect((await redeem(keys[0]!)).message).toBe('兑换失败，该兑换码已被使用');
  // What a copy of the database shows is no code.
  for (const { key, key_hash } of await site.sql<{ key: string; key_hash: string }>(
    'SELECT * FROM redemptions',
  ))
    for (const seen of [key, key_hash]) expect((await redeem(seen)).success).toBe(false);
});

/** How servers of releases before the sealed codes look a code up. */
const foundInPlainText = async (key: string) =>
  (await site.sql('SELECT 1 FROM redemptions WHERE key = $1 AND status = 1', [key])).length === 1;

test('codes of an earlier release stay readable for its servers for a day, and are encrypted then; the way back decrypts them', async () => {
  const source = site.app.get<DataSource>(getDataSourceToken());
  const sealing = new CodeSealing(source, site.app.get(Vault));
  const runner = source.createQueryRunner();
  const migration = new SealRedemptionCodes1795300000011();
  try {
    await migration.down(runner);
    const keys = Array.from({ length: 1500 }, (_, n) => n.toString(16).padStart(32, '0'));
    await site.sql(
      `INSERT INTO redemptions (key, name, quota) SELECT key, 'spring sale', 700 FROM unnest($1::text[]) AS key`,
      [keys],
    );
    await migration.up(runner);
    expect(await sealing.carryOut()).toBe(0);
    expect(await foundInPlainText(keys[0]!)).toBe(true);
    expect((await redeem(keys[1]!)).data).toBe(700);
    // Both releases find the codes that either of them makes.
    const { data: made } = await root.post<string[]>('/api/redemption/', {
      name: 'new',
      quota: 600,
      count: 2,
    });
    expect(await foundInPlainText(made[0]!)).toBe(true);
    expect((await redeem(made[1]!)).data).toBe(600);

    await site.sql("UPDATE postponed_steps SET due_at = now() - interval '1 second'");
    expect(await sealing.carryOut()).toBe(1502);
    expect(await sealing.carryOut()).toBe(0);
    for (const key of [keys[0]!, made[0]!]) expect(await stored()).not.toContain(key);
    expect((await redeem(made[0]!)).data).toBe(600);
    expect((await redeem(keys[1499]!)).data).toBe(700);
    const { data } = await root.get<RedemptionPageResponse>(
      '/api/redemption/search?keyword=spring&p=1&page_size=1',
    );
    // Lists count to a thousand.
    expect(data.total).toBeGreaterThan(1000);
    expect(keys).toContain(data.items[0]!.key);
    await migration.down(runner);
    expect(await stored()).toContain(keys[7]);
    await migration.up(runner);
    expect((await redeem(keys[7]!)).data).toBe(700);
  } finally {
    await runner.release();
  }
});

test('a row that was imported by hand is redeemed as it is', async () => {
  await site.sql("INSERT INTO redemptions (key, name, quota) VALUES ('imported-code', 'old', 900)");
  expect(await listed()).toEqual(['imported-code']);
  expect((await redeem('imported-code')).data).toBe(900);
});
