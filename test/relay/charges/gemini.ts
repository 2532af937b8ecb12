import type { ChargeFamily } from './recorded-charge.js';

const USAGE = 'https://ai.google.dev/api/generate-content#UsageMetadata';
const FLASH = { ratio: 0.15, completion: 8, cache: 0.25 };
const answer = '{"text":"It is fine."}';

const MAPS = 'https://ai.google.dev/gemini-api/docs/maps-grounding#pricing-and-rate-limits';
const places =
  '"groundingChunks":[{"maps":{"uri":"https://maps.example/1","title":"P","placeId":"places/1"}},{"maps":{"uri":"https://maps.example/2","title":"Q","placeId":"places/2"}}]';
export const documents = '"groundingChunks":[{"retrievedContext":{"title":"D","text":"t"}}]';

export interface ContentForm {
  readonly model: string;
  readonly usage: string;
  readonly parts?: string;
  /** Further members of the candidate, each preceded by a comma. */
  readonly candidate?: string;
  /** Usage of the first event, which is that of the tokens so far. */
  readonly early?: string;
}

/** Every event of a stream is a response with the new parts. */
export function content({ model, usage, parts = answer, candidate = '', early }: ContentForm) {
  const event = (members: string, usageMetadata: string) =>
    `{"candidates":[{${members}}],"usageMetadata":${usageMetadata},"modelVersion":"${model}","responseId":"r-1"}`;
  const held = `"content":{"parts":[${parts}],"role":"model"}`;
  return {
    body: event(`${held},"finishReason":"STOP","index":0${candidate}`, usage),
    stream: [
      `data: ${event(`${held},"index":0`, early ?? usage)}`,
      `data: ${event(`"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0${candidate}`, usage)}`,
    ],
  };
}

export const gemini: ChargeFamily = {
  provider: 'Gemini',
  type: 24,
  charges: [
    {
      name: 'plain: counts of a stream grow',
      documentation: USAGE,
      model: 'gemini-2.5-flash',
      prices: FLASH,
      ...content({
        model: 'gemini-2.5-flash',
        usage:
          '{"promptTokenCount":1000,"candidatesTokenCount":500,"totalTokenCount":1500,"promptTokensDetails":[{"modality":"TEXT","tokenCount":1000}]}',
        early: '{"promptTokenCount":1000,"candidatesTokenCount":4,"totalTokenCount":1004}',
      }),
      charge: 750,
      working: '1000 × 0.15 = 150; 500 × 1.2 = 600; together 750',
    },
    {
      name: 'thoughts are missing from the candidates',
      documentation: 'https://ai.google.dev/gemini-api/docs/thinking#pricing',
      model: 'gemini-2.5-pro',
      prices: { ratio: 0.625, completion: 8 },
      ...content({
        model: 'gemini-2.5-pro',
        usage:
          '{"promptTokenCount":200,"candidatesTokenCount":100,"totalTokenCount":1200,"thoughtsTokenCount":900}',
        early: '{"promptTokenCount":200,"totalTokenCount":1100,"thoughtsTokenCount":900}',
      }),
      charge: 5125,
      working: '200 × 0.625 = 125; (100 + 900) × 5 = 5000; together 5125',
    },
    {
      name: 'cached content with audio: parts of the prompt',
      documentation: 'https://ai.google.dev/gemini-api/docs/caching',
      model: 'gemini-2.5-flash',
      prices: { ratio: 0.2, completion: 5, cache: 0.25, audio: 3, audioCache: 0.75 },
      ...content({
        model: 'gemini-2.5-flash',
        usage:
          '{"promptTokenCount":10000,"candidatesTokenCount":100,"totalTokenCount":10100,"cachedContentTokenCount":8000,"promptTokensDetails":[{"modality":"TEXT","tokenCount":7000},{"modality":"AUDIO","tokenCount":3000}],"cacheTokensDetails":[{"modality":"TEXT","tokenCount":6000},{"modality":"AUDIO","tokenCount":2000}]}',
      }),
      charge: 1500,
      working:
        'text 1000 × 0.2 = 200, cached 6000 × 0.05 = 300; audio 1000 × 0.6 = 600, cached 2000 × 0.15 = 300; 100 × 1 = 100; together 1500',
    },
    {
      name: 'pages that its own tool read are missing from the prompt',
      documentation: 'https://ai.google.dev/gemini-api/docs/url-context',
      model: 'gemini-2.5-flash',
      prices: { ratio: 0.2, completion: 5 },
      ...content({
        model: 'gemini-2.5-flash',
        usage:
          '{"promptTokenCount":27,"candidatesTokenCount":45,"totalTokenCount":10412,"promptTokensDetails":[{"modality":"TEXT","tokenCount":27}],"toolUsePromptTokenCount":10309,"toolUsePromptTokensDetails":[{"modality":"TEXT","tokenCount":10309}],"thoughtsTokenCount":31}',
        candidate:
          ',"urlContextMetadata":{"urlMetadata":[{"retrievedUrl":"https://w.example","urlRetrievalStatus":"URL_RETRIEVAL_STATUS_SUCCESS"}]}',
      }),
      charge: 2143,
      working: '(27 + 10,309) × 0.2 = 2067.2; (45 + 31) × 1 = 76; 2143.2, rounded 2143',
    },
    {
      name: 'Google Search from Gemini 3 on: every query is billed',
      documentation: 'https://ai.google.dev/gemini-api/docs/google-search#pricing',
      model: 'gemini-3-pro-preview',
      prices: { ratio: 1, completion: 6, tools: { google_search: 14 } },
      ...content({
        model: 'gemini-3-pro-preview',
        usage: '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320}',
        candidate:
          ',"groundingMetadata":{"webSearchQueries":["weather rome","rome rain"],"groundingChunks":[]}',
      }),
      charge: 15_820,
      working: '20 + 300 × 6 = 1820; 2 × 14 USD / 1000 × 500,000 = 14,000; together 15,820',
    },
    {
      name: 'Google Search before Gemini 3: the prompt is billed once',
      documentation: 'https://ai.google.dev/gemini-api/docs/google-search#pricing',
      model: 'gemini-2.5-flash',
      prices: { ...FLASH, tools: { google_search: 35 } },
      ...content({
        model: 'gemini-2.5-flash',
        usage: '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320}',
        candidate: ',"groundingMetadata":{"webSearchQueries":["a","b","c"],"groundingChunks":[]}',
      }),
      charge: 17_863,
      working: '20 × 0.15 = 3; 300 × 1.2 = 360; 35 USD / 1000 × 500,000 = 17,500; together 17,863',
    },
    {
      name: 'a generated image is part of the candidates',
      documentation: 'https://ai.google.dev/gemini-api/docs/image-generation',
      model: 'gemini-2.5-flash-image',
      prices: { ratio: 0.15, completion: 8, imageCompletion: 100 },
      ...content({
        model: 'gemini-2.5-flash-image',
        parts: '{"text":"Here."},{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}',
        usage:
          '{"promptTokenCount":10,"candidatesTokenCount":1300,"totalTokenCount":1310,"candidatesTokensDetails":[{"modality":"TEXT","tokenCount":10},{"modality":"IMAGE","tokenCount":1290}]}',
      }),
      charge: 19_364,
      working: '10 × 0.15 = 1.5; text 10 × 1.2 = 12; image 1290 × 15 = 19,350; 19,363.5, rounded half up',
    },
    {
      name: 'flex inference',
      documentation: 'https://ai.google.dev/gemini-api/docs/flex-inference',
      model: 'gemini-3.5-flash',
      prices: { ratio: 1, completion: 6, serviceTiers: { flex: 0.5 } },
      ...content({
        model: 'gemini-3.5-flash',
        usage:
          '{"promptTokenCount":1000,"candidatesTokenCount":100,"totalTokenCount":1100,"serviceTier":"SERVICE_TIER_FLEX"}',
      }),
      charge: 800,
      working: '(1000 + 100 × 6) × 0.5 = 800',
    },
    {
      name: 'Google Maps before Gemini 3: the prompt is billed once',
      documentation: MAPS,
      model: 'gemini-2.5-flash',
      prices: FLASH,
      ...content({
        model: 'gemini-2.5-flash',
        usage: '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320}',
        candidate: `,"groundingMetadata":{${places},"googleMapsWidgetContextToken":"widgetcontent/1"}`,
      }),
      charge: 12_863,
      working: '20 × 0.15 = 3; 300 × 1.2 = 360; 25 USD / 1000 × 500,000 = 12,500; together 12,863',
    },
    {
      name: 'Google Maps from Gemini 3 on: its queries are billed, and not as searches',
      documentation: MAPS,
      model: 'gemini-3-pro-preview',
      prices: { ratio: 1, completion: 6 },
      ...content({
        model: 'gemini-3-pro-preview',
        usage: '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320}',
        candidate: `,"groundingMetadata":{"webSearchQueries":["pizza rome","pasta rome"],${places}}`,
      }),
      charge: 15_820,
      working: '20 + 300 × 6 = 1820; 2 × 14 USD / 1000 × 500,000 = 14,000; together 15,820',
    },
    {
      name: 'Google Maps beside Google Search',
      documentation: MAPS,
      model: 'gemini-3-pro-preview',
      prices: { ratio: 1, completion: 6, tools: { google_search: 14, google_maps: 20 } },
      ...content({
        model: 'gemini-3-pro-preview',
        usage: '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320}',
        candidate: `,"groundingMetadata":{"webSearchQueries":["pizza rome"],"groundingChunks":[{"web":{"uri":"https://w.example","title":"W"}},{"maps":{"uri":"https://maps.example","title":"P","placeId":"places/1"}}]}`,
      }),
      charge: 18_820,
      working: '1820 as above; a query 14 USD / 1000 = 7000; Maps 20 USD / 1000 = 10,000; together 18,820',
    },
    {
      name: 'queries for images are billed like those for pages',
      documentation: 'https://ai.google.dev/gemini-api/docs/google-search#pricing',
      model: 'gemini-3.1-flash-image',
      prices: { ratio: 0.25, completion: 6 },
      ...content({
        model: 'gemini-3.1-flash-image',
        usage: '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320}',
        candidate:
          ',"groundingMetadata":{"webSearchQueries":["a fox"],"imageSearchQueries":["a fox"],"groundingChunks":[{"image":{"sourceUri":"https://w.example","imageUri":"https://w.example/1.png"}}]}',
      }),
      charge: 14_455,
      working: '20 × 0.25 = 5; 300 × 1.5 = 450; 2 × 14 USD / 1000 × 500,000 = 14,000; together 14,455',
    },
    {
      name: 'documents of the File Search tool cost only their tokens',
      documentation: 'https://ai.google.dev/gemini-api/docs/file-search#pricing',
      model: 'gemini-2.5-flash',
      prices: FLASH,
      tools: {
        protocol: 'gemini',
        offered: [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/1'] } }],
      },
      ...content({
        model: 'gemini-2.5-flash',
        usage: '{"promptTokenCount":20,"candidatesTokenCount":300,"totalTokenCount":320}',
        candidate: `,"groundingMetadata":{${documents}}`,
      }),
      charge: 363,
      working: '20 × 0.15 = 3; 300 × 1.2 = 360; together 363',
    },
  ],
};
