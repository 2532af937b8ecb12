/**
 * What a provider accepts in Chat Completions. The values are written by hand from its documentation and not read from
 * the gateway's own tables: a wrong value there would make the test double wrong, too, and no test would fail.
 */
export interface ChatLimits {
  readonly toolName: RegExp;
  readonly callId: RegExp;
  readonly schemaName: RegExp;
  /** Of the id of an end user. */
  readonly maxUserLength: number;
  readonly metadata: {
    readonly maxPairs: number;
    readonly maxNameLength: number;
    readonly maxValueLength: number;
  };
  readonly developerRole: boolean;
  /** Where system messages may stand; undefined if the provider does not document it. */
  readonly instructions: 'anywhere' | 'first' | undefined;
  readonly firstIsUser?: true;
  readonly rolesAlternate?: true;
  /** Between tool results and the user. */
  readonly assistantAfterResults?: true;
  /** When a tool choice may force a call; absent: always. */
  readonly forcedTools?: 'never' | 'without-thinking';
  readonly noTools?: true;
  /** Values of `reasoning_effort`; absent: those of OpenAI's models. */
  readonly efforts?: readonly string[];
  /** Members of messages that it rejects. */
  readonly rejectedMembers?: readonly string[];
  /** Messages of the assistant that must have their reasoning while the model thinks. */
  readonly reasoning?: 'with-calls' | 'in-tool-use';
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** https://platform.openai.com/docs/api-reference/chat/create; of ids: https://github.com/vercel/ai/issues/8132 */
const compatibleLimits: ChatLimits = {
  toolName: NAME,
  callId: /^[^]{1,40}$/,
  schemaName: NAME,
  maxUserLength: 64,
  metadata: { maxPairs: 16, maxNameLength: 64, maxValueLength: 512 },
  developerRole: false,
  instructions: undefined,
};

export const openaiLimits: ChatLimits = {
  ...compatibleLimits,
  developerRole: true,
  instructions: 'anywhere',
};

/** https://platform.openai.com/docs/api-reference/responses/create */
export const responsesLimits: ChatLimits = { ...openaiLimits, callId: /^[^]{1,64}$/ };

interface Documented {
  /** Id of the provider's definition; absent: every provider that serves the models. */
  readonly provider?: RegExp;
  /** Absent: all. */
  readonly models?: RegExp;
  readonly limits: Partial<ChatLimits>;
  readonly source: string;
}

/** What differs from OpenAI's limits. */
const DOCUMENTED: readonly Documented[] = [
  {
    provider: /^(?:openai|azure)$/,
    models: /^(?:gpt|o)-?\d/,
    limits: { developerRole: true, instructions: 'anywhere' },
    source: 'https://platform.openai.com/docs/api-reference/chat/create#chat-create-messages',
  },
  {
    provider: /^github-models$/,
    limits: { developerRole: true },
    source: 'https://docs.github.com/en/rest/models/inference',
  },
  {
    provider: /^groq$/,
    limits: { developerRole: true, rejectedMembers: ['name', 'reasoning_content'] },
    source: 'https://console.groq.com/docs/openai',
  },
  {
    provider: /^cerebras$/,
    limits: { rejectedMembers: ['reasoning_content'] },
    source: 'https://github.com/QwenLM/qwen-code/issues/11045',
  },
  {
    provider: /^ali$/,
    limits: { instructions: 'first' },
    source: 'https://help.aliyun.com/zh/model-studio/qwen-api-reference',
  },
  {
    provider: /^openrouter$/,
    limits: { maxUserLength: 128 },
    source: 'https://openrouter.ai/docs/api-reference/chat-completion',
  },
  {
    provider: /^moonshot$/,
    limits: { toolName: /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/ },
    source: 'https://github.com/MoonshotAI/kimi-cli/issues/1773',
  },
  {
    provider: /^moonshot$/,
    models: /thinking/,
    limits: { forcedTools: 'never' },
    source: 'https://platform.moonshot.cn/docs/guide/use-kimi-k2-thinking-model',
  },
  {
    provider: /^moonshot$/,
    models: /k2\.5/,
    limits: { forcedTools: 'without-thinking' },
    source: 'https://platform.moonshot.cn/docs/guide/use-kimi-k2-thinking-model',
  },
  {
    provider: /^(?:zhipu-v4|zai)$/,
    limits: { forcedTools: 'never' },
    source: 'https://docs.bigmodel.cn/api-reference/模型-api/对话补全',
  },
  {
    provider: /^(?:zhipu-v4|zai)$/,
    limits: { efforts: [] },
    source: 'https://docs.cloudsway.net/maasapi/api-reference/text/MaaS_GLM/',
  },
  {
    provider: /^(?:zhipu-v4|zai)$/,
    models: /glm-5\.2/,
    limits: { efforts: ['max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none'] },
    source: 'https://docs.cloudsway.net/maasapi/api-reference/text/MaaS_GLM/',
  },
  {
    provider: /^(?:zhipu-v4|zai)$/,
    models: /glm-5\.3/,
    limits: { efforts: ['low', 'high', 'max'] },
    source: 'https://openrouter.ai/z-ai/glm-5.3/api',
  },
  {
    provider: /^moonshot$/,
    limits: { efforts: [] },
    source: 'https://platform.kimi.ai/docs/api/models-overview',
  },
  {
    provider: /^moonshot$/,
    models: /kimi-k3/,
    limits: { efforts: ['low', 'high', 'max'], forcedTools: 'never' },
    source: 'https://docs.rs/synaps-engine/0.11.0/src/agent_engine/runtime/openai/catalog/kimi.rs.html',
  },
  {
    provider: /^mistral$/,
    limits: { efforts: [] },
    source: 'https://docs.mistral.ai/capabilities/reasoning/',
  },
  {
    provider: /^mistral$/,
    models: /^mistral-small-latest$/,
    limits: { efforts: ['none', 'high'] },
    source: 'https://docs.mistral.ai/capabilities/reasoning/',
  },
  {
    provider: /^groq$/,
    models: /llama/,
    limits: { efforts: [] },
    source: 'https://console.groq.com/docs/reasoning',
  },
  {
    provider: /^groq$/,
    models: /qwen3/,
    limits: { efforts: ['none', 'default'] },
    source: 'https://console.groq.com/docs/reasoning',
  },
  {
    provider: /^groq$/,
    models: /gpt-oss/,
    limits: { efforts: ['low', 'medium', 'high'] },
    source: 'https://console.groq.com/docs/reasoning',
  },
  {
    provider: /^ollama$/,
    limits: { efforts: ['none', 'low', 'medium', 'high'] },
    source: 'https://github.com/ollama/ollama/blob/main/openai/openai.go',
  },
  {
    provider: /^perplexity$/,
    limits: { instructions: 'first', noTools: true, firstIsUser: true, rolesAlternate: true },
    source: 'https://docs.perplexity.ai/api-reference/chat-completions-post',
  },
  {
    provider: /^deepseek$/,
    models: /reasoner/,
    limits: { forcedTools: 'never' },
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
  },
  {
    provider: /^deepseek$/,
    models: /v4/,
    limits: { forcedTools: 'without-thinking' },
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
  },
  {
    provider: /^(?:deepseek|siliconflow|volcengine|ali|openai|openai-max)$/,
    models: /deepseek-v4/i,
    limits: { reasoning: 'in-tool-use' },
    source: 'https://api-docs.deepseek.com/guides/thinking_mode#tool-calls',
  },
  {
    provider: /^(?:deepseek|moonshot)$/,
    models: /reasoner|kimi-k2(?:-thinking|\.5)/,
    limits: { reasoning: 'with-calls' },
    source: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
  },
  {
    models: /qwen/i,
    limits: { instructions: 'first' },
    source: 'https://huggingface.co/Qwen/Qwen3.5-27B/blob/main/chat_template.jinja',
  },
  {
    models: /hunyuan/i,
    limits: { instructions: 'first', firstIsUser: true, rolesAlternate: true, assistantAfterResults: true },
    source: 'https://github.com/FoundationAgents/OpenManus/issues/894',
  },
  {
    models: /mistral|devstral/i,
    limits: { callId: /^[a-zA-Z0-9]{9}$/, instructions: 'first', assistantAfterResults: true },
    source:
      'https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py',
  },
];

/** The limits of a model at a provider, by the id of the provider's definition. */
export function chatLimits(provider: string, model: string): ChatLimits {
  const found = DOCUMENTED.filter(
    (entry) => (entry.provider?.test(provider) ?? true) && (entry.models?.test(model) ?? true),
  );
  return Object.assign({}, compatibleLimits, ...found.map(({ limits }) => limits)) as ChatLimits;
}

/** Names and ids are the client's business where bodies pass; what the provider does not document is not changed. */
export function passedLimits(limits: ChatLimits): ChatLimits {
  const any = /^[^]*$/;
  return {
    ...limits,
    toolName: any,
    callId: any,
    schemaName: any,
    maxUserLength: Infinity,
    metadata: { maxPairs: Infinity, maxNameLength: Infinity, maxValueLength: Infinity },
    instructions: limits.instructions ?? 'anywhere',
  };
}
