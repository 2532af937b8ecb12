import type { ChargeFamily } from './recorded-charge.js';

const OBJECT = 'https://platform.openai.com/docs/api-reference/responses/object';
const GPT5 = { ratio: 0.625, completion: 8, cache: 0.1 };
const start = '"id":"resp_1","object":"response","created_at":1764230400,"model":"gpt-5-2025-08-07"';
const message =
  '{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"It is fine.","annotations":[]}]}';
const created = `event: response.created
data: {"type":"response.created","sequence_number":0,"response":{${start},"status":"in_progress","output":[],"usage":null}}`;
const delta = `event: response.output_text.delta
data: {"type":"response.output_text.delta","sequence_number":1,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"It is fine."}`;

/** A response with these items before its message, and with the tools of the request, which it repeats. */
function withTools(tools: string, items: string, reported = '') {
  const response = `{${start},"status":"completed","tools":[${tools}],"output":[${items},${message}],"usage":{"input_tokens":1000,"input_tokens_details":{"cached_tokens":0},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":1100${reported}}}`;
  return {
    model: 'gpt-5',
    prices: GPT5,
    body: response,
    stream: [
      created,
      delta,
      `event: response.completed\ndata: {"type":"response.completed","sequence_number":2,"response":${response}}`,
    ],
  };
}

const CONTAINERS = 'https://developers.openai.com/api/docs/pricing#built-in-tools';
const code = (container: string) =>
  `{"id":"ci_1","type":"code_interpreter_call","status":"completed","code":"1+1","container_id":"${container}","outputs":null}`;

export const openaiResponses: ChargeFamily = {
  provider: 'OpenAI Responses',
  type: 1,
  protocol: 'openai-responses',
  charges: [
    {
      name: 'cached input and reasoning',
      documentation: OBJECT,
      model: 'gpt-5',
      prices: GPT5,
      body: `{${start},"status":"completed","output":[${message}],"service_tier":"default","usage":{"input_tokens":2000,"input_tokens_details":{"cached_tokens":1600},"output_tokens":700,"output_tokens_details":{"reasoning_tokens":640},"total_tokens":2700}}`,
      stream: [
        created,
        delta,
        `event: response.completed
data: {"type":"response.completed","sequence_number":2,"response":{${start},"status":"completed","output":[${message}],"service_tier":"default","usage":{"input_tokens":2000,"input_tokens_details":{"cached_tokens":1600},"output_tokens":700,"output_tokens_details":{"reasoning_tokens":640},"total_tokens":2700}}}`,
      ],
      charge: 3850,
      working: '400 × 0.625 = 250; 1600 × 0.0625 = 100; 700 × 5 = 3500, reasoning included; together 3850',
    },
    {
      name: 'priority processing',
      documentation: 'https://platform.openai.com/docs/guides/priority-processing',
      model: 'gpt-5',
      prices: { ...GPT5, serviceTiers: { priority: 2 } },
      body: `{${start},"status":"completed","output":[${message}],"service_tier":"priority","usage":{"input_tokens":1000,"input_tokens_details":{"cached_tokens":0},"output_tokens":200,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":1200}}`,
      stream: [
        created,
        delta,
        `event: response.completed
data: {"type":"response.completed","sequence_number":2,"response":{${start},"status":"completed","output":[${message}],"service_tier":"priority","usage":{"input_tokens":1000,"input_tokens_details":{"cached_tokens":0},"output_tokens":200,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":1200}}}`,
      ],
      charge: 3250,
      working: '(1000 × 0.625 + 200 × 5) × 2 = 1625 × 2 = 3250',
    },
    {
      name: 'two searches and an opened page: only searches are billed',
      documentation: 'https://platform.openai.com/docs/guides/tools-web-search',
      model: 'gpt-5',
      prices: { ...GPT5, tools: { web_search: 10 } },
      body: `{${start},"status":"completed","tools":[{"type":"web_search"}],"output":[{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"a"}},{"id":"ws_2","type":"web_search_call","status":"completed","action":{"type":"open_page","url":"https://a.example"}},{"id":"ws_3","type":"web_search_call","status":"completed","action":{"type":"search","query":"b"}},${message}],"usage":{"input_tokens":9000,"input_tokens_details":{"cached_tokens":0},"output_tokens":400,"output_tokens_details":{"reasoning_tokens":320},"total_tokens":9400}}`,
      stream: [
        created,
        delta,
        `event: response.completed
data: {"type":"response.completed","sequence_number":2,"response":{${start},"status":"completed","tools":[{"type":"web_search"}],"output":[{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"a"}},{"id":"ws_2","type":"web_search_call","status":"completed","action":{"type":"open_page","url":"https://a.example"}},{"id":"ws_3","type":"web_search_call","status":"completed","action":{"type":"search","query":"b"}},${message}],"usage":{"input_tokens":9000,"input_tokens_details":{"cached_tokens":0},"output_tokens":400,"output_tokens_details":{"reasoning_tokens":320},"total_tokens":9400}}}`,
      ],
      charge: 17_625,
      working:
        '9000 × 0.625 = 5625; 400 × 5 = 2000; 2 searches × 10 USD / 1000 = 0.02 USD = 10,000; together 17,625',
    },
    {
      name: 'a file search',
      documentation: 'https://platform.openai.com/docs/guides/tools-file-search',
      model: 'gpt-5',
      prices: { ...GPT5, tools: { file_search: 2.5 } },
      body: `{${start},"status":"completed","output":[{"id":"fs_1","type":"file_search_call","status":"completed","queries":["a"],"results":null},${message}],"usage":{"input_tokens":16000,"input_tokens_details":{"cached_tokens":0},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":16100}}`,
      stream: [
        created,
        delta,
        `event: response.completed
data: {"type":"response.completed","sequence_number":2,"response":{${start},"status":"completed","output":[{"id":"fs_1","type":"file_search_call","status":"completed","queries":["a"],"results":null},${message}],"usage":{"input_tokens":16000,"input_tokens_details":{"cached_tokens":0},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":16100}}}`,
      ],
      charge: 11_750,
      working: '16,000 × 0.625 = 10,000; 100 × 5 = 500; one search 2.5 USD / 1000 = 1250; together 11,750',
    },
    {
      name: 'an answer that reached its limit',
      documentation: OBJECT,
      model: 'gpt-5',
      prices: { ...GPT5, group: 1.5 },
      body: `{${start},"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[${message}],"usage":{"input_tokens":333,"input_tokens_details":{"cached_tokens":0},"output_tokens":64,"output_tokens_details":{"reasoning_tokens":60},"total_tokens":397}}`,
      stream: [
        created,
        delta,
        `event: response.incomplete
data: {"type":"response.incomplete","sequence_number":2,"response":{${start},"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[${message}],"usage":{"input_tokens":333,"input_tokens_details":{"cached_tokens":0},"output_tokens":64,"output_tokens_details":{"reasoning_tokens":60},"total_tokens":397}}}`,
      ],
      charge: 792,
      working: '(333 × 0.625 + 64 × 5) × 1.5 = (208.125 + 320) × 1.5 = 792.1875, rounded 792',
    },
    {
      name: 'Code Interpreter: two calls in one container',
      documentation: CONTAINERS,
      ...withTools(
        '{"type":"code_interpreter","container":{"type":"auto"}}',
        `${code('cntr_1')},${code('cntr_1')}`,
      ),
      charge: 16_125,
      working: '1000 × 0.625 + 100 × 5 = 1125; a session of 1 GB 0.03 USD = 15,000; together 16,125',
    },
    {
      name: 'Code Interpreter: a container with more memory',
      documentation: CONTAINERS,
      ...withTools(
        '{"type":"code_interpreter","container":{"type":"auto","memory_limit":"4g"}}',
        code('cntr_1'),
      ),
      charge: 61_125,
      working: '1125 as above; a session of 4 GB 0.12 USD = 60,000; together 61,125',
    },
    {
      name: 'Code Interpreter: a container that the request names exists already',
      documentation: 'https://platform.openai.com/docs/guides/tools-code-interpreter#containers',
      ...withTools('{"type":"code_interpreter","container":"cntr_1"}', code('cntr_1')),
      charge: 1125,
      working: '1000 × 0.625 + 100 × 5 = 1125',
    },
    {
      name: 'a hosted shell runs in a container, a shell of the client does not',
      documentation: 'https://developers.openai.com/api/docs/guides/tools-shell',
      ...withTools(
        '{"type":"shell","environment":{"type":"container_auto","memory_limit":"16g"}}',
        '{"type":"shell_call","id":"sh_1","call_id":"c_1","status":"completed","action":{"commands":["ls"]},"environment":{"type":"container_reference","container_id":"cntr_1"}},{"type":"shell_call","id":"sh_2","call_id":"c_2","status":"completed","action":{"commands":["ls"]},"environment":{"type":"local"}}',
      ),
      charge: 241_125,
      working: '1125 as above; a session of 16 GB 0.48 USD = 240,000; together 241,125',
    },
    {
      name: 'calls of MCP servers are free',
      documentation: 'https://developers.openai.com/api/docs/guides/tools-connectors-mcp',
      ...withTools(
        '{"type":"mcp","server_label":"s","server_url":"https://mcp.example"}',
        '{"id":"mcp_1","type":"mcp_call","status":"completed","server_label":"s","name":"roll","arguments":"{}","output":"4"}',
      ),
      charge: 1125,
      working: '1000 × 0.625 + 100 × 5 = 1125',
    },
    {
      name: 'Ark behind a custom address counts searches by source; its items repeat them',
      documentation: 'https://www.volcengine.com/docs/82379/1338550',
      ...withTools(
        '{"type":"web_search"}',
        '{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"a"}}',
        ',"tool_usage":{"web_search":1},"tool_usage_details":{"web_search":{"search_engine":1,"toutiao":2}}',
      ),
      charge: 2221,
      working:
        '1125 as above; 4 CNY / 7.3 = 0.5479 USD / 1000 = 273.95; 2 × 6 CNY / 7.3 = 0.8219 USD / 1000 = 821.9; 2220.85, rounded 2221',
    },
    {
      name: 'Qwen behind a custom address counts its searches',
      documentation: 'https://www.alibabacloud.com/help/en/model-studio/web-search',
      ...withTools(
        '{"type":"web_search"}',
        '{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"a"}}',
        ',"x_tools":{"web_search":{"count":2}}',
      ),
      charge: 1673,
      working: '1125 as above; 2 × 0.5479 USD / 1000 = 547.9; 1672.9, rounded 1673',
    },
  ],
};
