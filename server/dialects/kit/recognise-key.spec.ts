import { guessAddress, guessKey, withoutVersion } from './recognise-key.js';
import { definitions as all } from '../providers/registry.js';

const definitions = all.filter(({ api, retired }) => api && !retired);

const letters = (length: number) => 'aZ09'.repeat(length).slice(0, length);
const small = (length: number) => 'abcd'.repeat(length).slice(0, length);
const hex = (length: number) => '0a1b'.repeat(length).slice(0, length);

const guesses = (key: string) =>
  guessKey(definitions, key).map(({ definition, certainty, baseUrl }) =>
    [definition.id, certainty, baseUrl].join(' ').trim(),
  );

test.each([
  [`sk-proj-${letters(60)}`, 'openai'],
  [`sk-svcacct-${letters(60)}`, 'openai'],
  [`sk-${letters(20)}T3BlbkFJ${letters(20)}`, 'openai'],
  [`sk-ant-api03-${letters(90)}`, 'anthropic'],
  [`sk-or-v1-${hex(64)}`, 'openrouter'],
  [`gsk_${letters(52)}`, 'groq'],
  [`pplx-${letters(48)}`, 'perplexity'],
  [`xai-${letters(80)}`, 'xai'],
  [`hf_${letters(34)}`, 'huggingface'],
  [`nvapi-${letters(64)}`, 'nvidia'],
  [`csk-${small(48)}`, 'cerebras'],
  [`fw_${letters(24)}`, 'fireworks'],
  [`github_pat_${letters(80)}`, 'github-models'],
  [`ghp_${letters(36)}`, 'github-models'],
  [`ABSK${letters(128)}=`, 'aws'],
  [`AKIA${'A'.repeat(16)}|${letters(40)}|us-east-1`, 'aws'],
  [`dapi${hex(32)}-2`, 'databricks'],
  [`tgp_v1_${letters(43)}`, 'together'],
  [`jina_${letters(60)}`, 'jina'],
  [`r8_${letters(37)}`, 'replicate'],
  // Volcengine's access key: of its services, only Jimeng is a type that takes it. Beside it, the types whose keys merely have two
  // parts (Baidu, Tencent, AWS, Kling) are no candidates.
  [`AKLT${letters(43)}|${letters(60)}`, 'jimeng'],
  [`AKLT${letters(43)}`, 'jimeng'],
  [`luma-${hex(36)}`, 'luma'],
  [`cfut_${letters(48)}`, 'cloudflare'],
  [`bce-v3/ALTAK-${letters(20)}/${hex(40)}`, 'baidu-v2'],
  ['279a2e9d-83b3-c416-7e2d-f721593e42a0:fx', 'deepl'],
  [`fastgpt-${small(24)}-${hex(24)}`, 'fastgpt'],
  [JSON.stringify({ type: 'service_account', project_id: 'p' }, null, 2), 'vertex'],
])('%p is a key of %s', (key, id) => {
  expect(guesses(key)).toEqual([`${id} certain`]);
});

test.each([
  [`AIza${letters(35)}`, ['gemini likely', 'vertex possible']],
  [`AQ.Ab8${letters(50)}`, ['gemini likely', 'vertex possible']],
  [`app-${letters(24)}`, ['dify likely']],
  // As short as Kingsoft Cloud's access keys, which begin alike.
  [
    `AKLT${letters(20)}|${letters(60)}`,
    ['jimeng likely', 'baidu possible', 'tencent possible', 'aws possible', 'kling possible'],
  ],
  [`01234567-89ab-cdef-0123-456789abcdef:${hex(32)}`, ['fal likely']],
  [`sk_${hex(48)}`, ['elevenlabs likely', 'novita possible']],
  [`${hex(32)}.${letters(16)}`, ['zhipu-v4 likely', 'zai likely']],
  [`pat_${letters(64)}`, ['coze likely', 'coze likely https://api.coze.com']],
  [`sk-kimi-${letters(60)}`, ['moonshot certain https://api.kimi.com/coding']],
  [`sk-cp-${letters(60)}`, ['minimax likely', 'minimax likely https://api.minimax.io']],
])('%p is probably one of %p', (key, expected) => {
  expect(guesses(key)).toEqual(expected);
});

test('a key that begins with sk- alone can be of several providers; its length makes some of them likely', () => {
  expect(guesses(`sk-${hex(32)}`)).toEqual([
    'ali likely',
    'ali likely https://dashscope-intl.aliyuncs.com',
    'deepseek likely',
    'openai possible',
    'moonshot possible',
    'moonshot possible https://api.moonshot.ai',
    'siliconflow possible',
    'siliconflow possible https://api.siliconflow.com',
  ]);
  expect(guesses(`sk-${small(48)}`).slice(0, 2)).toEqual([
    'siliconflow likely',
    'siliconflow likely https://api.siliconflow.com',
  ]);
});

test('keys of several parts are recognised by their number', () => {
  expect(guesses('one|two')).toEqual([
    'baidu possible',
    'tencent possible',
    'aws possible',
    'kling possible',
    'jimeng possible',
  ]);
  const ofTencent = guessKey(definitions, 'one|two').find(({ definition }) => definition.id === 'tencent');
  expect(ofTencent).toMatchObject({ reason: 'key_parts', keyForm: 1 });
});

test('the form of a Bedrock key decides which fields of the form hold it', () => {
  expect(guessKey(definitions, `ABSK${letters(40)}`)[0]).toMatchObject({ prefix: 'ABSK', keyForm: 1 });
  expect(guessKey(definitions, `ASIA${'A'.repeat(16)}`)[0]).toMatchObject({ prefix: 'ASIA', keyForm: 0 });
});

test.each(['', 'password', 'sk-', 'gsk', '{"type":"authorized_user"}'])('%p is no known key', (key) => {
  expect(guesses(key)).toEqual([]);
});

test('every address of a pattern is offered by the form of its type', () => {
  for (const { id, baseUrl, keys = [], form } of definitions) {
    const offered = [baseUrl, ...(form?.baseUrls ?? []).map(({ url }) => url)];
    for (const url of keys.flatMap(({ baseUrls = [] }) => baseUrls))
      expect([id, offered]).toContainEqual(expect.arrayContaining([url]));
  }
});

test.each([
  ['https://api.groq.com', 'https://api.groq.com', ['groq certain https://api.groq.com']],
  ['https://api.groq.com/openai/v1', 'https://api.groq.com/openai', ['groq certain']],
  ['https://api.openai.com/v1/chat/completions', 'https://api.openai.com', ['openai certain']],
  ['https://api.moonshot.ai/v1/', 'https://api.moonshot.ai', ['moonshot certain https://api.moonshot.ai']],
  [
    'https://api.kimi.com/coding/',
    'https://api.kimi.com/coding',
    ['anthropic likely https://api.kimi.com/coding', 'moonshot likely https://api.kimi.com/coding'],
  ],
  [
    'https://me.openai.azure.com',
    'https://me.openai.azure.com',
    ['azure certain https://me.openai.azure.com'],
  ],
  ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000', []],
])('the address %s', (url, address, expected) => {
  expect(withoutVersion(url)).toBe(address);
  const found = guessAddress(definitions, address);
  expect(
    found.map(({ definition, certainty, baseUrl }) => [definition.id, certainty, baseUrl].join(' ').trim()),
  ).toEqual(expected);
});
