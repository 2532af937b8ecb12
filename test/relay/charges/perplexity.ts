import type { ChargeFamily } from './recorded-charge.js';

const PRICING = 'https://docs.perplexity.ai/getting-started/pricing';
const OBJECT = 'https://docs.perplexity.ai/api-reference/chat-completions-post';
const message = '"role":"assistant","content":"It is fine.[1]"';
const sources =
  '"citations":["https://w.example"],"search_results":[{"title":"W","url":"https://w.example","date":null}]';
const whole = (model: string, usage: string) =>
  `{"id":"p-1","model":"${model}","created":1764230400,"usage":${usage},${sources},"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{${message}},"delta":{"role":"assistant","content":""}}]}`;

/** Every chunk repeats the answer so far and reports usage; the last one has the fees and the cost. */
const streamed = (model: string, first: string, last: string) => [
  `data: {"id":"p-1","model":"${model}","created":1764230400,"usage":${first},${sources},"object":"chat.completion.chunk","choices":[{"index":0,"finish_reason":null,"message":{"role":"assistant","content":"It is"},"delta":{"role":"assistant","content":"It is"}}]}`,
  `data: {"id":"p-1","model":"${model}","created":1764230400,"usage":${last},${sources},"object":"chat.completion.done","choices":[{"index":0,"finish_reason":"stop","message":{${message}},"delta":{"role":"assistant","content":" fine.[1]"}}]}`,
];

const low =
  '{"prompt_tokens":20,"completion_tokens":400,"total_tokens":420,"search_context_size":"low","cost":{"input_tokens_cost":0.00002,"output_tokens_cost":0.0004,"request_cost":0.005,"total_cost":0.00542}}';
const high =
  '{"prompt_tokens":100,"completion_tokens":200,"total_tokens":300,"search_context_size":"high","citation_tokens":900,"num_search_queries":2,"cost":{"input_tokens_cost":0.0003,"output_tokens_cost":0.003,"request_cost":0.014,"total_cost":0.0173}}';
const unsearched =
  '{"prompt_tokens":100,"completion_tokens":200,"total_tokens":300,"search_context_size":"medium","cost":{"input_tokens_cost":0.0003,"output_tokens_cost":0.003,"request_cost":0,"total_cost":0.0033}}';
const reasoned =
  '{"prompt_tokens":50,"completion_tokens":1000,"total_tokens":1050,"search_context_size":"medium","cost":{"input_tokens_cost":0.0001,"output_tokens_cost":0.008,"request_cost":0.01,"total_cost":0.0181}}';
const research =
  '{"prompt_tokens":40,"completion_tokens":7000,"total_tokens":7040,"citation_tokens":20000,"num_search_queries":18,"reasoning_tokens":70000,"search_context_size":"medium"}';

export const perplexity: ChargeFamily = {
  provider: 'Perplexity',
  type: 27,
  charges: [
    {
      name: 'a small search: tokens and a fee per request',
      documentation: PRICING,
      model: 'sonar',
      prices: { ratio: 0.5, completion: 1 },
      body: whole('sonar', low),
      stream: streamed(
        'sonar',
        '{"prompt_tokens":20,"completion_tokens":2,"total_tokens":22,"search_context_size":"low"}',
        low,
      ),
      charge: 2710,
      working: '420 × 0.5 = 210; 5 USD / 1000 × 500,000 = 2500; together 2710, which is 0.00542 USD',
    },
    {
      name: 'a large search of the Pro model: its citations and queries are free',
      documentation: PRICING,
      model: 'sonar-pro',
      prices: { ratio: 1.5, completion: 5, group: 2 },
      body: whole('sonar-pro', high),
      stream: streamed(
        'sonar-pro',
        '{"prompt_tokens":100,"completion_tokens":2,"total_tokens":102,"search_context_size":"high"}',
        high,
      ),
      charge: 17_300,
      working: '(100 × 1.5 + 200 × 7.5 + 14 USD / 1000 × 500,000) × 2 = (150 + 1500 + 7000) × 2 = 17,300',
    },
    {
      name: 'a request with disable_search has no fee',
      documentation: OBJECT,
      model: 'sonar-pro',
      prices: { ratio: 1.5, completion: 5 },
      body: whole('sonar-pro', unsearched),
      stream: streamed(
        'sonar-pro',
        '{"prompt_tokens":100,"completion_tokens":2,"total_tokens":102,"search_context_size":"medium"}',
        unsearched,
      ),
      charge: 1650,
      working: '100 × 1.5 = 150; 200 × 7.5 = 1500; request_cost is 0; together 1650, which is 0.0033 USD',
    },
    {
      name: 'the reasoning of sonar-reasoning-pro is part of its completion',
      documentation: PRICING,
      model: 'sonar-reasoning-pro',
      prices: { ratio: 1, completion: 4 },
      body: whole('sonar-reasoning-pro', reasoned),
      stream: streamed(
        'sonar-reasoning-pro',
        '{"prompt_tokens":50,"completion_tokens":2,"total_tokens":52,"search_context_size":"medium"}',
        reasoned,
      ),
      charge: 9050,
      working: '50 + 1000 × 4 = 4050; 10 USD / 1000 × 500,000 = 5000; together 9050, which is 0.0181 USD',
    },
    {
      name: 'deep research: citations like input, reasoning like output, a fee per query and none per request',
      documentation: PRICING,
      model: 'sonar-deep-research',
      prices: { ratio: 1, completion: 4 },
      body: whole('sonar-deep-research', research),
      stream: streamed(
        'sonar-deep-research',
        '{"prompt_tokens":40,"completion_tokens":2,"total_tokens":42}',
        research,
      ),
      charge: 373_040,
      working:
        '40 + 20,000 citations = 20,040; (7000 + 70,000) × 4 = 308,000, at the price of output because reasoning has none of its own here; 18 × 5 USD / 1000 × 500,000 = 45,000; together 373,040',
    },
  ],
};
