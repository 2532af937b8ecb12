import { cards } from '../../server/contract/options/index';
import { problemOf } from '../../web/src/features/settings/form/field-values';
import { fieldOf, fieldsOf } from '../../web/src/features/settings/form/fields';
import { byPrice, byRatio, toDraft, toPrice } from '../../web/src/features/settings/ratio/price-draft';
import { changesOf, readPrices } from '../../web/src/features/settings/ratio/prices';

/** The text key stands for the text. */
const t = ((key: string) => key) as unknown as Parameters<typeof problemOf>[2];
const problem = (key: Parameters<typeof fieldOf>[0], text: string) =>
  problemOf(fieldOf(key), text, t, ({ en }) => en);

test('fields reject what the server rejects, before it is sent', () => {
  expect(problem('SMTPPort', '65535')).toBeUndefined();
  expect(problem('SMTPPort', '65536')).toBe('settings.form.between');
  expect(problem('SMTPPort', '25.5')).toBe('settings.form.needWhole');
  expect(problem('FirstTokenTimeout', '0')).toBe('settings.form.above');
  expect(problem('QuotaPerUnit', '0')).toBe('settings.form.between');
  expect(problem('AutomaticRetryStatusCodes', '429, 500-503')).toBeUndefined();
  expect(problem('AutomaticRetryStatusCodes', '503-500')).toBe('settings.form.badStatuses');
  expect(problem('ServerAddress', 'gateway.example')).toBe('settings.form.badAddress');
  expect(problem('oidc.well_known', 'gateway.example')).toContain('Well-Known URL must start with');
  expect(problem('ModelTiers', '{"a":[{"min_input_tokens":1,"model_ratio":1}]}')).toBeUndefined();
  expect(problem('ModelTiers', '{"a":[{"min_input_tokens":0,"model_ratio":1}]}')).toBe(
    'settings.form.badShape',
  );
  expect(problem('AutoGroups', '["a","a"]')).toBe('settings.form.badShape');
});

test('options without effect have no field', () => {
  const shown = cards.flatMap((card) => fieldsOf(card).map(({ key }) => key));
  expect(shown).toContain('MjForwardUrlEnabled');
  expect(shown).not.toContain('DataExportInterval');
});

const values = {
  ModelPrice: '{"dall-e-3":0.04}',
  ModelRatio: '{"gpt-4o":1.25,"free":0}',
  CompletionRatio: '{"gpt-4o":4}',
};

test('edited prices change only their models and options; zero is a price', () => {
  expect(readPrices(values).get('free')).toEqual({ ratio: 0 });
  expect(changesOf(values, new Map([['free', { ratio: 0 }]]))).toEqual([]);
  const changes = changesOf(
    values,
    new Map([
      ['gpt-4o', { price: 0.5, ratio: 1.25, completion: 4 }],
      ['mine', { ratio: 0 }],
      ['free', { ratio: 0 }],
    ]),
  );
  expect(changes).toEqual([
    {
      model: 'gpt-4o',
      before: { ModelPrice: null, ModelRatio: 1.25, CompletionRatio: 4 },
      price: { ModelPrice: 0.5, ModelRatio: null, CompletionRatio: null },
    },
    { model: 'mine', before: { ModelRatio: null }, price: { ModelRatio: 0 } },
  ]);
  expect(changesOf(values, new Map([['dall-e-3', null]]))).toEqual([
    { model: 'dall-e-3', before: { ModelPrice: 0.04 }, price: { ModelPrice: null } },
  ]);
});

test('ratios and prices per million say the same', () => {
  const priced = byPrice(toDraft('gpt-4o', { ratio: 1.25, completion: 4 }));
  expect(priced).toMatchObject({ way: 'price', input: '2.5', output: '10' });
  expect(byRatio(priced)).toMatchObject({ way: 'ratio', ratio: '1.25', completion: '4' });
  expect(toPrice({ ...priced, input: '0.3', output: '1.2' })).toEqual({ ratio: 0.15, completion: 4 });
});
