import type { UnknownRecord } from '../../../dialects/json/lenient.js';
import { contentOf } from './requested-content.js';
import type { ParsedRequest } from '../stages.js';

/** Fees of the tools that are held for a chat without tools of its own. */
function held(model: string, ...overrides: UnknownRecord[]): string[] {
  const request = {
    exchange: { protocol: { name: 'openai-chat' }, request: { headers: {} } },
    params: { model },
    previous: {},
    body: Buffer.from('{"messages":[]}'),
  } as unknown as ParsedRequest;
  return (contentOf(request, model, overrides, () => [])?.tools ?? []).map(({ fee }) => fee);
}

test.each<[what: string, override: UnknownRecord, fee: string]>([
  ['a search of OpenAI', { tools: [{ type: 'web_search' }] }, 'web_search'],
  ['the search of DashScope', { enable_search: true }, 'dashscope_search'],
  [
    'the search of Zhipu, by its engine',
    { tools: [{ type: 'web_search', web_search: { search_engine: 'search_pro' } }] },
    'zhipu_search/search_pro',
  ],
  [
    'the search of Moonshot',
    { tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
    'moonshot_search',
  ],
  ['Google Maps', { tools: [{ googleMaps: {} }] }, 'google_maps'],
])('a tool that a channel adds is held: %s', (_what, override, fee) => {
  expect(held('m', override)).toEqual([fee]);
});

test('the tools of a system that chooses its own are held', () => {
  expect(held('groq/compound')).toEqual(['groq_search']);
});

test('nothing is held for other models', () => {
  expect(held('llama-3.3-70b', { enable_search: false, tools: [{ type: 'function' }] })).toEqual([]);
});
