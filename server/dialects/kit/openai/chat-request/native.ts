import { record } from '../../../json/lenient.js';
import type { JsonObject } from '../../../json/object.js';
import { scanInner, scanObject } from '../../../json/scan.js';
import { applyEdits, splice, type Edit } from '../../../json/splice.js';
import { NativeFinish } from '../../native-finish.js';
import type { AnswerMode, NativeChange, NativeCodec, Target, UpstreamCall } from '../../provider.js';
import { leaveOutEmptyTools } from '../../rules/empty-tools.js';
import { chatHeaders, chatUrl } from '../address.js';
import { inMode, modeMembers, otherModeOfBody, type SentChange } from './answer-modes.js';
import { withoutCacheHints } from './cache-hints.js';
import { fitEffort } from './efforts.js';
import { rulesOf, takesEffort } from '../models.js';
import { OPENAI_FINISH_REASONS } from '../default-facts.js';
import {
  acceptedBy,
  factsOf,
  nativeChanges,
  normalizer,
  type OpenAIDialect,
  type ModelRules,
} from '../dialect.js';
import { acceptedMembers } from './passed-messages.js';

/** OpenAI clients on OpenAI-compatible upstreams: the client's bytes, with only the necessary changes spliced in. */
export function nativeChat(dialect: OpenAIDialect): NativeCodec {
  return {
    request: (body, change, target) => request(body, change, target, dialect),
    isUsageOnly,
    end: 'data: [DONE]\n\n',
    finish: new NativeFinish('finish_reason', 3, OPENAI_FINISH_REASONS, factsOf(dialect).finish),
    ...(dialect.normalize &&
      dialect.normalizeIfContains && {
        normalize: normalizer(dialect.normalize, dialect.normalizeIfContains),
      }),
  };
}

function request(
  body: Buffer,
  requestedChange: NativeChange,
  target: Target,
  dialect: OpenAIDialect,
): UpstreamCall {
  const rules: ModelRules = (dialect.rules ?? rulesOf)(requestedChange.model);
  const model = requestedChange.passThrough ? requestedChange.model : rules.model;
  const object = acceptedHints(scanObject(body), requestedChange, rules, dialect);
  const mode = otherModeOfBody(dialect.answers, object, requestedChange, target);
  const change = inMode(mode, requestedChange);
  const effort = acceptedEffort(effortIn(object), change, target, rules, dialect);
  return {
    method: 'POST',
    url: chatUrl(target, model, dialect),
    headers: chatHeaders(target, change.stream, dialect),
    body: change.passThrough
      ? passedBody(object, model, mode, dialect)
      : changedBody(object, effort, change, target, rules, dialect),
    reasoningEffort: rules.reasons ? effort : undefined,
    ...(mode && { answerMode: mode }),
  };
}

/** The client's body with the name of the model, in a mode that the provider supports. */
function passedBody(
  object: JsonObject,
  model: string,
  mode: AnswerMode | undefined,
  dialect: OpenAIDialect,
): Buffer {
  const changes = new Map<string, string | undefined>([
    ['model', JSON.stringify(model)],
    ...modeMembers(mode),
  ]);
  // The response is not passed on as it is, so its usage is read from the stream.
  if (mode === 'streamed') streamOptions(object, { includeUsage: true }, dialect, changes);
  return splice(object, changes);
}

/** The body without the cache hints that the model rejects, which no change to messages may bring back. */
function acceptedHints(
  object: JsonObject,
  { passThrough }: NativeChange,
  { model }: ModelRules,
  { refusesCacheHints }: OpenAIDialect,
): JsonObject {
  if (passThrough || !refusesCacheHints?.(model)) return object;
  const edits = withoutCacheHints(object);
  return edits.length === 0 ? object : scanObject(applyEdits(object.body, edits));
}

function effortIn(object: JsonObject): string | undefined {
  const member = object.find('reasoning_effort');
  const effort = member && object.value(member);
  return typeof effort === 'string' ? effort : undefined;
}

/** The effort for a model. A client knows which efforts the model accepts that it requests, but not to which one that is mapped. */
function acceptedEffort(
  effort: string | undefined,
  { model, passThrough }: NativeChange,
  { requestedModel }: Target,
  rules: ModelRules,
  dialect: OpenAIDialect,
): string | undefined {
  if (rules.effort !== undefined) return rules.effort;
  if (effort === undefined || passThrough) return effort;
  const { efforts } = acceptedBy(dialect)(rules.model);
  if (efforts) return efforts.words.length === 0 ? undefined : fitEffort(effort, model, efforts.words);
  if (model === requestedModel) return effort;
  if (!takesEffort(rules.model)) return undefined;
  return rules.reasons ? fitEffort(effort, rules.model) : effort;
}

/** @param effort that the model accepts, of the client or the model's name */
function changedBody(
  object: JsonObject,
  effort: string | undefined,
  change: SentChange,
  target: Target,
  rules: ModelRules,
  dialect: OpenAIDialect,
): Buffer {
  const changes = new Map<string, string | undefined>([
    ['model', JSON.stringify(rules.model)],
    ...modeMembers(change.mode),
  ]);
  if (change.stream) streamOptions(object, change, dialect, changes);
  if (rules.reasons) reasoningFields(object, rules, changes);
  if (effort !== effortIn(object)) changes.set('reasoning_effort', effort && JSON.stringify(effort));
  for (const [name, value] of Object.entries(nativeChanges(dialect, object, rules.model, target) ?? {})) {
    changes.set(name, JSON.stringify(value));
  }
  leaveOutEmptyTools(object, changes);
  for (const [name, value] of Object.entries(target.override ?? {})) {
    // Streaming is already decided: an override cannot change it.
    if (name !== 'stream') changes.set(name, JSON.stringify(value));
  }
  const accepts = acceptedBy(dialect)(rules.model);
  const keepsMessages = !changes.has('messages');
  const role = rules.developer && accepts.developerRole && keepsMessages ? firstRole(object) : undefined;
  const edits: Edit[] = [];
  if (keepsMessages) edits.push(...acceptedMembers(object, accepts));
  if (role) edits.push({ start: role.start, end: role.end, text: '"developer"' });
  if (edits.length === 0) return splice(object, changes);
  // These edits lie inside members, whose offsets `splice` would shift, so they are applied first.
  const edited = applyEdits(
    object.body,
    edits.toSorted((one, other) => one.start - other.start),
  );
  return splice(scanObject(edited), changes);
}

/** Requests usage and keeps the client's other options; removes the member for providers that reject it. */
export function streamOptions(
  object: JsonObject,
  change: Pick<NativeChange, 'includeUsage'>,
  dialect: OpenAIDialect,
  changes: Map<string, string | undefined>,
): void {
  const member = object.find('stream_options');
  if (dialect.streamOptions === false) {
    if (member) changes.set('stream_options', undefined);
    return;
  }
  if (!change.includeUsage) return;
  const options = member ? record(object.value(member)) : {};
  if (options.include_usage !== true) {
    changes.set('stream_options', JSON.stringify({ ...options, include_usage: true }));
  }
}

function reasoningFields(
  object: JsonObject,
  rules: ModelRules,
  changes: Map<string, string | undefined>,
): void {
  for (const name of rules.refused) if (object.find(name)) changes.set(name, undefined);
  const old = object.find('max_tokens');
  if (!old) return;
  changes.set('max_tokens', undefined);
  const current = object.find('max_completion_tokens');
  if (!current || !(Number(object.text(current)) > 0)) {
    changes.set('max_completion_tokens', object.text(old));
  }
}

/** The `role` member of the first message if its value is `system`; undefined otherwise. */
function firstRole(object: JsonObject): { start: number; end: number } | undefined {
  const messages = object.find('messages');
  if (!messages) return undefined;
  const start = object.body.indexOf('{', messages.start);
  if (start === -1 || start >= messages.end) return undefined;
  const first = scanInner(object.body, start);
  const role = first.find('role');
  return role && first.value(role) === 'system' ? role : undefined;
}

/**
 * Whether a frame is the usage-only chunk: no choices, but a usage. Nearly all other frames are recognised by the byte after
 * `"choices":[`, which cannot occur unescaped inside a string.
 */
export function isUsageOnly(frame: Buffer): boolean {
  const key = frame.indexOf('"choices"');
  if (key === -1) return false;
  let at = key + '"choices"'.length;
  for (const expected of [0x3a, 0x5b, 0x5d]) {
    while (frame[at] === 0x20) at++;
    if (frame[at++] !== expected) return false;
  }
  const text = frame.toString('utf8');
  const data = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const usage: unknown = record(JSON.parse(data)).usage;
    return typeof usage === 'object' && usage !== null;
  } catch {
    // Not a valid frame: the client gets what the provider sent.
    return false;
  }
}
