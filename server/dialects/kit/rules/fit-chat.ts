import { ApiError } from '../../../contract/errors/api-error.js';
import { withoutAnswerImages } from '../../canonical/media/answer-images.js';
import type { CanonicalChat, CanonicalTool, CanonicalTurn, TurnPart } from '../../canonical/chat.js';
import { asUserTurn } from '../../canonical/conversation/instructions.js';
import { withUniqueCallIds } from '../../canonical/conversation/call-ids.js';
import { jsonInstruction } from '../../canonical/conversation/json-mode.js';
import { refuseGoogleOptions } from './google-options.js';
import { isStrictSchema } from './strict-schema.js';
import { withoutTools } from '../../canonical/conversation/text-turns.js';
import {
  joinedTurns,
  resultsBehindCalls,
  withAssistantAfterResults,
  withUserFirst,
} from '../../canonical/conversation/turn-order.js';
import type { ChatCodec } from '../provider.js';
import type { ChatRules, MetadataRule, RulesOf } from './chat-rules.js';
import {
  acceptedId,
  acceptedName,
  isAccepted,
  type TextRule,
} from '../../canonical/conversation/accepted-text.js';

/** A codec whose requests are fitted to the provider's rules before they are built. */
export function fitted(rules: RulesOf, codec: ChatCodec): ChatCodec {
  return {
    ...codec,
    rules,
    request(chat, target) {
      const { chat: fit, toolNames } = fitChat(chat, rules(target.model));
      const call = codec.request(fit, target);
      return toolNames ? { ...call, toolNames } : call;
    },
  };
}

/** A codec without rules, for providers whose messages are plain text. */
export function plain(codec: ChatCodec): ChatCodec {
  return {
    ...codec,
    request(chat, target) {
      refuseGoogleOptions(chat);
      return codec.request(withoutMadeImages(chat), target);
    },
  };
}

function withoutMadeImages(chat: CanonicalChat): CanonicalChat {
  const turns = withoutAnswerImages(chat.turns);
  return turns === chat.turns ? chat : { ...chat, turns };
}

export interface FittedChat {
  readonly chat: CanonicalChat;
  /** The client's names of tools that were renamed, by the names that are sent; absent if none was. */
  readonly toolNames?: ReadonlyMap<string, string>;
}

type SchemaFormat = Extract<CanonicalChat['responseFormat'], { type: 'schema' }>;

/**
 * Fits a request to a provider's rules. The given request is not changed.
 * @throws ApiError 400 if it requires tools, or Google's options, and the provider has none
 */
export function fitChat(requested: CanonicalChat, rules: ChatRules): FittedChat {
  if (!rules.googleOptions) refuseGoogleOptions(requested);
  const readable = rules.answerImages ? requested : withoutMadeImages(requested);
  const chat = rules.noTools ? withoutToolUse(readable) : readable;
  const { userId, metadata } = rules;
  const renamed = renamedTools(chat, rules.toolName);
  const format = chat.responseFormat;
  const fit: CanonicalChat = {
    ...chat,
    turns: fitTurns(chat.turns, rules, renamed),
    ...(userId && chat.user && { user: acceptedId(userId, chat.user) }),
    ...(metadata && chat.metadata && { metadata: fitMetadata(chat.metadata, metadata) }),
    tools: rules.strict ? chat.tools.map(acceptedStrict) : chat.tools,
    ...(format?.type === 'schema' && { responseFormat: fitFormat(format, rules) }),
    ...otherOutput(chat, rules),
  };
  if (!renamed) return { chat: fit };
  const sent = (name: string): string => renamed.get(name) ?? name;
  fit.tools = fit.tools.map((tool) => ({ ...tool, name: sent(tool.name) }));
  const choice = chat.toolChoice;
  if (choice?.type === 'tool') fit.toolChoice = { type: 'tool', name: sent(choice.name) };
  return { chat: fit, toolNames: new Map([...renamed].map(([name, other]) => [other, name])) };
}

/** Structured output in a form that the provider does not take becomes an instruction. */
function otherOutput(
  { responseFormat, system }: CanonicalChat,
  { jsonOutput }: ChatRules,
): Partial<CanonicalChat> {
  const isSchema = responseFormat?.type === 'schema' && jsonOutput?.takes === 'object';
  const isObject = responseFormat?.type === 'json' && jsonOutput?.takes === 'schema';
  if (!isSchema && !isObject) return {};
  const text = jsonInstruction(isSchema ? responseFormat.schema : undefined);
  return {
    responseFormat: isSchema ? { type: 'json' } : undefined,
    system: [...system, { type: 'text', text }],
  };
}

function fitFormat(format: SchemaFormat, { schemaName, strict }: ChatRules): SchemaFormat {
  const isRelaxed = strict !== undefined && format.strict === true && !isStrictSchema(format.schema);
  return {
    ...format,
    ...(schemaName && { name: acceptedName(schemaName, format.name, () => false) }),
    ...(isRelaxed && { strict: false }),
  };
}

/** A tool whose schema may not be strict at this provider is offered without that guarantee. */
function acceptedStrict(tool: CanonicalTool): CanonicalTool {
  return tool.strict === true && !isStrictSchema(tool.parameters) ? { ...tool, strict: undefined } : tool;
}

/** Tools that are merely offered are left out; the model answers without them. @throws ApiError 400 if a call is required */
function withoutToolUse(chat: CanonicalChat): CanonicalChat {
  const choice = chat.toolChoice?.type;
  if (choice === 'required' || choice === 'tool')
    throw new ApiError('unsupported_parameter', { detail: 'tool_choice: not supported by this model' });
  return {
    ...chat,
    turns: withoutTools(chat.turns),
    tools: [],
    toolChoice: undefined,
    parallelTools: undefined,
  };
}

/** New names for those that the provider does not accept, by the client's names; undefined if it accepts all. */
function renamedTools(chat: CanonicalChat, rule: TextRule | undefined): Map<string, string> | undefined {
  if (!rule) return undefined;
  const names = toolNames(chat);
  const refused = [...names].filter((name) => !isAccepted(rule, name));
  if (refused.length === 0) return undefined;
  // If two names would become the same one, both get a hash: no name depends on the order of the tools.
  const replacements = refused.map((name) => acceptedName(rule, name, () => false));
  const isTaken = (name: string) =>
    names.has(name) || replacements.indexOf(name) !== replacements.lastIndexOf(name);
  return new Map(refused.map((name) => [name, acceptedName(rule, name, isTaken)]));
}

/** All names of tools in a request: tools that were offered earlier are still named by their calls. */
function toolNames(chat: CanonicalChat): Set<string> {
  const names = new Set(chat.tools.map(({ name }) => name));
  if (chat.toolChoice?.type === 'tool') names.add(chat.toolChoice.name);
  for (const { parts } of chat.turns)
    for (const part of parts)
      if ((part.type === 'tool-call' || part.type === 'tool-result') && part.name !== undefined)
        names.add(part.name);
  return names;
}

function fitTurns(
  received: readonly CanonicalTurn[],
  rules: ChatRules,
  renamed: ReadonlyMap<string, string> | undefined,
): CanonicalTurn[] {
  const named = renamed ? received.map((turn) => mapped(turn, (part) => withName(part, renamed))) : received;
  // Results are matched with their calls by the client's ids, so ids are replaced afterwards.
  const anywhere = rules.instructions?.place === 'anywhere';
  let turns = resultsBehindCalls(anywhere ? named : named.map(asUserTurn));
  const { callId } = rules;
  if (rules.uniqueCallIds) turns = [...withUniqueCallIds(turns)];
  if (callId) turns = turns.map((turn) => mapped(turn, (part) => withId(part, callId)));
  if (rules.firstTurn) turns = withUserFirst(turns);
  if (rules.sameRole) turns = joinedTurns(turns);
  return rules.userAfterResults ? withAssistantAfterResults(turns) : turns;
}

/** The turn itself if no part changes. */
function mapped(turn: CanonicalTurn, change: (part: TurnPart) => TurnPart): CanonicalTurn {
  let isChanged = false;
  const parts = turn.parts.map((part) => {
    const next = change(part);
    isChanged ||= next !== part;
    return next;
  });
  return isChanged ? { ...turn, parts } : turn;
}

function withName(part: TurnPart, renamed: ReadonlyMap<string, string>): TurnPart {
  if ((part.type !== 'tool-call' && part.type !== 'tool-result') || part.name === undefined) return part;
  const name = renamed.get(part.name);
  return name === undefined ? part : { ...part, name };
}

function withId(part: TurnPart, rule: TextRule): TurnPart {
  if (part.type !== 'tool-call' && part.type !== 'tool-result') return part;
  const id = acceptedId(rule, part.id);
  return id === part.id ? part : { ...part, id };
}

/** Pairs that are too many are left out, names and values that are too long are cut. */
function fitMetadata(
  metadata: Readonly<Record<string, string>>,
  { maxPairs, maxNameLength, maxValueLength }: MetadataRule,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata)
      .slice(0, maxPairs)
      .map(([name, value]) => [name.slice(0, maxNameLength), value.slice(0, maxValueLength)]),
  );
}
