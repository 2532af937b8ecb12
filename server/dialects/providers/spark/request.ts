import { ApiError } from '../../../contract/errors/api-error.js';
import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { domainOf } from './address.js';

/** Versions that accept a system message. */
const WITH_SYSTEM: ReadonlySet<string> = new Set(['v3.5', 'v4.0', 'pro-128k', 'max-32k']);
/** Versions without functions. */
const WITHOUT_FUNCTIONS: ReadonlySet<string> = new Set(['v1.1', 'v2.1']);
const LEAST_TEMPERATURE = 0.01;
const MAX_TOP_K = 6;
const MAX_OUTPUT = 8192;

/**
 * The frame that starts a conversation, from a chat body in OpenAI's format (https://www.xfyun.cn/doc/spark/Web.html).
 * @throws ApiError convert_request_failed for content that the API does not have: images, files, results of tools
 */
export function frameOf(body: UnknownRecord, version: string, appId: string): object {
  const functions = list(body.tools).map((tool) => record(tool).function);
  if (functions.length > 0 && WITHOUT_FUNCTIONS.has(version)) throw unsupported('tools');
  return {
    header: { app_id: appId },
    parameter: {
      chat: {
        domain: domainOf(version),
        temperature: within(body.temperature, LEAST_TEMPERATURE, 1),
        top_k: within(body.top_k, 1, MAX_TOP_K),
        max_tokens: within(body.max_tokens ?? body.max_completion_tokens, 1, MAX_OUTPUT),
      },
    },
    payload: {
      message: { text: messages(list(body.messages).map(record), WITH_SYSTEM.has(version)) },
      ...(functions.length > 0 && { functions: { text: functions } }),
    },
  };
}

function within(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' ? Math.min(Math.max(value, least), most) : undefined;
}

function messages(received: UnknownRecord[], takesSystem: boolean): object[] {
  return received.flatMap(({ role, content, tool_calls: calls }) => {
    if (role === 'tool' || list(calls).length > 0) throw unsupported('results of tools');
    const words = textOf(content);
    if (role === 'system' || role === 'developer')
      return takesSystem
        ? [{ role: 'system', content: words }]
        : [
            { role: 'user', content: words },
            { role: 'assistant', content: 'Okay' },
          ];
    return [{ role, content: words }];
  });
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => {
      const { type, text: words } = record(part);
      if (type !== 'text') throw unsupported(`parts of type ${text(type)}`);
      return text(words);
    })
    .join('\n');
}

function unsupported(what: string): ApiError {
  return new ApiError('convert_request_failed', { detail: `${what} are not supported by this model` });
}
