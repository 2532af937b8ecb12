import type { Dialect, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';

const ID = 'msg_scripted';
const STOP = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use' } as const;

/** Anthropic Messages: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicDialect: Dialect = {
  whole: (answer, model) => ({
    id: ID,
    type: 'message',
    role: 'assistant',
    model,
    content: blocks(answer).map(({ whole }) => whole),
    stop_reason: STOP[answer.finish],
    stop_sequence: null,
    ...(answer.usage && {
      usage: { ...inputUsage(answer.usage), output_tokens: outputOf(answer.usage), ...tier(answer) },
    }),
  }),

  frames(answer, model) {
    const message = {
      id: ID,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      ...(answer.usage && { usage: { ...inputUsage(answer.usage), output_tokens: 1, ...tier(answer) } }),
    };
    return [
      frame('message_start', { message }),
      frame('ping', {}),
      ...blocks(answer).flatMap(({ start, deltas }, index) => [
        frame('content_block_start', { index, content_block: start }),
        ...deltas.map((delta) => frame('content_block_delta', { index, delta })),
        frame('content_block_stop', { index }),
      ]),
      frame('message_delta', {
        delta: { stop_reason: STOP[answer.finish], stop_sequence: null },
        ...(answer.usage && { usage: { output_tokens: outputOf(answer.usage) } }),
      }),
      frame('message_stop', {}),
    ];
  },

  error: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'scripted_error', message },
  }),

  errorFrame: (message) => frame('error', { error: { type: 'overloaded_error', message } }),
};

const tier = ({ serviceTier }: ScriptedAnswer) =>
  serviceTier === undefined ? {} : { service_tier: serviceTier };

function frame(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}`;
}

interface Block {
  whole: object;
  start: object;
  deltas: object[];
}

function blocks(answer: ScriptedAnswer): Block[] {
  const made: Block[] = [];
  if (answer.reasoning.length > 0)
    made.push({
      whole: { type: 'thinking', thinking: answer.reasoning.join(''), signature: answer.signature },
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...answer.reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: answer.signature },
      ],
    });
  if (answer.text.length > 0)
    made.push({
      whole: { type: 'text', text: answer.text.join('') },
      start: { type: 'text', text: '' },
      deltas: answer.text.map((text) => ({ type: 'text_delta', text })),
    });
  for (const { id, name, arguments: pieces } of answer.tools)
    made.push({
      whole: { type: 'tool_use', id, name, input: JSON.parse(pieces.join('')) as unknown },
      start: { type: 'tool_use', id, name, input: {} },
      deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    });
  return made;
}

function inputUsage({ input, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0 }: ScriptedUsage): object {
  return {
    input_tokens: input,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite5m + cacheWrite1h,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h },
  };
}

function outputOf({ output, reasoning = 0 }: ScriptedUsage): number {
  return output + reasoning;
}
