import type { CanonicalChat, MediaSource } from '../../../server/dialects/canonical/chat.js';
import type { ChatCodec, Target } from '../../../server/dialects/kit/provider.js';
import { providerForModel } from '../../../server/dialects/providers/registry.js';
import { targetOf } from '../../dialects/recorded.js';
import { converseModeViolations } from './answer-mode-rules.js';
import { anthropicViolations } from './anthropic-rules.js';
import type { CheckedTarget } from './checked-targets.js';
import { cohereViolations } from './cohere-rules.js';
import { converseViolations } from './converse-rules.js';
import { geminiViolations, vertexAi } from './gemini-rules.js';
import { json, type Json } from './violations.js';

/** The signature of all thoughts in the clients' conversations; it counts as the provider's own. */
const CONTEXT = { signatures: new Set(['c2lnbmVk']) };
const HEADERS = { 'anthropic-version': '2023-06-01' };
/** Nothing is signed with it. */
const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'p',
  client_email: 'c@p.example',
  private_key: 'k',
});
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Ids of the definitions whose formats are their own: OpenAI's rules do not apply to them. */
export const ownFormats: readonly string[] = ['anthropic', 'gemini', 'vertex', 'aws', 'cohere'];

interface Format {
  readonly name: string;
  readonly type: number;
  readonly key?: string;
  readonly models: readonly string[];
  violations(body: Json, model: string, path: string): string[];
}

const claude = (body: Json, model: string): string[] => {
  // Bedrock and Vertex AI have the version in the body and the model in the path.
  const { anthropic_version: _version, ...message } = body;
  return anthropicViolations({ model, ...message }, HEADERS, CONTEXT);
};
const gemini = (body: Json, model: string): string[] => geminiViolations(body, model, CONTEXT);
const vertex = (body: Json, model: string): string[] => geminiViolations(body, model, CONTEXT, vertexAi);

const CLAUDE_MODELS = [
  'claude-3-5-haiku-20241022',
  'claude-3-7-sonnet-20250219',
  'claude-sonnet-4-5',
  'claude-opus-4-6',
  'claude-opus-4-8',
];
const GEMINI_MODELS = [
  'gemini-2.0-flash',
  'gemini-2.5-pro',
  'gemini-3-pro-preview',
  'gemini-2.5-flash-image',
  'gemini-3-pro-image',
];

const formats: readonly Format[] = [
  { name: 'Anthropic', type: 14, models: CLAUDE_MODELS, violations: claude },
  {
    name: 'Claude on Bedrock',
    type: 33,
    key: 'AKID|secret|us-east-1',
    models: ['claude-3-7-sonnet-20250219', 'claude-sonnet-4-5-20250929'],
    violations: claude,
  },
  {
    name: 'Claude on Vertex AI',
    type: 41,
    key: SERVICE_ACCOUNT,
    models: ['claude-3-7-sonnet', 'claude-sonnet-4-6'],
    violations: claude,
  },
  { name: 'Gemini', type: 24, models: GEMINI_MODELS, violations: gemini },
  { name: 'Vertex AI', type: 41, key: SERVICE_ACCOUNT, models: GEMINI_MODELS, violations: vertex },
  {
    name: 'Converse',
    type: 33,
    key: 'AKID|secret|us-east-1',
    models: [
      'amazon.nova-pro-v1:0',
      'us.meta.llama3-3-70b-instruct-v1:0',
      'mistral.mistral-large-2407-v1:0',
      'openai.gpt-oss-120b-1:0',
      'deepseek.v3-v1:0',
    ],
    violations: (body, model, path) => [
      ...converseViolations(body, model),
      ...converseModeViolations(body, model, path.split('/').at(-1) ?? ''),
    ],
  },
  {
    name: 'Cohere',
    type: 34,
    models: ['command-a-03-2025', 'command-a-reasoning-08-2025', 'command-r-08-2024'],
    violations: cohereViolations,
  },
];

/** Models of providers whose chat format is their own. */
export const ownFormatTargets: readonly CheckedTarget[] = formats.flatMap(
  ({ name, type, key = 'sk-key', models, violations }) =>
    models.map((model) => {
      const target: Target = targetOf({ type, key, model, requestedModel: model });
      return {
        name: `${name} ${model}`,
        codec: fetching(providerForModel(type, model)!.chat!),
        target,
        violations: (call) =>
          violations(json(JSON.parse(call.body?.toString() ?? '{}')), model, new URL(call.url).pathname),
      };
    }),
);

/** The codec as the relay uses it: URLs that the provider does not read are replaced by what they refer to. */
function fetching(codec: ChatCodec): ChatCodec {
  const { mustFetch } = codec;
  if (!mustFetch) return codec;
  const fetched = (source: MediaSource): MediaSource =>
    source.type === 'url' && mustFetch(source.url)
      ? { type: 'base64', mediaType: 'image/png', data: PIXEL }
      : source;
  const withMedia = <P extends object>(part: P): P =>
    'source' in part ? { ...part, source: fetched(part.source as MediaSource) } : part;
  const withBytes = (chat: CanonicalChat): CanonicalChat => ({
    ...chat,
    turns: chat.turns.map((turn) => ({
      ...turn,
      parts: turn.parts.map((part) =>
        part.type === 'tool-result' ? { ...part, parts: part.parts.map(withMedia) } : withMedia(part),
      ),
    })),
  });
  return { ...codec, request: (chat, target) => codec.request(withBytes(chat), target) };
}
