import { createHash } from 'node:crypto';
import { isRecord, list, record, text, type UnknownRecord } from '../json/lenient.js';
import { withFinishReasons } from './openai/finish-reasons.js';
import { defineProvider } from './define-provider.js';
import type { OpenAIDialect } from './openai/dialect.js';
import { openAICompatible } from './openai/openai-compatible.js';

const ID = /^[a-zA-Z0-9]{9}$/;
const MESSAGE = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'prefix'];

/** https://docs.mistral.ai/api: unknown members are rejected, and usage is always reported. */
export const mistralDialect: OpenAIDialect = {
  streamOptions: false,
  limit: 'max_tokens',
  only: new Set([
    'model',
    'stream',
    'messages',
    'temperature',
    'top_p',
    'max_tokens',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'stop',
    'response_format',
    'random_seed',
    'n',
    'presence_penalty',
    'frequency_penalty',
    'prompt_mode',
    'safe_prompt',
  ]),
  change: (members) => {
    const changes: Record<string, unknown> = {
      messages: list(members.value('messages')).map((message) => messageOf(record(message))),
    };
    const seed = members.value('seed');
    if (typeof seed === 'number') changes.random_seed = seed;
    if (members.value('tool_choice') === 'required') changes.tool_choice = 'any';
    return changes;
  },
  normalize: (body) => withFinishReasons(withThoughts(body), { model_length: 'length', error: 'stop' }),
  normalizeIfContains: ['"thinking"', '"model_length"', '"finish_reason":"error"'],
};

export default defineProvider({
  type: 42,
  id: 'mistral',
  name: { en: 'Mistral AI', zh: 'Mistral AI' },
  color: 'blue',
  baseUrl: 'https://api.mistral.ai',
  keys: [{ prefix: '', rest: /^[A-Za-z0-9]{32}$/, certainty: 'possible' }],
  models: [
    'open-mistral-7b',
    'open-mixtral-8x7b',
    'mistral-small-latest',
    'mistral-medium-latest',
    'mistral-large-latest',
    'mistral-embed',
  ],
  api: openAICompatible({ ...mistralDialect, serves: ['embeddings'] }),
});

function messageOf(message: UnknownRecord): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of MESSAGE) if (message[name] !== undefined) kept[name] = message[name];
  if (message.role === 'developer') kept.role = 'system';
  if (Array.isArray(message.content)) kept.content = message.content.map(partOf);
  if (typeof message.tool_call_id === 'string') kept.tool_call_id = idOf(message.tool_call_id);
  if (Array.isArray(message.tool_calls))
    kept.tool_calls = message.tool_calls.map((call) => ({
      ...record(call),
      id: idOf(text(record(call).id)),
    }));
  return kept;
}

/** Older models accept URLs of images only as a plain string. */
function partOf(part: unknown): unknown {
  const { type, image_url: image } = record(part);
  return type === 'image_url' && isRecord(image) ? { type, image_url: image.url } : part;
}

/** Ids must be nine letters or digits. Others are hashed, so that calls and results still match. */
function idOf(id: string): string {
  if (ID.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 9);
}

/** Reasoning models send content as a list of thinking and text parts. */
function withThoughts(body: UnknownRecord): UnknownRecord {
  const choices = list(body.choices);
  if (!choices.some((choice) => thinks(record(choice).message) || thinks(record(choice).delta))) return body;
  return {
    ...body,
    choices: choices.map((item) => {
      const { message, delta, ...rest } = record(item);
      return {
        ...rest,
        ...(message !== undefined && { message: withTextContent(record(message)) }),
        ...(delta !== undefined && { delta: withTextContent(record(delta)) }),
      };
    }),
  };
}

function thinks(message: unknown): boolean {
  return Array.isArray(record(message).content);
}

function withTextContent(message: UnknownRecord): UnknownRecord {
  if (!Array.isArray(message.content)) return message;
  const parts = message.content.map(record);
  const thought = parts
    .filter(({ type }) => type === 'thinking')
    .flatMap(({ thinking }) => list(thinking))
    .map((part) => text(record(part).text))
    .join('');
  const content = parts.map((part) => text(part.text)).join('');
  return { ...message, content, ...(thought !== '' && { reasoning_content: thought }) };
}
