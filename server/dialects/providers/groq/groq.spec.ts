import { native, providerOf, translated } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, expectEvents, recordedAnswer } from '../../../../test/dialects/recorded.js';

const GROQ = 1000;

test('members that Groq rejects are removed', () => {
  const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
  const call = native(
    GROQ,
    {
      messages: [
        { role: 'user', name: 'ada', content: 'q' },
        { role: 'assistant', tool_calls: calls },
      ],
      logprobs: true,
      top_logprobs: 2,
      logit_bias: { 1: 1 },
      temperature: 0,
      n: 1,
    },
    { baseUrl: 'https://api.groq.com/openai' },
  );
  expect(call.url).toBe('https://api.groq.com/openai/v1/chat/completions');
  expect(bodyOf(call)).toEqual({
    model: 'm',
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', tool_calls: calls },
    ],
    temperature: 0,
    n: 1,
  });
});

test('messages without names are forwarded unchanged', () => {
  const body = { messages: [{ role: 'user', content: 'q' }], seed: 1 };
  expect(bodyOf(native(GROQ, body))).toEqual({ model: 'm', ...body });
  expect(bodyOf(translated(GROQ, {}))).toMatchObject({ messages: [{ role: 'user', content: 'q' }] });
});

test('usage is read from x_groq', () => {
  expectEvents(providerOf(GROQ), 'text', [
    { type: 'start', id: 'chatcmpl-groq-1', model: 'llama-3.3-70b-versatile' },
    { type: 'text-delta', text: 'Hi' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    {
      type: 'usage',
      usage: { input: 18, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 2, reasoning: 0 },
    },
    { type: 'done' },
  ]);
});

test('a whole answer, with the usage that OpenAI has', () => {
  expect(providerOf(GROQ).chat!.answer(recordedAnswer('groq', 'text'))).toMatchObject({
    parts: [{ type: 'text', text: 'Hi' }],
    finish: { reason: 'stop' },
    usage: { input: 18, output: 2 },
  });
});

test('a failed tool call is an error of the request', () => {
  const body = JSON.stringify({
    error: {
      message:
        "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      type: 'invalid_request_error',
      code: 'tool_use_failed',
      failed_generation: '<function=f>',
    },
  });
  expect(providerOf(GROQ).readError(400, {}, body)).toMatchObject({
    status: 400,
    code: 'tool_use_failed',
    retryable: false,
  });
});

test('audio is transcribed and translated; nothing else is served', () => {
  expect(Object.keys(providerOf(GROQ).operations!)).toEqual(['transcription', 'translation']);
});
