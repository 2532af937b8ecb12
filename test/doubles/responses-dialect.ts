import type { Dialect, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';

const ID = 'resp_scripted';

/** OpenAI Responses: https://platform.openai.com/docs/api-reference/responses-streaming */
export const responsesDialect: Dialect = {
  whole: (answer, model) => response(answer, model),

  frames(answer, model) {
    const opening = { ...response(answer, model), status: 'in_progress', output: [], usage: null };
    const outcome = answer.finish === 'length' ? 'response.incomplete' : 'response.completed';
    return [
      ['response.created', { response: opening }],
      ['response.in_progress', { response: opening }],
      ...outputOf(answer).flatMap(({ item, events }, output_index): Event[] => [
        ['response.output_item.added', { output_index, item: { ...item, ...unfinished(item) } }],
        ...events.map(([type, members]): Event => [type, { item_id: item.id, output_index, ...members }]),
        ['response.output_item.done', { output_index, item }],
      ]),
      [outcome, { response: response(answer, model) }],
    ].map(([type, members], sequence_number) =>
      frame(type as string, { sequence_number, ...(members as object) }),
    );
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
    frame('response.failed', {
      sequence_number: 99,
      response: {
        id: ID,
        object: 'response',
        status: 'failed',
        error: { code: 'server_error', message },
        output: [],
        usage: null,
      },
    }),
};

type Event = [type: string, members: object];
type Item = Record<string, unknown> & { id: string };

function frame(type: string, members: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}`;
}

function response(answer: ScriptedAnswer, model: string): object {
  const whole = answer.finish !== 'length';
  return {
    id: ID,
    object: 'response',
    created_at: 1_700_000_000,
    status: whole ? 'completed' : 'incomplete',
    error: null,
    incomplete_details: whole ? null : { reason: 'max_output_tokens' },
    model,
    output: outputOf(answer).map(({ item }) => item),
    usage: answer.usage ? usageOf(answer.usage) : null,
    ...(answer.serviceTier !== undefined && { service_tier: answer.serviceTier }),
  };
}

/** Each output item with the events between its `added` and `done` events. */
function outputOf(answer: ScriptedAnswer): { item: Item; events: Event[] }[] {
  const thought = answer.reasoning.join('');
  const text = answer.text.join('');
  return [
    ...(answer.reasoning.length > 0
      ? [
          {
            item: { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: thought }] },
            events: [
              summary('part.added', { part: { type: 'summary_text', text: '' } }),
              ...answer.reasoning.map((delta) => summary('text.delta', { delta })),
              summary('text.done', { text: thought }),
              summary('part.done', { part: { type: 'summary_text', text: thought } }),
            ],
          },
        ]
      : []),
    ...(answer.text.length > 0 ? [message(answer, text)] : []),
    ...answer.tools.map((tool) => {
      const whole = tool.arguments.join('');
      const item = { id: `fc_${tool.id}`, type: 'function_call', status: 'completed', call_id: tool.id };
      return {
        item: { ...item, name: tool.name, arguments: whole },
        events: [
          ...tool.arguments.map((delta): Event => ['response.function_call_arguments.delta', { delta }]),
          ['response.function_call_arguments.done', { arguments: whole }] satisfies Event,
        ],
      };
    }),
  ];
}

function summary(what: string, members: object): Event {
  return [`response.reasoning_summary_${what}`, { summary_index: 0, ...members }];
}

function message(answer: ScriptedAnswer, text: string): { item: Item; events: Event[] } {
  const part = (text: string) => ({ type: 'output_text', text: text, annotations: [], logprobs: [] });
  const place = { content_index: 0 };
  return {
    item: { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content: [part(text)] },
    events: [
      ['response.content_part.added', { ...place, part: part('') }],
      ...answer.text.map((delta): Event => ['response.output_text.delta', { ...place, delta, logprobs: [] }]),
      ['response.output_text.done', { ...place, text, logprobs: [] }],
      ['response.content_part.done', { ...place, part: part(text) }],
    ],
  };
}

function unfinished(item: Item): object {
  if (item.type === 'message') return { status: 'in_progress', content: [] };
  return item.type === 'reasoning' ? { summary: [] } : { status: 'in_progress', arguments: '' };
}

function usageOf(used: ScriptedUsage): object {
  const { input, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, output, reasoning = 0 } = used;
  const written = cacheWrite5m + cacheWrite1h;
  const all = input + cacheRead + written;
  return {
    input_tokens: all,
    input_tokens_details: { cached_tokens: cacheRead, ...(written > 0 && { cache_write_tokens: written }) },
    output_tokens: output + reasoning,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: all + output + reasoning,
  };
}
