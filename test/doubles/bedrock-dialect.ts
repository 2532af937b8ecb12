import { chunk, eventStream, type Message } from '../dialects/event-stream.js';
import { anthropicDialect } from './anthropic-dialect.js';
import { signatureProblem } from './clouds/aws-signature.js';
import type { Dialect, DialectRequest, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';
import { converseModeViolations } from './strict/answer-mode-rules.js';
import { bedrockClaudeViolations } from './strict/bedrock-claude-rules.js';
import { converseViolations } from './strict/converse-rules.js';

/** The key that the double knows, in the form of a channel's key. */
export const BEDROCK_KEY = 'AKIDSCRIPTED|scriptedSecret|us-east-1';
const [ACCESS_KEY = '', SECRET = ''] = BEDROCK_KEY.split('|');

/** Path of a call of one model. */
export const BEDROCK_PATH = /^\/model\/([^/]+)\/([\w-]+)$/;

const STOP = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use' } as const;
const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
};

const error = (status: number, message: string) => ({
  __type: EXCEPTIONS[status] ?? 'InternalServerException',
  message,
});
const frame = (message: Message) => JSON.stringify(message);
export const framing = {
  contentType: 'application/vnd.amazon.eventstream',
  encode: (text: string) => eventStream([JSON.parse(text) as Message]),
};
const errorFrame = (message: string) =>
  frame(['!modelStreamErrorException', { message, originalStatusCode: 500 }]);

/** Converse and ConverseStream: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
const converseDialect: Dialect = {
  framing,
  refuses: (request) =>
    notAuthorized(request) ??
    first([
      ...converseViolations(request.json ?? {}, modelOf(request)),
      ...converseModeViolations(request.json ?? {}, modelOf(request), actionOf(request)),
    ]),
  whole: (answer) => ({
    output: { message: { role: 'assistant', content: blocks(answer).map(({ whole }) => whole) } },
    stopReason: STOP[answer.finish],
    metrics: { latencyMs: 1 },
    ...(answer.usage && { usage: usage(answer.usage) }),
    ...(answer.serviceTier !== undefined && { serviceTier: { type: answer.serviceTier } }),
  }),
  frames: (answer) => [
    frame(['messageStart', { role: 'assistant', p: 'abc' }]),
    ...blocks(answer).flatMap(({ start, deltas }, contentBlockIndex) => [
      ...(start ? [frame(['contentBlockStart', { contentBlockIndex, start }])] : []),
      ...deltas.map((delta) => frame(['contentBlockDelta', { contentBlockIndex, delta, p: 'abcdef' }])),
      frame(['contentBlockStop', { contentBlockIndex }]),
    ]),
    frame(['messageStop', { stopReason: STOP[answer.finish] }]),
    ...(answer.usage ? [frame(['metadata', { usage: usage(answer.usage), metrics: { latencyMs: 1 } }])] : []),
  ],
  error,
  errorFrame,
};

/** An event of the Messages API as InvokeModelWithResponseStream sends it; the last one has metrics. */
export function invokeFrame(text: string): string {
  const event = JSON.parse(text.slice(text.indexOf('data: ') + 'data: '.length)) as { type: string };
  const metrics = { inputTokenCount: 12, outputTokenCount: 7, invocationLatency: 9, firstByteLatency: 3 };
  const isLast = event.type === 'message_stop';
  return frame(chunk(isLast ? { ...event, 'amazon-bedrock-invocationMetrics': metrics } : event));
}

/** InvokeModel and InvokeModelWithResponseStream for Claude models, which have the Messages API in their bodies. */
export const invokeDialect: Dialect = {
  framing,
  refuses: (request) =>
    notAuthorized(request) ??
    first(bedrockClaudeViolations({ signatures: new Set() }, modelOf(request), request.json ?? {})),
  whole: (answer, model) => anthropicDialect.whole(answer, model),
  frames: (answer, model, includeUsage) =>
    anthropicDialect.frames(answer, model, includeUsage).map(invokeFrame),
  error,
  errorFrame,
};

/** InvokeModel for Titan's embeddings. */
const titanDialect: Dialect = {
  ...converseDialect,
  refuses: (request) =>
    notAuthorized(request) ??
    (typeof request.json?.inputText === 'string' ? undefined : 'inputText is required'),
  whole: () => ({ embedding: [0.5, -0.25], inputTextTokenCount: 3 }),
};

/** InvokeModel for rerank: https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-supported.html */
const rerankDialect: Dialect = {
  ...converseDialect,
  refuses(request) {
    const denied = notAuthorized(request);
    if (denied) return denied;
    const { query, documents, api_version: version } = request.json ?? {};
    if (typeof query !== 'string' || !Array.isArray(documents)) return 'query and documents are required';
    const isCohere = modelOf(request).includes('cohere.');
    return (version === undefined) === isCohere
      ? 'api_version is of Cohere alone, and required there'
      : undefined;
  },
  whole: () => ({
    results: [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ],
  }),
};

/** CountTokens: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html */
const countDialect: Dialect = {
  ...converseDialect,
  refuses: (request) =>
    notAuthorized(request) ??
    (/^(?:us|eu|global)\./.test(modelOf(request)) ? 'The provided model identifier is invalid.' : undefined),
};

/** The dialect of a path of Bedrock; undefined for other paths. */
export function bedrockDialect(pathname: string): Dialect | undefined {
  const [, model = '', action = ''] = BEDROCK_PATH.exec(pathname) ?? [];
  if (action.startsWith('converse')) return converseDialect;
  if (action === 'count-tokens') return countDialect;
  if (action === '') return undefined;
  if (model.includes('.rerank-')) return rerankDialect;
  return model.includes('titan') ? titanDialect : invokeDialect;
}

/** Responses of the control plane by path. */
export const bedrockLists: Readonly<Record<string, object>> = {
  '/foundation-models': {
    modelSummaries: [
      {
        modelId: 'amazon.nova-lite-v1:0',
        inferenceTypesSupported: ['ON_DEMAND'],
        outputModalities: ['TEXT'],
      },
      {
        modelId: 'anthropic.claude-opus-5-5',
        inferenceTypesSupported: ['INFERENCE_PROFILE'],
        outputModalities: ['TEXT'],
      },
    ],
  },
  '/inference-profiles': {
    inferenceProfileSummaries: [
      {
        inferenceProfileId: 'us.anthropic.claude-opus-5-5',
        models: [{ modelArn: 'arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-opus-5-5' }],
        status: 'ACTIVE',
        type: 'SYSTEM_DEFINED',
      },
    ],
  },
};

const first = (violations: readonly string[]): string | undefined =>
  violations.length > 0 ? violations.join('; ') : undefined;

function actionOf({ path }: Pick<DialectRequest, 'path'>): string {
  return BEDROCK_PATH.exec(path)?.[2] ?? '';
}

function modelOf({ path }: Pick<DialectRequest, 'path'>): string {
  return decodeURIComponent(BEDROCK_PATH.exec(path)?.[1] ?? '');
}

/** What is wrong with the signature; undefined if it is valid. */
export function notAuthorized(request: Omit<DialectRequest, 'json'>): string | undefined {
  const problem = signatureProblem(request, {
    service: 'bedrock',
    secretOf: (accessKey) => (accessKey === ACCESS_KEY ? { secret: SECRET } : undefined),
  });
  if (problem === 'missing') return 'missing authentication token';
  if (problem === 'unknown key') return 'the security token included in the request is invalid';
  return problem && 'the request signature we calculated does not match';
}

interface Block {
  whole: object;
  start?: object;
  deltas: object[];
}

function blocks(answer: ScriptedAnswer): Block[] {
  const made: Block[] = [];
  const { signature } = answer;
  if (answer.reasoning.length > 0)
    made.push({
      whole: { reasoningContent: { reasoningText: { text: answer.reasoning.join(''), signature } } },
      deltas: [
        ...answer.reasoning.map((text) => ({ reasoningContent: { text } })),
        { reasoningContent: { signature } },
      ],
    });
  if (answer.text.length > 0)
    made.push({ whole: { text: answer.text.join('') }, deltas: answer.text.map((text) => ({ text })) });
  for (const { id, name, arguments: pieces } of answer.tools)
    made.push({
      whole: { toolUse: { toolUseId: id, name, input: JSON.parse(pieces.join('')) as unknown } },
      start: { toolUse: { toolUseId: id, name } },
      deltas: pieces.map((input) => ({ toolUse: { input } })),
    });
  return made;
}

function usage({ input, output, reasoning = 0, ...cache }: ScriptedUsage): object {
  const { cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0 } = cache;
  const written = cacheWrite5m + cacheWrite1h;
  return {
    inputTokens: input,
    outputTokens: output + reasoning,
    totalTokens: input + cacheRead + written + output + reasoning,
    cacheReadInputTokens: cacheRead,
    cacheWriteInputTokens: written,
    ...(written > 0 && {
      cacheDetails: [
        { ttl: '1h', inputTokens: cacheWrite1h },
        { ttl: '5m', inputTokens: cacheWrite5m },
      ],
    }),
  };
}
