import { isRecord, list, record, text, type Loose } from '../json/loose.js';
import { openaiLike } from './openai/index.js';

/** What its codes stand for (https://platform.minimaxi.com/document/error-code). */
const statuses: Readonly<Record<number, number>> = {
  1000: 500,
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1013: 500,
  1026: 400,
  1027: 400,
  1039: 429,
  2013: 400,
  2049: 401,
};
const SENSITIVE = new Set([1026, 1027]);

/** https://platform.minimaxi.com/document/ChatCompletion_v2: every error comes with status 200. */
export const minimax = openaiLike({
  name: 'minimax',
  models: false,
  url: (_path, { baseUrl }) => `${baseUrl}/v1/text/chatcompletion_v2`,
  change: (members, model) => {
    // Old models want the schema of a tool as text.
    if (!model.startsWith('abab')) return {};
    const tools = members.value('tools');
    return Array.isArray(tools) ? { tools: tools.map(withTextSchema) } : {};
  },
  tidy: (body, streamed) => {
    const failed = withError(body);
    // The last event of a stream is the whole answer once more.
    if (!streamed || failed.object !== 'chat.completion') return failed;
    return {
      ...failed,
      object: 'chat.completion.chunk',
      choices: list(failed.choices).map((choice) => ({ ...record(choice), message: undefined, delta: {} })),
    };
  },
  retold: ['"object":"chat.completion"', '"object": "chat.completion"'],
});

function withError(body: Loose): Loose {
  const base = record(body.base_resp);
  const code = base.status_code;
  if (typeof code !== 'number' || code === 0) return body;
  const kind = SENSITIVE.has(code)
    ? 'content_filter'
    : code === 1008
      ? 'insufficient_quota'
      : 'minimax_error';
  return {
    ...body,
    error: { message: text(base.status_msg), type: kind, code: statuses[code] ?? code },
  };
}

function withTextSchema(tool: unknown): unknown {
  const { function: called, ...rest } = record(tool);
  const { parameters } = record(called);
  return isRecord(parameters)
    ? { ...rest, function: { ...record(called), parameters: JSON.stringify(parameters) } }
    : tool;
}
