import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { count, list, parseRecord, record, text } from '../../json/lenient.js';
import type { JsonObject } from '../../json/object.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { headersFor } from '../anthropic/address.js';
import { readAnswer } from '../anthropic/answer.js';
import { fitLaterInstructions } from '../anthropic/later-instructions.js';
import { prefills, rulesOf } from '../anthropic/models.js';
import { nativeMessages } from '../anthropic/native.js';
import { anthropicRules } from '../anthropic/request-rules.js';
import { claudeThoughts, messagesRequest } from '../anthropic/request.js';
import { readStream } from '../anthropic/stream.js';
import { LEAST_THINKING_LIMIT } from '../anthropic/thinking.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { fitted } from '../../kit/rules/fit-chat.js';
import type { ChatCodec, NativeCodec, Query, Target, UpstreamCall } from '../../kit/provider.js';
import { modelCall } from './call.js';
import { credentialsOf } from './credentials.js';
import { readError, streamFailure } from './errors.js';
import { EventStreamDecoder, type EventMessage } from './event-stream.js';
import { listModels } from './models.js';
import { baseId, modelId } from './model-ids.js';

/**
 * Claude models have the Messages API in the body of InvokeModel:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
const VERSION = 'bedrock-2023-05-31';

/** Beta features of Bedrock. It rejects requests with any other flag, so those of clients are left out. */
const BETAS: ReadonlySet<string> = new Set([
  'compact-2026-01-12',
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'dev-full-thinking-2025-05-14',
  'effort-2025-11-24',
  'fine-grained-tool-streaming-2025-05-14',
  'interleaved-thinking-2025-05-14',
  'output-128k-2025-02-19',
  'token-efficient-tools-2025-02-19',
  'tool-examples-2025-10-29',
  'tool-search-tool-2025-10-19',
]);

/** Required for `output_config.effort` of Claude Opus 4.5, where the member is not generally available. */
const EFFORT_BETA = 'effort-2025-11-24';

/** Members of Anthropic's own API that Bedrock rejects and that do not change the response. */
const LEFT_OUT = ['cache_control', 'diagnostics', 'fallbacks', 'inference_geo', 'service_tier', 'speed'];
/** Members that would change the response. */
const REFUSED = ['container', 'mcp_servers'];
/** Types of the tools that run on Anthropic's own servers. */
const SERVER_TOOL = /^(?:web_search|web_fetch|code_execution|advisor)_/;

/** Metrics of Bedrock in the last event of a stream. */
const METRICS = 'amazon-bedrock-invocationMetrics';

/** Anthropic clients: their bytes, with only the necessary changes. */
const native: NativeCodec = {
  ...nativeMessages,
  request(body, change, target) {
    const { body: written } = nativeMessages.request(body, change, target);
    return invocation(written, { target, stream: change.stream, passThrough: change.passThrough });
  },
};

const chat: ChatCodec = fitted(anthropicRules, {
  request(chatRequest, target) {
    const { body, reasoningEffort } = messagesRequest(chatRequest, target);
    const call = invocation(body, { target, stream: chatRequest.stream, passThrough: false });
    return reasoningEffort === undefined ? call : { ...call, reasoningEffort };
  },
  thoughts: () => claudeThoughts,
  // Bedrock reads no URLs.
  mustFetch: () => true,
  answer: readAnswer,
  stream: readStream,
  prefills,
  leastThinkingLimit: LEAST_THINKING_LIMIT,
});

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html; for foundation models only. */
const countTokens: Query<number, { body: Buffer }> = {
  request(target, { body }) {
    const change = { model: target.model, stream: false, includeUsage: false, passThrough: false };
    const { body: counted } = native.request(body, change, target);
    const input = { invokeModel: { body: counted?.toString('base64') } };
    return modelCall(target, {
      model: baseId(idOf(target)),
      action: 'count-tokens',
      body: Buffer.from(JSON.stringify({ input })),
    });
  },
  read(body) {
    const tokens = count(record(body).inputTokens);
    if (tokens === undefined) throw new UpstreamError(invalidResponse('the answer holds no token count'));
    return tokens;
  },
};

/** Claude models on Bedrock. */
export const claude = {
  native: { 'anthropic-messages': native },
  chat,
  countTokens,
  listModels,
  countsCacheApart: true,
  readError,
} as const;

interface Invocation {
  readonly target: Target;
  readonly stream: boolean;
  readonly passThrough: boolean;
}

/** @param body request of Anthropic's own API @throws ApiError unsupported_parameter */
function invocation(
  body: Buffer = Buffer.from('{}'),
  { target, stream, passThrough }: Invocation,
): UpstreamCall {
  const object = scanObject(passThrough ? body : fitLaterInstructions(body, 'texts-only'));
  const changes = new Map<string, string | undefined>([
    ['model', undefined],
    ['stream', undefined],
    ['anthropic_version', JSON.stringify(VERSION)],
  ]);
  const betas = betasOf(target, object);
  if (betas.length > 0) changes.set('anthropic_beta', JSON.stringify(betas));
  if (!passThrough) {
    checkSupported(object);
    for (const name of LEFT_OUT) changes.set(name, undefined);
  }
  return modelCall(
    target,
    {
      model: idOf(target),
      action: stream ? 'invoke-with-response-stream' : 'invoke',
      body: splice(object, changes),
    },
    stream ? () => new EventStreamDecoder(messagesEvent) : undefined,
  );
}

/** The Bedrock id of the model, whose name may end in a suffix for thinking. */
function idOf(target: Target): string {
  const { model } = rulesOf(target.model, target.settings.claude.thinkingAdapter);
  return modelId(model, credentialsOf(target.key).region);
}

/** Beta flags of the body and of the header. Those that the operator has set are sent as they are. */
function betasOf(target: Target, object: JsonObject): string[] {
  const member = object.find('anthropic_beta');
  const inBody = list(member && object.value(member)).map(text);
  const header = headersFor(target)['anthropic-beta'];
  const flags = (header ?? '').split(',').map((flag) => flag.trim());
  const isClients = header === target.headers['anthropic-beta'];
  const inHeader = isClients ? flags.filter((flag) => BETAS.has(flag)) : flags;
  const output = object.find('output_config');
  const setsEffort = output !== undefined && record(object.value(output)).effort !== undefined;
  const needed = setsEffort && target.model.includes('opus-4-5') ? [EFFORT_BETA] : [];
  return [...new Set([...inBody, ...inHeader, ...needed])].filter((flag) => flag !== '');
}

/** @throws ApiError unsupported_parameter */
function checkSupported(object: JsonObject): void {
  const refused = REFUSED.filter((name) => {
    const member = object.find(name);
    const value = member && object.value(member);
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
  const tools = object.find('tools');
  const serverTools = list(tools && object.value(tools))
    .map((tool) => text(record(tool).type))
    .filter((type) => SERVER_TOOL.test(type));
  const all = [...refused, ...serverTools];
  if (all.length > 0)
    throw new ApiError('unsupported_parameter', { detail: `${all.join(', ')}: not supported by this model` });
}

/** Kinds of Anthropic's errors (https://docs.claude.com/en/api/errors) by the status of an exception. */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};

/** A message of the stream as the event that Anthropic's own API would send. */
function messagesEvent(message: EventMessage): string {
  if (message.type === 'exception') {
    const failure = streamFailure(message);
    const error = { type: ERROR_TYPES[failure.status] ?? 'api_error', message: failure.message };
    return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
  }
  if (message.name !== 'chunk') return '';
  const { bytes } = parseRecord(message.payload.toString('utf8'));
  const object = scanObject(Buffer.from(text(bytes), 'base64'));
  const member = object.find('type');
  const type = member && object.value(member);
  // Events without a valid type are none of this API.
  if (typeof type !== 'string' || !/^\w+$/.test(type)) return '';
  return `event: ${type}\ndata: ${splice(object, new Map([[METRICS, undefined]])).toString('utf8')}\n\n`;
}
