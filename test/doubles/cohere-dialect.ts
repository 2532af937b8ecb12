import type { Dialect, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';
import { cohereViolations } from './strict/cohere-rules.js';

const ID = 'c14c80c3-scripted';
const FINISH = { stop: 'COMPLETE', length: 'MAX_TOKENS', tools: 'TOOL_CALL' } as const;

/** Cohere's chat: https://docs.cohere.com/reference/chat */
export const cohereDialect: Dialect = {
  refuses: ({ json = {} }) => cohereViolations(json)[0],

  whole: (answer) => ({
    id: ID,
    finish_reason: FINISH[answer.finish],
    message: {
      role: 'assistant',
      content: [
        ...(answer.reasoning.length > 0 ? [{ type: 'thinking', thinking: answer.reasoning.join('') }] : []),
        ...(answer.text.length > 0 ? [{ type: 'text', text: answer.text.join('') }] : []),
      ],
      ...(answer.tools.length > 0 && {
        tool_calls: answer.tools.map(({ id, name, arguments: pieces }) => ({
          id,
          type: 'function',
          function: { name, arguments: pieces.join('') },
        })),
      }),
    },
    ...(answer.usage && { usage: usage(answer.usage) }),
  }),

  frames: (answer) => [
    event('message-start', {
      id: ID,
      delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
    }),
    ...block(0, 'thinking', answer.reasoning),
    ...block(1, 'text', answer.text),
    ...answer.tools.flatMap(toolEvents),
    event('message-end', {
      delta: { finish_reason: FINISH[answer.finish], ...(answer.usage && { usage: usage(answer.usage) }) },
    }),
  ],

  error: (_status, message) => ({ id: ID, message }),

  errorFrame: (message) => event('message-end', { delta: { error: message, finish_reason: 'ERROR' } }),
};

function event(type: string, members: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}`;
}

function block(index: number, type: 'text' | 'thinking', pieces: readonly string[]): string[] {
  if (pieces.length === 0) return [];
  const content = (members: object) => ({ index, delta: { message: { content: members } } });
  return [
    event('content-start', content({ type, [type]: '' })),
    ...pieces.map((piece) => event('content-delta', content({ [type]: piece }))),
    event('content-end', { index }),
  ];
}

function toolEvents(
  { id, name, arguments: pieces }: ScriptedAnswer['tools'][number],
  index: number,
): string[] {
  const call = (members: object) => ({ index, delta: { message: { tool_calls: members } } });
  return [
    event('tool-call-start', call({ id, type: 'function', function: { name, arguments: '' } })),
    ...pieces.map((piece) => event('tool-call-delta', call({ function: { arguments: piece } }))),
    event('tool-call-end', { index }),
  ];
}

/** Cached tokens are a part of the processed ones and have no price of their own. */
function usage({
  input,
  cacheRead = 0,
  cacheWrite5m = 0,
  cacheWrite1h = 0,
  output,
  reasoning = 0,
}: ScriptedUsage) {
  const billed = {
    input_tokens: input + cacheRead + cacheWrite5m + cacheWrite1h,
    output_tokens: output + reasoning,
  };
  return {
    billed_units: billed,
    tokens: { ...billed, input_tokens: billed.input_tokens + 66 },
    cached_tokens: cacheRead,
  };
}
