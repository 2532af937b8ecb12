import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import type { ShownCall } from '../../kit/openai/chat-answer/reported-tools.js';
import type { ModelRule } from '../../kit/rules/chat-rules.js';

const PAGE = 'https://console.groq.com/docs/openai';
const REASONING = 'https://console.groq.com/docs/reasoning';

const efforts = (models: RegExp, words: readonly string[]): ModelRule => ({
  models,
  rules: { efforts: { words, source: REASONING } },
});

/** https://console.groq.com/docs/openai */
export default defineProvider({
  type: 1000,
  id: 'groq',
  name: { en: 'Groq', zh: 'Groq' },
  color: 'orange',
  baseUrl: 'https://api.groq.com/openai',
  keys: [{ prefix: 'gsk_', certainty: 'certain' }],
  models: [
    'llama-3.3-70b-versatile',
    'llama-3.1-8b-instant',
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
    'whisper-large-v3',
    'whisper-large-v3-turbo',
  ],
  api: openAICompatible({
    serves: ['transcription', 'translation'],
    facts: {
      tooLong: [
        {
          messages: /reduce the length of the messages/i,
          passedOn: true,
          source: 'https://console.groq.com/docs/errors',
        },
      ],
      usage: [
        { elsewhere: ['x_groq.usage'], source: PAGE },
        {
          noTokens: ['queue_time', 'prompt_time', 'completion_time', 'total_time'],
          source: 'https://github.com/groq/groq-typescript/blob/main/src/resources/completions.ts',
        },
      ],
    },
    accepts: {
      rejectedOptions: { names: ['logprobs', 'top_logprobs', 'logit_bias'], source: PAGE },
      // "property 'reasoning_content' is unsupported"; its own name is `reasoning`.
      rejectedMembers: {
        names: ['name', 'reasoning_content'],
        source: 'https://console.groq.com/docs/openai',
      },
      developerRole: {
        source:
          'https://github.com/groq/groq-python/blob/main/src/groq/types/chat/chat_completion_system_message_param.py',
      },
    },
    // "reasoning_effort is not supported with this model": the page lists those that reason.
    modelsAccept: [
      efforts(/llama|gemma|allam|kimi-k2-instruct/, []),
      efforts(/gpt-oss/, ['low', 'medium', 'high']),
      efforts(/qwen3/, ['none', 'default']),
    ],
    // Streams report usage in `x_groq`; clients that requested it get it in `usage` as well.
    normalize: (body, streamed) => {
      const { usage } = record(body.x_groq);
      return streamed && isRecord(usage) && !isRecord(body.usage) ? { ...body, usage } : body;
    },
    shownCalls: executedTools,
  }),
});

/** Kinds of tools by the words in their types: `search`, `browser.open`, `visit`, `python`, `browser_automation`. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/search/, 'groq_search'],
  [/visit|open|find/, 'groq_visit'],
  [/python|code/, 'groq_code'],
  [/automation/, 'groq_browser'],
];

/**
 * Tools that Compound and GPT-OSS ran, in `executed_tools` of the message or of deltas:
 * https://console.groq.com/docs/compound/built-in-tools. Those of other types have the name `groq_tool`.
 */
function executedTools({ choices }: UnknownRecord): ShownCall[] {
  return list(choices).flatMap((choice) => {
    const { message, delta } = record(choice);
    return list(record(message ?? delta).executed_tools).map((item, at): ShownCall => {
      const { index = at, type, name } = record(item);
      const words = `${text(type)} ${text(name)}`;
      return [String(index), KINDS.find(([word]) => word.test(words))?.[1] ?? 'groq_tool'];
    });
  });
}
