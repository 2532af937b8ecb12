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

/** A vendor of OpenAI's shape: how it differs, and what it can do besides chat. */
export interface Vendor extends Shape {
  /** Which operations it does as OpenAI does them; absent: none. */
  readonly serves?: readonly OperationName[];
  /** Operations it does in words of its own. */
  readonly operations?: Operations;
  /** Where it has the older completions, as a path of OpenAI's API; absent: prompts are asked in a conversation. */
  readonly completions?: string;
  /** It cannot chat. */
  readonly chat?: false;
  /** Its requests are always ours to write: OpenAI clients may say too much that it does not take. */
  readonly passes?: false;
  /** How its models are asked for where `/v1/models` is not the way; false: they cannot be. */
  readonly models?: Provider['models'] | false;
  readonly realtime?: Provider['realtime'];
  /** Addresses of pictures it does not fetch itself; heeded where the request is ours to write. */
  readonly mustFetch?: (url: string) => boolean;
  readonly native?: Provider['native'];
}

/** A provider of the shared shape. Everything is put together here, once, and not per request. */
export function openaiLike(vendor: Vendor): Provider {
  const { tidy, fault } = vendor;
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
        answer: tidy ? (body) => readAnswer(isRecord(body) ? tidy(body, false) : body) : readAnswer,
        stream: () => readStream(tidy),
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

/** Type 8: the channel names one address, which is a chat's. */
export const custom: Provider = openaiLike({ ...plain, name: 'custom' });

const whole: Vendor = { ...plain, completions: '/v1/completions' };

/** Everyone whose /v1/chat/completions looks like OpenAI's, as far as anybody knows. */
export const openaiShaped: Provider = openaiLike(whole);

/** OpenAI itself, and gateways that have all of it (type 1). */
export const openai: Provider = {
  ...openaiLike({
    ...whole,
    refusesCacheHints,
    native: { 'openai-responses': nativeResponses(whole) },
    operations: { compact: compaction(whole) },
  }),
  viaResponses: chatViaResponses(whole),
};
