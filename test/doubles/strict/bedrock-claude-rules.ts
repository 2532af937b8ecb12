import { anthropicViolations } from './anthropic-rules.js';
import { items, json, type IssuedContent, type Json, show } from './violations.js';

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html */
const VERSION = 'bedrock-2023-05-31';
/** Beta features of the same page and those on tools; any other flag is refused as "invalid beta flag". */
const BETAS = [
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
];
/** Members that only Anthropic's own API has. */
const ANTHROPIC_ONLY = [
  'model',
  'stream',
  'service_tier',
  'cache_control',
  'inference_geo',
  'container',
  'diagnostics',
  'fallbacks',
  'mcp_servers',
  'speed',
];
/** Tools of Anthropic's own servers. */
const SERVER_TOOL = /^(?:web_search|web_fetch|code_execution|advisor)_/;

/** Rules that an InvokeModel body for Claude violates: those of Anthropic's own API, and Bedrock's. */
export function bedrockClaudeViolations(issued: IssuedContent, model: string, sent: Json): string[] {
  const { anthropic_version: version, anthropic_beta: betas, ...body } = sent;
  const toolTypes = items(body.tools).map((tool) => show(json(tool).type));
  return [
    ...(version === VERSION ? [] : ['anthropic_version: is required']),
    ...(betas === undefined || Array.isArray(betas) ? [] : ['anthropic_beta: must be a list']),
    ...items(betas)
      .map(show)
      .filter((flag) => !BETAS.includes(flag))
      .map((flag) => `anthropic_beta: invalid beta flag ${flag}`),
    ...ANTHROPIC_ONLY.filter((name) => name in body).map((name) => `${name}: Extra inputs are not permitted`),
    ...toolTypes.filter((type) => SERVER_TOOL.test(type)).map((type) => `tools: ${type} is not supported`),
    ...(/"type":"url"/.test(JSON.stringify(body.messages))
      ? ['messages: URL sources are not supported']
      : []),
    ...anthropicViolations(
      { ...body, model },
      { 'anthropic-version': 'x', ...(Array.isArray(betas) && { 'anthropic-beta': betas.join() }) },
      issued,
    ),
  ];
}
