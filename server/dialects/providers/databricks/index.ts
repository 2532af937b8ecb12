import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { defineProvider } from '../../kit/define-provider.js';
import { rulesOfAnyModel } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

const PAGE = 'https://docs.databricks.com/aws/en/machine-learning/foundation-model-apis/api-reference';

/** Hosts of the AI Gateway, which has its own paths. */
const GATEWAY = /\.ai-gateway\./;

/**
 * https://docs.databricks.com/aws/en/machine-learning/foundation-model-apis/api-reference. Members that it does not define
 * are rejected. Models that reason send their content as a list of parts.
 */
export default defineProvider({
  type: 1013,
  id: 'databricks',
  name: { en: 'Databricks', zh: 'Databricks' },
  color: 'red',
  baseUrl: null,
  sdkPath: /\/serving-endpoints$/,
  keys: [{ prefix: 'dapi', rest: /^[0-9a-f]{32}(?:-\d+)?$/, certainty: 'certain' }],
  hosts: /\.(?:cloud\.databricks\.com|gcp\.databricks\.com|azuredatabricks\.net)$/,
  models: [
    'databricks-claude-opus-4-7',
    'databricks-claude-sonnet-4-6',
    'databricks-claude-haiku-4-5',
    'databricks-gpt-5-4',
    'databricks-gpt-5-4-mini',
    'databricks-gemini-3-1-pro',
    'databricks-gemini-3-flash',
    'databricks-gpt-oss-120b',
    'databricks-llama-4-maverick',
    'databricks-qwen3-next-80b-a3b-instruct',
    'databricks-gte-large-en',
    'databricks-qwen3-embedding-0-6b',
  ],
  api: openAICompatible({
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
      options: {
        names: new Set([
          'model',
          'messages',
          'stream',
          'stream_options',
          'max_tokens',
          'temperature',
          'top_p',
          'top_k',
          'stop',
          'n',
          'tools',
          'tool_choice',
          'response_format',
          'reasoning_effort',
          'thinking',
          'logprobs',
          'top_logprobs',
        ]),
        source: PAGE,
      },
    },
    url: (path, { baseUrl }) =>
      GATEWAY.test(baseUrl)
        ? `${baseUrl}/mlflow${path}`
        : `${baseUrl}/serving-endpoints${path.replace(/^\/v1/, '')}`,
    serves: ['embeddings'],
    rules: rulesOfAnyModel,
    topK: true,
    normalize: (body) => ({ ...body, choices: list(body.choices).map(withReasoningApart) }),
    normalizeIfContains: ['"type":"reasoning"', '"type": "reasoning"'],
    facts: {
      failures: [
        { status: 403, message: /invalid (access )?token/i, means: { disables: true }, source: PAGE },
      ],
    },
    models: {
      request: (target) => ({
        method: 'GET',
        url: `${target.baseUrl}/api/2.0/serving-endpoints`,
        headers: bearerHeaders(target),
      }),
      // Endpoints of other tasks serve models that are not language models.
      read: (body) =>
        list(record(body).endpoints)
          .map(record)
          .filter(({ task }) => text(task) === '' || text(task).startsWith('llm/'))
          .map(({ name }) => text(name))
          .filter((name) => name !== ''),
    },
  }),
  form: {
    baseUrl: {
      label: { en: 'Workspace URL', zh: '工作区地址' },
      placeholder: {
        en: 'For example https://my-workspace.cloud.databricks.com',
        zh: '例如：https://my-workspace.cloud.databricks.com',
      },
    },
    keyHint: { en: 'Personal access token, for example dapi…', zh: '个人访问令牌，例如 dapi…' },
  },
});

function withReasoningApart(item: unknown): UnknownRecord {
  const { message, delta, ...rest } = record(item);
  return {
    ...rest,
    ...(message !== undefined && { message: withTexts(record(message)) }),
    ...(delta !== undefined && { delta: withTexts(record(delta)) }),
  };
}

/** Content parts `{type: 'reasoning', summary: [{text}]}` and `{type: 'text', text}` as OpenAI's two strings. */
function withTexts(message: UnknownRecord): UnknownRecord {
  if (!Array.isArray(message.content)) return message;
  const parts = message.content.map(record);
  const reasoning = parts
    .filter(({ type }) => type === 'reasoning')
    .flatMap(({ summary }) => list(summary))
    .map((part) => text(record(part).text))
    .join('');
  const content = parts
    .filter(({ type }) => type === 'text')
    .map((part) => text(part.text))
    .join('');
  return { ...message, content, ...(reasoning !== '' && { reasoning_content: reasoning }) };
}
