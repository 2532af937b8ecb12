import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';

const MEMBERS = [
  'model_id',
  'project_id',
  'space_id',
  'messages',
  'tools',
  'tool_choice',
  'tool_choice_option',
  'frequency_penalty',
  'presence_penalty',
  'logprobs',
  'top_logprobs',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'response_format',
  'seed',
  'stop',
  'temperature',
  'top_p',
  'time_limit',
  'reasoning_effort',
];

/** IBM watsonx.ai (https://cloud.ibm.com/apidocs/watsonx-ai#text-chat): OpenAI's format, without the end marker of streams. */
export const watsonxDialect: Dialect = {
  refuses: brokenRule,
  whole: (answer, model) => ({ ...openaiDialect.whole(answer, model), model_id: model }),
  frames: (answer, model) => [
    ...openaiDialect
      .frames(answer, model, true)
      .filter((frame) => !frame.endsWith('[DONE]'))
      .map((frame, index) => `id: ${index + 1}\nevent: message\n${frame}`),
    'event: close\ndata: {}',
  ],
  error: (status, message) => ({
    errors: [{ code: `scripted_${status}`, message }],
    trace: 'scripted',
    status_code: status,
  }),
  errorFrame: (message) =>
    `event: error\ndata: ${JSON.stringify({ errors: [{ code: 'scripted_failure', message }], status_code: 500 })}`,
};

function brokenRule({ path, headers, json = {} }: DialectRequest): string | undefined {
  if (headers.authorization !== 'Bearer token-scripted') return 'Failed to authenticate the request';
  if (!/\?version=\d{4}-\d\d-\d\d$/.test(path)) return 'the version must be set';
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `Json document validation error: ${unknown} is not a valid member`;
  if (typeof json.model_id !== 'string') return 'model_id should be set';
  if (json.stop !== undefined && !Array.isArray(json.stop)) return 'stop should be an array';
  if (typeof json.tool_choice === 'string') return 'tool_choice should be an object';
  return undefined;
}
