import { answer } from './chat-form.js';
import { content, documents } from './gemini.js';
import type { ChargeFamily } from './recorded-charge.js';

const RESPONSE =
  'https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/GenerateContentResponse';
const FLASH = { ratio: 0.15, completion: 8, cache: 0.1 };
const start = '"id":"msg_vrtx_1","type":"message","role":"assistant","model":"claude-sonnet-4-6"';

const PRICES = 'https://cloud.google.com/vertex-ai/generative-ai/pricing';

/** @param metadata members of `groundingMetadata` */
function grounded(metadata: string) {
  return content({
    model: 'gemini-2.5-flash',
    usage:
      '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320,"trafficType":"ON_DEMAND"}',
    candidate: `,"groundingMetadata":{${metadata}}`,
  });
}

export const vertex: ChargeFamily = {
  provider: 'Vertex AI',
  type: 41,
  charges: [
    {
      name: 'Gemini on demand',
      documentation: RESPONSE,
      model: 'gemini-2.5-flash',
      prices: FLASH,
      ...content({
        model: 'gemini-2.5-flash',
        usage:
          '{"promptTokenCount":1000,"candidatesTokenCount":500,"totalTokenCount":1500,"trafficType":"ON_DEMAND","promptTokensDetails":[{"modality":"TEXT","tokenCount":1000}],"candidatesTokensDetails":[{"modality":"TEXT","tokenCount":500}]}',
        early: '{"trafficType":"ON_DEMAND"}',
      }),
      charge: 750,
      working: '1000 × 0.15 = 150; 500 × 1.2 = 600; together 750',
    },
    {
      name: 'Gemini with priority, thoughts and cached input',
      documentation: RESPONSE,
      model: 'gemini-2.5-flash',
      prices: { ...FLASH, serviceTiers: { priority: 1.8, flex: 0.5 } },
      ...content({
        model: 'gemini-2.5-flash',
        usage:
          '{"promptTokenCount":3000,"candidatesTokenCount":100,"totalTokenCount":3500,"cachedContentTokenCount":2000,"thoughtsTokenCount":400,"trafficType":"ON_DEMAND_PRIORITY","cacheTokensDetails":[{"modality":"TEXT","tokenCount":2000}]}',
        early: '{"trafficType":"ON_DEMAND_PRIORITY"}',
      }),
      charge: 1404,
      working: '1000 × 0.15 = 150; 2000 × 0.015 = 30; (100 + 400) × 1.2 = 600; 780 × 1.8 = 1404',
    },
    {
      name: 'Gemini in flex traffic, with an image in the prompt',
      documentation: RESPONSE,
      model: 'gemini-2.5-flash',
      prices: { ...FLASH, serviceTiers: { priority: 1.8, flex: 0.5 } },
      ...content({
        model: 'gemini-2.5-flash',
        usage:
          '{"promptTokenCount":268,"candidatesTokenCount":20,"totalTokenCount":288,"trafficType":"ON_DEMAND_FLEX","promptTokensDetails":[{"modality":"IMAGE","tokenCount":258},{"modality":"TEXT","tokenCount":10}]}',
      }),
      charge: 32,
      working: '(268 × 0.15 + 20 × 1.2) × 0.5 = (40.2 + 24) × 0.5 = 32.1, rounded 32',
    },
    {
      name: 'Claude: as at Anthropic',
      documentation: 'https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude',
      model: 'claude-sonnet-4-6',
      prices: { ratio: 1.5, completion: 5, cache: 0.1, cacheWrite: 1.25 },
      body: `{${start},"content":[{"type":"text","text":"Fine."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":100,"cache_creation_input_tokens":400,"cache_read_input_tokens":1000,"cache_creation":{"ephemeral_5m_input_tokens":400,"ephemeral_1h_input_tokens":0},"output_tokens":60}}`,
      stream: [
        `event: vertex_event\ndata: {"type":"vertex_event"}`,
        `event: message_start\ndata: {"type":"message_start","message":{${start},"content":[],"stop_reason":null,"usage":{"input_tokens":100,"cache_creation_input_tokens":400,"cache_read_input_tokens":1000,"cache_creation":{"ephemeral_5m_input_tokens":400,"ephemeral_1h_input_tokens":0},"output_tokens":1}}}`,
        `event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
        `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Fine."}}`,
        `event: content_block_stop\ndata: {"type":"content_block_stop","index":0}`,
        `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":60}}`,
        `event: message_stop\ndata: {"type":"message_stop"}`,
      ],
      charge: 1500,
      working: '100 × 1.5 = 150; 400 × 1.875 = 750; 1000 × 0.15 = 150; 60 × 7.5 = 450; together 1500',
    },
    {
      name: 'Llama, in the form of OpenAI',
      documentation: 'https://cloud.google.com/vertex-ai/generative-ai/docs/maas/call-open-model-apis',
      model: 'meta/llama-3.3-70b-instruct-maas',
      prices: { ratio: 0.36, completion: 1 },
      ...answer({
        model: 'meta/llama-3.3-70b-instruct-maas',
        usage: '{"prompt_tokens":500,"completion_tokens":250,"total_tokens":750}',
      }),
      charge: 270,
      working: '750 × 0.36 = 270',
    },
    {
      name: 'Mistral, whose last chunk has the usage',
      documentation: 'https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/mistral',
      model: 'mistral-medium-3',
      prices: { ratio: 0.2, completion: 5 },
      ...answer({
        model: 'mistral-medium-3',
        place: 'with-finish',
        usage: '{"prompt_tokens":250,"completion_tokens":50,"total_tokens":300}',
      }),
      charge: 100,
      working: '250 × 0.2 = 50; 50 × 1 = 50; together 100',
    },
    {
      name: 'Web Grounding for Enterprise before Gemini 3 costs more than Google Search, and is reported like it',
      documentation: PRICES,
      model: 'gemini-2.5-flash',
      prices: FLASH,
      tools: { protocol: 'gemini', offered: [{ enterpriseWebSearch: {} }] },
      ...grounded('"webSearchQueries":["a","b"],"groundingChunks":[{"web":{"uri":"https://w.example"}}]'),
      charge: 22_863,
      working: '20 × 0.15 = 3; 300 × 1.2 = 360; 45 USD / 1000 × 500,000 = 22,500; together 22,863',
    },
    {
      name: 'both kinds of search offered: the cheaper one is certain',
      documentation: PRICES,
      model: 'gemini-2.5-flash',
      prices: FLASH,
      tools: { protocol: 'gemini', offered: [{ enterpriseWebSearch: {} }, { googleSearch: {} }] },
      ...grounded('"webSearchQueries":["a","b"],"groundingChunks":[{"web":{"uri":"https://w.example"}}]'),
      charge: 17_863,
      working: '363 as above; 35 USD / 1000 × 500,000 = 17,500; together 17,863',
    },
    {
      name: 'grounding with documents of the customer costs something by request',
      documentation: PRICES,
      model: 'gemini-2.5-flash',
      prices: FLASH,
      tools: { protocol: 'gemini', offered: [{ retrieval: { vertexAiSearch: { datastore: 'd' } } }] },
      ...grounded(documents),
      charge: 1613,
      working: '363 as above; 2.5 USD / 1000 × 500,000 = 1250; together 1613',
    },
  ],
};
