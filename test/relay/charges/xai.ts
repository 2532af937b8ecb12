import type { ChargeFamily } from './recorded-charge.js';

const USAGE = 'https://docs.x.ai/docs/api-reference';
const head = '"id":"x-1","created":1764230400';
const whole = (
  model: string,
  usage: string,
  message = '"role":"assistant","content":"It is fine.","refusal":null',
) =>
  `{${head},"object":"chat.completion","model":"${model}","choices":[{"index":0,"message":{${message}},"finish_reason":"stop"}],"usage":${usage},"system_fingerprint":"fp_1"}`;

/** Usage arrives in a last chunk without choices. */
const streamed = (model: string, usage: string) => [
  `data: {${head},"object":"chat.completion.chunk","model":"${model}","choices":[{"index":0,"delta":{"content":"It is fine.","role":"assistant"}}]}`,
  `data: {${head},"object":"chat.completion.chunk","model":"${model}","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}`,
  `data: {${head},"object":"chat.completion.chunk","model":"${model}","choices":[],"usage":${usage},"system_fingerprint":"fp_1"}`,
  'data: [DONE]',
];

const details = (prompt: string, reasoning: number) =>
  `"prompt_tokens_details":{${prompt},"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":${reasoning},"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}`;
const plain = `{"prompt_tokens":300,"completion_tokens":100,"total_tokens":400,${details('"text_tokens":300,"image_tokens":0,"cached_tokens":0', 0)},"num_sources_used":0,"cost_in_usd_ticks":24000000}`;
const cached = `{"prompt_tokens":125,"completion_tokens":48,"total_tokens":173,${details('"text_tokens":125,"image_tokens":0,"cached_tokens":98', 0)},"num_sources_used":0}`;
const reasoned = `{"prompt_tokens":40,"completion_tokens":10,"total_tokens":150,${details('"text_tokens":40,"image_tokens":0,"cached_tokens":0', 100)},"num_sources_used":0}`;
const cachedReasoning = `{"prompt_tokens":1000,"completion_tokens":200,"total_tokens":1250,${details('"text_tokens":1000,"image_tokens":0,"cached_tokens":800', 50)},"num_sources_used":0}`;
const image = `{"prompt_tokens":276,"completion_tokens":20,"total_tokens":296,${details('"text_tokens":20,"image_tokens":256,"cached_tokens":0', 0)},"num_sources_used":0}`;
const searched = `{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100,${details('"text_tokens":2000,"image_tokens":0,"cached_tokens":0', 0)},"num_sources_used":6}`;
const tools = `{"prompt_tokens":6000,"completion_tokens":400,"total_tokens":6400,${details('"text_tokens":6000,"image_tokens":0,"cached_tokens":0', 0)},"num_sources_used":0,"num_server_side_tools_used":5,"server_side_tool_usage_details":{"web_search_calls":2,"x_search_calls":3,"code_interpreter_calls":0,"file_search_calls":0,"mcp_calls":0,"document_search_calls":0}}`;
const GROK = { ratio: 1.5, completion: 5, cache: 0.25 };

export const xai: ChargeFamily = {
  provider: 'xAI',
  type: 48,
  charges: [
    {
      name: 'plain',
      documentation: USAGE,
      model: 'grok-3',
      prices: GROK,
      body: whole('grok-3', plain),
      stream: streamed('grok-3', plain),
      charge: 1200,
      working: '300 × 1.5 = 450; 100 × 7.5 = 750; together 1200, which is 24,000,000 ticks of 1e-10 USD',
    },
    {
      name: 'cached input',
      documentation: 'https://docs.x.ai/developers/advanced-api-usage/prompt-caching/usage-and-pricing',
      model: 'grok-3',
      prices: GROK,
      body: whole('grok-3', cached),
      stream: streamed('grok-3', cached),
      charge: 437,
      working: '27 × 1.5 = 40.5; 98 × 0.375 = 36.75; 48 × 7.5 = 360; 437.25, rounded 437',
    },
    {
      name: 'reasoning is missing from the completion and part of the total',
      documentation: USAGE,
      model: 'grok-3-mini',
      prices: { ratio: 0.15, completion: 2 },
      body: whole('grok-3-mini', reasoned),
      stream: streamed('grok-3-mini', reasoned),
      charge: 39,
      working: '40 × 0.15 = 6; (10 + 100) × 0.3 = 33; together 39',
    },
    {
      name: 'less reasoning than completion, and cached input',
      documentation: USAGE,
      model: 'grok-4',
      prices: GROK,
      body: whole('grok-4', cachedReasoning),
      stream: streamed('grok-4', cachedReasoning),
      charge: 2475,
      working: '200 × 1.5 = 300; 800 × 0.375 = 300; (200 + 50) × 7.5 = 1875; together 2475',
    },
    {
      name: 'an image costs its tokens, which are part of the prompt',
      documentation: 'https://docs.x.ai/docs/guides/image-understanding',
      model: 'grok-4',
      prices: GROK,
      body: whole('grok-4', image),
      stream: streamed('grok-4', image),
      charge: 564,
      working: '276 × 1.5 = 414; 20 × 7.5 = 150; together 564',
    },
    {
      name: 'Live Search bills every source that was used',
      documentation: 'https://docs.x.ai/docs/guides/live-search',
      model: 'grok-4',
      prices: { ...GROK, tools: { live_search: 25 } },
      body: whole('grok-4', searched),
      stream: streamed('grok-4', searched),
      charge: 78_750,
      working: '2000 × 1.5 = 3000; 100 × 7.5 = 750; 6 × 25 USD / 1000 × 500,000 = 75,000; together 78,750',
    },
    {
      name: 'tools that run at xAI cost 5 USD per thousand calls',
      documentation: 'https://docs.x.ai/developers/pricing',
      model: 'grok-4',
      prices: GROK,
      body: whole('grok-4', tools),
      stream: streamed('grok-4', tools),
      charge: 24_500,
      working:
        '6000 × 1.5 = 9000; 400 × 7.5 = 3000; (2 + 3) × 5 USD / 1000 × 500,000 = 12,500; together 24,500',
    },
  ],
};
