import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import type { DeclaredFacts, FailureFact } from '../../kit/facts/declared-facts.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import { sparkUsage } from './facts.js';

const PAGE = 'https://www.xfyun.cn/doc/spark/HTTP调用文档.html';

const CODES = 'https://www.xfyun.cn/doc/spark/接口说明.html';

const means = (codes: readonly string[], meaning: FailureFact['means']): FailureFact => ({
  codes,
  means: meaning,
  source: CODES,
});

/** Unknown codes keep the status of the response. */
const facts: DeclaredFacts = {
  tooLong: [{ codes: ['10907'], source: CODES }],
  usage: [sparkUsage],
  failures: [
    means(['10003', '10004', '10005', '10013', '10014', '10019', '10163', '10907'], {
      status: 400,
      retryable: false,
    }),
    means(['10015', '10016'], { status: 401, retryable: true, disables: true }),
    means(['11200'], { status: 403, retryable: true, disables: true }),
    means(['10007', '11201', '11202', '11203'], { status: 429, retryable: true }),
  ],
};
/** Base URLs that already contain the version of the API. */
const VERSION = /\/(v\d|x\d)$/;

/**
 * https://www.xfyun.cn/doc/spark/HTTP调用文档.html. Versions of the API differ by model. Responses have a `code` besides
 * OpenAI's members, tool calls may be single objects, and streams end without a finish reason.
 */
export default defineProvider({
  type: 1020,
  id: 'spark-http',
  name: { en: 'iFlytek Spark (HTTP)', zh: '讯飞星火（HTTP）' },
  color: 'blue',
  baseUrl: 'https://spark-api-open.xf-yun.com',
  sdkPath: /$/,
  models: ['spark-x', 'x1', '4.0Ultra', 'generalv3.5', 'max-32k', 'generalv3', 'pro-128k', 'lite'],
  api: openAICompatible({
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
    },
    url: (path, { baseUrl }, model) =>
      (VERSION.test(baseUrl) ? baseUrl : `${baseUrl}/${versionOf(model)}`) + path.replace(/^\/v1/, ''),
    models: false,
    streamOptions: false,
    topK: true,
    normalize,
    normalizeIfContains: ['"usage"', '"tool_calls"'],
    facts,
  }),
  form: {
    keyPage: 'https://console.xfyun.cn',
    baseUrls: [
      { label: { en: 'Spark X1.5', zh: 'Spark X1.5' }, url: 'https://spark-api-open.xf-yun.com/v2' },
    ],
    keyHint: {
      en: 'APIPassword of the model’s HTTP service, or APIKey:APISecret',
      zh: '模型 HTTP 服务的 APIPassword，或 APIKey:APISecret',
    },
  },
});

function versionOf(model: string): string {
  if (model === 'spark-x') return 'x2';
  return model.startsWith('x1') ? 'v2' : 'v1';
}

function normalize(body: UnknownRecord, streamed: boolean): UnknownRecord {
  const { code, message } = body;
  if (typeof code === 'number' && code !== 0 && !isRecord(body.error))
    return { ...body, error: { message: text(message), type: 'api_error', code: String(code) } };
  // Usage is sent with the last chunk.
  const ends = !streamed || isRecord(body.usage);
  return { ...body, choices: list(body.choices).map((item) => withEnd(record(item), ends)) };
}

function withEnd(choice: UnknownRecord, ends: boolean): UnknownRecord {
  const { message, delta, finish_reason: reason } = choice;
  const calls = isRecord(record(message).tool_calls) || list(record(message).tool_calls).length > 0;
  return {
    ...choice,
    ...(message !== undefined && { message: withCalls(record(message)) }),
    ...(delta !== undefined && { delta: withCalls(record(delta)) }),
    ...(ends && text(reason) === '' && { finish_reason: calls ? 'tool_calls' : 'stop' }),
  };
}

function withCalls(message: UnknownRecord): UnknownRecord {
  return isRecord(message.tool_calls)
    ? { ...message, tool_calls: [{ index: 0, ...message.tool_calls }] }
    : message;
}
