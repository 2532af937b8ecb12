import { protocols } from '../protocols/registry.js';
import { embeddings } from '../operations/embeddings.js';
import { imageGeneration } from '../operations/image-generation.js';
import { rerank } from '../operations/rerank.js';
import { targetOf } from '../../../test/dialects/recorded.js';
import type { Provider, Target, UpstreamCall } from '../kit/provider.js';
import { channelAddress, definitions, providerForModel } from '../providers/registry.js';

/** Operators enter what documentation shows: the base URL of an SDK, or the URL of a call. */
const ROOT = 'https://host.example';
const fields = { model: 'm', input: 'x', prompt: 'p', query: 'q', documents: ['d'] };
const operations = { embeddings, rerank, 'image-generation': imageGeneration };

/** Where everything goes that a channel is used for. */
function addressesAt(type: number, address: string, extra: Partial<Target> = {}): Record<string, string> {
  const {
    models: [model = 'm'],
    balance,
  } = definitions.find((one) => one.type === type)!;
  const provider = providerForModel(type, model)!;
  const baseUrl = channelAddress(type, address);
  const target = targetOf({ type, baseUrl, model, requestedModel: model, ...extra });
  const calls: Record<string, () => UpstreamCall | undefined> = {
    chat: () => provider.chat?.request(chatOf(model), target),
    passed: () => passed(provider, model, target),
    models: () => provider.models?.request(target, {}),
    balance: () => balance?.(target, new Date()).next().value as UpstreamCall | undefined,
    realtime: () => provider.realtime?.open(target, []) as unknown as UpstreamCall | undefined,
  };
  for (const [name, operation] of Object.entries(operations)) {
    const body = Buffer.from(JSON.stringify({ ...fields, model }));
    const request = operation.read({ body, contentType: 'application/json', path: '' });
    calls[name] = () => provider.operations?.[name as keyof typeof operations]?.request(request, target);
  }
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, urlOf(call)]));
}

function chatOf(model: string) {
  const body = { model, messages: [{ role: 'user', content: 'q' }], max_tokens: 9 };
  return protocols['openai-chat'].parse(Buffer.from(JSON.stringify(body)), '');
}

function passed({ native }: Provider, model: string, target: Target): UpstreamCall | undefined {
  const change = { model, stream: false, includeUsage: false, passThrough: false };
  const codec = native['openai-responses'] ?? native['openai-chat'] ?? native['anthropic-messages'];
  return codec?.request(Buffer.from('{"model":"m","input":"q","messages":[]}'), change, target);
}

/** '' where the provider does not serve it, or not from this request. */
function urlOf(call: () => UpstreamCall | undefined): string {
  try {
    return call()?.url ?? '';
  } catch {
    return '';
  }
}

/** Types whose calls have no path of their own, or whose address is that of one call. */
const WHOLE = new Set([8, 23]);
const chats = definitions
  .filter(({ type, api }) => api?.chat && !WHOLE.has(type))
  .map(({ type, id }) => [id, type, addressesAt(type, ROOT).chat!.split('?')[0]!] as const)
  .filter(([, , chat]) => chat.endsWith('/chat/completions') && chat.startsWith(ROOT));

test.each(chats)('%s (%i): %s and the base URL of an SDK for it are the address', (_id, type, chat) => {
  const plain = addressesAt(type, ROOT);
  const base = chat.slice(0, -'/chat/completions'.length);
  for (const address of [ROOT + '/', base, base + '/', chat])
    expect([address, addressesAt(type, address)]).toEqual([address, plain]);
});

test.each<[type: number, ends: readonly string[]]>([
  [1, ['/v1', '/v1/', '/v1/chat/completions', '/v1/responses', '/v1/models', '/v1/embeddings']],
  [3, ['/openai/v1', '/openai/v1/', '/openai/deployments/d/chat/completions?api-version=2025-01-01-preview']],
  [14, ['/v1', '/v1/', '/v1/messages']],
  [17, ['/compatible-mode/v1', '/api/v1', '/compatible-mode/v1/chat/completions']],
  [
    24,
    ['/v1beta', '/v1beta/', '/v1', '/v1beta/openai', '/v1beta/openai/', '/v1beta/openai/chat/completions'],
  ],
  [26, ['/api/paas/v4', '/api/paas/v4/']],
  [34, ['/v1', '/v2', '/compatibility/v1']],
  [35, ['/v1', '/v1/text/chatcompletion_v2']],
  [37, ['/v1']],
  [38, ['/v1', '/v1/embeddings']],
  [41, ['/v1', '/v1beta1']],
  [43, ['/v1', '/beta', '/chat/completions']],
  [45, ['/api/v3', '/api/v3/chat/completions']],
  [46, ['/v2', '/v2/chat/completions']],
  [54, ['/api/v3']],
  [56, ['/v1']],
  [1002, ['/inference/v1']],
  [1005, ['/v1/openai']],
  [1006, ['/openai', '/openai/v1', '/v3/openai']],
  [1011, ['/inference', '/inference/chat/completions']],
  [1012, ['/openai/v1', '/openai/v1/', '/openai/v1/chat/completions']],
  [1013, ['/serving-endpoints', '/serving-endpoints/chat/completions']],
  [1014, ['/ml/v1']],
  [1015, ['/api/v2/cortex/v1']],
  [1027, ['/v1']],
  [1100, ['/v1']],
  [1104, ['/dream-machine/v1']],
])('type %i: addresses that end in %j', (type, ends) => {
  const plain = addressesAt(type, ROOT);
  for (const end of ends) expect([end, addressesAt(type, ROOT + end)]).toEqual([end, plain]);
});

test.each([
  [3, 'https://resource.openai.azure.com/openai', 'https://resource.openai.azure.com'],
  [1012, 'https://resource.services.ai.azure.com/models', 'https://resource.services.ai.azure.com'],
  [1012, 'https://resource.services.ai.azure.com/openai/v1/', 'https://resource.services.ai.azure.com'],
])('type %i: %s', (type, baseUrl, address) => {
  expect(channelAddress(type, baseUrl)).toBe(address);
});

test.each([
  [1, 'https://gateway.ai.cloudflare.com/v1/account/gateway/openai'],
  [3, 'https://gateway.ai.cloudflare.com/v1/account/gateway/azure-openai/resource'],
  [3, 'https://apim.example/openai'],
  [1, 'https://proxy.example/?target=https://api.openai.com'],
  [8, 'https://api.example.com/v1/chat/completions'],
  [22, 'https://fastgpt.run/api/openapi'],
  [26, 'https://open.bigmodel.cn/api/coding/paas/v4'],
  [39, 'https://api.cloudflare.com/client/v4/accounts/a/ai/v1'],
  [44, 'https://api.moka.ai/v1'],
  [45, 'https://ark.cn-beijing.volces.com/api/coding/v3'],
  [1019, 'https://api.lkeap.cloud.tencent.com/coding/v3'],
  [1020, 'https://spark-api-open.xf-yun.com/v2'],
])('type %i: %s is used as it is', (type, address) => {
  expect(channelAddress(type, address)).toBe(address);
});

test('the address of the type is used for channels without one', () => {
  expect(channelAddress(43, '')).toBe('https://api.deepseek.com');
});

test.each([
  ['/api/v3', '/api/v3/chat/completions'],
  ['/api/paas/v4', '/api/paas/v4/chat/completions'],
  ['/v1beta/openai', '/v1beta/openai/chat/completions'],
])('a channel of type OpenAI for another provider, at %s, calls %s', (end, path) => {
  for (const type of [1, 6]) expect(addressesAt(type, ROOT + end).chat).toBe(ROOT + path);
});

test('every address that the console offers is one that is used as it is', () => {
  const offered = definitions.flatMap(({ type, baseUrl, form }) =>
    [baseUrl, ...(form?.baseUrls ?? []).map(({ url }) => url)].flatMap((url) =>
      url === null ? [] : [[type, url] as const],
    ),
  );
  expect(offered.filter(([type, url]) => channelAddress(type, url) !== url)).toEqual([]);
});
