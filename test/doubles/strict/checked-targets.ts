import type { CanonicalChat } from '../../../server/dialects/canonical/chat.js';
import type { ChatCodec, NativeCodec, Target, UpstreamCall } from '../../../server/dialects/kit/provider.js';
import { definitions, providerForModel } from '../../../server/dialects/providers/registry.js';
import { targetOf } from '../../dialects/recorded.js';
import { aliModeViolations, fireworksModeViolations } from './answer-mode-rules.js';
import { chatLimits, passedLimits, type ChatLimits } from './chat-limits.js';
import { chatViolations, type MoreMembers } from './chat-rules.js';
import { ownFormats, ownFormatTargets } from './own-format-targets.js';
import { responsesViolations } from './responses-rules.js';
import { json, type Json } from './violations.js';

/** A model of a provider that OpenAI clients' bytes are passed to. */
export interface PassedTarget {
  readonly name: string;
  readonly native: NativeCodec;
  readonly target: Target;
  violations(call: UpstreamCall): string[];
}

/** A model at a provider, with the rules that its requests must obey. */
export interface CheckedTarget {
  readonly name: string;
  readonly codec: ChatCodec;
  readonly target: Target;
  violations(call: UpstreamCall): string[];
}

/** Signatures of thoughts are checked elsewhere: here none is known. */
const context = { signatures: new Set<string>() };

/** What clients and providers may add to bodies that pass. */
const PASSED: MoreMembers = {
  body: [
    'do_sample',
    'thinking',
    'random_seed',
    'reasoning',
    'enable_thinking',
    'thinking_budget',
    'user_id',
  ],
  messages: ['reasoning_content'],
};
const TOP_K: MoreMembers = { body: ['top_k'] };
const REASONING: MoreMembers = { messages: ['reasoning_content'] };

/** Members beyond OpenAI's, of providers that document them. */
const MORE: Readonly<Record<string, MoreMembers>> = {
  ...Object.fromEntries(
    'ollama together sambanova deepinfra nebius hyperbolic databricks baichuan spark-http lm-studio'
      .split(' ')
      .map((id) => [id, TOP_K]),
  ),
  openrouter: {
    body: ['reasoning'],
    messages: ['reasoning_details', 'reasoning', 'images'],
    cacheHints: true,
  },
  openai: REASONING,
  'openai-max': REASONING,
  novita: { ...TOP_K, ...REASONING },
  vllm: { body: ['top_k', 'chat_template_kwargs'], messages: ['reasoning'] },
  sglang: { body: ['top_k', 'chat_template_kwargs'] },
  'llama-cpp': { body: ['top_k', 'chat_template_kwargs'] },
  minimax: { body: ['thinking'] },
  localai: { ...TOP_K, messages: ['reasoning'] },
  'hunyuan-openai': REASONING,
  'baidu-v2': REASONING,
  moonshot: { body: ['thinking'], messages: ['reasoning_content'] },
  deepseek: { body: ['thinking'], messages: ['reasoning_content'] },
  fireworks: { ...TOP_K, messages: ['reasoning_content'] },
  'zhipu-v4': { body: ['do_sample', 'thinking', 'tool_stream', 'user_id'], messages: ['reasoning_content'] },
  zai: { body: ['do_sample', 'thinking', 'tool_stream', 'user_id'], messages: ['reasoning_content'] },
  mistral: { body: ['random_seed'] },
  ali: { body: ['enable_thinking', 'thinking_budget'], ...REASONING },
  siliconflow: { body: ['enable_thinking', 'thinking_budget'], ...REASONING },
  volcengine: { body: ['thinking'], ...REASONING },
  watsonx: { body: ['model_id', 'space_id', 'project_id', 'tool_choice_option'] },
};

/** Providers that answer some requests in one mode only. */
const MODES: Readonly<Record<string, (body: Json) => string[]>> = {
  ali: aliModeViolations,
  fireworks: fireworksModeViolations,
};

/** Models with rules of their own, instead of the first that the provider suggests. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-4o', 'gpt-5', 'o3-mini', 'qwen3.5-27b', 'deepseek-chat', 'deepseek-v4-flash'],
  azure: ['gpt-5'],
  // Servers that nothing is known of may have OpenAI's models, too.
  'openai-max': ['gpt-3.5-turbo', 'gpt-5', 'deepseek-v4-flash'],
  vllm: ['llama-4', 'qwen3.5-27b', 'devstral-small-2'],
  groq: ['llama-3.3-70b-versatile', 'openai/gpt-oss-20b', 'qwen/qwen3-32b'],
  mistral: ['mistral-small-latest', 'mistral-large-latest'],
  openrouter: ['mistralai/mistral-large', 'qwen/qwen3.5-27b', 'openai/gpt-5', 'deepseek/deepseek-v4-pro'],
  deepseek: ['deepseek-chat', 'deepseek-reasoner', 'deepseek-v4-flash'],
  moonshot: ['kimi-k2-thinking', 'kimi-k2.5', 'kimi-k3'],
  'zhipu-v4': ['glm-4-plus', 'glm-4.6', 'glm-5.2'],
  zai: ['glm-5.3'],
  volcengine: ['Doubao-pro-32k', 'doubao-seed-1-6-250615', 'deepseek-v4-flash-ga-260731'],
  ali: ['qwen-turbo', 'qwen3-32b', 'qwq-32b', 'deepseek-v4-pro', 'glm-4.7'],
  siliconflow: ['THUDM/glm-4-9b-chat', 'Qwen/Qwen3-8B', 'deepseek-ai/DeepSeek-V4-Pro'],
  minimax: ['MiniMax-M2', 'MiniMax-M3'],
};

/** Formats of their own, although derived from OpenAI's. */
const OWN_FORMAT = new Set(['tencent', 'xunfei', ...ownFormats]);

/** Models of providers that use OpenAI's Chat Completions. */
const chatTargets: readonly (CheckedTarget & { readonly id: string; readonly limits: ChatLimits })[] =
  definitions.flatMap(({ type, id, models, api }) => {
    if (!api?.chat?.rules || OWN_FORMAT.has(id)) return [];
    return (MODELS[id] ?? [models[0] ?? 'm']).map((model) => {
      const limits = chatLimits(id, model);
      return {
        id,
        name: `${id} ${model}`,
        limits,
        codec: providerForModel(type, model)?.chat ?? api.chat!,
        target: targetOf({ type, model, requestedModel: model }),
        violations: (call: UpstreamCall) => [
          ...chatViolations(bodyOf(call), limits, MORE[id]),
          ...(MODES[id]?.(bodyOf(call)) ?? []),
        ],
      };
    });
  });

export const passedTargets: readonly PassedTarget[] = chatTargets.flatMap(({ id, name, target, limits }) => {
  const native = providerForModel(target.type, target.model)?.native['openai-chat'];
  if (!native) return [];
  const passed = passedLimits(limits);
  return [
    {
      name,
      native,
      target,
      violations: (call: UpstreamCall) => [
        ...chatViolations(bodyOf(call), passed, PASSED),
        ...(MODES[id]?.(bodyOf(call)) ?? []),
      ],
    },
  ];
});

const viaResponses: readonly CheckedTarget[] = definitions.flatMap(({ type, id, api }) => {
  const codec = api?.viaResponses;
  if (!codec) return [];
  return [
    {
      name: `${id} via Responses`,
      codec,
      target: targetOf({ type, model: 'gpt-5', requestedModel: 'gpt-5' }),
      violations: (call: UpstreamCall) => responsesViolations(bodyOf(call), context),
    },
  ];
});

export const checkedTargets: readonly CheckedTarget[] = [
  ...chatTargets,
  ...viaResponses,
  ...ownFormatTargets,
];

function bodyOf({ body }: UpstreamCall): ReturnType<typeof json> {
  return json(JSON.parse(body?.toString() ?? '{}'));
}

/** The rules that the translated request violates. */
export function violationsIn(chat: CanonicalChat, { codec, target, violations }: CheckedTarget): string[] {
  const call = codec.request({ ...chat, model: target.model }, target);
  const isText = call.body?.includes('](data:image/') === true;
  return [...violations(call), ...(isText ? ['an image of an earlier response is sent as text'] : [])];
}
