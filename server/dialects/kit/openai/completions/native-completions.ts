import { isRecord } from '../../../json/lenient.js';
import { scanObject } from '../../../json/scan.js';
import { splice } from '../../../json/splice.js';
import { NativeFinish } from '../../native-finish.js';
import type { NativeChange, NativeCodec, Target, UpstreamCall } from '../../provider.js';
import { addressOf, chatHeaders } from '../address.js';
import { inMode, modeMembers, otherModeOfBody } from '../chat-request/answer-modes.js';
import { readCompletion, readCompletionStream } from './completions-answer.js';
import { streamOptions, isUsageOnly } from '../chat-request/native.js';
import { OPENAI_COMPLETION_REASONS } from '../default-facts.js';
import { factsOf, normalizer, type OpenAIDialect } from '../dialect.js';

/**
 * Clients of OpenAI's legacy completions on providers that still support them: the client's bytes, with only the necessary
 * changes.
 * @param path of the completions API at this provider, in the form of OpenAI's `/v1/completions`
 */
export function nativeCompletions(dialect: OpenAIDialect, path: string): NativeCodec {
  const { normalize, normalizeIfContains } = dialect;
  const facts = factsOf(dialect);
  return {
    reader: {
      answer: normalize
        ? (body) => readCompletion(isRecord(body) ? normalize(body, false) : body, facts)
        : (body) => readCompletion(body, facts),
      stream: () => readCompletionStream(normalize, facts),
    },
    request: (body, change, target) => request(body, change, target, dialect, path),
    isUsageOnly,
    end: 'data: [DONE]\n\n',
    finish: new NativeFinish('finish_reason', 3, OPENAI_COMPLETION_REASONS, facts.finish),
    continues: false,
    ...(normalize && normalizeIfContains && { normalize: normalizer(normalize, normalizeIfContains) }),
  };
}

function request(
  body: Buffer,
  requestedChange: NativeChange,
  target: Target,
  dialect: OpenAIDialect,
  path: string,
): UpstreamCall {
  const object = scanObject(body);
  const mode = otherModeOfBody(dialect.answers, object, requestedChange, target);
  const change = inMode(mode, requestedChange);
  const changes = new Map<string, string | undefined>([
    ['model', JSON.stringify(change.model)],
    ...modeMembers(mode),
  ]);
  if (change.stream && (mode || !change.passThrough)) streamOptions(object, change, dialect, changes);
  if (!change.passThrough) {
    for (const [name, value] of Object.entries(target.override ?? {})) {
      // Streaming is already decided: an override cannot change it.
      if (name !== 'stream') changes.set(name, JSON.stringify(value));
    }
  }
  return {
    method: 'POST',
    url: addressOf(dialect, path, target),
    headers: chatHeaders(target, change.stream, dialect),
    body: splice(object, changes),
    ...(mode && { answerMode: mode }),
  };
}
