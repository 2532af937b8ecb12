import { isRecord } from '../../json/lenient.js';
import type { OperationName } from '../../operations/operation.js';
import type { Provider } from '../provider.js';
import { readAnswer } from './answer.js';
import { refusesCacheHints } from './cache-hints.js';
import { chatViaResponses } from './chat-via-responses.js';
import { compaction } from './compaction.js';
import { readError } from './errors.js';
import { models } from './models.js';
import { nativeCompletions } from './native-completions.js';
import { nativeResponses } from './native-responses.js';
import { nativeChat } from './native.js';
import { operations, type Operations } from './operations.js';
import { realtime } from './realtime.js';
import { chatRequest } from './request.js';
import type { Shape } from './shape.js';
import { readStream } from './stream.js';

/** An OpenAI-compatible provider: how it differs from OpenAI, and what it supports besides chat. */
export interface Vendor extends Shape {
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
}

/** Creates an OpenAI-compatible provider. It is composed once, not per request. */
export function openaiLike(vendor: Vendor): Provider {
  const { normalize, fault } = vendor;
  const shared = operations(vendor);
  const able: { -readonly [O in keyof Operations]: Operations[O] } = {};
  for (const name of vendor.serves ?? []) able[name] = shared[name];
  Object.assign(able, vendor.operations);
  return {
    name: vendor.name,
    native: {
      ...(vendor.chat !== false && vendor.passes !== false && { 'openai-chat': nativeChat(vendor) }),
      ...(vendor.completions !== undefined && {
        'openai-completions': nativeCompletions(vendor, vendor.completions),
      }),
      ...vendor.native,
    },
    ...(vendor.chat !== false && {
      chat: {
        request: (chat, target) => chatRequest(chat, target, vendor),
        answer: normalize ? (body) => readAnswer(isRecord(body) ? normalize(body, false) : body) : readAnswer,
        stream: () => readStream(normalize),
        ...(vendor.mustFetch && { mustFetch: vendor.mustFetch }),
      },
    }),
    operations: able,
    ...(vendor.realtime && { realtime: vendor.realtime }),
    ...(vendor.models !== false && { models: vendor.models ?? models(vendor) }),
    readError: fault ? (status, headers, body) => fault(readError(status, headers, body)) : readError,
  };
}

const everything: readonly OperationName[] = [
  'embeddings',
  'moderations',
  'rerank',
  'image-generation',
  'image-edit',
  'speech',
  'transcription',
  'translation',
];

const plain: Vendor = { name: 'openai', serves: everything, realtime };

/** Type 8: the channel sets one URL, that of chat. */
export const custom: Provider = openaiLike({ ...plain, name: 'custom' });

const whole: Vendor = { ...plain, completions: '/v1/completions' };

/** Any provider whose /v1/chat/completions is compatible with OpenAI's. */
export const openaiShaped: Provider = openaiLike(whole);

/** OpenAI itself, and gateways that support its whole API (type 1). */
export const openai: Provider = {
  ...openaiLike({
    ...whole,
    refusesCacheHints,
    native: { 'openai-responses': nativeResponses(whole) },
    operations: { compact: compaction(whole) },
  }),
  viaResponses: chatViaResponses(whole),
};
