import type { ProtocolName } from '../../dialects/protocols/protocol.js';
import { measure } from '../../../test/relay/measured-content.js';

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
  ])('%s', (_case, protocol, body, tool) => {
    expect(measure(protocol, body)!.tools).toEqual([expect.objectContaining(tool)]);
  });

  test('the limit of all calls', () => {
    expect(
      measure('openai-responses', { max_tool_calls: 3, tools: [{ type: 'web_search' }] })!.toolCalls,
    ).toBe(3);
  });
});
