import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { defineProvider, UUID_KEY } from '../../kit/define-provider.js';
import { INTERLEAVED, thinkingFamilies } from '../../kit/openai/compatible-rules.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import type { Target } from '../../kit/provider.js';
import type { ReasoningRule } from '../../kit/rules/chat-rules.js';
import { embeddingsOperation } from './embeddings.js';
import { arkFacts } from './facts.js';
import { arkImageEdit } from './images.js';

const REASONING: ReasoningRule = {
  sent: 'text-with-tools',
  source: 'https://www.volcengine.com/docs/82379/1494384',
};

/** Base URLs that already contain the path of the API, such as that of the coding plan. */
const SURFACE = /\/api\/(coding\/)?v3$/;

const options: OpenAICompatibleOptions = {
  serves: ['image-generation'],
  modelsAccept: [
    // `reasoning_content` of messages of the assistant, for tool calls of models that think.
    { models: /seed-(?:1[.-][89]|[2-9])/i, rules: { earlierReasoning: REASONING } },
    { models: INTERLEAVED, rules: { earlierReasoning: REASONING } },
    ...thinkingFamilies,
    {
      models: /seed-(?:1[.-][6-9]|[2-9])|deepseek-v(?:3[.-][1-9]|[4-9])|glm-4[.-][5-9]|kimi-k2[.-][5-9]/i,
      rules: { thinkingSwitch: { form: 'type', source: 'https://www.volcengine.com/docs/82379/1449737' } },
    },
  ],
  url: urlOf,
  normalize: withBotUsage,
  facts: arkFacts,
};

/** https://www.volcengine.com/docs/82379 (Ark): a model is an endpoint id, a bot id or a name. */
export default defineProvider({
  type: 45,
  id: 'volcengine',
  name: { en: 'ByteDance VolcEngine Ark (Doubao, DeepSeek)', zh: '字节火山方舟、豆包、DeepSeek通用' },
  synonyms: ['ByteDance', 'Doubao', 'Ark', 'VolcEngine', '豆包', '火山', '字节'],
  color: 'blue',
  baseUrl: 'https://ark.cn-beijing.volces.com',
  sdkPath: /\/api\/v3$/,
  keys: [{ prefix: '', rest: UUID_KEY, certainty: 'possible' }],
  models: [
    'Doubao-pro-128k',
    'Doubao-pro-32k',
    'Doubao-pro-4k',
    'Doubao-lite-128k',
    'Doubao-lite-32k',
    'Doubao-lite-4k',
    'Doubao-embedding',
    'doubao-seedream-5-0-260128',
    'doubao-seedream-4-5-251128',
    'doubao-seedream-4-0-250828',
    'doubao-seedream-3-0-t2i-250415',
    'doubao-seededit-3-0-i2i-250628',
  ],
  api: openAICompatible({
    ...options,
    operations: { embeddings: embeddingsOperation(options), 'image-edit': arkImageEdit(urlOf) },
  }),
  form: {
    baseUrls: [
      {
        label: { en: 'Coding Plan', zh: '编程套餐（Coding Plan）' },
        url: 'https://ark.cn-beijing.volces.com/api/coding/v3',
      },
    ],
  },
});

function urlOf(path: string, { baseUrl }: Target, model: string): string {
  const root = SURFACE.test(baseUrl) ? baseUrl : `${baseUrl}/api/v3`;
  const rest = path.replace(/^\/v1/, '');
  return root + (model.startsWith('bot') && rest.startsWith('/chat/') ? `/bots${rest}` : rest);
}

/**
 * Bots report the usage of each model that they called, and how often they used each plugin:
 * https://www.volcengine.com/docs/82379/1285207
 */
function withBotUsage(body: UnknownRecord): UnknownRecord {
  const { model_usage, action_usage } = record(body.bot_usage);
  const models = list(model_usage).map(record);
  const actions = list(action_usage).map(record);
  if (models.length + actions.length === 0) return body;
  const sum = (name: string) => models.reduce((total, usage) => total + (count(usage[name]) ?? 0), 0);
  const names = ['prompt_tokens', 'completion_tokens', 'total_tokens'];
  const usage = isRecord(body.usage)
    ? body.usage
    : Object.fromEntries(names.map((name) => [name, sum(name)]));
  if (actions.length === 0) return usage === body.usage ? body : { ...body, usage };
  const calls = new Map<string, number>();
  for (const { name, count: uses } of actions) {
    const plugin = text(name) || 'unnamed';
    calls.set(plugin, (calls.get(plugin) ?? 0) + (count(uses) ?? 0));
  }
  return { ...body, usage: { ...usage, bot_actions: Object.fromEntries(calls) } };
}
