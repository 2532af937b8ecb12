import type { DataSource } from 'typeorm';
import { optionsInMemory, type OptionsInMemory } from '../../../test/options/options-in-memory.js';
import type { OptionKey } from '../../contract/options/index.js';
import { PriceUse } from './price-use.js';
import { PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';

/** The enabled channels of each model that is served. */
class ServedInMemory extends PricesRepository {
  locks = 0;

  constructor(private readonly channelIds: Readonly<Record<string, readonly number[]>>) {
    super(undefined as unknown as DataSource);
  }

  override lockPricing(): Promise<void> {
    this.locks++;
    return Promise.resolve();
  }

  override servedNames(): Promise<string[]> {
    return Promise.resolve(Object.keys(this.channelIds).toSorted());
  }

  override countChannels(_manager: unknown, models: readonly string[]): Promise<number> {
    return Promise.resolve(new Set(models.flatMap((model) => this.channelIds[model] ?? [])).size);
  }
}

/** Models `m-a` and `m-b` of channel 1, `m-c` of the channels 1 and 2, and no price but those of `values`. */
async function serving(
  values: Partial<Record<OptionKey, unknown>>,
  channels: Readonly<Record<string, readonly number[]>> = { 'm-a': [1], 'm-b': [1], 'm-c': [1, 2] },
): Promise<OptionsInMemory & { stored: ServedInMemory }> {
  const gateway = await optionsInMemory({ ModelRatio: {}, ModelPrice: {}, ...values });
  // Registers the built-in tables.
  new PricesService(gateway.options);
  const stored = new ServedInMemory(channels);
  new PriceUse(gateway.options, stored, gateway.editor);
  return { ...gateway, stored };
}

const loss = (models: string, count: number, channels: number) =>
  expect.objectContaining({ code: 'models_lose_price', params: { models, count, channels } });

test('an option cannot take the last price of served models; the refusal names them and counts their channels', async () => {
  const { save, options } = await serving({ ModelRatio: { 'm-a': 1, 'm-b': 1, 'm-c': 1 } });
  await expect(save('ModelRatio', { 'm-b': 1 })).rejects.toEqual(loss('m-a, m-c', 2, 2));
  await expect(save('ModelRatio', { 'm-b': 1, 'm-c': 1 })).rejects.toEqual(loss('m-a', 1, 1));
  expect(options.get('ModelRatio')).toEqual({ 'm-a': 1, 'm-b': 1, 'm-c': 1 });
});

test('the same for prices per call', async () => {
  const { save } = await serving({ ModelPrice: { 'm-a': 0.1 } });
  await expect(save('ModelPrice', {})).rejects.toEqual(loss('m-a', 1, 1));
});

test.each([
  ['the editor confirms it', {}, { confirmed: true }],
  ['the model keeps a price per token', { 'm-a': 2 }, {}],
])('a price is taken where %s', async (_title, after, terms) => {
  const { save, options } = await serving({ ModelRatio: { 'm-a': 1 } });
  await save('ModelRatio', after, terms);
  expect(options.get('ModelRatio')).toEqual(after);
});

test('a model with another price may lose one, in either option', async () => {
  const { save } = await serving({ ModelRatio: { 'm-a': 1 }, ModelPrice: { 'm-a': 0.1 } });
  await save('ModelRatio', {});
  await expect(save('ModelPrice', {})).rejects.toEqual(loss('m-a', 1, 1));
  await save('ModelRatio', { 'm-a': 1 });
  await save('ModelPrice', {});
});

test('models that are not served, or had no price before, are none that lose it', async () => {
  const { save, options } = await serving({ ModelRatio: { elsewhere: 1, 'm-a': 1 } });
  await save('ModelRatio', { 'm-a': 1 });
  expect(options.get('ModelRatio')).toEqual({ 'm-a': 1 });
});

test.each([
  [5, 'm-1, m-2, m-3, m-4, m-5'],
  [6, 'm-1, m-2, m-3, m-4, m-5, …'],
])('of %d models, at most five are named', async (count, models) => {
  const names = Array.from({ length: count }, (_, index) => `m-${index + 1}`);
  const { save } = await serving(
    { ModelPrice: Object.fromEntries(names.map((name) => [name, 1])) },
    Object.fromEntries(names.map((name) => [name, [3]])),
  );
  await expect(save('ModelPrice', {})).rejects.toEqual(loss(models, count, 1));
});

test('without the public list, the models that only it prices cannot be sold', async () => {
  const { save, options } = await serving({}, { 'codestral-2508': [1], 'm-a': [2] });
  await expect(save('PublicPriceListEnabled', false)).rejects.toEqual(loss('codestral-2508', 1, 1));
  expect(options.get('PublicPriceListEnabled')).toBe(true);
});

test('in self-use mode all models are sold, so that none loses its price, until the mode ends', async () => {
  const { save } = await serving({ SelfUseModeEnabled: true, ModelRatio: { 'm-a': 1 } });
  await save('ModelRatio', { 'm-b': 1 });
  await save('PublicPriceListEnabled', false);
  await expect(save('SelfUseModeEnabled', false)).rejects.toEqual(loss('m-a, m-c', 2, 2));
  await save('ModelRatio', { 'm-a': 1, 'm-b': 1, 'm-c': 1 });
  await save('SelfUseModeEnabled', false);
});

test('a price that another process has just taken does not count', async () => {
  const { save, storeElsewhere } = await serving({ ModelRatio: { 'm-a': 1 }, ModelPrice: { 'm-a': 0.1 } });
  await storeElsewhere('ModelRatio', '{}');
  await expect(save('ModelPrice', {})).rejects.toEqual(loss('m-a', 1, 1));
});

test('changes of prices wait for each other, those of other options do not', async () => {
  const { save, stored } = await serving({});
  await save('CompletionRatio', {});
  await save('GroupRatio', { default: 2 });
  expect(stored.locks).toBe(0);
  await save('ModelRatio', { 'm-a': 1 });
  await save('SelfUseModeEnabled', true);
  expect(stored.locks).toBe(2);
});
