/** What differs between answers of providers that have the form of OpenAI's chat completions; JSON texts throughout. */
export interface ChatForm {
  readonly model: string;
  readonly usage: string;
  /** Members of the message, and of the delta, in place of a short text. */
  readonly message?: string;
  readonly delta?: string;
  readonly finish?: string;
  /** Further members of the response and of every chunk, each followed by a comma. */
  readonly more?: string;
  /**
   * Where a stream has its usage: in a last chunk without choices, in the chunk that ends the choice, inside of that choice, or
   * in every chunk.
   */
  readonly place?: 'after' | 'with-finish' | 'in-choice' | 'every';
  /** The usage of the earlier chunks, where every chunk has one. */
  readonly early?: string;
}

const HEAD = '"id":"chat-1","created":1764230400';
const ANSWER = '"role":"assistant","content":"It is fine."';

export function completion({ model, usage, message = ANSWER, finish = 'stop', more = '' }: ChatForm): string {
  return `{${HEAD},"object":"chat.completion","model":"${model}",${more}"choices":[{"index":0,"message":{${message}},"finish_reason":"${finish}"}],"usage":${usage}}`;
}

export function chunks(form: ChatForm): string[] {
  const {
    model,
    usage,
    message = ANSWER,
    delta = message,
    finish = 'stop',
    more = '',
    place = 'after',
  } = form;
  const chunk = (members: string) =>
    `data: {${HEAD},"object":"chat.completion.chunk","model":"${model}",${more}${members}}`;
  const choice = (members: string) => `"choices":[{"index":0,${members}}]`;
  const ending = choice(`"delta":{},"finish_reason":"${finish}"`);
  const early = place === 'every' ? `,"usage":${form.early ?? usage}` : '';
  const last = {
    after: [chunk(`${ending},"usage":null`), chunk(`"choices":[],"usage":${usage}`)],
    'with-finish': [chunk(`${ending},"usage":${usage}`)],
    'in-choice': [chunk(choice(`"delta":{},"finish_reason":"${finish}","usage":${usage}`))],
    every: [chunk(`${ending},"usage":${usage}`)],
  }[place];
  return [chunk(`${choice(`"delta":{${delta}},"finish_reason":null`)}${early}`), ...last, 'data: [DONE]'];
}

/** The answer whole and as a stream. */
export function answer(form: ChatForm): { body: string; stream: string[] } {
  return { body: completion(form), stream: chunks(form) };
}

/** Members of a message, and of a delta, that call a function. */
export const CALL = {
  message:
    '"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Rome\\"}"}}]',
  delta:
    '"role":"assistant","content":"","tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Rome\\"}"}}]',
  finish: 'tool_calls',
};

/** Members of a message whose reasoning is shown. */
export const THOUGHT = {
  message: '"role":"assistant","reasoning_content":"Let me see.","content":"It is fine."',
};
