// What is sent through every proxy, and what the upstream answers.

/** Events of a streamed answer, end marker included. */
export const STREAM_EVENTS = 52;
export const USAGE = { prompt_tokens: 20, completion_tokens: 50, total_tokens: 70 };

const WORDS = 'The quick brown fox jumps over the lazy dog and then it asks the gateway for one more token. ';

/**
 * Bodies are padded to `bodyBytes`; the upstream knows a case by its model.
 * @typedef {{ name: string, model: string, quota: number, bodyBytes: number, stream: boolean, paced: boolean }} Case
 *   `quota`: what USAGE costs by the built-in prices
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
  { name: 'paced stream', model: 'gpt-4.1-mini', quota: 44, bodyBytes: 300, stream: true, paced: true },
];

export const models = [...new Set(cases.map(({ model }) => model))];

/** @param {Case} given @returns {string} the request body of a case */
export function requestBody({ model, bodyBytes, stream }) {
  const body = (content) =>
    JSON.stringify({
      model,
      ...(stream && { stream: true, stream_options: { include_usage: true } }),
      max_tokens: 512,
      messages: [{ role: 'user', content }],
    });
  const missing = bodyBytes - body('').length;
  return body(WORDS.repeat(Math.ceil(missing / WORDS.length)).slice(0, missing));
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

/** @returns {string[]} the frames of a streamed answer, with their separators */
export function streamedAnswer(model) {
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
  const words = Array.from({ length: STREAM_EVENTS - around.length }, (_, index) =>
    delta({ content: ` word${index}` }),
  );
  return [around[0], ...words, ...around.slice(1)];
}
