// What is sent through every proxy, and what the upstream answers.

/** Events of a streamed answer, end marker included. */
export const STREAM_EVENTS = 52;
export const USAGE = { prompt_tokens: 20, completion_tokens: 50, total_tokens: 70 };

const WORDS = 'The quick brown fox jumps over the lazy dog and then it asks the gateway for one more token. ';

/**
 * Bodies are padded to `bodyBytes`; the upstream knows a case by its model.
 * @typedef {'chat' | 'messages' | 'responses'} Words whose API is spoken
 * @typedef {{ name: string, model: string, quota: number, bodyBytes: number, stream: boolean, paced: boolean,
 *   client?: Words, upstream?: Words }} Case
 *   `quota`: what USAGE costs by the built-in prices; `client` and `upstream`: chat where nothing is said
 * @type {readonly Case[]}
 */
export const cases = [
  { name: 'JSON 300 B', model: 'gpt-4o-mini', quota: 17, bodyBytes: 300, stream: false, paced: false },
  { name: 'JSON 8 KB', model: 'gpt-4o-mini', quota: 17, bodyBytes: 8 * 1024, stream: false, paced: false },
  {
    name: 'JSON 128 KB',
    model: 'gpt-4o-mini',
    quota: 17,
    bodyBytes: 128 * 1024,
    stream: false,
    paced: false,
  },
  { name: 'burst stream', model: 'gpt-4.1-nano', quota: 11, bodyBytes: 300, stream: true, paced: false },
  {
    name: 'messages, passed',
    model: 'claude-3-haiku-20240307',
    quota: 34,
    bodyBytes: 300,
    stream: true,
    paced: false,
    client: 'messages',
    upstream: 'messages',
  },
  {
    name: 'responses, passed',
    model: 'gpt-4.1',
    quota: 220,
    bodyBytes: 300,
    stream: true,
    paced: false,
    client: 'responses',
    upstream: 'responses',
  },
  {
    name: 'messages, translated',
    model: 'gpt-4o',
    quota: 275,
    bodyBytes: 300,
    stream: true,
    paced: false,
    client: 'messages',
  },
  { name: 'paced stream', model: 'gpt-4.1-mini', quota: 44, bodyBytes: 300, stream: true, paced: true },
];

/** @param {Case} given @returns {string} the request body of a case */
export function requestBody({ model, bodyBytes, stream, client = 'chat' }) {
  const body = (content) =>
    JSON.stringify({
      model,
      ...(stream && { stream: true }),
      ...(stream && client === 'chat' && { stream_options: { include_usage: true } }),
      ...(client === 'responses'
        ? { max_output_tokens: 512, input: content }
        : { max_tokens: 512, messages: [{ role: 'user', content }] }),
    });
  const missing = bodyBytes - body('').length;
  return body(WORDS.repeat(Math.ceil(missing / WORDS.length)).slice(0, missing));
}

/** @param {Case} given @returns {string} where a case is sent */
export function pathOf({ client = 'chat' }) {
  return { chat: '/v1/chat/completions', messages: '/v1/messages', responses: '/v1/responses' }[client];
}

/** @returns {string} the whole answer to a request that does not stream */
export function wholeAnswer(model) {
  const message = { role: 'assistant', content: WORDS.repeat(3), refusal: null, annotations: [] };
  return JSON.stringify({
    id: 'chatcmpl-benchmark',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: USAGE,
    system_fingerprint: 'fp_benchmark',
  });
}

/** @param {Case} given @returns {string[]} the frames of a streamed answer, with their separators */
export function streamedAnswer({ model, upstream = 'chat' }) {
  return { chat: chatStream, messages: messagesStream, responses: responsesStream }[upstream](model);
}

const event = (type, body) => `event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`;
const words = (count) => Array.from({ length: count }, (_, index) => ` word${index}`);

function messagesStream(model) {
  const usage = { input_tokens: USAGE.prompt_tokens, output_tokens: 1 };
  const message = { id: 'msg_benchmark', type: 'message', role: 'assistant', model, content: [], usage };
  return [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...words(STREAM_EVENTS - 5).map((text) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: USAGE.completion_tokens },
    }),
    event('message_stop', {}),
  ];
}

function responsesStream(model) {
  const place = { item_id: 'msg_benchmark', output_index: 0, content_index: 0 };
  const text = words(STREAM_EVENTS - 7).join('');
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  const item = {
    id: 'msg_benchmark',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [part],
  };
  const response = { id: 'resp_benchmark', object: 'response', created_at: 1_700_000_000, model };
  const usage = {
    input_tokens: USAGE.prompt_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: USAGE.completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: USAGE.total_tokens,
  };
  const steps = [
    ['response.created', { response: { ...response, status: 'in_progress', output: [] } }],
    [
      'response.output_item.added',
      { output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    ],
    ['response.content_part.added', { ...place, part: { ...part, text: '' } }],
    ...words(STREAM_EVENTS - 7).map((delta) => [
      'response.output_text.delta',
      { ...place, delta, logprobs: [] },
    ]),
    ['response.output_text.done', { ...place, text, logprobs: [] }],
    ['response.content_part.done', { ...place, part }],
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', { response: { ...response, status: 'completed', output: [item], usage } }],
  ];
  return steps.map(([type, body], number) => event(type, { sequence_number: number, ...body }));
}

function chatStream(model) {
  const frame = (choices, extra) => {
    const head = { id: 'chatcmpl-benchmark', object: 'chat.completion.chunk', created: 1_700_000_000, model };
    return `data: ${JSON.stringify({ ...head, system_fingerprint: 'fp_benchmark', choices, ...extra })}\n\n`;
  };
  const delta = (change, finish_reason = null) =>
    frame([{ index: 0, delta: change, logprobs: null, finish_reason }], { usage: null });
  const around = [
    delta({ role: 'assistant', content: '' }),
    delta({}, 'stop'),
    frame([], { usage: USAGE }),
    'data: [DONE]\n\n',
  ];
  const between = words(STREAM_EVENTS - around.length).map((content) => delta({ content }));
  return [around[0], ...between, ...around.slice(1)];
}
