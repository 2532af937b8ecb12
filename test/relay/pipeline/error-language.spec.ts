import { preferredLanguage } from '../../../server/core/http/languages/preferred-language.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** The gateway's own refusals are in the language of whoever asks. */
const CHINESE = /\p{Script=Han}/u;

let gateway: Gateway;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o-mini,a-model-of-no-price' });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

interface Call {
  path?: string;
  model?: string;
  key?: string;
  language?: string;
}

async function refusal({ path = '/v1/chat/completions', model = 'gpt-4o-mini', key, language }: Call) {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key ?? (await gateway.addToken({ name: 'any' }))}`,
      'content-type': 'application/json',
      ...(language !== undefined && { 'accept-language': language }),
    },
    body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }),
  });
  const body = (await response.json()) as { error: { message: string } };
  return body.error.message.replace(/ \(request id: [^)]*\)$/, '');
}

test.each([
  ['en-US,en;q=0.9,zh;q=0.8', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['de, en;q=0.3, zh;q=0.5', 'zh'],
  ['zh;q=0, en;q=0.1', 'en'],
  ['*', undefined],
  ['de', undefined],
  [undefined, undefined],
] as const)('Accept-Language %s means %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test('refusals follow Accept-Language, in every protocol', async () => {
  const calls: Call[] = [
    { key: 'sk-of-nobody' },
    { path: '/v1/messages', key: 'sk-of-nobody' },
    { path: '/v1beta/models/gpt-4o-mini:generateContent', key: 'sk-of-nobody' },
    { model: 'of-nobody' },
    { model: 'a-model-of-no-price' },
  ];
  for (const call of calls) {
    expect(await refusal({ ...call, language: 'en' })).not.toMatch(CHINESE);
    expect(await refusal({ ...call, language: 'zh-CN,zh;q=0.9' })).toMatch(CHINESE);
  }
});

test('failures of the upstream follow Accept-Language where the gateway describes them', async () => {
  await gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'unreachable' });
  await gateway.sell({ unreachable: 1 });
  expect(await refusal({ model: 'unreachable', language: 'zh' })).toBe('无法连接上游，请稍后重试');
  for (const language of ['en', undefined])
    expect(await refusal({ model: 'unreachable', language })).toBe('connection to the upstream failed');

  const cut = async (language: string) => {
    upstream.next('cut-mid-stream');
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await gateway.addToken({ name: 'any' })}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify({
        model: 'gpt-4o-mini',
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      }),
    });
    return response.text();
  };
  expect(await cut('zh')).toMatch(/"message":"[^"A-Za-z]*上游/);
  expect(await cut('en')).not.toMatch(CHINESE);

  upstream.next({ refuse: { status: 400, message: 'the model is asleep' } });
  expect(await refusal({ language: 'zh' })).toBe('the model is asleep');
});

test('a further language has texts of its own', async () => {
  expect(await refusal({ key: 'sk-of-nobody', language: 'fr-CA, zh;q=0.5' })).toMatch(/^Jeton non valide/);
  expect(await refusal({ model: 'of-nobody', language: 'fr' })).toBe(
    'Aucun canal disponible pour le modèle of-nobody dans le groupe default',
  );
});

test('an error that nobody stated a language for is in one language', async () => {
  const message = await refusal({ model: 'a-model-of-no-price' });
  expect(message).toBe('模型 a-model-of-no-price 倍率或价格未配置，请设置或开始自用模式');
});

test('the option DefaultLanguage is the language of clients that state none', async () => {
  await gateway.option('DefaultLanguage', 'en');
  expect(await refusal({ key: 'sk-of-nobody' })).not.toMatch(CHINESE);
  expect(await refusal({ key: 'sk-of-nobody', language: '*' })).not.toMatch(CHINESE);
  expect(await refusal({ path: '/v1/messages', model: 'a-model-of-no-price' })).not.toMatch(CHINESE);
  expect(await refusal({ key: 'sk-of-nobody', language: 'zh' })).toMatch(CHINESE);
  const others = await Promise.all([
    fetch(`${gateway.url}/v1/models`, { headers: { authorization: 'Bearer sk-of-nobody' } }),
    fetch(`${gateway.url}/v1/realtime?model=gpt-4o`, { headers: { 'accept-language': 'de' } }),
  ]);
  for (const response of others) expect(await response.text()).not.toMatch(CHINESE);
  await gateway.option('DefaultLanguage', '');
  expect(await refusal({ key: 'sk-of-nobody' })).toMatch(CHINESE);
});

test('an empty balance is reported in the language of the console in the playground', async () => {
  await gateway.setQuota(0);
  const ask = async (language: string) => {
    const response = await fetch(`${gateway.url}/pg/chat/completions`, {
      method: 'POST',
      headers: {
        ...(await gateway.session()),
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify({
        model: 'gpt-4o-mini',
        group: 'default',
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
      }),
    });
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  expect(await ask('zh')).toMatch(/^账户余额不足/);
  expect(await ask('en')).toMatch(/^user quota is not enough/);
});
