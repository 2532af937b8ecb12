import { channelTypeResponse } from '../../contract/resources/channels/channel-type.js';
import { channelTypesAt } from '../../channels/channel-types.js';
import { capabilitiesOf, definitionOf, definitions, isServed, providerFor } from './registry.js';

const channelTypes = channelTypesAt(new Date());

test('types and ids are unique', () => {
  expect(new Set(definitions.map(({ type }) => type)).size).toBe(definitions.length);
  expect(new Set(definitions.map(({ id }) => id)).size).toBe(definitions.length);
});

test.each(definitions.map((definition) => [definition.id, definition] as const))(
  '%s has a name, a colour, an address and valid fields',
  (_id, definition) => {
    const { type, name, baseUrl, form = {} } = definition;
    expect(name.en).toMatch(/\S/);
    expect(name.zh).toMatch(/\S/);
    if (baseUrl !== null) expect(baseUrl).toMatch(/^https?:\/\/\S*[^/]$/);
    // An operator who must enter the address needs a field for it.
    else expect(form.baseUrl).not.toBe('none');
    expect(channelTypeResponse.parse(channelTypes.find((one) => one.type === type))).toBeDefined();
  },
);

test('every offered type has a provider that serves something', () => {
  const offered = channelTypes.filter((one) => one.offered);
  // The changelog says so.
  expect(offered.length).toBeGreaterThan(80);
  for (const { type, served, capabilities } of offered) {
    expect(providerFor(type)).toBeDefined();
    expect(served).toBe(true);
    expect(capabilities.length).toBeGreaterThan(0);
  }
});

test('types without a provider are named, serve nothing and are not offered', () => {
  const types = definitions.filter(({ api }) => !api).map(({ type }) => type);
  expect(types).toEqual([57]);
  for (const type of types) {
    expect(providerFor(type)).toBeUndefined();
    expect(isServed(type)).toBe(false);
    expect(capabilitiesOf(definitionOf(type)!)).toEqual([]);
    expect(channelTypes.find((one) => one.type === type)).toMatchObject({ served: false, offered: false });
  }
});

test.each([0, 28, 29, 30, 32, 58, 999])('type %d, which has no definition, uses OpenAI’s API', (type) => {
  expect(definitionOf(type)).toBeUndefined();
  expect(providerFor(type)).toBe(providerFor(6));
});

test.each([
  [1, 'openai'],
  [3, 'azure'],
  [4, 'ollama'],
  [8, 'custom'],
  [11, 'palm'],
  [14, 'anthropic'],
  [15, 'baidu'],
  [16, 'zhipu'],
  [17, 'ali'],
  [19, '360'],
  [20, 'openrouter'],
  [21, 'aiproxy-library'],
  [22, 'fastgpt'],
  [24, 'gemini'],
  [25, 'moonshot'],
  [26, 'zhipu-v4'],
  [27, 'perplexity'],
  [31, 'lingyiwanwu'],
  [33, 'aws'],
  [34, 'cohere'],
  [35, 'minimax'],
  [37, 'dify'],
  [38, 'jina'],
  [39, 'cloudflare'],
  [40, 'siliconflow'],
  [41, 'vertex'],
  [42, 'mistral'],
  [43, 'deepseek'],
  [44, 'mokaai'],
  [45, 'volcengine'],
  [46, 'baidu-v2'],
  [47, 'xinference'],
  [48, 'xai'],
  [49, 'coze'],
])('type %d is %s', (type, id) => {
  expect(definitionOf(type)?.id).toBe(id);
});

test.each([6, 7, 9, 10, 12, 13, 53])('type %d uses OpenAI’s API', (type) => {
  expect(providerFor(type)).toBe(providerFor(999));
});
