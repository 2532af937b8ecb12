import { PIXEL } from '../dialects/image-calls.js';
import { assemblyaiDialect } from './assemblyai-dialect.js';
import { azureSpeechDialects } from './azure-speech-dialect.js';
import { baiduEmbeddings } from './baidu-dialect.js';
import { cloudflareRun } from './cloudflare-dialect.js';
import { cohereDialect } from './cohere-dialect.js';
import { deepgramDialects } from './deepgram-dialect.js';
import { elevenlabsDialect } from './elevenlabs-dialect.js';
import { geminiDialect } from './gemini-dialect.js';
import { geminiImageDialect } from './gemini-image-dialect.js';
import { geminiSpeechDialect } from './gemini-speech-dialect.js';
import { minimaxSpeech } from './minimax-dialect.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect, ScriptedUsage } from './scripted-answer.js';
import { xaiSpeech } from './xai-dialect.js';

/** Operations that differ from chat only in the response body; they do not stream. */
function operation(whole: (model: string, usage: ScriptedUsage | undefined) => object): Dialect {
  return { ...openaiDialect, whole: (answer, model) => whole(model, answer.usage) };
}

const embeddings = operation((model, usage) => ({
  object: 'list',
  model,
  data: [
    { object: 'embedding', index: 0, embedding: [0.1, -0.2, 0.3] },
    { object: 'embedding', index: 1, embedding: [1, 0, 0.5] },
  ],
  ...(usage && { usage: { prompt_tokens: usage.input, total_tokens: usage.input } }),
}));

/** https://platform.openai.com/docs/api-reference/moderations: the response reports no usage. */
const moderations = operation((model) => ({
  id: 'modr-scripted',
  model,
  results: [{ flagged: false, categories: { violence: false }, category_scores: { violence: 0.01 } }],
}));

const rerank = operation((model, usage) => ({
  model,
  results: [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.1 },
  ],
  ...(usage && { usage: { total_tokens: usage.input } }),
}));

const cohereMeta = (usage: ScriptedUsage | undefined) => ({
  api_version: { version: '2' },
  ...(usage && { billed_units: { input_tokens: usage.input } }),
});

/** https://docs.cohere.com/reference/embed */
const cohereEmbeddings: Dialect = {
  ...operation((_model, usage) => ({
    id: 'embed-scripted',
    embeddings: {
      float: [
        [0.1, -0.2, 0.3],
        [1, 0, 0.5],
      ],
    },
    meta: cohereMeta(usage),
  })),
  error: cohereDialect.error,
};

/** https://docs.cohere.com/reference/rerank: searches are billed, not tokens. */
const cohereRerank: Dialect = {
  ...operation(() => ({
    id: 'rerank-scripted',
    results: [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ],
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  })),
  error: cohereDialect.error,
};

/** https://platform.openai.com/docs/api-reference/responses/compact */
const compaction = operation((_model, usage) => ({
  id: 'resp_compacted',
  object: 'response.compaction',
  created_at: 1_700_000_000,
  output: [{ id: 'cmp_1', type: 'compaction', encrypted_content: 'c2hvcnQ=' }],
  ...(usage && {
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
  }),
}));

/** Images billed per image: always two, whatever `n` the request contains. */
const images = operation((_model, usage) => ({
  created: 1_700_000_000,
  data: [{ b64_json: PIXEL.toString('base64') }, { b64_json: PIXEL.toString('base64') }],
  ...(usage?.cacheRead && {
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { text_tokens: usage.input - 5, image_tokens: 5 },
      output_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
  }),
}));

const event = (name: string, body: object) =>
  `event: ${name}\ndata: ${JSON.stringify({ type: name, ...body })}`;

/** https://platform.openai.com/docs/api-reference/images-streaming */
const streamedImages = (name: 'image_generation' | 'image_edit'): Dialect => ({
  ...images,
  frames: (_answer, _model, _includeUsage) => [
    event(`${name}.partial_image`, { b64_json: 'aGFsZg==', partial_image_index: 0 }),
    event(`${name}.completed`, {
      b64_json: 'd2hvbGU=',
      usage: {
        input_tokens: 15,
        input_tokens_details: { text_tokens: 10, image_tokens: 5 },
        output_tokens: 400,
        total_tokens: 415,
      },
    }),
  ],
});

/** Audio bytes that are not valid UTF-8. */
export const SOUND = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256));

const speech: Dialect = {
  ...openaiDialect,
  bytes: { contentType: 'audio/mpeg', body: SOUND },
  frames: () => [
    `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: 'aGVsbG8=' })}`,
    `data: ${JSON.stringify({ type: 'speech.audio.done', usage: { input_tokens: 4, output_tokens: 50, total_tokens: 54 } })}`,
  ],
};

const transcript: Dialect = {
  ...operation((_model, usage) => ({
    text: 'hello you',
    ...(usage && { usage: { type: 'duration', seconds: usage.input } }),
  })),
  frames: () => [
    `data: ${JSON.stringify({ type: 'transcript.text.delta', delta: 'hello you' })}`,
    `data: ${JSON.stringify({
      type: 'transcript.text.done',
      text: 'hello you',
      usage: {
        type: 'tokens',
        input_tokens: 30,
        input_token_details: { text_tokens: 6, audio_tokens: 24 },
        output_tokens: 3,
        total_tokens: 33,
      },
    })}`,
  ],
};

/** https://docs.cohere.com/reference/create-audio-transcription: the response reports no usage. */
const cohereTranscript: Dialect = {
  ...operation(() => ({ text: 'hello you' })),
  error: cohereDialect.error,
};

const vector = { values: [0.1, -0.2, 0.3] };

/** https://ai.google.dev/api/embeddings: older models report no usage. */
const googleEmbedding = (answer: object): Dialect => ({
  ...geminiDialect,
  whole: (_answer, model) =>
    model.startsWith('gemini') ? { ...answer, usageMetadata: { promptTokenCount: 9 } } : answer,
});

/** https://ai.google.dev/gemini-api/docs/imagen: one of three images was filtered. */
const imagen: Dialect = {
  ...geminiDialect,
  whole: () => ({
    predictions: [
      { mimeType: 'image/png', bytesBase64Encoded: 'aGVsbG8=' },
      { raiFilteredReason: 'held back' },
      { mimeType: 'image/png', bytesBase64Encoded: 'eW91' },
    ],
  }),
};

/** Dialects of Google's operations by the suffix of the path. */
const googleDialects: readonly (readonly [ending: string, Dialect])[] = [
  [':embedContent', googleEmbedding({ embedding: vector })],
  [':batchEmbedContents', googleEmbedding({ embeddings: [vector, { values: [1, 0, 0.5] }] })],
  [':predict', imagen],
];

/** Of Baidu's Qianfan, with the name of the model. */
const BAIDU_EMBEDDINGS = /^\/rpc\/2\.0\/ai_custom\/v1\/wenxinworkshop\/embeddings\/\w/;
/** What precedes the paths of OpenAI's API at Cloudflare. */
const CLOUDFLARE = /^\/client\/v4\/accounts\/[^/]*\/ai(?=\/v1\/)/;

/** The dialect of a non-chat path; undefined for all others. */
export function operationDialect(path: string): Dialect | undefined {
  return (
    operationDialects.get(path.replace(CLOUDFLARE, '')) ??
    googleDialects.find(([ending]) => path.endsWith(ending))?.[1] ??
    geminiImageDialect(path) ??
    geminiSpeechDialect(path) ??
    (BAIDU_EMBEDDINGS.test(path) ? baiduEmbeddings : undefined) ??
    elevenlabsDialect(path) ??
    assemblyaiDialect(path) ??
    cloudflareRun(path) ??
    openaiOperations.find(([ending]) => path.endsWith(ending))?.[1]
  );
}

/** Operations in OpenAI's format, which providers serve below base paths of their own. */
const openaiOperations: readonly (readonly [ending: string, Dialect])[] = [
  ['/embeddings', embeddings],
  ['/rerank', rerank],
  ['/images/generations', streamedImages('image_generation')],
  ['/images/edits', streamedImages('image_edit')],
  ['/audio/transcriptions', transcript],
  ['/audio/translations', transcript],
];

/** Dialects of the non-chat routes by path. */
const operationDialects: ReadonlyMap<string, Dialect> = new Map([
  ['/v1/embeddings', embeddings],
  ['/v1/moderations', moderations],
  ['/v1/rerank', rerank],
  ['/v1/responses/compact', compaction],
  ['/v2/embed', cohereEmbeddings],
  ['/v2/rerank', cohereRerank],
  ['/v2/audio/transcriptions', cohereTranscript],
  ['/v1/images/generations', streamedImages('image_generation')],
  ['/v1/images/edits', streamedImages('image_edit')],
  ['/v1/audio/speech', speech],
  ['/v1/audio/transcriptions', transcript],
  ['/v1/audio/translations', transcript],
  ['/v1/t2a_v2', minimaxSpeech],
  ['/v1/tts', xaiSpeech],
  ...deepgramDialects,
  ...azureSpeechDialects,
]);
