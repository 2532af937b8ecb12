import type { INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PricesModule } from '../../../server/billing/prices/prices.module.js';
import { defaultTables } from '../../../server/billing/prices/defaults/default-tables.js';
import { PricesService } from '../../../server/billing/prices/prices.service.js';
import { CoreModule } from '../../../server/core/core.module.js';
import { DatabaseModule } from '../../../server/database/database.module.js';
import { OptionsModule } from '../../../server/options/options.module.js';
import { OptionsEditor } from '../../../server/options/options-editor.js';
import { OptionsService } from '../../../server/options/options.service.js';
import { freshWorld } from '../../setup/fresh-databases.js';

@Module({ imports: [CoreModule, DatabaseModule, OptionsModule, PricesModule] })
class PricesTestModule {}

const root = { id: 1, username: 'root', role: 100 };
const buyer = { acceptUnset: false };
let gateway: INestApplicationContext;
let prices: PricesService;
let options: OptionsService;
let editor: OptionsEditor;

beforeAll(async () => {
  await freshWorld();
  gateway = await NestFactory.createApplicationContext(PricesTestModule, { logger: ['error'] });
  prices = gateway.get(PricesService);
  options = gateway.get(OptionsService);
  editor = gateway.get(OptionsEditor);
});
afterAll(() => gateway.close());

test('a new installation sells by the built-in tables and shows them as options', () => {
  expect(prices.price('gpt-4o', 'default', buyer)).toMatchObject({ modelRatio: 1.25, completionRatio: 4 });
  expect(JSON.parse(options.text('ModelRatio'))).toEqual(defaultTables.modelRatio);
  expect(JSON.parse(options.text('ModelPrice'))).toEqual(defaultTables.modelPrice);
  expect(JSON.parse(options.text('CacheRatio'))).toEqual(defaultTables.cacheRatio);
});

test('a saved table prices the next request', async () => {
  await editor.save(root, 'ModelRatio', '{"gpt-4o":2}');
  await editor.save(root, 'GroupRatio', '{"default":0.5}');
  expect(prices.price('gpt-4o', 'default', buyer)).toMatchObject({ modelRatio: 2, groupRatio: 0.5 });
  await editor.reset(root, 'ModelRatio');
  expect(prices.price('gpt-4o', 'default', buyer).modelRatio).toBe(1.25);
});

test('listeners of price changes read the new prices', async () => {
  const seen: number[] = [];
  prices.onChange(() => seen.push(prices.price('gpt-4o', 'default', buyer).modelRatio));
  await editor.save(root, 'ModelRatio', '{"gpt-4o":3}');
  await editor.reset(root, 'ModelRatio');
  expect(seen).toEqual([3, 1.25]);
});

test('self-use mode sells models without a price', async () => {
  expect(() => prices.price('nobody-knows', 'default', buyer)).toThrow('nobody-knows');
  await editor.save(root, 'SelfUseModeEnabled', true);
  expect(prices.price('nobody-knows', 'default', buyer).modelRatio).toBe(37.5);
  await editor.save(root, 'SelfUseModeEnabled', false);
  expect(() => prices.price('nobody-knows', 'default', buyer)).toThrow('nobody-knows');
});

test('holds assume as many tokens as the option says, amounts are shown as the option says', async () => {
  const price = prices.price('gpt-4', undefined, buyer);
  expect(prices.hold(price, 1, undefined)).toBe(500 * 15);
  await editor.save(root, 'PreConsumedQuota', 10);
  expect(prices.hold(price, 1, undefined)).toBe(10 * 15);
  expect(prices.quotaLogText(2000)).toBe('＄0.004000 额度');
  await editor.save(root, 'DisplayInCurrencyEnabled', false);
  expect(prices.quotaText(2000)).toBe('2000');
});
