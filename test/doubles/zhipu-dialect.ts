import type { Dialect, DialectRequest, ScriptedUsage } from './scripted-answer.js';

const ID = '8065132413241234';
const MEMBERS = ['prompt', 'temperature', 'top_p', 'request_id', 'incremental', 'return_type', 'ref'];
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const event = (name: string, data: string, meta = '') =>
  `event:${name}\nid:${ID}\ndata:${data.replaceAll('\n', '\ndata:')}${meta}`;

/** Version 3 of Zhipu's API, whose data is plain text. Errors have status 200 in production; here the scenario's. */
export const zhipuDialect: Dialect = {
  refuses: brokenRule,
  whole: (answer) => ({
    code: 200,
    msg: '操作成功',
    success: true,
    data: {
      request_id: 'request-scripted',
      task_id: ID,
      task_status: 'SUCCESS',
      choices: [{ role: 'assistant', content: JSON.stringify(answer.text.join('')) }],
      usage: usage(answer.usage),
    },
  }),
  frames: (answer) => [
    ...answer.text.map((text) => event('add', text)),
    event(
      'finish',
      '',
      `\nmeta:${JSON.stringify({
        request_id: 'request-scripted',
        task_id: ID,
        task_status: 'SUCCESS',
        usage: usage(answer.usage),
      })}`,
    ),
  ],
  error: (status, msg) => ({ code: status === 401 ? 1002 : 1214, msg, success: false }),
  errorFrame: (message) => event('error', message),
};

function brokenRule({ path, headers, json = {} }: DialectRequest): string | undefined {
  if (!TOKEN.test(String(headers.authorization))) return 'the Authorization token is invalid';
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `unknown member ${unknown}`;
  if (path.endsWith('/sse-invoke') !== (json.incremental === true)) return 'incremental is for streams';
  const prompt = Array.isArray(json.prompt) ? (json.prompt as Readonly<Record<string, unknown>>[]) : [];
  if (prompt.at(-1)?.role !== 'user') return 'the last message must be of the user';
  const wrong = prompt.find(
    ({ role, content }) => !['system', 'user', 'assistant'].includes(String(role)) || !content,
  );
  if (wrong) return `invalid message ${JSON.stringify(wrong)}`;
  const { temperature = 0.9, top_p: topP = 0.7 } = json;
  if (!(Number(temperature) > 0 && Number(temperature) <= 1)) return 'temperature must be in (0, 1]';
  return Number(topP) > 0 && Number(topP) < 1 ? undefined : 'top_p must be in (0, 1)';
}

function usage(used: ScriptedUsage | undefined): object | undefined {
  if (!used) return undefined;
  const prompt = used.input + (used.cacheRead ?? 0) + (used.cacheWrite5m ?? 0) + (used.cacheWrite1h ?? 0);
  const completion = used.output + (used.reasoning ?? 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
