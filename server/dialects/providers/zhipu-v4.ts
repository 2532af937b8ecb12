import { isRecord, list, record, text } from '../json/lenient.js';
import { defineProvider, modelNames } from '../kit/define-provider.js';
import type { DeclaredFacts } from '../kit/facts/declared-facts.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../kit/openai/openai-compatible.js';
import type { Provider } from '../kit/provider.js';

const PAGE = 'https://docs.bigmodel.cn/api-reference/模型-api/对话补全';
const THINKING = 'https://docs.z.ai/guides/capabilities/thinking-mode';
/** Six to 128 characters. */
const USER_ID = /^.{6,128}$/s;
const SURFACE = /\/api\/(coding\/)?paas\/v4$/;
const INLINE = /^data:image\/[^,]*;base64,/;
const CODES = 'https://docs.bigmodel.cn/cn/api/api-code';

/** Of both platforms: https://docs.z.ai/api-reference/llm/chat-completion, https://docs.z.ai/api-reference/api-code */
const facts: DeclaredFacts = {
  finish: [
    {
      words: {
        sensitive: 'content-filter',
        model_context_window_exceeded: 'length',
        network_error: 'broken',
      },
      source: PAGE,
    },
  ],
  tooLong: [
    { codes: ['1261'], messages: /prompt 超长|prompt exceeds max length/i, passedOn: true, source: CODES },
  ],
  failures: [
    {
      codes: ['1000', '1001', '1002', '1003', '1004'],
      means: { status: 401, disables: true },
      source: CODES,
    },
    // The account is inactive, unknown, locked or without balance, or its plan has expired.
    {
      codes: ['1110', '1111', '1112', '1113', '1121', '1309'],
      means: { retryable: true, disables: true },
      source: CODES,
    },
    // Limits of requests at once, by time and by day, of the plan's periods, and load.
    {
      codes: ['1302', '1303', '1304', '1305', '1308', '1310', '1312', '1313'],
      means: { status: 429, retryable: true },
      source: CODES,
    },
    // The plan does not have this model.
    { codes: ['1311'], means: { status: 403, retryable: true }, source: CODES },
  ],
};

/** "only supported by GLM-5.2 and above" */
const EFFORTS = 'https://docs.cloudsway.net/maasapi/api-reference/text/MaaS_GLM/';
/** Their thinking cannot be switched off. */
const ALWAYS_THINKS = /glm-(?:5\.[3-9]|[6-9])/i;

const options: OpenAICompatibleOptions = {
  modelsAccept: [
    { models: /glm-(?:4\.[5-9]|[5-9])/i, rules: { thinkingSwitch: { form: 'type', source: THINKING } } },
    {
      models: /glm-5\.2/i,
      rules: {
        efforts: { words: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], source: EFFORTS },
      },
    },
    {
      models: ALWAYS_THINKS,
      rules: {
        thinkingSwitch: undefined,
        efforts: { words: ['low', 'high', 'max'], source: 'https://openrouter.ai/z-ai/glm-5.3/api' },
      },
    },
  ],
  serves: ['embeddings', 'image-generation'],
  // "Only auto is supported."
  accepts: {
    outputLimit: { name: 'max_tokens', source: PAGE },
    options: {
      names: new Set([
        'model',
        'stream',
        'stream_options',
        'messages',
        'temperature',
        'top_p',
        'max_tokens',
        'stop',
        'tools',
        'tool_choice',
        'thinking',
        'reasoning_effort',
        'tool_stream',
        'response_format',
        'do_sample',
        'request_id',
        'user_id',
      ]),
      source: PAGE,
    },
    ranges: { of: { temperature: [0, 1], top_p: [0.01, 0.99] }, source: PAGE },
    forcedTools: { rejected: 'always', source: PAGE },
    jsonOutput: { takes: 'object', source: PAGE },
    efforts: { words: [], source: EFFORTS },
    // "thinking blocks should be explicitly preserved and returned together with the tool results"
    earlierReasoning: { sent: 'text-with-tools', source: THINKING },
  },
  url: (path, { baseUrl }) =>
    (SURFACE.test(baseUrl) ? baseUrl : `${baseUrl}/api/paas/v4`) + path.replace(/^\/v1/, ''),
  change: (members) => {
    const changes: Record<string, unknown> = {};
    const user = members.value('user');
    if (typeof user === 'string' && members.value('user_id') === undefined && USER_ID.test(user))
      changes.user_id = user;
    if (members.value('temperature') === 0) {
      changes.temperature = undefined;
      changes.do_sample = false;
    }
    const stop = members.value('stop');
    if (typeof stop === 'string') changes.stop = [stop];
    if (members.mentions('messages', 'data:image/'))
      changes.messages = list(members.value('messages')).map(withBareImages);
    if (members.mentions('tools', '"web_search"')) {
      const tools = list(members.value('tools'));
      const shown = tools.map(withShownResults);
      if (shown.some((tool, at) => tool !== tools[at])) changes.tools = shown;
    }
    return changes;
  },
  facts,
};

/**
 * API v4 of Zhipu and of its international platform z.ai. Keys are accepted unchanged, as bearer tokens.
 * @param search name of the price of a web search, which is billed once per response
 *   (https://docs.bigmodel.cn/cn/guide/tools/web-search)
 */
export const zhipuApi = (search: string): Provider =>
  openAICompatible({
    ...options,
    shownCalls: ({ web_search: results }) => (list(results).length > 0 ? [['web_search', search]] : []),
  });

/** https://docs.bigmodel.cn */
export default defineProvider({
  type: 26,
  id: 'zhipu-v4',
  name: { en: 'Zhipu GLM-4V (v4)', zh: '智谱 GLM-4V' },
  synonyms: ['GLM', 'BigModel', 'Z.ai', 'ChatGLM', '智谱'],
  color: 'grape',
  baseUrl: 'https://open.bigmodel.cn',
  sdkPath: /\/api\/paas\/v4$/,
  keys: [{ prefix: '', rest: /^[0-9a-f]{32}\.[A-Za-z0-9]{16}$/, certainty: 'likely' }],
  models: modelNames(`
    glm-4 glm-4v glm-3-turbo glm-4-alltools glm-4-plus glm-4-0520 glm-4-air glm-4-airx glm-4-long
    glm-4-flash glm-4v-plus`),
  api: zhipuApi('zhipu_search'),
  form: {
    baseUrls: [
      {
        label: { en: 'GLM Coding Plan', zh: 'GLM 编程套餐' },
        url: 'https://open.bigmodel.cn/api/coding/paas/v4',
      },
    ],
  },
});

/** Only the results show that a search was made: they are not counted, and left out unless the request wants them. */
function withShownResults(tool: unknown): unknown {
  const { type, web_search: search } = record(tool);
  const isSearch = type === 'web_search' && isRecord(search);
  return isSearch ? { ...record(tool), web_search: { ...search, search_result: true } } : tool;
}

/** Embedded images are sent as base64 alone, without the `data:` prefix and media type. */
function withBareImages(message: unknown): unknown {
  const whole = record(message);
  if (!Array.isArray(whole.content)) return message;
  return {
    ...whole,
    content: whole.content.map((part: unknown) => {
      const { image_url: image } = record(part);
      if (!isRecord(image)) return part;
      return { ...record(part), image_url: { ...image, url: text(image.url).replace(INLINE, '') } };
    }),
  };
}
