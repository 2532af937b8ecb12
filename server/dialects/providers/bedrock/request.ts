import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { isRecord } from '../../json/lenient.js';
import { jsonOutput } from '../anthropic/json-output.js';
import { fitSchema } from '../anthropic/output-schema.js';
import { toolInputs, type ToolInput } from '../anthropic/strict-tools.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { modelCall } from './call.js';
import { EventStreamDecoder } from './event-stream.js';
import { cachePoint, messagesOf } from './messages.js';
import { familyOf, type Effort, type ModelFamily } from './model-families.js';
import { converseEvent } from './stream.js';

/** Bedrock's names of service tiers are those of OpenAI: https://docs.aws.amazon.com/bedrock/latest/userguide/service-tiers-inference.html */
const TIERS: ReadonlySet<unknown> = new Set(['default', 'flex', 'priority', 'reserved']);
const MAX_CACHE_POINTS = 4;

/**
 * Builds a Converse request (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html).
 * @throws ApiError 400
 */
export function converseRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  const family = familyOf(target.model);
  const effort = effortOf(chat, family);
  const isFree = effort === 'high' && family.freeAtHighEffort;
  const format = outputFormat(chat, family);
  const body = {
    messages: messagesOf(chat.turns, family),
    system: systemOf(chat, family, format?.instruction),
    inferenceConfig: isFree ? undefined : inferenceConfig(chat),
    toolConfig: toolConfig(chat, family, format?.schema),
    outputConfig: format?.outputConfig,
    additionalModelRequestFields: additionalFields(chat, family, effort),
    serviceTier: TIERS.has(chat.serviceTier) ? { type: chat.serviceTier } : undefined,
  };
  limitCachePoints(body);
  const members: Record<string, unknown> = body;
  for (const [name, value] of Object.entries(target.override ?? {})) {
    // The path decides whether the response is streamed.
    if (name !== 'stream') members[name] = value;
  }
  const isWhole = chat.stream && !family.streamsTools && members.toolConfig !== undefined;
  const streams = chat.stream && !isWhole;
  const call = modelCall(
    target,
    {
      model: target.model,
      action: streams ? 'converse-stream' : 'converse',
      // JSON.stringify omits undefined members.
      body: Buffer.from(JSON.stringify(members)),
    },
    streams ? () => new EventStreamDecoder(converseEvent) : undefined,
  );
  return {
    ...call,
    ...(effort !== undefined && { reasoningEffort: effort }),
    ...(isWhole && { answerMode: 'whole' as const }),
  };
}

function systemOf(
  chat: CanonicalChat,
  family: ModelFamily,
  instruction: string | undefined,
): object[] | undefined {
  const parts =
    instruction === undefined ? chat.system : [...chat.system, { type: 'text' as const, text: instruction }];
  const blocks = parts
    .filter(({ text }) => text.trim() !== '')
    .flatMap(({ text, cache }: (typeof chat.system)[number]) => [{ text }, ...cachePoint(cache, family)]);
  return blocks.length > 0 ? blocks : undefined;
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html */
function inferenceConfig({ maxTokens, temperature, topP, stop }: CanonicalChat): object | undefined {
  const stopSequences = stop?.filter((word) => word !== '');
  const config = {
    maxTokens: maxTokens || undefined,
    temperature: temperature === undefined ? undefined : Math.min(1, Math.max(0, temperature)),
    topP,
    stopSequences: stopSequences?.length ? stopSequences : undefined,
  };
  return Object.values(config).some((value) => value !== undefined) ? config : undefined;
}

/** Converse has no JSON mode, and schemas only for some models: the others are instructed. */
function outputFormat(
  chat: CanonicalChat,
  { schemas }: ModelFamily,
): { outputConfig?: object; schema?: object; instruction?: string } | undefined {
  const { responseFormat: format } = chat;
  const fitted = format?.type === 'schema' && schemas ? fitSchema(format.schema) : undefined;
  if (fitted && format?.type === 'schema') {
    const jsonSchema = { schema: JSON.stringify(fitted), name: format.name };
    const textFormat = { type: 'json_schema', structure: { jsonSchema } };
    return { outputConfig: { textFormat }, schema: fitted };
  }
  const output = jsonOutput(chat, false, true);
  return output?.by === 'instruction' ? { instruction: output.text } : undefined;
}

/**
 * Converse requires tools if the conversation contains calls. Those that the client no longer offers are declared by the
 * names of the calls.
 */
function toolConfig(
  chat: CanonicalChat,
  family: ModelFamily,
  format: object | undefined,
): object | undefined {
  const { toolChoice: choice } = chat;
  const called = new Set(
    chat.turns.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])),
    ),
  );
  const hasResults = chat.turns.some(({ parts }) => parts.some(({ type }) => type === 'tool-result'));
  const isNeeded = called.size > 0 || hasResults;
  if (chat.tools.length === 0 && !isNeeded) return undefined;
  if (choice?.type === 'none' && !isNeeded) return undefined;
  const forced = choice?.type === 'tool' ? choice.name : undefined;
  // A model that cannot be forced to call one tool gets no other.
  const isOnly = forced !== undefined && !family.forces.includes('tool');
  const offered = isOnly ? chat.tools.filter(({ name }) => name === forced) : chat.tools;
  const names = called.size > 0 ? [...called] : isNeeded ? ['tool'] : [];
  const tools: readonly CanonicalTool[] = offered.length > 0 ? offered : names.map((name) => ({ name }));
  if (tools.length === 0) return undefined;
  // https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html
  const inputs = toolInputs(tools, family.schemas, format);
  return {
    tools: tools.map((tool, index) => toolSpec(tool, inputs[index]!)),
    toolChoice: offered.length > 0 ? toolChoice(choice, family) : undefined,
  };
}

/** Only what differs from the default, because most models reject the member. */
function toolChoice(choice: CanonicalChat['toolChoice'], { forces }: ModelFamily): object | undefined {
  switch (choice?.type) {
    case 'required':
      return forces.includes('any') ? { any: {} } : undefined;
    case 'tool':
      if (forces.includes('tool')) return { tool: { name: choice.name } };
      return forces.includes('any') ? { any: {} } : undefined;
    default:
      return undefined;
  }
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html */
function toolSpec({ name, description }: CanonicalTool, { input_schema, strict }: ToolInput): object {
  return {
    toolSpec: { name, description: description || undefined, inputSchema: { json: input_schema }, strict },
  };
}

function additionalFields(
  { topK }: CanonicalChat,
  family: ModelFamily,
  effort: Effort | undefined,
): object | undefined {
  const fields = {
    ...(topK !== undefined && effort === undefined && family.topK?.(topK)),
    ...(effort !== undefined && family.effort?.(effort)),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** The requested reasoning as an effort; undefined if the model has none or decides itself. */
function effortOf({ reasoning, maxTokens }: CanonicalChat, family: ModelFamily): Effort | undefined {
  if (!reasoning || !family.effort) return undefined;
  const effort = requestedEffort(reasoning);
  // A limit of the output tokens must stay: it also limits the charge.
  return effort === 'high' && family.freeAtHighEffort && maxTokens ? 'medium' : effort;
}

function requestedEffort(reasoning: NonNullable<CanonicalChat['reasoning']>): Effort | undefined {
  switch (reasoning.type) {
    case 'off':
      return undefined;
    case 'budget':
      if (reasoning.tokens < 2000) return 'low';
      return reasoning.tokens < 8000 ? 'medium' : 'high';
    default:
      switch (reasoning.effort) {
        case undefined:
        case 'medium':
          return 'medium';
        case 'minimal':
        case 'low':
          return 'low';
        case 'high':
        case 'xhigh':
        case 'max':
          return 'high';
        default:
          return undefined;
      }
  }
}

/** Keeps the last cache points, which mark the longest prefixes. */
function limitCachePoints({ messages, system }: { messages: object[]; system: object[] | undefined }): void {
  const lists = [system, ...messages.map((message) => ('content' in message ? message.content : undefined))];
  let left = MAX_CACHE_POINTS;
  for (const blocks of lists.reverse()) {
    if (!Array.isArray(blocks)) continue;
    for (let at = blocks.length - 1; at >= 0; at--) {
      const block: unknown = blocks[at];
      if (isRecord(block) && 'cachePoint' in block && left-- <= 0) blocks.splice(at, 1);
    }
  }
}
