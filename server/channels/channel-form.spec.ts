import type { ProviderDefinition } from '../dialects/kit/define-provider.js';
import { checkKeyForm } from './channel-form.js';

const text = (en: string) => ({ en, zh: en });
const part = (en: string) => ({ label: text(en), placeholder: text('') });
const form: ProviderDefinition['form'] = {
  keyForms: [
    {
      name: text('Access key'),
      parts: [part('ID'), part('Secret'), part('Region'), { ...part('Session'), isOptional: true }],
    },
    { name: text('API key'), parts: [part('Key'), part('Region')] },
  ],
  checkKey: (key) => (key.startsWith('bad') ? 'channel_key_not_json' : undefined),
};

test.each([['id|secret|region'], ['id|secret|region|session'], ['key|region']])(
  'the key %j has a form of its type',
  (key) => expect(() => checkKeyForm(form, [key])).not.toThrow(),
);

test.each([['key'], ['a|b|c|d|e'], ['a||c'], ['|'], ['a|b|c|']])('the key %j has none of them', (key) =>
  expect(() => checkKeyForm(form, [key])).toThrow(
    expect.objectContaining({
      code: 'channel_key_parts',
      params: { format: 'ID|Secret|Region|[Session] / Key|Region' },
    }),
  ),
);

test('each key is checked, with the type’s own check too', () => {
  expect(() => checkKeyForm(form, ['a|b', 'bad|c'])).toThrow(
    expect.objectContaining({ code: 'channel_key_not_json' }),
  );
});

test('a type without a key format accepts every key', () => {
  expect(() => checkKeyForm(undefined, ['', '|', 'x'])).not.toThrow();
});
