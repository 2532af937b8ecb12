import { table } from '../../kit/table.js';
import { text } from '../../json/lenient.js';
import type { JsonObject } from '../../json/object.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { anthropic } from '../anthropic/index.js';
import type { ChatCodec, Provider, Target, UpstreamCall } from '../../kit/provider.js';
import { vertexCall } from './address.js';
import { errorReader } from './errors.js';
import { readdressed } from './readdress.js';

const MODELS = 'publishers/anthropic/models/';
const VERSION = '"vertex-2023-10-16"';
/** Names that differ by more than the separator of the date. */
const NAMES = table<string>({ 'claude-3-5-sonnet-20241022': 'claude-3-5-sonnet-v2@20241022' });
/** Removes members that only Anthropic's own platform accepts: it has service tiers, and regions by request. */
const WITHOUT_OWN_MEMBERS = [
  ['service_tier', undefined],
  ['inference_geo', undefined],
] as const;

/**
 * Betas that Vertex AI rejects, with the name of the same feature there; null if it has none or needs no beta
 * (https://platform.claude.com/docs/en/build-with-claude/overview).
 */
const BETAS = table<string | null>({
  'advanced-tool-use-2025-11-20': 'tool-search-tool-2025-10-19',
  'advisor-tool-2026-03-01': null,
  'code-execution-2025-08-25': null,
  'effort-2025-11-24': null,
  'fast-mode-2026-02-01': null,
  'files-api-2025-04-14': null,
  'fine-grained-tool-streaming-2025-05-14': null,
  'mcp-client-2025-04-04': null,
  'mcp-client-2025-11-20': null,
  'oauth-2025-04-20': null,
  'output-128k-2025-02-19': null,
  'prompt-caching-scope-2026-01-05': null,
  'skills-2025-10-02': null,
  'structured-outputs-2025-11-13': null,
  'token-efficient-tools-2025-02-19': null,
  'web-fetch-2025-09-10': null,
});

/**
 * Claude on Vertex AI: the Messages API with the model in the URL and the version in the body
 * (https://platform.claude.com/docs/en/build-with-claude/claude-models-on-google-cloud/google-managed).
 */
export const claude: Provider = {
  ...forVertex(readdressed(anthropic, messagesCall)),
  countTokens: anthropic.countTokens && {
    ...anthropic.countTokens,
    request: (target, input) => countCall(anthropic.countTokens!.request(target, input), target),
  },
  readError: errorReader(anthropic.readError),
};

/**
 * URLs of images and files are not supported: https://platform.claude.com/docs/en/build-with-claude/vision. Strict tools are not
 * requested, because organizations have to allow them first:
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/structured_outputs
 */
function forVertex(provider: Provider): Provider {
  const { chat } = provider;
  if (!chat) return provider;
  const request: ChatCodec['request'] = (requested, target) =>
    chat.request(
      { ...requested, tools: requested.tools.map((tool) => ({ ...tool, strict: undefined })) },
      target,
    );
  return { ...provider, chat: { ...chat, request, mustFetch: () => true } };
}

/** The model's name on Vertex AI, where dates follow an `@`. */
export function vertexName(model: string): string {
  return NAMES[model] ?? model.replace(/-(\d{8})$/, '@$1');
}

function messagesCall(call: UpstreamCall, target: Target): UpstreamCall {
  const object = scanObject(bodyOf(call));
  const action = valueOf(object, 'stream') === true ? 'streamRawPredict' : 'rawPredict';
  const changes = new Map<string, string | undefined>([
    ['model', undefined],
    ['anthropic_version', VERSION],
    ...WITHOUT_OWN_MEMBERS,
  ]);
  const path = `${MODELS}${segment(vertexName(text(valueOf(object, 'model'))))}:${action}`;
  return vertexCall({ ...withBetas(call), body: splice(object, changes) }, target, path);
}

/** https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/count-tokens */
function countCall(call: UpstreamCall, target: Target): UpstreamCall {
  const object = scanObject(bodyOf(call));
  const changes = new Map<string, string | undefined>([
    ['model', JSON.stringify(vertexName(text(valueOf(object, 'model'))))],
    ['anthropic_version', VERSION],
    ...WITHOUT_OWN_MEMBERS,
  ]);
  const body = splice(object, changes);
  return vertexCall({ ...withBetas(call), body }, target, `${MODELS}count-tokens:rawPredict`);
}

function withBetas(call: UpstreamCall): UpstreamCall {
  const { 'anthropic-beta': betaHeader, ...headers } = call.headers;
  if (betaHeader === undefined) return call;
  const betas = betaHeader.split(',').map((name) => name.trim());
  const accepted = betas.map((name) => (name in BETAS ? BETAS[name] : name)).filter((name) => name);
  const sent = [...new Set(accepted)].join(',');
  return { ...call, headers: sent === '' ? headers : { ...headers, 'anthropic-beta': sent } };
}

/** Requests always have a body. */
function bodyOf({ body }: UpstreamCall): Buffer {
  return body ?? Buffer.from('{}');
}

function valueOf(object: JsonObject, name: string): unknown {
  const member = object.find(name);
  return member && object.value(member);
}

/** A segment of a path; the `@` before a version stays as it is. */
function segment(name: string): string {
  return encodeURIComponent(name).replaceAll('%40', '@');
}
