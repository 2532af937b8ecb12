import { isRecord } from '../../json/lenient.js';
import type { OperationName } from '../../operations/operation.js';
import type { TaskCodec } from '../../task-apis/task.js';
import type { Provider } from '../provider.js';
import { readAnswer } from './chat-answer/answer.js';
import { fitted } from '../rules/fit-chat.js';
import { thinkingFamilies } from './compatible-rules.js';
import { acceptedBy, factsOf, type OpenAIDialect } from './dialect.js';
import { gatewayFacts } from './gateway-facts.js';
import { thoughtRules } from './chat-request/earlier-reasoning.js';
import { withGoogleEmbeddings } from './operations/embeddings-for-google.js';
import { maybeTakesCacheHints, refusesCacheHints } from './chat-request/cache-hints.js';
import { readError } from './errors.js';
import { models } from './models.js';
import { nativeCompletions } from './completions/native-completions.js';
import { nativeChat } from './chat-request/native.js';
import { operations, type Operations } from './operations/operations.js';
import { realtimeOf } from './realtime.js';
import { chatRequest } from './chat-request/request.js';
import { readStream } from './chat-answer/stream.js';
import { openaiVideos } from './videos.js';

/** An OpenAI-compatible provider: how it differs from OpenAI, and what it supports besides chat. */
export interface OpenAICompatibleOptions extends OpenAIDialect {
  /** Operations that it supports in OpenAI's format; absent: none. */
  readonly serves?: readonly OperationName[];
  /** Operations that it supports in a format of its own. */
  readonly operations?: Operations;
  /** Path of its legacy completions API, as in OpenAI's API. Absent: prompts are translated to chat. */
  readonly completions?: string;
  /** It does not support chat. */
  readonly chat?: false;
  /** Requests are always translated, because OpenAI clients may send members that it rejects. */
  readonly passes?: false;
  /** How to list its models, if not through `/v1/models`; false: they cannot be listed. */
  readonly models?: Provider['models'] | false;
  readonly realtime?: Provider['realtime'];
  /** Whether it does not fetch this URL of an image itself; applies to translated requests. */
  readonly mustFetch?: (url: string) => boolean;
  readonly native?: Provider['native'];
  /** It has OpenAI's Videos API, or one of its own. */
  readonly videos?: true | TaskCodec;
}

/** Creates an OpenAI-compatible provider. It is composed once, not per request. */
export function openAICompatible(declared: OpenAICompatibleOptions): Provider {
  const options = declared.cacheHints ? declared : { refusesCacheHints, ...declared };
  const { normalize, shownCalls } = options;
  const facts = factsOf(options);
  const accepts = acceptedBy(options);
  const shared = operations(options);
  const able: { -readonly [O in keyof Operations]: Operations[O] } = {};
  for (const name of options.serves ?? []) able[name] = shared[name];
  Object.assign(able, options.operations);
  const provider: Provider = {
    native: {
      ...(options.chat !== false && options.passes !== false && { 'openai-chat': nativeChat(options) }),
      ...(options.completions !== undefined && {
        'openai-completions': nativeCompletions(options, options.completions),
      }),
      ...options.native,
    },
    ...(options.chat !== false && {
      chat: fitted(accepts, {
        request: (chat, target) => chatRequest(chat, target, options),
        answer: normalize
          ? (body) => readAnswer(isRecord(body) ? normalize(body, false) : body, facts, shownCalls)
          : (body) => readAnswer(body, facts, shownCalls),
        stream: (options) => readStream(normalize, options, facts, shownCalls),
        ...(options.mustFetch && { mustFetch: options.mustFetch }),
        thoughts: (model) => thoughtRules(accepts(model).earlierReasoning),
      }),
    }),
    operations: able,
    ...(options.realtime && { realtime: options.realtime }),
    ...(options.videos && {
      tasks: { video: options.videos === true ? openaiVideos(options) : options.videos },
    }),
    ...(options.models !== false && { models: options.models ?? models(options) }),
    readError: (status, headers, body) => readError(status, headers, body, facts),
    facts,
  };
  return withGoogleEmbeddings(provider);
}

/** All operations of OpenAI's API, and rerank. */
export const allOperations: readonly OperationName[] = [
  'embeddings',
  'moderations',
  'rerank',
  'image-generation',
  'image-edit',
  'speech',
  'transcription',
  'translation',
];

const plain: OpenAICompatibleOptions = {
  facts: gatewayFacts,
  modelsAccept: thinkingFamilies,
  refusesCacheHints: maybeTakesCacheHints,
  serves: allOperations,
  completions: '/v1/completions',
  videos: true,
};

/** Any upstream whose API is compatible with OpenAI's: resellers, and channels of unknown types. */
export const anyOpenAICompatible: Provider = openAICompatible({ ...plain, realtime: realtimeOf(plain) });
