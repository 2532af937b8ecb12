import type { Dialect, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';

const ID = 'chatcmpl-scripted';
const CREATED = 1_700_000_000;
const FINISH = { stop: 'stop', length: 'length', tools: 'tool_calls' } as const;

/** OpenAI chat completions: https://platform.openai.com/docs/api-reference/chat */
export const openaiDialect: Dialect = {
  whole(answer, model) {
    const message = {
      role: 'assistant',
      content: answer.text.length > 0 ? answer.text.join('') : null,
      ...(answer.reasoning.length > 0 && { reasoning_content: answer.reasoning.join('') }),
      ...(answer.tools.length > 0 && {
        tool_calls: answer.tools.map((tool) => ({
          id: tool.id,
          type: 'function',
          function: { name: tool.name, arguments: tool.arguments.join('') },
        })),
      }),
    };
    return {
      id: ID,
      object: 'chat.completion',
      created: CREATED,
      model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[answer.finish] }],
      ...(answer.usage && { usage: usage(answer.usage) }),
      ...tier(answer),
    };
  },

  frames(answer, model, includeUsage) {
    const chunk = (choices: object[], extra: object = {}) =>
      `data: ${JSON.stringify({ id: ID, object: 'chat.completion.chunk', created: CREATED, model, choices, ...tier(answer), ...extra })}`;
    const delta = (change: object) => chunk([{ index: 0, delta: change, finish_reason: null }]);
    return [
      delta({ role: 'assistant', content: '' }),
      ...answer.reasoning.map((text) => delta({ reasoning_content: text })),
      ...answer.text.map((text) => delta({ content: text })),
      ...toolDeltas(answer).map((call) => delta({ tool_calls: [call] })),
      chunk([{ index: 0, delta: {}, finish_reason: FINISH[answer.finish] }]),
      ...(answer.usage && includeUsage ? [chunk([], { usage: usage(answer.usage) })] : []),
      'data: [DONE]',
    ];
  },

  error: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'rate_limit_error' : 'scripted_error',
      param: null,
      code: `scripted_${status}`,
    },
  }),

  errorFrame: (message) =>
    `data: ${JSON.stringify({ error: { message, type: 'server_error', param: null, code: 'scripted_failure' } })}`,
};

const tier = ({ serviceTier }: ScriptedAnswer) =>
  serviceTier === undefined ? {} : { service_tier: serviceTier };

function toolDeltas(answer: ScriptedAnswer): object[] {
  return answer.tools.flatMap((tool, index) => [
    { index, id: tool.id, type: 'function', function: { name: tool.name, arguments: '' } },
    ...tool.arguments.map((piece) => ({ index, function: { arguments: piece } })),
  ]);
}

function usage(used: ScriptedUsage): object {
  const { input, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, output, reasoning = 0 } = used;
  const written = cacheWrite5m + cacheWrite1h;
  const prompt = input + cacheRead + written;
  return {
    prompt_tokens: prompt,
    completion_tokens: output + reasoning,
    total_tokens: prompt + output + reasoning,
    prompt_tokens_details: { cached_tokens: cacheRead, ...(written > 0 && { cache_write_tokens: written }) },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
