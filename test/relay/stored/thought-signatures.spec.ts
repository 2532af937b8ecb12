import type { Redis } from 'ioredis';
import { REDIS } from '../../../server/core/injection.js';
import type { Script } from '../../doubles/scripted-upstream.js';
import { TestGateway } from '../../setup/test-gateway.js';

/**
 * Providers want the proof of their thoughts back with the results of tools; clients of other protocols do not send it,
 * so the gateway stores it and puts it back.
 */
const CLAUDE = 'claude-sonnet-4-5-20250929';
const GOOGLE = 'gemini-3-pro-preview';
const DEEPSEEK = 'deepseek-reasoner';
const SIGNATURE = 'c2lnbmF0dXJl';
const app = TestGateway.forAllTests();
let redis: Redis;

beforeAll(async () => {
  await app.gateway.sell({ [GOOGLE]: 1, [DEEPSEEK]: 1 });
  await app.addChannel('claude', { type: 14, models: CLAUDE });
  await app.addChannel('google', { type: 24, models: GOOGLE });
  await app.addChannel('deepseek', { type: 43, models: DEEPSEEK });
  redis = app.gateway.app.get<Redis>(REDIS);
});

let calls = 0;
/** An answer that thinks, then calls a tool, under an id that no other test has. */
function thinkAndCall(
  reasoning = ['I think.'],
  id = `call_${String(++calls).padStart(12, '0')}`,
): { id: string; script: Script } {
  const tools = [{ id, name: 'get_weather', arguments: ['{"city":"Berlin"}'] }];
  return { id, script: { answer: { text: [], reasoning, tools, finish: 'tools' } } };
}

const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const question = 'How is the weather?';

interface Client {
  ask(model: string, stream: boolean, turns: object[]): Promise<Response>;
  /** The question, then its call and the result as the client sends them: without anything of the thoughts. */
  conversation(id?: string): object[];
}

const chat: Client = {
  ask: (model, stream, messages) =>
    app.gateway.relay('/v1/chat/completions', app.key, {
      model,
      stream,
      messages,
      reasoning_effort: 'medium',
      max_tokens: 4000,
      tools: [{ type: 'function', function: { name: 'get_weather', parameters } }],
    }),
  conversation: (id) => [
    { role: 'user', content: question },
    ...(id === undefined
      ? []
      : [
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Berlin"}' } },
            ],
          },
          { role: 'tool', tool_call_id: id, content: '21 °C' },
        ]),
  ],
};

const messages: Client = {
  ask: (model, stream, turns) =>
    app.gateway.relay('/v1/messages', app.key, {
      model,
      stream,
      messages: turns,
      max_tokens: 4000,
      tools: [{ name: 'get_weather', input_schema: parameters }],
    }),
  conversation: (id) => [
    { role: 'user', content: question },
    ...(id === undefined
      ? []
      : [
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id, name: 'get_weather', input: { city: 'Berlin' } }],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '21 °C' }] },
        ]),
  ],
};

/** Clients send reasoning items back only if these have `encrypted_content`. */
const responses: Client = {
  ask: (model, stream, input) =>
    app.gateway.relay('/v1/responses', app.key, {
      model,
      stream,
      input,
      store: false,
      tools: [{ type: 'function', name: 'get_weather', parameters }],
    }),
  conversation: (id) => [
    { role: 'user', content: question },
    ...(id === undefined
      ? []
      : [
          { type: 'function_call', call_id: id, name: 'get_weather', arguments: '{"city":"Berlin"}' },
          { type: 'function_call_output', call_id: id, output: '21 °C' },
        ]),
  ],
};

/** Gemini CLI does not send thought parts back. */
const google: Client = {
  ask: (model, stream, contents) =>
    app.gateway.relay(
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      app.key,
      {
        contents,
        generationConfig: {
          thinkingConfig: { thinkingBudget: 2048, includeThoughts: true },
          maxOutputTokens: 4000,
        },
        tools: [{ functionDeclarations: [{ name: 'get_weather', parameters }] }],
      },
    ),
  conversation: (id) => [
    { role: 'user', parts: [{ text: question }] },
    ...(id === undefined
      ? []
      : [
          { role: 'model', parts: [{ functionCall: { id, name: 'get_weather', args: { city: 'Berlin' } } }] },
          {
            role: 'user',
            parts: [{ functionResponse: { id, name: 'get_weather', response: { content: '21 °C' } } }],
          },
        ]),
  ],
};

/** One turn with a tool call, then the request that brings its result; what the upstream got of that. */
async function loop(client: Client, model: string, stream: boolean, reasoning?: string[]) {
  const { id, script } = thinkAndCall(reasoning);
  app.upstream.next(script);
  const first = await client.ask(model, stream, client.conversation());
  expect(first.status).toBe(200);
  await first.text();
  const second = await client.ask(model, stream, client.conversation(id));
  expect(second.status).toBe(200);
  await second.text();
  return app.upstream.last.json as {
    thinking?: object;
    messages: { content: object[] }[];
    contents: { parts: object[] }[];
  };
}

/** Some clients turn thinking without a signature into text. */
const textTurn = (id: string, thought: string): object[] => [
  { role: 'user', content: question },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: thought },
      { type: 'tool_use', id, name: 'get_weather', input: { city: 'Berlin' } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '21 °C' }] },
];

describe.each([
  ['whole', false],
  ['streamed', true],
])('answers that are %s', (_kind, stream) => {
  test.each([
    ['chat', chat],
    ['Google', google],
  ])('of Claude: clients of %s need not send thoughts back', async (_client, client) => {
    const { thinking, messages: sent } = await loop(client, CLAUDE, stream);
    expect(thinking).toMatchObject({ type: 'enabled' });
    expect(sent[1]!.content).toMatchObject([
      { type: 'thinking', thinking: 'I think.', signature: SIGNATURE },
      { type: 'tool_use', name: 'get_weather' },
    ]);
  });

  test.each([
    ['chat', chat],
    ['Messages', messages],
  ])('of Gemini: clients of %s need not send the signature of a call back', async (_client, client) => {
    const { contents } = await loop(client, GOOGLE, stream);
    expect(contents[1]!.parts).toMatchObject([
      { functionCall: { name: 'get_weather' }, thoughtSignature: SIGNATURE },
    ]);
  });
});

describe.each([
  ['whole', false],
  ['streamed', true],
])('reasoning without signatures, in responses that are %s', (_kind, stream) => {
  test.each([
    ['Messages', messages],
    ['Google', google],
    ['Responses', responses],
  ])('of DeepSeek: clients of %s need not send it back', async (_client, client) => {
    const { messages: sent } = await loop(client, DEEPSEEK, stream);
    expect(sent[1]).toMatchObject({
      reasoning_content: 'I think.',
      tool_calls: [{ function: { name: 'get_weather' } }],
    });
  });

  test('is recognised where the client turned it into text', async () => {
    const { id, script } = thinkAndCall(['I think ', 'in two parts.']);
    app.upstream.next(script);
    await (await messages.ask(DEEPSEEK, stream, messages.conversation())).text();
    await (await messages.ask(DEEPSEEK, stream, textTurn(id, 'I think in two parts.'))).text();
    const { messages: sent } = app.upstream.last.json as { messages: object[] };
    expect(sent[1]).toMatchObject({ content: null, reasoning_content: 'I think in two parts.' });
  });
});

test('a call whose reasoning is not known is sent with a placeholder, which DeepSeek requires', async () => {
  const answer = await messages.ask(DEEPSEEK, false, messages.conversation('call_unknown'));
  expect(answer.status).toBe(200);
  expect((app.upstream.last.json as { messages: object[] }).messages[1]).toMatchObject({
    reasoning_content: ' ',
  });
});

test('Claude does not think where the thoughts cannot be found, rather than refuse', async () => {
  const answer = await chat.ask(CLAUDE, false, chat.conversation('call_unknown'));
  expect(answer.status).toBe(200);
  expect(app.upstream.last.json).not.toHaveProperty('thinking');
});

test('what one provider proved is not sent to another', async () => {
  const { id, script } = thinkAndCall();
  app.upstream.next(script);
  await (await chat.ask(GOOGLE, false, chat.conversation())).text();
  await (await chat.ask(CLAUDE, false, chat.conversation(id))).text();
  expect(app.upstream.last.json).not.toHaveProperty('thinking');
  expect(JSON.stringify(app.upstream.last.json)).not.toContain(SIGNATURE);
});

test('what is stored belongs to its owner, is encrypted, and is forgotten within hours', async () => {
  const { id, script } = thinkAndCall(['a secret thought']);
  app.upstream.next(script);
  await (await chat.ask(CLAUDE, true, chat.conversation())).text();
  const key = `tollgate:thoughts:1:${id}`;
  const value = await redis.getBuffer(key);
  expect(value!.toString('latin1')).not.toContain('secret');
  expect(await redis.ttl(key)).toBeGreaterThan(0);
  expect(await redis.ttl(key)).toBeLessThanOrEqual(6 * 3600);
});

test('reasoning is not found in another conversation that has the same call id, as of models that count their calls', async () => {
  const { id, script } = thinkAndCall(['a thought of one conversation'], 'functions.get_weather:0');
  const reasoningAfter = async (first: string) => {
    const turns = [{ role: 'user', content: first }, ...messages.conversation(id).slice(1)];
    await (await messages.ask(DEEPSEEK, false, turns)).text();
    return (app.upstream.last.json as { messages: object[] }).messages[1];
  };
  app.upstream.next(script);
  await (await messages.ask(DEEPSEEK, false, [{ role: 'user', content: 'In Berlin?' }])).text();
  expect(await reasoningAfter('In Paris?')).toMatchObject({ reasoning_content: ' ' });
  expect(await reasoningAfter('In Berlin?')).toMatchObject({
    reasoning_content: 'a thought of one conversation',
  });
});

test('nothing is stored of calls without thoughts, nor of passed answers', async () => {
  const { id, script } = thinkAndCall([]);
  app.upstream.next(script);
  await (await chat.ask(CLAUDE, false, chat.conversation())).text();
  expect(await redis.exists(`tollgate:thoughts:1:${id}`)).toBe(0);
  const passed = thinkAndCall();
  app.upstream.next(passed.script);
  await (await messages.ask(CLAUDE, true, messages.conversation())).text();
  expect(await redis.exists(`tollgate:thoughts:1:${passed.id}`)).toBe(0);
});
