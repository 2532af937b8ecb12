import { channelTypesAt } from '../channel-types.js';
import { knownModels, modelsByType } from './model-catalog.js';
import { datesOf, isRetired } from '../../dialects/providers/model-dates.js';
import { definitions } from '../../dialects/providers/registry.js';

const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const dated = definitions.filter((one) => datesOf(one).size > 0);
const namesAt = (day: string) =>
  new Map(channelTypesAt(new Date(`${day}T12:00:00Z`)).map((one) => [one.type, one]));

test.each(dated.map((one) => [one.id, one] as const))(
  '%s: dates of models are days, and a model is released before it is retired',
  (_id, definition) => {
    for (const [model, { released, retires, removed }] of datesOf(definition)) {
      for (const day of [released, retires].filter((one) => one !== '')) {
        expect([model, day]).toEqual([model, expect.stringMatching(DAY)]);
        expect([model, new Date(day).toISOString().slice(0, 10)]).toEqual([model, day]);
      }
      if (released !== '' && retires !== '') expect([model, released < retires]).toEqual([model, true]);
      expect([model, removed && retires !== '']).toEqual([model, false]);
      expect([model, released !== '' || retires !== '' || removed]).toEqual([model, true]);
    }
  },
);

test('no type suggests a model that is retired, and every type that has models suggests some', () => {
  const known = new Set(knownModels().map(({ id }) => id));
  for (const { type, id, models, model_dates, offered } of channelTypesAt(new Date())) {
    const retired = new Set(model_dates.filter((one) => one.retired).map(({ model }) => model));
    expect([id, models.filter((model) => retired.has(model))]).toEqual([id, []]);
    expect(new Set(models).size).toBe(models.length);
    if (offered) {
      expect([id, models.filter((model) => !known.has(model))]).toEqual([id, []]);
      expect([id, models.length > 0]).toEqual([id, (modelsByType()[String(type)] ?? []).length > 0]);
    }
  }
});

test('a model is suggested until the day of its retirement, and known afterwards', () => {
  expect(namesAt('2026-10-22').get(1)!.models).toContain('gpt-4');
  const after = namesAt('2026-10-23').get(1)!;
  expect(after.models).not.toContain('gpt-4');
  expect(after.model_dates.find(({ model }) => model === 'gpt-4')).toEqual({
    model: 'gpt-4',
    released: '2023-03-14',
    retires: '2026-10-23',
    retired: true,
  });
  expect(knownModels().map(({ id }) => id)).toContain('gpt-4');
  // The list of the API is that of compatible gateways.
  expect(modelsByType()['1']).toContain('gpt-4');
});

test('types that suggest OpenAI’s models have its dates; a model without a published day can be retired', () => {
  const azure = definitions.find(({ id }) => id === 'azure')!;
  expect(isRetired(datesOf(azure).get('gpt-4-32k'), '2026-01-01')).toBe(true);
  const xai = definitions.find(({ id }) => id === 'xai')!;
  expect(datesOf(xai).get('grok-beta')).toEqual({ released: '', retires: '', removed: true });
  expect(isRetired(datesOf(xai).get('grok-beta'), '2026-01-01')).toBe(true);
  expect(isRetired(datesOf(xai).get('grok-of-tomorrow'), '2026-01-01')).toBe(false);
});
