import type { Exchange } from '../pipeline/request-scope.js';

/**
 * The semantic conventions that spans follow, in the version of the schema below. The names are written here once, because the
 * conventions for generative AI still change between versions:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ and
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';

export const ATTRIBUTES = {
  serviceName: 'service.name',
  serviceVersion: 'service.version',
  serviceInstance: 'service.instance.id',
  errorType: 'error.type',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  maxTokens: 'gen_ai.request.max_tokens',
  responseId: 'gen_ai.response.id',
  inputTokens: 'gen_ai.usage.input_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  instructions: 'gen_ai.system_instructions',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  // Those below are the gateway's own.
  requestId: 'tollgate.request.id',
  userId: 'tollgate.user.id',
  tokenId: 'tollgate.token.id',
  tokenName: 'tollgate.token.name',
  group: 'tollgate.group',
  stream: 'tollgate.stream',
  attempts: 'tollgate.attempts',
  ending: 'tollgate.ending',
  firstDataMs: 'tollgate.first_data_ms',
  quota: 'tollgate.quota',
  costUsd: 'tollgate.cost.usd',
  held: 'tollgate.hold.quota',
  channelId: 'tollgate.channel.id',
  channelName: 'tollgate.channel.name',
  keyIndex: 'tollgate.channel.key_index',
  attemptNumber: 'tollgate.attempt.number',
  attemptResult: 'tollgate.attempt.result',
} as const;

/** Names of providers in the conventions, where they are not the gateway's own. */
const PROVIDERS: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  'azure-foundry': 'azure.ai.inference',
  aws: 'aws.bedrock',
  gemini: 'gcp.gemini',
  palm: 'gcp.gen_ai',
  mistral: 'mistral_ai',
  vertex: 'gcp.vertex_ai',
  watsonx: 'ibm.watsonx.ai',
  xai: 'x_ai',
};

/** @param id of a provider's definition; undefined: an unknown type, which is called by OpenAI's API */
export function providerName(id: string | undefined): string {
  return id === undefined ? 'openai' : (PROVIDERS[id] ?? id);
}

/** The value of `gen_ai.operation.name`: the one of the conventions, else the gateway's name of the operation. */
export function operationOf({ operation, protocol }: Pick<Exchange, 'operation' | 'protocol'>): string {
  if (operation) return /embed/.test(operation.name) ? 'embeddings' : operation.name;
  if (protocol.name === 'gemini') return 'generate_content';
  return protocol.name === 'openai-completions' ? 'text_completion' : 'chat';
}
