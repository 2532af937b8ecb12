import { acceptedId } from '../../canonical/conversation/accepted-text.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import { mistralCallId, mistralRules } from '../../kit/openai/compatible-rules.js';
import { factsOf, type OpenAIDialect } from '../../kit/openai/dialect.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import { embeddingsOperation } from './embeddings.js';
import { moderations } from './moderations.js';
import { speech } from './speech.js';
import { transcription } from './transcription.js';

const PAGE = 'https://docs.mistral.ai/api/endpoint/chat';

const REASONING = 'https://docs.mistral.ai/capabilities/reasoning/';

/** Models that think on request; all others reject `reasoning_effort`. */
const ADJUSTABLE =
  /^(?:mistral-small-(?:latest|26)|mistral-medium-(?:latest|3[-.]5|26)|mistral-large-4|zai-)/;
/** Models that think, always or on request. */
const THINKS = /^(magistral-|mistral-small-(latest|26)|mistral-medium-(latest|3[-.]5|26)|mistral-large-4)/;
const MESSAGE = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'prefix'];

/** https://docs.mistral.ai/api: unknown members are rejected, and usage is always reported. */
export const mistralDialect: OpenAIDialect = {
  accepts: {
    ...mistralRules,
    outputLimit: { name: 'max_tokens', source: PAGE },
    options: {
      names: new Set([
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
        'reasoning_effort',
        'prompt_cache_key',
        'metadata',
        'prediction',
        'safe_prompt',
      ]),
      source: PAGE,
    },
    // Reasoning models continue from their reasoning.
    earlierReasoning: { sent: 'text-with-tools', source: REASONING },
    efforts: { words: [], source: REASONING },
  },
  modelsAccept: [{ models: ADJUSTABLE, rules: { efforts: { words: ['none', 'high'], source: REASONING } } }],
  facts: {
    finish: [{ words: { model_length: 'length', error: 'broken' }, source: PAGE }],
    usage: [
      {
        counts: { cached: { sums: ['num_cached_tokens'] } },
        details: { input: ['prompt_token_details'] },
        source: 'https://docs.mistral.ai/api',
      },
      {
        media: { seconds: ['prompt_audio_seconds'] },
        source: 'https://docs.mistral.ai/capabilities/audio_transcription',
      },
    ],
  },
  streamOptions: false,
  change: (members, model) => {
    const thinks = THINKS.test(model);
    const changes: Record<string, unknown> = {
      messages: list(members.value('messages')).map((message) => messageOf(record(message), thinks)),
    };
    const seed = members.value('seed');
    if (typeof seed === 'number') changes.random_seed = seed;
    if (members.value('tool_choice') === 'required') changes.tool_choice = 'any';
    return changes;
  },
  normalize: (body) => withAudio(withThoughts(body)),
  normalizeIfContains: ['"thinking"'],
};

export default defineProvider({
  type: 42,
  id: 'mistral',
  name: { en: 'Mistral AI', zh: 'Mistral AI' },
  synonyms: ['Mixtral', 'Codestral', 'Voxtral'],
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
    'voxtral-mini-latest',
    'voxtral-mini-tts-2603',
    'mistral-moderation-2603',
  ],
  api: openAICompatible({
    ...mistralDialect,
    operations: { embeddings: embeddingsOperation(mistralDialect), moderations, speech, transcription },
  }),
});

/** @param thinks whether the model accepts reasoning of earlier turns */
function messageOf(message: UnknownRecord, thinks: boolean): Record<string, unknown> {
  const accepted: Record<string, unknown> = {};
  for (const name of MESSAGE) if (message[name] !== undefined) accepted[name] = message[name];
  if (Array.isArray(message.content)) accepted.content = message.content.map(partOf);
  const thought = thinks && message.role === 'assistant' ? text(message.reasoning_content) : '';
  if (thought !== '') accepted.content = [thinking(thought), ...partsOf(accepted.content)];
  if (typeof message.tool_call_id === 'string')
    accepted.tool_call_id = acceptedId(mistralCallId, message.tool_call_id);
  if (Array.isArray(message.tool_calls))
    accepted.tool_calls = message.tool_calls.map((call) => ({
      ...record(call),
      id: acceptedId(mistralCallId, text(record(call).id)),
    }));
  return accepted;
}

/** https://docs.mistral.ai/api: a chunk of type `thinking`. */
function thinking(thought: string): object {
  return { type: 'thinking', thinking: [{ type: 'text', text: thought }], closed: true };
}

function partsOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return text(content) === '' ? [] : [{ type: 'text', text: content }];
}

/** Older models accept URLs of images only as a plain string. */
function partOf(part: unknown): unknown {
  const { type, image_url: image } = record(part);
  return type === 'image_url' && isRecord(image) ? { type, image_url: image.url } : part;
}

/** Reasoning models send content as a list of thinking and text parts. */
function withThoughts(body: UnknownRecord): UnknownRecord {
  const choices = list(body.choices);
  if (!choices.some((choice) => hasParts(record(choice).message) || hasParts(record(choice).delta)))
    return body;
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

function hasParts(message: unknown): boolean {
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

/** Only the total contains the tokens of audio, which is billed by its length, so that none of it is cheaper if cached. */
function withAudio(body: UnknownRecord): UnknownRecord {
  const usage = record(body.usage);
  if (!count(usage.prompt_audio_seconds)) return body;
  const { input = 0, output = 0, total = 0, cached = 0 } = factsOf(mistralDialect).usage.counts(usage);
  const audio = total - input - output;
  if (audio <= 0) return body;
  const details = { cached_tokens: Math.max(0, cached - audio), audio_tokens: audio };
  return {
    ...body,
    usage: {
      prompt_tokens: input + audio,
      completion_tokens: output,
      total_tokens: total,
      prompt_tokens_details: details,
    },
  };
}
