import type { Dialect, DialectRequest, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';
import { items, Violations } from './strict/violations.js';

const HEAD = { id: 'as-scripted', object: 'chat.completion', created: 1_709_089_502 };
const FINISH = { stop: 'normal', length: 'length', tools: 'function_call' } as const;
const MEMBERS = [
  'messages',
  'functions',
  'temperature',
  'top_p',
  'penalty_score',
  'stream',
  'system',
  'stop',
  'disable_search',
  'enable_citation',
  'enable_trace',
  'max_output_tokens',
  'response_format',
  'user_id',
  'tool_choice',
];
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

type Json = Readonly<Record<string, unknown>>;

/**
 * Version 1 of Baidu's Qianfan: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t. A message calls one function, so only
 * the first tool of an answer is sent. Errors have status 200 in production; here the scenario's.
 */
export const baiduDialect: Dialect = {
  refuses: brokenRule,
  whole: (answer) => ({
    ...HEAD,
    ...result(answer.text.join(''), answer),
    finish_reason: FINISH[answer.finish],
    usage: usage(answer.usage),
  }),
  frames: (answer) => [
    ...answer.text.map((text, index) =>
      frame({ sentence_id: index, is_end: false, result: text }, answer.usage, 0),
    ),
    frame(
      {
        sentence_id: answer.text.length,
        is_end: true,
        ...result('', answer),
        finish_reason: FINISH[answer.finish],
      },
      answer.usage,
    ),
  ],
  error: (status, error_msg) => ({ error_code: status === 429 ? 18 : 336001, error_msg }),
  errorFrame: (error_msg) => `data: ${JSON.stringify({ error_code: 336100, error_msg })}`,
};

function frame(event: object, used: ScriptedUsage | undefined, output?: number): string {
  const soFar = used && { ...used, output: output ?? used.output };
  return `data: ${JSON.stringify({ ...HEAD, is_truncated: false, need_clear_history: false, ...event, usage: usage(soFar) })}`;
}

function result(text: string, { tools: [tool], finish }: ScriptedAnswer): object {
  return {
    result: text,
    is_truncated: finish === 'length',
    need_clear_history: false,
    ...(tool && { function_call: { name: tool.name, arguments: tool.arguments.join(''), thoughts: '' } }),
  };
}

function usage(used: ScriptedUsage | undefined): object | undefined {
  if (!used) return undefined;
  const prompt = used.input + (used.cacheRead ?? 0) + (used.cacheWrite5m ?? 0) + (used.cacheWrite1h ?? 0);
  const completion = used.output + (used.reasoning ?? 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function brokenRule({ path, headers, json = {} }: DialectRequest): string | undefined {
  if (!path.endsWith('?access_token=token-scripted')) return 'Access token invalid or no longer valid';
  if (headers.authorization !== undefined) return 'the key belongs into the exchange only';
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `unknown member ${unknown}`;
  const messages = Array.isArray(json.messages) ? (json.messages as Json[]) : [];
  if (messages.length % 2 === 0) return 'the length of messages must be an odd number';
  const wrong = messages.findIndex(({ role }, index) => (index % 2 === 1) !== (role === 'assistant'));
  if (wrong !== -1) return `the role of message with index ${wrong} is wrong`;
  const empty = messages.findIndex(({ content, function_call: call }) => content === '' && !call);
  if (empty !== -1) return `the content of message with index ${empty} is empty`;
  const { temperature, top_p: topP, penalty_score: penalty, max_output_tokens: limit } = json;
  if (outside(temperature, 0.000_01, 1)) return 'temperature must be in (0, 1.0]';
  if (outside(topP, 0, 1)) return 'top_p must be in [0, 1.0]';
  if (outside(penalty, 1, 2)) return 'penalty_score must be in [1.0, 2.0]';
  if (outside(limit, 2, 2048)) return 'max_output_tokens must be in [2, 2048]';
  const functions = Array.isArray(json.functions) ? (json.functions as Json[]) : [];
  const incomplete = functions.find(
    ({ name, description, parameters }) => !NAME.test(String(name)) || !description || !parameters,
  );
  return incomplete && `function ${JSON.stringify(incomplete)} is incomplete`;
}

function outside(value: unknown, least: number, most: number): boolean {
  return value !== undefined && !(typeof value === 'number' && value >= least && value <= most);
}

const EMBEDDING_MEMBERS = ['input', 'user_id'];
const MAX_TEXTS = 16;
const MAX_TEXT_LENGTH = 1000;

/** Embeddings of Qianfan: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/alj562vvu. */
export const baiduEmbeddings: Dialect = {
  ...baiduDialect,
  refuses({ path, headers, json: body = {} }) {
    if (!path.endsWith('?access_token=token-scripted')) return 'Access token invalid or no longer valid';
    if (headers.authorization !== undefined) return 'the key belongs into the exchange only';
    const found = new Violations();
    found.known(body, EMBEDDING_MEMBERS, 'body');
    const texts = items(body.input);
    found.expect(texts.length > 0 && texts.length <= MAX_TEXTS, 'input', `must have 1 to ${MAX_TEXTS} texts`);
    for (const text of texts)
      found.expect(
        typeof text === 'string' && text !== '' && text.length <= MAX_TEXT_LENGTH,
        'input',
        'must be texts of up to 1000 characters',
      );
    return found.list[0];
  },
  whole: ({ usage: used }) => ({
    id: 'as-scripted',
    object: 'embedding_list',
    created: HEAD.created,
    data: [
      { object: 'embedding', embedding: [0.1, -0.2, 0.3], index: 0 },
      { object: 'embedding', embedding: [1, 0, 0.5], index: 1 },
    ],
    usage: used && { prompt_tokens: used.input, total_tokens: used.input },
  }),
};
