import { at, base, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer, replay } from '../../../../test/dialects/recorded.js';
import { defaultTables } from '../../../billing/prices/defaults/default-tables.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { UpstreamError } from '../../canonical/failure.js';
import { definitionOf } from '../registry.js';

const DEEPL = 1124;
const deepl = providerOf(DEEPL);
const question = (content: unknown) => ({ messages: [{ role: 'user', content }] });

test('the last user message is translated', () => {
  const call = written(
    DEEPL,
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'eins' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hello, ' },
            { type: 'text', text: 'world!' },
          ],
        },
      ],
      temperature: 0.5,
      max_tokens: 10,
      stream: true,
    },
    { model: 'deepl-de', override: { formality: 'less', stream: true } },
  );
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/v2/translate`,
    headers: { authorization: 'DeepL-Auth-Key sk-key', 'content-type': 'application/json' },
  });
  expect(bodyOf(call)).toEqual({
    text: ['Hello, world!'],
    target_lang: 'DE',
    show_billed_characters: true,
    formality: 'less',
  });
});

test.each([
  ['deepl-de', 'DE'],
  ['deepl-en-us', 'EN-US'],
  ['deepl-zh', 'ZH'],
  ['deepl-zh-cn', 'ZH-HANS'],
  ['deepl-zh_TW', 'ZH-HANT'],
  ['deepl-es-419', 'ES-419'],
  ['DeepL-PT-BR', 'PT-BR'],
  ['ja', 'JA'],
])('model %s translates to %s', (model, target_lang) => {
  expect(bodyOf(translated(DEEPL, {}, { model }))).toMatchObject({ text: ['q'], target_lang });
});

test.each<[string, object, object, string]>([
  ['a model without a language', {}, { model: 'deepl' }, 'deepl-de'],
  ['a model of another kind', {}, { model: 'gpt-4o.1' }, 'deepl-de'],
  ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }, {}, 'tools'],
  ['structured output', { response_format: { type: 'json_object' } }, {}, 'response_format'],
  ['an image', question([{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }]), {}, 'image'],
  ['no text', question(' '), {}, 'no text'],
  ['no user', { messages: [{ role: 'assistant', content: 'x' }] }, {}, 'no text'],
  ['a text beyond the limit', question('é'.repeat(65_537)), {}, '131072 bytes'],
])('%s is refused', (_name, fields, overrides, message) => {
  const request = () => written(DEEPL, { ...question('q'), ...fields }, { model: 'deepl-de', ...overrides });
  expect(request).toThrow(ApiError);
  expect(request).toThrow(message);
});

test('keys of the free API use its host unless the channel has an address', () => {
  const url = (key: string, baseUrl: string) =>
    written(DEEPL, question('q'), { model: 'deepl-de', key, baseUrl }).url;
  expect(url('abc:fx', 'https://api.deepl.com')).toBe('https://api-free.deepl.com/v2/translate');
  expect(url('abc', 'https://api.deepl.com')).toBe('https://api.deepl.com/v2/translate');
  expect(url('abc:fx', 'https://proxy.example')).toBe('https://proxy.example/v2/translate');
});

test('an answer; usage is in characters', () => {
  const whole = recordedAnswer('deepl', 'text');
  expect(deepl.chat!.answer(whole)).toEqual({
    id: '',
    model: '',
    parts: [{ type: 'text', text: 'Hallo, Welt!' }],
    finish: { reason: 'stop' },
    usage: { ...noUsage(), input: 13, output: 12, more: { unit: 'characters' } },
  });
  expect(replay(deepl, Buffer.from(`data: ${JSON.stringify(whole)}\n\n`))).toEqual([
    { type: 'start', id: '', model: '' },
    { type: 'text-delta', text: 'Hallo, Welt!' },
    { type: 'usage', usage: { ...noUsage(), input: 13, output: 12, more: { unit: 'characters' } } },
    { type: 'finish', reason: 'stop' },
  ]);
  expect(deepl.chat!.answer({ translations: [{ text: 'Hallo' }] }).usage).toBeUndefined();
});

test.each([
  [{ message: 'Value for target_lang not supported.' }, 'not supported'],
  [{ translations: [] }, 'no translation'],
  [{ translations: [{ text: null }] }, 'no translation'],
])('%j inside a 200 is an error', (body, message) => {
  expect(() => deepl.chat!.answer(body)).toThrow(UpstreamError);
  expect(() => deepl.chat!.answer(body)).toThrow(message);
});

test.each<[number, string, object]>([
  [400, '{"message":"bad"}', { status: 400, message: 'bad', retryable: false, disables: false }],
  [403, '', { status: 403, disables: true, retryable: true }],
  [413, '{}', { retryable: false }],
  [
    429,
    '{"message":"Too many requests"}',
    { status: 429, retryable: true, disables: false, retryAfterSeconds: 4 },
  ],
  [
    456,
    '{"message":"Quota Exceeded"}',
    { status: 429, code: 'insufficient_quota', disables: true, retryable: true },
  ],
  [529, '', { status: 429, retryable: true, disables: false }],
  [504, '', { retryable: true }],
])('status %d %s', (status, body, expected) => {
  expect(deepl.readError(status, { 'retry-after': '4' }, body)).toMatchObject(expected);
});

test('models', () => {
  const { request, read } = deepl.models!;
  expect(request(at(DEEPL, { key: 'k:fx', baseUrl: 'https://api.deepl.com' }), {})).toEqual({
    method: 'GET',
    url: 'https://api-free.deepl.com/v2/languages?type=target',
    headers: { authorization: 'DeepL-Auth-Key k:fx', accept: 'application/json' },
  });
  expect(
    read([
      { language: 'DE', name: 'German', supports_formality: true },
      { language: 'EN-GB', name: 'English (British)' },
    ]),
  ).toEqual(['deepl-de', 'deepl-en-gb']);
});

test.each([
  [{ character_count: 180_118, character_limit: 500_000 }, 319_882],
  [
    {
      character_count: 100,
      character_limit: 1000,
      api_key_character_count: 60,
      api_key_character_limit: 80,
    },
    20,
  ],
  [{}, Number.NaN],
])('the balance in %j', (usage, left) => {
  const balance = definitionOf(DEEPL)!.balance!(at(DEEPL), new Date());
  expect(balance.next().value).toMatchObject({ method: 'GET', url: `${base}/v2/usage` });
  expect(balance.next(usage)).toEqual({
    done: true,
    value: [{ amount: left, unit: 'characters' }],
  });
});

test('every suggested model has a price', () => {
  for (const model of definitionOf(DEEPL)!.models) expect(defaultTables.modelRatio[model]).toBe(12.5);
});
