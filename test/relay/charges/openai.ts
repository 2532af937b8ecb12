import type { ChargeFamily } from './recorded-charge.js';

const USAGE = 'https://platform.openai.com/docs/api-reference/chat/object';
const GPT5 = { ratio: 0.625, completion: 8, cache: 0.1 };

/** A chat completion, and its stream with usage in a last chunk without choices (`stream_options.include_usage`). */
const head = '"id":"chatcmpl-9","object":"chat.completion.chunk","created":1764230400';

export const openai: ChargeFamily = {
  provider: 'OpenAI',
  type: 1,
  charges: [
    {
      name: 'plain',
      documentation: USAGE,
      model: 'gpt-5',
      prices: GPT5,
      body: `{"id":"chatcmpl-9","object":"chat.completion","created":1764230400,"model":"gpt-5-2025-08-07","choices":[{"index":0,"message":{"role":"assistant","content":"It is fine."},"finish_reason":"stop"}],"usage":{"prompt_tokens":1200,"completion_tokens":300,"total_tokens":1500},"service_tier":"default"}`,
      stream: [
        `data: {${head},"model":"gpt-5-2025-08-07","service_tier":"default","choices":[{"index":0,"delta":{"role":"assistant","content":"It is fine."},"finish_reason":null}],"usage":null}`,
        `data: {${head},"model":"gpt-5-2025-08-07","service_tier":"default","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}`,
        `data: {${head},"model":"gpt-5-2025-08-07","service_tier":"default","choices":[],"usage":{"prompt_tokens":1200,"completion_tokens":300,"total_tokens":1500}}`,
        'data: [DONE]',
      ],
      charge: 2250,
      working: '1200 × 0.625 = 750; 300 × 0.625 × 8 = 1500; together 2250',
    },
    {
      name: 'cached input and reasoning, with predictions: all of them are parts of the sums',
      documentation: 'https://platform.openai.com/docs/guides/prompt-caching',
      model: 'gpt-5',
      prices: GPT5,
      body: `{"id":"chatcmpl-9","object":"chat.completion","created":1764230400,"model":"gpt-5-2025-08-07","choices":[{"index":0,"message":{"role":"assistant","content":"It is fine."},"finish_reason":"stop"}],"usage":{"prompt_tokens":5006,"completion_tokens":1300,"total_tokens":6306,"prompt_tokens_details":{"cached_tokens":4480,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":1024,"audio_tokens":0,"accepted_prediction_tokens":20,"rejected_prediction_tokens":6}}}`,
      stream: [
        `data: {${head},"model":"gpt-5-2025-08-07","choices":[{"index":0,"delta":{"role":"assistant","content":"It is fine."},"finish_reason":null}]}`,
        `data: {${head},"model":"gpt-5-2025-08-07","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`,
        `data: {${head},"model":"gpt-5-2025-08-07","choices":[],"usage":{"prompt_tokens":5006,"completion_tokens":1300,"total_tokens":6306,"prompt_tokens_details":{"cached_tokens":4480,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":1024,"audio_tokens":0,"accepted_prediction_tokens":20,"rejected_prediction_tokens":6}}}`,
        'data: [DONE]',
      ],
      charge: 7109,
      working:
        '(5006 - 4480) × 0.625 = 328.75; 4480 × 0.0625 = 280; 1300 × 5 = 6500, reasoning included; 7108.75, rounded half up',
    },
    {
      name: 'flex processing with a tool call',
      documentation: 'https://platform.openai.com/docs/guides/flex-processing',
      model: 'gpt-5',
      prices: { ...GPT5, serviceTiers: { flex: 0.5 } },
      body: `{"id":"chatcmpl-9","object":"chat.completion","created":1764230400,"model":"gpt-5-2025-08-07","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Rome\\"}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":800,"completion_tokens":100,"total_tokens":900},"service_tier":"flex"}`,
      stream: [
        `data: {${head},"model":"gpt-5-2025-08-07","service_tier":"flex","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weather","arguments":""}}]},"finish_reason":null}]}`,
        `data: {${head},"model":"gpt-5-2025-08-07","service_tier":"flex","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\":\\"Rome\\"}"}}]},"finish_reason":null}]}`,
        `data: {${head},"model":"gpt-5-2025-08-07","service_tier":"flex","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
        `data: {${head},"model":"gpt-5-2025-08-07","service_tier":"flex","choices":[],"usage":{"prompt_tokens":800,"completion_tokens":100,"total_tokens":900}}`,
        'data: [DONE]',
      ],
      charge: 500,
      working: '(800 × 0.625 + 100 × 5) × 0.5 = (500 + 500) × 0.5 = 500',
    },
    {
      name: 'audio in both directions: part of the sums, at prices of its own',
      documentation: 'https://platform.openai.com/docs/guides/audio',
      model: 'gpt-audio',
      prices: { ratio: 1.25, completion: 4, audio: 16, audioCompletion: 2 },
      body: `{"id":"chatcmpl-9","object":"chat.completion","created":1764230400,"model":"gpt-audio","choices":[{"index":0,"message":{"role":"assistant","content":null,"audio":{"id":"audio_1","data":"UklGRg==","transcript":"Yes.","expires_at":1764234000}},"finish_reason":"stop"}],"usage":{"prompt_tokens":260,"completion_tokens":180,"total_tokens":440,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":200,"text_tokens":60},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":140,"text_tokens":40}}}`,
      stream: [
        `data: {${head},"model":"gpt-audio","choices":[{"index":0,"delta":{"role":"assistant","audio":{"id":"audio_1","transcript":"Yes."}},"finish_reason":null}]}`,
        `data: {${head},"model":"gpt-audio","choices":[{"index":0,"delta":{"audio":{"data":"UklGRg=="}},"finish_reason":null}]}`,
        `data: {${head},"model":"gpt-audio","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}`,
        `data: {${head},"model":"gpt-audio","choices":[],"usage":{"prompt_tokens":260,"completion_tokens":180,"total_tokens":440,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":200,"text_tokens":60},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":140,"text_tokens":40}}}`,
        'data: [DONE]',
      ],
      charge: 9875,
      working:
        'text 60 × 1.25 = 75 and 40 × 5 = 200; audio 200 × 20 = 4000 and 140 × 40 = 5600; together 9875',
    },
    {
      name: 'a search model searches once per request without saying so',
      documentation: 'https://platform.openai.com/docs/pricing#built-in-tools',
      model: 'gpt-4o-search-preview',
      prices: { ratio: 1.25, completion: 4, group: 0.8, tools: { web_search_preview: 25 } },
      body: `{"id":"chatcmpl-9","object":"chat.completion","created":1764230400,"model":"gpt-4o-search-preview-2025-03-11","choices":[{"index":0,"message":{"role":"assistant","content":"Rome is sunny.","annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":14,"title":"Weather","url":"https://w.example"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":40,"completion_tokens":200,"total_tokens":240}}`,
      stream: [
        `data: {${head},"model":"gpt-4o-search-preview-2025-03-11","choices":[{"index":0,"delta":{"role":"assistant","content":"Rome is sunny."},"finish_reason":null}]}`,
        `data: {${head},"model":"gpt-4o-search-preview-2025-03-11","choices":[{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":14,"title":"Weather","url":"https://w.example"}}]},"finish_reason":"stop"}]}`,
        `data: {${head},"model":"gpt-4o-search-preview-2025-03-11","choices":[],"usage":{"prompt_tokens":40,"completion_tokens":200,"total_tokens":240}}`,
        'data: [DONE]',
      ],
      charge: 10_840,
      working:
        '(40 × 1.25 + 200 × 5) × 0.8 = 840; one search: 25 USD / 1000 × 500,000 × 0.8 = 10,000; together 10,840',
    },
  ],
};
