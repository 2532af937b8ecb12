import { charge, frame, provider, usageOfStream, usageOfWhole } from './book.js';

/** Providers with words of their own; charges at 1 : 0.5 cached : 4 out. */
describe('Anthropic', () => {
  const message = (usage: object) => ({
    id: 'a',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'hi' }],
    stop_reason: 'end_turn',
    usage,
  });
  const cases: [name: string, start: object, quota: number][] = [
    ['without a cache', { input_tokens: 2095 }, 2095 + 2012],
    [
      'that reads and writes a cache',
      { input_tokens: 50, cache_read_input_tokens: 100_000, cache_creation_input_tokens: 248 },
      50 + 50_000 + 310 + 2012,
    ],
    [
      'that writes for five minutes and for an hour',
      {
        input_tokens: 2048,
        cache_read_input_tokens: 1800,
        cache_creation_input_tokens: 556,
        cache_creation: { ephemeral_5m_input_tokens: 456, ephemeral_1h_input_tokens: 100 },
        service_tier: 'standard',
      },
      2048 + 900 + 570 + 200 + 2012,
    ],
    [
      'that searched the web twice, 10 USD per thousand, and fetched pages, which is free',
      { input_tokens: 100, server_tool_use: { web_search_requests: 2, web_fetch_requests: 3 } },
      100 + 2012 + 10_000,
    ],
  ];
  const { chat } = provider(14);
  test.each(cases)('whole, %s', (_name, start, quota) => {
    expect(charge(usageOfWhole(chat!, message({ ...start, output_tokens: 503 })))).toBe(quota);
  });
  test.each(cases)('streamed, %s', (_name, start, quota) => {
    const event = (type: string, data: object = {}) => frame({ type, ...data }, type);
    const frames = [
      event('message_start', {
        message: { ...message({ ...start, output_tokens: 1 }), content: [], stop_reason: null },
      }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hi' } }),
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { ...start, output_tokens: 503 } }),
      event('message_stop'),
    ];
    expect(charge(usageOfStream(chat!, frames))).toBe(quota);
  });
});

describe('Gemini', () => {
  const answer = (usageMetadata: object, text = 'hi', finishReason: string | undefined = 'STOP') => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason }],
    usageMetadata,
  });
  const cases: [name: string, usage: object, quota: number][] = [
    ['text', { promptTokenCount: 7, candidatesTokenCount: 20, totalTokenCount: 27 }, 7 + 80],
    [
      'thoughts and a cache',
      {
        promptTokenCount: 3000,
        cachedContentTokenCount: 2000,
        candidatesTokenCount: 100,
        thoughtsTokenCount: 400,
        totalTokenCount: 3500,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3000 }],
      },
      1000 + 1000 + 2000,
    ],
    [
      'an image and sound without prices of their own',
      {
        promptTokenCount: 1000,
        candidatesTokenCount: 10,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 642 },
          { modality: 'IMAGE', tokenCount: 258 },
          { modality: 'AUDIO', tokenCount: 100 },
        ],
      },
      1000 + 40,
    ],
    [
      'its own tools',
      { promptTokenCount: 10, toolUsePromptTokenCount: 90, candidatesTokenCount: 5, totalTokenCount: 105 },
      100 + 20,
    ],
  ];
  const { chat } = provider(24);
  test.each(cases)('whole: %s', (_name, usage, quota) => {
    expect(charge(usageOfWhole(chat!, answer(usage)))).toBe(quota);
  });
  test.each(cases)('streamed, said in every event: %s', (_name, usage, quota) => {
    const first = answer({ ...usage, candidatesTokenCount: 1 }, 'h', undefined);
    expect(charge(usageOfStream(chat!, [frame(first), frame(answer(usage, 'i'))]))).toBe(quota);
  });
  test('a search costs by the query', () => {
    const [candidate] = answer({}).candidates;
    const body = {
      candidates: [{ ...candidate, groundingMetadata: { webSearchQueries: ['a', 'b'] } }],
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 20 },
    };
    expect(charge(usageOfWhole(chat!, body))).toBe(87 + 14_000);
  });
});

describe('OpenAI Responses', () => {
  const { reader } = provider(1).native['openai-responses']!;
  const usage = {
    input_tokens: 328,
    input_tokens_details: { cached_tokens: 128 },
    output_tokens: 52,
    output_tokens_details: { reasoning_tokens: 12 },
    total_tokens: 380,
  };
  const response = (output: object[] = [], tools: object[] = []) => ({
    id: 'r',
    object: 'response',
    status: 'completed',
    model: 'gpt-4o',
    tools,
    output: [
      ...output,
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi', annotations: [] }] },
    ],
    usage,
  });
  const tokens = 200 + 64 + 208;

  test('whole', () => {
    expect(charge(usageOfWhole(reader!, response()))).toBe(tokens);
  });
  test('streamed', () => {
    const done = { type: 'response.completed', sequence_number: 9, response: response() };
    expect(charge(usageOfStream(reader!, [frame(done, done.type)]))).toBe(tokens);
  });
  test.each([
    ['web_search_call', 'web_search', 5000],
    ['web_search_call', 'web_search_preview', 5000],
    ['file_search_call', 'file_search', 1250],
  ])('a %s of %s', (type, tool, fee) => {
    const used = usageOfWhole(reader!, response([{ type, status: 'completed' }], [{ type: tool }]));
    expect(charge(used)).toBe(tokens + fee);
  });
});
