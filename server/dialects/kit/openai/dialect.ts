import { isRecord, type UnknownRecord } from '../../json/lenient.js';
import type { JsonObject, Member } from '../../json/object.js';
import type { DeclaredFacts } from '../facts/declared-facts.js';
import { providerFacts, type ProviderFacts } from '../facts/provider-facts.js';
import type { Target } from '../provider.js';
import { rulesTable, type ChatRules, type ModelRule, type RulesOf } from '../rules/chat-rules.js';
import { compatibleRules, modelFamilies } from './compatible-rules.js';
import { openaiDefaults } from './default-facts.js';
import { acceptedOptions, changesOptions, type ChatMembers } from './chat-request/body-options.js';
import { acceptedChoice } from './chat-request/forced-tools.js';
import { acceptedOutput } from './chat-request/json-output.js';
import type { ShownCalls } from './chat-answer/reported-tools.js';
import { withRequiredReasoning } from './chat-request/earlier-reasoning.js';
import type { OneMode } from './chat-request/answer-modes.js';
import { thinkingMembers } from './chat-request/thinking-switch.js';
import { acceptedMessage, fitPassedMessages } from './chat-request/passed-messages.js';

/** Fields that a model accepts, derived from its name. */
export interface ModelRules {
  /** Name without an effort suffix. */
  model: string;
  /** Effort from the suffix: o3-mini-high. */
  effort: string | undefined;
  /** Reasoning model: accepts only max_completion_tokens, and rejects the fields in `refused`. */
  reasons: boolean;
  /** Sampling fields that the model rejects. */
  refused: readonly string[];
  /** Expects instructions in a developer message, not a system message. */
  developer: boolean;
}

/** How a provider's API differs from OpenAI's. Omitted options default to OpenAI's behaviour. */
export interface OpenAIDialect {
  /**
   * URL of a path of OpenAI's API, `/v1/chat/completions` or another.
   * @param model upstream name, without effort suffix
   */
  readonly url?: (path: string, target: Target, model: string) => string;
  /** Authentication, and other headers that every call needs. */
  readonly headers?: (target: Target) => Record<string, string>;
  /** Rejects stream_options. */
  readonly streamOptions?: false;
  /** Accepts cache hints and forwards them; other providers reject unknown members of parts. */
  readonly cacheHints?: true;
  /** Whether a model rejects cache hints; they are removed from forwarded bodies then. Absent: see `refusesCacheHints`. */
  readonly refusesCacheHints?: (model: string) => boolean;
  /** What it documents about messages, tools, names and ids where that differs from `compatibleRules`. */
  readonly accepts?: ChatRules;
  /** What differs for some of its models. */
  readonly modelsAccept?: readonly ModelRule[];
  /** Requests that it answers only as a whole, or only as a stream. Absent: it answers all of them in both modes. */
  readonly answers?: readonly OneMode[];
  /** Accepts top_k, which OpenAI does not have. */
  readonly topK?: true;
  readonly rules?: (model: string) => ModelRules;
  /** Members of a chat body in the provider's format; undefined removes a member. */
  readonly change?: (members: ChatMembers, model: string, target: Target) => Record<string, unknown>;
  /** Normalizes a response or a chunk to OpenAI's format, before it is read. */
  readonly normalize?: NormalizeBody;
  /** Responses that contain one of these texts are also normalized for OpenAI clients. */
  readonly normalizeIfContains?: readonly string[];
  /** Its own words and members in responses, beside those of OpenAI. */
  readonly facts?: DeclaredFacts;
  /** Calls of its own tools that it bills and does not count in `usage`. */
  readonly shownCalls?: ShownCalls;
}

const NO_FACTS: DeclaredFacts = {};
const compiled = new WeakMap<DeclaredFacts, ProviderFacts>();

/** What readers of its responses know. */
export function factsOf({ facts: declared = NO_FACTS }: OpenAIDialect): ProviderFacts {
  let facts = compiled.get(declared);
  if (!facts)
    compiled.set(declared, (facts = providerFacts(declared, { protocol: openaiDefaults, passesOn: true })));
  return facts;
}

const accepted = new WeakMap<OpenAIDialect, RulesOf>();

/** What a provider accepts, by model. */
export function acceptedBy(dialect: OpenAIDialect): RulesOf {
  let rules = accepted.get(dialect);
  if (!rules) {
    const base = { ...compatibleRules, ...dialect.accepts };
    rules = rulesTable(base, ...modelFamilies, ...(dialect.modelsAccept ?? []));
    accepted.set(dialect, rules);
  }
  return rules;
}

export type NormalizeBody = (body: UnknownRecord, streamed: boolean) => UnknownRecord;

/** Changes to a client's own body; undefined if the provider takes it as it is. */
export function nativeChanges(
  dialect: OpenAIDialect,
  object: JsonObject,
  model: string,
  target: Target,
): Record<string, unknown> | undefined {
  const rules = acceptedBy(dialect)(model);
  const messages = fitPassedMessages(object, rules);
  const { forcedTools, jsonOutput, earlierReasoning, thinkingSwitch } = rules;
  const isFitted = messages ?? forcedTools ?? jsonOutput ?? earlierReasoning?.required ?? thinkingSwitch;
  if (!isFitted && !changesMembers(dialect, rules)) return undefined;
  const own: ChatMembers = {
    value(name) {
      if (messages && name === 'messages') return messages;
      const member = object.find(name);
      return member && object.value(member);
    },
    mentions(name, text) {
      if (messages && name === 'messages') return true;
      const member = object.find(name);
      return member !== undefined && object.body.subarray(member.start, member.end).includes(text);
    },
  };
  const output = acceptedOutput(own, rules);
  const members = withChanges(own, output);
  const names = rules.options ? object.members.map((member) => nameOf(object, member)) : [];
  const changes = {
    ...(messages && { messages }),
    ...output,
    ...changesOf(dialect, names, members, rules, model, target),
    ...(rules.thinkingSwitch && withoutThinking(rules, members)),
  };
  // The provider's own changes were made from the client's messages.
  if (Array.isArray(changes.messages))
    changes.messages = changes.messages.map((message) => acceptedMessage(message, rules));
  return changes;
}

/** An effort of `none` in the provider's words, unless the client used these itself. */
function withoutThinking(rules: ChatRules, members: ChatMembers): Record<string, unknown> {
  if (members.value('reasoning_effort') !== 'none') return {};
  if (OWN_SWITCHES.some((name) => members.value(name) !== undefined)) return {};
  return thinkingMembers(rules, { type: 'off' });
}

const OWN_SWITCHES = ['thinking', 'enable_thinking', 'reasoning', 'chat_template_kwargs'] as const;

/** Changes to a translated body; undefined if the provider takes it as it is. */
export function translatedChanges(
  dialect: OpenAIDialect,
  body: Readonly<Record<string, unknown>>,
  model: string,
  target: Target,
): Record<string, unknown> | undefined {
  const rules = acceptedBy(dialect)(model);
  if (!changesMembers(dialect, rules) && !rules.forcedTools && !rules.earlierReasoning?.required)
    return undefined;
  const members: ChatMembers = {
    value: (name) => body[name],
    mentions: (name) => body[name] !== undefined,
  };
  return changesOf(dialect, Object.keys(body), members, rules, model, target);
}

function changesMembers({ change }: OpenAIDialect, rules: ChatRules): boolean {
  return change !== undefined || changesOptions(rules);
}

function changesOf(
  { change }: OpenAIDialect,
  names: readonly string[],
  members: ChatMembers,
  rules: ChatRules,
  model: string,
  target: Target,
): Record<string, unknown> {
  const changes = { ...acceptedChoice(members, rules), ...acceptedOptions(names, members, rules) };
  if (change) Object.assign(changes, change(members, model, target));
  const messages = withRequiredReasoning(withChanges(members, changes), rules.earlierReasoning);
  return messages ? { ...changes, messages } : changes;
}

/** The members as they are after these changes. */
function withChanges(members: ChatMembers, changes: Readonly<Record<string, unknown>>): ChatMembers {
  return {
    value: (name) => (name in changes ? changes[name] : members.value(name)),
    mentions: (name, text) => name in changes || members.mentions(name, text),
  };
}

/** Normalizes complete events, or a complete response, that contain one of the texts. Every other byte stays the same. */
export function normalizer(
  normalize: NormalizeBody,
  words: readonly string[],
): (bytes: Buffer, streamed: boolean) => Buffer {
  return (bytes, streamed) => {
    if (!words.some((word) => bytes.includes(word))) return bytes;
    const text = bytes.toString('utf8');
    if (!streamed) return Buffer.from(normalizedJson(text, normalize, false));
    const lines = text.split('\n').map((line) => {
      const data = /^data: ?(\{.*\})(\r?)$/.exec(line);
      return data ? `data: ${normalizedJson(data[1] ?? '', normalize, true)}${data[2] ?? ''}` : line;
    });
    return Buffer.from(lines.join('\n'));
  };
}

/** JSON that cannot be parsed is forwarded unchanged. */
function normalizedJson(json: string, normalize: NormalizeBody, streamed: boolean): string {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    return json;
  }
  if (!isRecord(body)) return json;
  const normalized = normalize(body, streamed);
  return normalized === body ? json : JSON.stringify(normalized);
}

function nameOf({ body }: JsonObject, { decoded, nameStart, nameEnd }: Member): string {
  return decoded ?? body.toString('latin1', nameStart + 1, nameEnd - 1);
}
