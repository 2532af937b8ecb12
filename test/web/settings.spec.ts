import type { OptionDefinition } from '../../server/options/definition';
import { registry } from '../../server/options/registry';
import { ALL_CARDS } from '../../web/src/features/settings/all-cards';
import type { Field } from '../../web/src/features/settings/form/fields';
import { byPrice, byRatio, toDraft, toPrice } from '../../web/src/features/settings/ratio/price-draft';
import { applyEdits, readPrices } from '../../web/src/features/settings/ratio/prices';

/** The settings pages against the server's own list of options. */
const options: Record<string, OptionDefinition> = registry;
const fields = ALL_CARDS.flatMap(({ card }) => card.fields);

/** Kept for clients and installations of old; nothing in the house asks for them any more. */
const WITHOUT_CONTROL = [
  'ChatLink',
  'ChatLink2',
  'FileDownloadPermission',
  'FileUploadPermission',
  'ImageDownloadPermission',
  'ImageUploadPermission',
  'StopOnSensitiveEnabled',
  'StreamCacheQueueLength',
];

test('every option has one control, and every control an option', () => {
  const controls = fields.map(({ key }) => key).toSorted();
  expect(controls).toEqual([...new Set(controls)]);
  expect([...controls, ...WITHOUT_CONTROL].toSorted()).toEqual(Object.keys(options).toSorted());
});

test('forms ask for what the server takes, and lock what it keeps for super administrators', () => {
  for (const field of fields) {
    const option = options[field.key]!;
    expect([field.key, limitsOf(field)]).toEqual([
      field.key,
      {
        // Addresses of images are entered as text.
        kind: option.kind === 'image' ? 'text' : option.kind,
        root: option.root,
        min: option.min,
        max: option.max,
        above: option.above,
        shape: option.kind === 'json' ? (option.shape ?? 'texts') : undefined,
        choices: option.choices,
      },
    ]);
  }
});

const KINDS: Partial<Record<Field['kind'], OptionDefinition['kind']>> = {
  switch: 'boolean',
  lines: 'text',
  page: 'text',
  tags: 'text',
};

function limitsOf(field: Field) {
  const number = field.kind === 'whole' || field.kind === 'number' ? field : undefined;
  return {
    kind: KINDS[field.kind] ?? field.kind,
    root: field.root,
    min: number?.min,
    max: number?.max,
    above: number?.above,
    shape: field.kind === 'json' ? field.shape : undefined,
    choices: field.kind === 'choice' ? field.choices.map(({ value }) => value) : undefined,
  };
}

const values = {
  ModelPrice: '{"dall-e-3":0.04}',
  ModelRatio: '{"gpt-4o":1.25,"free":0}',
  CompletionRatio: '{"gpt-4o":4}',
};

test('edited prices change only their models and options; zero is a price', () => {
  expect(readPrices(values).get('free')).toEqual({ ratio: 0 });
  expect(applyEdits(values, new Map([['free', { ratio: 0 }]]))).toEqual({});
  const changes = applyEdits(
    values,
    new Map([
      ['gpt-4o', { price: 0.5, ratio: 1.25, completion: 4 }],
      ['mine', { ratio: 0 }],
    ]),
  );
  expect(parsed(changes)).toEqual({
    ModelPrice: { 'dall-e-3': 0.04, 'gpt-4o': 0.5 },
    ModelRatio: { free: 0, mine: 0 },
    CompletionRatio: {},
  });
  expect(parsed(applyEdits(values, new Map([['dall-e-3', null]])))).toEqual({ ModelPrice: {} });
});

test('ratios and prices per million say the same', () => {
  const priced = byPrice(toDraft('gpt-4o', { ratio: 1.25, completion: 4 }));
  expect(priced).toMatchObject({ way: 'price', input: '2.5', output: '10' });
  expect(byRatio(priced)).toMatchObject({ way: 'ratio', ratio: '1.25', completion: '4' });
  expect(toPrice({ ...priced, input: '0.3', output: '1.2' })).toEqual({ ratio: 0.15, completion: 4 });
});

function parsed(changes: Record<string, string>) {
  return Object.fromEntries(Object.entries(changes).map(([key, text]) => [key, JSON.parse(text)]));
}
