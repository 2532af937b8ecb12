import { count, list, record, type UnknownRecord } from '../../json/lenient.js';
import type { JsonObject } from '../../json/object.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { UpstreamError } from '../../canonical/failure.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { NativeFinish } from '../../kit/native-finish.js';
import type { NativeChange, NativeCodec, Query, Target, UpstreamCall } from '../../kit/provider.js';
import { leaveOutEmptyTools } from '../../kit/rules/empty-tools.js';
import { callHeaders, messagesUrl } from './address.js';
import { ANTHROPIC_FINISH_REASONS, anthropicFacts } from './facts.js';
import { withoutConvertedCitations } from './converted-citations.js';
import { fitLaterInstructions } from './later-instructions.js';
import { defaultMaxTokens, rulesOf, type ModelRules } from './models.js';
import { LEAST_THINKING_LIMIT, refitThinking, suffixThinking, type Thinking } from './thinking.js';

type Changes = Map<string, string | undefined>;

/** Anthropic clients on Anthropic upstreams: the client's bytes, with only the necessary changes spliced in. */
export const nativeMessages: NativeCodec = {
  request,
  leastThinkingLimit: LEAST_THINKING_LIMIT,
  finish: new NativeFinish('stop_reason', 2, ANTHROPIC_FINISH_REASONS, anthropicFacts.finish),
  end: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
};

/** Fields of a message request that the token counting endpoint rejects. */
const uncounted = [
  'max_tokens',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'metadata',
  'service_tier',
];

export const countTokens: Query<number, { body: Buffer }> = {
  request: (target, { body }) => {
    const rules = rulesOf(target.model, target.settings.claude.thinkingAdapter);
    const object = scanObject(withInstructions(body, rules));
    const changes: Changes = new Map([['model', JSON.stringify(rules.model)]]);
    for (const name of uncounted) changes.set(name, undefined);
    leaveOutEmptyTools(object, changes);
    const messages = withoutConvertedCitations(object);
    if (messages !== undefined) changes.set('messages', messages);
    return {
      method: 'POST',
      url: `${target.baseUrl}/v1/messages/count_tokens`,
      headers: callHeaders(target, false),
      body: splice(object, changes),
    };
  },
  read: (body) => {
    const tokens = count(record(body).input_tokens);
    if (tokens === undefined) throw new UpstreamError(invalidResponse('the answer holds no token count'));
    return tokens;
  },
};

function request(body: Buffer, change: NativeChange, target: Target): UpstreamCall {
  const rules = rulesOf(change.model, target.settings.claude.thinkingAdapter);
  const object = scanObject(change.passThrough ? body : withInstructions(body, rules));
  const changes: Changes = change.passThrough
    ? new Map([['model', JSON.stringify(change.model)]])
    : changesFor(object, rules, change, target);
  return {
    method: 'POST',
    url: messagesUrl(target),
    headers: callHeaders(target, change.stream),
    body: splice(object, changes),
  };
}

function withInstructions(body: Buffer, { laterInstructions }: ModelRules): Buffer {
  return laterInstructions ? body : fitLaterInstructions(body, 'as-user');
}

function changesFor(object: JsonObject, rules: ModelRules, change: NativeChange, target: Target): Changes {
  const changes: Changes = new Map([['model', JSON.stringify(rules.model)]]);
  const messages = withoutConvertedCitations(object);
  if (messages !== undefined) changes.set('messages', messages);
  const member = object.find('max_tokens');
  const requested = member ? count(object.value(member)) : undefined;
  const maxTokens = requested || defaultMaxTokens(target, rules.model);
  const added = object.find('thinking') ? undefined : suffixThinking(rules, target, maxTokens);
  const needed = added?.max_tokens ?? maxTokens;
  if (needed !== requested) changes.set('max_tokens', String(needed));
  if (added) {
    if (added.thinking) think(object, added, rules, changes);
  } else if (change.model !== target.requestedModel) refit(object, rules, target, needed, changes);
  leaveOutEmptyTools(object, changes);
  for (const [name, value] of Object.entries(target.override ?? {})) {
    // Streaming is already decided: an override cannot change it.
    if (name !== 'stream') changes.set(name, JSON.stringify(value));
  }
  return changes;
}

/** Adjusts the client's thinking settings, which fit the requested model, if the mapped model would reject them. */
function refit(
  object: JsonObject,
  rules: ModelRules,
  target: Target,
  maxTokens: number,
  changes: Changes,
): void {
  const thinking = valueOf(object, 'thinking');
  const config = valueOf(object, 'output_config');
  const refitted = refitThinking(thinking, config, rules.family, maxTokens, target);
  if (!refitted) return;
  const isCut = refitted.thinking?.type === 'enabled' && lacksThoughts(object);
  const fitted = isCut ? { ...refitted, thinking: undefined, max_tokens: maxTokens } : refitted;
  const { effort: _, ...others } = config;
  const output = { ...others, ...fitted.output_config };
  changes.set('thinking', fitted.thinking && JSON.stringify(fitted.thinking));
  changes.set('output_config', Object.keys(output).length > 0 ? JSON.stringify(output) : undefined);
  if (fitted.max_tokens !== maxTokens) changes.set('max_tokens', String(fitted.max_tokens));
  if (!fitted.thinking || fitted.thinking.type === 'disabled') return;
  for (const name of ['top_p', 'top_k', 'temperature']) changes.set(name, undefined);
}

/** Whether the conversation ends with tool results whose call lacks its thinking; see the same function in request.ts. */
function lacksThoughts(object: JsonObject): boolean {
  const member = object.find('messages');
  const messages = list(member && object.value(member)).map(record);
  const results = list(messages.at(-1)?.content).some((block) => record(block).type === 'tool_result');
  if (!results) return false;
  const calling = messages.findLast(({ role }) => role === 'assistant');
  const { type } = record(list(calling?.content)[0]);
  return type !== 'thinking' && type !== 'redacted_thinking';
}

function valueOf(object: JsonObject, name: string): UnknownRecord {
  const member = object.find(name);
  return record(member && object.value(member));
}

function think(object: JsonObject, added: Thinking, rules: ModelRules, changes: Changes): void {
  changes.set('thinking', JSON.stringify(added.thinking));
  changes.set('top_p', undefined);
  changes.set('top_k', undefined);
  changes.set('temperature', rules.samples === 'none' ? undefined : '1');
  if (!added.output_config) return;
  const config = object.find('output_config');
  const others = config ? record(object.value(config)) : {};
  changes.set('output_config', JSON.stringify({ ...others, ...added.output_config }));
}
