import type { ProtocolName } from '../../../dialects/protocols/protocol.js';
import { modelsTool } from './offered-tools.js';
import { measure } from '../../../../test/relay/measured-content.js';

describe('tools of the provider', () => {
  test.each<[string, ProtocolName, object, object]>([
    [
      'search',
      'openai-responses',
      { tools: [{ type: 'web_search' }] },
      { fee: 'web_search', calls: undefined, isLimitable: true },
    ],
    [
      'older search',
      'openai-responses',
      { tools: [{ type: 'web_search_preview_2025_03_11' }] },
      { fee: 'web_search_preview' },
    ],
    [
      'an escaped type',
      'openai-responses',
      '{"tools":[{"type":"\\u0077eb_search"}]}' as unknown as object,
      { fee: 'web_search' },
    ],
    [
      'search in files',
      'openai-responses',
      { tools: [{ type: 'file_search', vector_store_ids: ['vs'] }] },
      { fee: 'file_search' },
    ],
    [
      'images',
      'openai-responses',
      { tools: [{ type: 'image_generation', quality: 'low' }] },
      { fee: 'image_generation/low/1536x1024', calls: 1 },
    ],
    [
      'search with a limit',
      'anthropic-messages',
      { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }] },
      { fee: 'web_search', calls: 5 },
    ],
    [
      'two limits, of which the first may count',
      'anthropic-messages',
      '{"tools":[{"max_uses":90,"type":"web_search_20250305","max_uses":1}]}' as unknown as object,
      { calls: undefined },
    ],
    [
      'Google Search',
      'gemini',
      { tools: [{ googleSearch: {} }] },
      { fee: 'google_search', isLimitable: false },
    ],
    ['in the other spelling', 'gemini', { tools: [{ google_search: {} }] }, { fee: 'google_search' }],
    [
      'pages that Gemini reads',
      'gemini',
      { tools: [{ urlContext: {} }] },
      { fee: 'web_fetch', tokens: 25_000, isLimitable: false },
    ],
    [
      'a container of Code Interpreter, however often it is used',
      'openai-responses',
      { tools: [{ type: 'code_interpreter', container: { type: 'auto', memory_limit: '4g' } }] },
      { fee: 'container/4g', calls: 1, isLimitable: false },
    ],
    [
      'a hosted shell',
      'openai-responses',
      { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] },
      { fee: 'container', calls: 1 },
    ],
    [
      'code of Claude',
      'anthropic-messages',
      { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] },
      { fee: 'code_execution', calls: 1, isLimitable: false },
    ],
    [
      'Google Maps',
      'gemini',
      { tools: [{ googleMaps: { enableWidget: true } }] },
      { fee: 'google_maps', isLimitable: false },
    ],
    [
      'Web Grounding for Enterprise',
      'gemini',
      { tools: [{ enterprise_web_search: {} }] },
      { fee: 'google_search/enterprise', decidesPrice: true },
    ],
    [
      'documents in Vertex AI',
      'gemini',
      { tools: [{ retrieval: { vertexRagStore: {} } }] },
      { fee: 'retrieval/vertex', calls: 1, tokens: 16_000 },
    ],
    [
      'documents of the Gemini API, which cost their tokens',
      'gemini',
      { tools: [{ file_search: {} }] },
      { fee: 'retrieval', calls: 1, tokens: 16_000 },
    ],
    [
      'the search of Moonshot',
      'openai-chat',
      { tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
      { fee: 'moonshot_search', calls: 1 },
    ],
    [
      'the search of Zhipu, by its engine',
      'openai-chat',
      { tools: [{ type: 'web_search', web_search: { enable: true, search_engine: 'search_pro' } }] },
      { fee: 'zhipu_search/search_pro', calls: 1, decidesPrice: true },
    ],
    ['the search of Qwen', 'openai-chat', { enable_search: true }, { fee: 'dashscope_search', calls: 1 }],
    [
      'the browser of GPT-OSS at Groq',
      'openai-chat',
      { tools: [{ type: 'browser_search' }] },
      { fee: 'groq_search', calls: undefined, isLimitable: false },
    ],
  ])('%s', (_case, protocol, body, tool) => {
    expect(measure(protocol, body)!.tools).toEqual([expect.objectContaining(tool)]);
  });

  test('the limit of all calls', () => {
    expect(
      measure('openai-responses', { max_tool_calls: 3, tools: [{ type: 'web_search' }] })!.toolCalls,
    ).toBe(3);
  });

  test.each<[string, ProtocolName, object]>([
    [
      'a container that exists',
      'openai-responses',
      { tools: [{ type: 'code_interpreter', container: 'cntr_1' }] },
    ],
    ['a shell of the client', 'openai-responses', { tools: [{ type: 'shell' }] }],
    [
      'a function of the client named like a search',
      'openai-chat',
      { tools: [{ type: 'function', function: { name: '$web_search' } }] },
    ],
    ['a search that is switched off', 'openai-chat', { enable_search: false }],
    [
      'tools of another protocol',
      'openai-chat',
      { tools: [{ type: 'code_interpreter' }, { googleMaps: {} }] },
    ],
  ])('no fee: %s', (_case, protocol, body) => {
    expect(measure(protocol, body)?.tools ?? []).toEqual([]);
  });

  test.each([
    ['groq/compound', 10],
    ['groq/compound-mini', 1],
    ['compound-beta', 10],
  ])('%s may search without a tool in the request: %d calls', (model, calls) => {
    expect(modelsTool(model)).toMatchObject({ fee: 'groq_search', calls });
  });

  test('other models do not', () => {
    expect(modelsTool('openai/gpt-oss-120b')).toBeUndefined();
  });
});
