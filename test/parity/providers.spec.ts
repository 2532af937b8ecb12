import { charge, chunks, completion, frame, provider, usageOfStream, usageOfWhole } from './book.js';

/** What providers document of their usage, and what it costs at 1 : 0.5 cached : 4 out. Tolerance: none. */
const providers: [name: string, type: number, usage: object, quota: number][] = [
  [
    'OpenAI, with a cached prompt',
    1,
    {
      prompt_tokens: 2006,
      completion_tokens: 300,
      total_tokens: 2306,
      prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
    86 + 960 + 1200,
  ],
  [
    'OpenAI, reasoning',
    1,
    {
      prompt_tokens: 75,
      completion_tokens: 1186,
      total_tokens: 1261,
      completion_tokens_details: { reasoning_tokens: 1024 },
    },
    75 + 4744,
  ],
  [
    'Azure, with its own words around',
    3,
    {
      prompt_tokens: 40,
      completion_tokens: 10,
      total_tokens: 50,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    40 + 40,
  ],
  [
    'DeepSeek, whose cache has names of its own',
    43,
    {
      prompt_tokens: 1000,
      prompt_cache_hit_tokens: 640,
      prompt_cache_miss_tokens: 360,
      completion_tokens: 200,
      total_tokens: 1200,
      completion_tokens_details: { reasoning_tokens: 150 },
    },
    360 + 320 + 800,
  ],
  [
    'DeepSeek, both names at once',
    43,
    {
      prompt_tokens: 1000,
      prompt_tokens_details: { cached_tokens: 640 },
      prompt_cache_hit_tokens: 640,
      prompt_cache_miss_tokens: 360,
      completion_tokens: 200,
    },
    360 + 320 + 800,
  ],
  [
    'Moonshot, cached at the top',
    25,
    { prompt_tokens: 19, completion_tokens: 21, total_tokens: 40, cached_tokens: 10 },
    9 + 5 + 84,
  ],
  [
    'xAI, whose completion leaves out what was thought',
    48,
    {
      prompt_tokens: 37,
      completion_tokens: 530,
      total_tokens: 800,
      prompt_tokens_details: { text_tokens: 37, audio_tokens: 0, image_tokens: 0, cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 233, audio_tokens: 0 },
      num_sources_used: 0,
    },
    29 + 4 + 763 * 4,
  ],
  ['Mistral', 42, { prompt_tokens: 16, completion_tokens: 34, total_tokens: 50 }, 16 + 136],
  [
    'Perplexity, with the fee of a small search',
    27,
    {
      prompt_tokens: 14,
      completion_tokens: 70,
      total_tokens: 84,
      search_context_size: 'low',
      num_search_queries: 1,
    },
    14 + 280 + 2500,
  ],
  [
    'OpenRouter, with its price',
    20,
    {
      prompt_tokens: 194,
      completion_tokens: 2,
      total_tokens: 196,
      cost: 0.95,
      prompt_tokens_details: { cached_tokens: 100 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    94 + 50 + 8,
  ],
  [
    'Zhipu',
    26,
    {
      prompt_tokens: 120,
      completion_tokens: 30,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 100 },
    },
    20 + 50 + 120,
  ],
  [
    'Volcengine',
    45,
    {
      prompt_tokens: 90,
      completion_tokens: 50,
      total_tokens: 140,
      prompt_tokens_details: { cached_tokens: 30 },
      completion_tokens_details: { reasoning_tokens: 20 },
    },
    60 + 15 + 200,
  ],
  [
    'Qwen',
    17,
    {
      prompt_tokens: 3019,
      completion_tokens: 104,
      total_tokens: 3123,
      prompt_tokens_details: { cached_tokens: 2048 },
    },
    971 + 1024 + 416,
  ],
  ['Baidu', 46, { prompt_tokens: 11, completion_tokens: 22, total_tokens: 33 }, 11 + 88],
  ['SiliconFlow', 40, { prompt_tokens: 12, completion_tokens: 13, total_tokens: 25 }, 12 + 52],
  ['MiniMax', 35, { prompt_tokens: 26, completion_tokens: 274, total_tokens: 300 }, 26 + 1096],
  [
    'a gateway that tells cache writes',
    8,
    {
      prompt_tokens: 1000,
      completion_tokens: 10,
      prompt_tokens_details: { cached_tokens: 600, cached_creation_tokens: 200 },
    },
    200 + 300 + 250 + 40,
  ],
];

describe.each(providers)('%s', (_name, type, usage, quota) => {
  test('whole', () => {
    expect(charge(usageOfWhole(provider(type).chat!, completion(usage)))).toBe(quota);
  });
  test('streamed', () => {
    expect(charge(usageOfStream(provider(type).chat!, chunks(usage)))).toBe(quota);
  });
});

test('Moonshot streams its usage inside of the choice', () => {
  const last = {
    choices: [
      {
        index: 0,
        delta: {},
        finish_reason: 'stop',
        usage: { prompt_tokens: 19, completion_tokens: 13, total_tokens: 32, cached_tokens: 9 },
      },
    ],
  };
  expect(charge(usageOfStream(provider(25).chat!, [frame(last), frame('[DONE]')]))).toBe(
    Math.ceil(10 + 4.5 + 52),
  );
});

test('Groq streams its usage beside the choices', () => {
  const last = {
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
    x_groq: {
      id: 'q',
      usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25, total_time: 0.1 },
    },
  };
  expect(charge(usageOfStream(provider(8).chat!, [frame(last), frame('[DONE]')]))).toBe(20 + 20);
});

test('usage that is repeated in every chunk counts once', () => {
  const chunk = (completion_tokens: number) => ({
    choices: [{ index: 0, delta: { content: 'x' } }],
    usage: { prompt_tokens: 10, completion_tokens },
  });
  const end = {
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 9 },
  };
  const frames = [frame(chunk(1)), frame(chunk(5)), frame(end), frame('[DONE]')];
  expect(charge(usageOfStream(provider(8).chat!, frames))).toBe(10 + 36);
});

test('sound of a model without a price for it costs what text does', () => {
  const usage = {
    prompt_tokens: 30,
    completion_tokens: 20,
    prompt_tokens_details: { audio_tokens: 20 },
    completion_tokens_details: { audio_tokens: 15 },
  };
  expect(charge(usageOfWhole(provider(8).chat!, completion(usage)))).toBe(30 + 80);
});
