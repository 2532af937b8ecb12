import type { Redis } from 'ioredis';
import { REDIS } from '../../server/core/injection.js';
import type { Script } from '../doubles/scripted-upstream.js';
import { TestHouse } from '../setup/test-house.js';

/**
 * Providers want the proof of their thoughts back with the results of tools; clients of other protocols do not send it,
 * so the gateway stores it and puts it back.
 */
const CLAUDE = 'claude-sonnet-4-5-20250929';
const GOOGLE = 'gemini-3-pro-preview';
const SIGNATURE = 'c2lnbmF0dXJl';
const house = TestHouse.forAllTests();
let redis: Redis;

beforeAll(async () => {
  await house.gateway.sell({ [GOOGLE]: 1 });
  await house.addChannel('claude', { type: 14, models: CLAUDE });
  await house.addChannel('google', { type: 24, models: GOOGLE });
  redis = house.gateway.app.get<Redis>(REDIS);
});

let calls = 0;
/** An answer that thinks, then calls a tool, under an id that no other test has. */
function thinkAndCall(reasoning = ['I think.']): { id: string; script: Script } {
  const id = `call_${++calls}`;
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
    house.gateway.relay('/v1/chat/completions', house.key, {
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
    house.gateway.relay('/v1/messages', house.key, {
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

/** Gemini CLI does not send thought parts back. */
const google: Client = {
  ask: (model, stream, contents) =>
    house.gateway.relay(
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      house.key,
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
  house.upstream.next(script);
  const first = await client.ask(model, stream, client.conversation());
  expect(first.status).toBe(200);
  await first.text();
  const second = await client.ask(model, stream, client.conversation(id));
  expect(second.status).toBe(200);
  await second.text();
  return house.upstream.last.json as {
    thinking?: object;
    messages: { content: object[] }[];
    contents: { parts: object[] }[];
  };
}

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

test('Claude does not think where the thoughts cannot be found, rather than refuse', async () => {
  const answer = await chat.ask(CLAUDE, false, chat.conversation('call_of_nobody'));
  expect(answer.status).toBe(200);
  expect(house.upstream.last.json).not.toHaveProperty('thinking');
});

test('what one provider proved is not sent to another', async () => {
  const { id, script } = thinkAndCall();
  house.upstream.next(script);
  await (await chat.ask(GOOGLE, false, chat.conversation())).text();
  await (await chat.ask(CLAUDE, false, chat.conversation(id))).text();
  expect(house.upstream.last.json).not.toHaveProperty('thinking');
  expect(JSON.stringify(house.upstream.last.json)).not.toContain(SIGNATURE);
});

test('what is stored belongs to its owner, is encrypted, and is forgotten within hours', async () => {
  const { id, script } = thinkAndCall(['a secret thought']);
  house.upstream.next(script);
  await (await chat.ask(CLAUDE, true, chat.conversation())).text();
  const key = `tollgate:thoughts:1:${id}`;
  const value = await redis.getBuffer(key);
  expect(value!.toString('latin1')).not.toContain('secret');
  expect(await redis.ttl(key)).toBeGreaterThan(0);
  expect(await redis.ttl(key)).toBeLessThanOrEqual(6 * 3600);
});

test('nothing is stored of calls without thoughts, nor of passed answers', async () => {
  const { id, script } = thinkAndCall([]);
  house.upstream.next(script);
  await (await chat.ask(CLAUDE, false, chat.conversation())).text();
  expect(await redis.exists(`tollgate:thoughts:1:${id}`)).toBe(0);
  const passed = thinkAndCall();
  house.upstream.next(passed.script);
  await (await messages.ask(CLAUDE, true, messages.conversation())).text();
  expect(await redis.exists(`tollgate:thoughts:1:${passed.id}`)).toBe(0);
});
