import type { Dialect, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';

const IDS = {
  task_id: 'task-scripted',
  message_id: 'message-scripted',
  conversation_id: 'conversation-scripted',
};
const RUN = { task_id: 'task-scripted', workflow_run_id: 'run-scripted' };
const CREATED = 1_705_407_629;
const MEMBERS = [
  'inputs',
  'query',
  'response_mode',
  'user',
  'conversation_id',
  'files',
  'auto_generate_name',
  'workflow_id',
  'trace_id',
];
const FILE_TYPES = ['document', 'image', 'audio', 'video', 'custom'];

const event = (name: string, members: object) => `data: ${JSON.stringify({ event: name, ...members })}`;

/** Chats and agents of Dify: https://docs.dify.ai/api-reference/chatflows/send-chat-message */
export const difyDialect: Dialect = {
  refuses: ({ headers, json = {} }) => {
    if (!String(headers.authorization).startsWith('Bearer ')) return 'unauthorized';
    if (typeof json.query !== 'string' || json.query === '') return 'query is required';
    return brokenRule(json);
  },
  whole: (answer) => ({
    event: 'message',
    ...IDS,
    id: IDS.message_id,
    mode: 'advanced-chat',
    answer: tagged(answer),
    metadata: metadata(answer.usage),
    created_at: CREATED,
  }),
  frames: (answer) => [
    'event: ping',
    event('workflow_started', { ...IDS, ...RUN, data: { id: 'run-scripted', inputs: {} } }),
    ...answer.reasoning.map((reasoning) =>
      event('reasoning_chunk', { ...IDS, data: { reasoning, node_id: 'llm', is_final: false } }),
    ),
    ...answer.text.map((piece) => event('message', { ...IDS, answer: piece, created_at: CREATED })),
    event('message_end', { ...IDS, id: IDS.message_id, metadata: metadata(answer.usage) }),
    event('workflow_finished', { ...IDS, ...RUN, data: { status: 'succeeded', outputs: {} } }),
  ],
  error: (status, message) => ({ status, code: 'scripted_error', message }),
  errorFrame: (message) => event('error', { ...IDS, status: 500, code: 'internal_server_error', message }),
};

/** Workflows of Dify: https://docs.dify.ai/api-reference/workflows/run-workflow */
export const difyWorkflowDialect: Dialect = {
  ...difyDialect,
  refuses: ({ json = {} }) => ('query' in json ? 'query is no member of this request' : brokenRule(json)),
  whole: (answer) => ({ ...RUN, data: finished(answer) }),
  frames: (answer) => [
    event('workflow_started', { ...RUN, data: { id: 'run-scripted', inputs: {} } }),
    ...answer.text.map((text) => event('text_chunk', { ...RUN, data: { text, from_variable_selector: [] } })),
    event('workflow_finished', { ...RUN, data: finished(answer) }),
  ],
};

function brokenRule(json: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `unknown member ${unknown}`;
  if (typeof json.inputs !== 'object' || json.inputs === null) return 'inputs is required in input form';
  if (typeof json.user !== 'string' || json.user === '') return 'Arg user must be provided.';
  if (json.response_mode !== 'streaming') return 'Agent Chat App does not support blocking mode';
  for (const file of Array.isArray(json.files) ? (json.files as Record<string, unknown>[]) : []) {
    if (!FILE_TYPES.includes(String(file.type))) return `Invalid file type: ${String(file.type)}`;
    const value = { remote_url: file.url, local_file: file.upload_file_id }[String(file.transfer_method)];
    if (typeof value !== 'string' || value === '') return `Invalid file: ${JSON.stringify(file)}`;
  }
  return undefined;
}

const tagged = ({ reasoning, text }: ScriptedAnswer) =>
  (reasoning.length > 0 ? `<think>${reasoning.join('')}</think>` : '') + text.join('');

function metadata(usage: ScriptedUsage | undefined): object {
  if (!usage) return {};
  const { input, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, output, reasoning = 0 } = usage;
  const prompt = input + cacheRead + cacheWrite5m + cacheWrite1h;
  const completion = output + reasoning;
  return {
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      total_price: '0.0012890',
      currency: 'USD',
    },
  };
}

const finished = ({ text, usage }: ScriptedAnswer) => ({
  id: 'run-scripted',
  status: 'succeeded',
  outputs: { text: text.join('') },
  total_tokens: usage ? usage.input + usage.output : 0,
});
