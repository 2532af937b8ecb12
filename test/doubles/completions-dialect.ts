import { openaiDialect } from './openai-dialect.js';
import type { Dialect, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';

const ID = 'cmpl-scripted';
const CREATED = 1_700_000_000;

/** OpenAI's legacy completions: https://platform.openai.com/docs/api-reference/completions */
export const completionsDialect: Dialect = {
  ...openaiDialect,

  whole: (answer, model) => ({
    id: ID,
    object: 'text_completion',
    created: CREATED,
    model,
    choices: [choice(answer.text.join(''), answer.reasoning.join(''), finish(answer))],
    ...(answer.usage && { usage: usage(answer.usage) }),
  }),

  frames(answer, model, includeUsage) {
    const piece = (choices: object[], extra: object = {}) =>
      `data: ${JSON.stringify({ id: ID, object: 'text_completion', created: CREATED, choices, model, ...extra })}`;
    return [
      ...answer.reasoning.map((thought) => piece([choice('', thought, null)])),
      ...answer.text.map((text) => piece([choice(text, '', null)])),
      piece([choice('', '', finish(answer))]),
      ...(answer.usage && includeUsage ? [piece([], { usage: usage(answer.usage) })] : []),
      'data: [DONE]',
    ];
  },
};

function choice(text: string, thought: string, finish_reason: string | null): object {
  return {
    text,
    ...(thought !== '' && { reasoning_content: thought }),
    index: 0,
    logprobs: null,
    finish_reason,
  };
}

const finish = (answer: ScriptedAnswer) => (answer.finish === 'length' ? 'length' : 'stop');

function usage(used: ScriptedUsage): object {
  const { input, cacheRead = 0, output, reasoning = 0 } = used;
  return {
    prompt_tokens: input + cacheRead,
    completion_tokens: output + reasoning,
    total_tokens: input + cacheRead + output + reasoning,
    ...(cacheRead > 0 && { prompt_tokens_details: { cached_tokens: cacheRead } }),
    ...(reasoning > 0 && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}
