import { tabs } from '../../server/contract/options/declaration';
import { cards } from '../../server/contract/options/index';
import { checkedServices } from '../../server/contract/resources/service-check';
import { problemOf } from '../../web/src/features/settings/form/field-values';
import { fieldOf, fieldsOf } from '../../web/src/features/settings/form/fields';
import { byPrice, byRatio, toDraft, toPrice } from '../../web/src/features/settings/ratio/price-draft';
import { changesOf, readPrices } from '../../web/src/features/settings/ratio/prices';
import { matchSettings, pricedModels } from '../../web/src/features/settings/setting-matches';
import { settingPlaces } from '../../web/src/features/settings/setting-places';
import { subjectAt, subjects, subjectsOf } from '../../web/src/features/settings/subjects';

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

test('every option with a field has one subject, which an address finds by its id, a card or a field', () => {
  const shown = subjects.flatMap((subject) => subject.cards.flatMap((card) => fieldsOf(card)));
  expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
  for (const tab of tabs) {
    const ids = subjectsOf(tab).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  // The test of a service stands below its card.
  expect(subjects.map(({ id }) => id)).toEqual(expect.arrayContaining([...checkedServices]));
  expect(subjectAt('system', '').id).toBe('server');
  expect(subjectAt('system', '#smtp').id).toBe('smtp');
  expect(subjectAt('system', '#option-SMTPPort').id).toBe('smtp');
  expect(subjectAt('other', '#logo').id).toBe('personalization');
  expect(subjectAt('other', '#smtp').id).toBe('info');
  expect(subjectAt('other', '#%').id).toBe('info');
});

describe('the search of the settings', () => {
  const settings = settingPlaces().map(({ field, words }) => ({
    field,
    label: field.label.en,
    keywords: words,
  }));
  const found = (query: string, stored = {}) =>
    matchSettings(query, settings, stored, 12).map(({ setting, excerpt }) => [setting.field.key, excerpt]);

  test('finds names in both languages, keys and synonyms', () => {
    expect(found('SMTP port')[0]).toEqual(['SMTPPort', undefined]);
    expect(found('端口')[0]).toEqual(['SMTPPort', undefined]);
    expect(found('RetryTimes')[0]).toEqual(['RetryTimes', undefined]);
    expect(found('captcha').map(([key]) => key)).toContain('TurnstileSiteKey');
    expect(found('邮件').map(([key]) => key)).toContain('SMTPServer');
    expect(found('no such setting')).toEqual([]);
  });

  test('finds values after names, with what surrounds them', () => {
    expect(found('host.example', { ServerAddress: 'https://a-very-long-name-of-a-host.example' })).toEqual([
      ['ServerAddress', '…//a-very-long-name-of-a-host.example'],
    ]);
  });

  test('finds priced models, those that begin with the query first', () => {
    const prices = { ModelRatio: '{"openai/gpt-9":1,"gpt-9-mini":1}', ModelPrice: '{"gpt-9":1,"other":2}' };
    expect(pricedModels('GPT-9', prices)).toEqual(['gpt-9', 'gpt-9-mini', 'openai/gpt-9']);
    expect(pricedModels('g', prices)).toEqual([]);
  });
});
