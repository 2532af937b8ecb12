import { endings, type Ending } from '../../dialects/endings.js';
import { answers, isStream, openStream, type Handler } from '../../doubles/handled-upstream.js';
import { plainAnswer } from '../../doubles/scripted-answer.js';
import { HandledChannels } from '../../setup/handled-channels.js';
import { allTests } from '../../setup/long-tests.mjs';
import { textOf, type ClientName } from '../../setup/relayed-answer.js';

/**
 * A finish reason by which the provider reports that it could not complete the response, or an unknown one, is a cut stream:
 * another channel answers while nothing was sent, else the client gets an error and pays for what came.
 */
const START = 10_000_000;
const CLIENTS: readonly ClientName[] = ['chat', 'messages', 'google', 'responses'];

interface Upstream {
  readonly type: number;
  readonly ending: Ending;
  readonly reason: string;
  /** Clients that it is called for; absent: all. */
  readonly clients?: readonly ClientName[];
}
const UPSTREAMS: Record<string, Upstream> = {
  'OpenAI-compatible': {
    type: 1,
    ending: endings.openaiChat,
    reason: 'gave_up',
    clients: ['chat', 'messages', 'google'],
  },
  DeepSeek: { type: 43, ending: endings.openaiChat, reason: 'insufficient_system_resource' },
  Mistral: { type: 42, ending: endings.openaiChat, reason: 'error' },
  Anthropic: { type: 14, ending: endings.anthropic, reason: 'gave_up' },
  Gemini: { type: 24, ending: endings.gemini, reason: 'MALFORMED_FUNCTION_CALL' },
  Responses: { type: 1, ending: endings.responses, reason: 'gave_up', clients: ['responses'] },
};

const app = HandledChannels.forAllTests('broken', { retries: 1 });

beforeEach(async () => {
  await app.gateway.setQuota(START);
  await app.gateway.sql('DELETE FROM logs WHERE type = 2');
});

/** @param isEmpty the stream holds nothing before its end */
const broken =
  ({ ending, reason }: Upstream, isEmpty = false): Handler =>
  (response, request) => {
    if (!isStream(request)) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(ending.answer(reason)));
      return;
    }
    openStream(response);
    const text = ending.stream(reason);
    response.end(isEmpty ? text.replace(/"Hi"/, '""') : text);
  };

async function row() {
  const [only, ...more] = await app.gateway.logs();
  expect(more).toEqual([]);
  expect(await app.gateway.quota()).toBe(START - only!.quota);
  return only!;
}

/**
 * In npm test, an upstream is called for every other client, the next upstream for those between. Their order gives Anthropic and
 * Gemini the clients of their own APIs, whose bytes are passed.
 */
function clientsOf(name: string, { clients = CLIENTS }: Upstream): readonly ClientName[] {
  const first = Object.keys(UPSTREAMS).indexOf(name) % 2;
  return clients.filter((_client, place) => allTests || clients.length === 1 || place % 2 === first);
}

describe.each(Object.entries(UPSTREAMS))('%s', (name, upstream) => {
  const clients = clientsOf(name, upstream);

  test.each(clients)('another channel answers a client of %s that has received nothing', async (client) => {
    await app.add(upstream.type, broken(upstream, true), answers);
    for (const [times, stream] of [false, true].entries()) {
      const { status, text } = await app.ask(client, stream);
      expect([stream, status, textOf(text)]).toEqual([stream, 200, plainAnswer.text.join('')]);
      if (upstream.reason !== 'error') expect(text).not.toContain(upstream.reason);
      expect(app.requestCount(1)).toBe(times + 1);
      expect(await row()).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
      await app.gateway.setQuota(START);
      await app.gateway.sql('DELETE FROM logs WHERE type = 2');
    }
  });

  test.each(clients)('a stream to a client of %s ends with an error, and costs what came', async (client) => {
    await app.add(upstream.type, broken(upstream));
    const { status, text } = await app.ask(client, true);
    expect(status).toBe(200);
    expect(text).toContain('"Hi"');
    expect(text).toContain('error');
    expect(text).toContain(`the response ended with ${upstream.reason}`);
    if (upstream.reason !== 'error')
      expect(text.replace(`the response ended with ${upstream.reason}`, '')).not.toContain(upstream.reason);
    expect(text).not.toContain('[DONE]');
    expect(text).not.toMatch(/message_stop|response\.completed|"finish_?[rR]eason": ?"/);
    const { other, ...columns } = await row();
    expect(columns).toMatchObject({ prompt_tokens: 7, completion_tokens: 3 });
    expect(other).toMatchObject({ stream_status: { end_reason: 'upstream_error' } });
  });

  test.each(clients)('a whole response for a client of %s is an error, and costs nothing', async (client) => {
    await app.add(upstream.type, broken(upstream));
    const { status, text } = await app.ask(client, false);
    expect(status).toBe(502);
    expect(text).toContain(`the response ended with ${upstream.reason}`);
    expect(await app.gateway.quota()).toBe(START);
  });
});

describe('finish reasons of other APIs', () => {
  test.each([
    ['chat', 1, endings.openaiChat, 'eos_token', '"finish_reason":"stop"'],
    ['chat', 26, endings.openaiChat, 'sensitive', '"finish_reason":"content_filter"'],
    ['messages', 14, endings.anthropic, 'length', '"stop_reason":"max_tokens"'],
    ['google', 24, endings.gemini, 'FUNCTION_CALL', '"finishReason":"STOP"'],
  ] as const)('are replaced where bytes are passed: %s', async (client, type, ending, reason, own) => {
    await app.add(type, broken({ type, ending, reason }));
    for (const stream of [false, true]) {
      const { status, text } = await app.ask(client, stream);
      expect(status).toBe(200);
      expect(text).toContain(own);
      expect(text).not.toContain(reason);
      expect(text).not.toContain('error');
      await app.gateway.quiet();
    }
  });
});

describe('Responses', () => {
  const text = { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Hi' }] };
  const half = {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: 'look',
    arguments: '{"x"',
    status: 'incomplete',
  };
  /** A response of one event. */
  const whole =
    (item: object): Handler =>
    (response) => {
      const done = {
        id: 'resp_1',
        model: app.model,
        status: 'completed',
        output: [text, item],
        usage: { input_tokens: 7, output_tokens: 3 },
      };
      const delta = { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta: 'Hi' };
      openStream(response);
      for (const event of [delta, { type: 'response.completed', response: done }])
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    };

  test('a passed stream whose end has an incomplete item ends with an error', async () => {
    await app.add(1, whole(half));
    const { text: stream } = await app.ask('responses', true);
    expect(stream).toContain('"Hi"');
    expect(stream).toContain('event: response.failed');
    expect(stream).not.toContain('response.completed');
    expect(await row()).toMatchObject({ prompt_tokens: 7, completion_tokens: 3 });
  });

  test('a passed stream whose items are complete is passed', async () => {
    await app.add(1, whole({ ...half, arguments: '{"x":1}', status: 'completed' }));
    const { text: stream } = await app.ask('responses', true);
    expect(stream).toContain('event: response.completed');
    expect(await row()).toMatchObject({ prompt_tokens: 7, completion_tokens: 3 });
  });
});

describe('half arguments', () => {
  /** A channel that does not have the Responses API. */
  const TYPE = 43;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'a', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const calls =
    (callArguments: string, finish: string): Handler =>
    (response, request) => {
      const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: callArguments } };
      if (!isStream(request)) {
        const message = { role: 'assistant', content: null, tool_calls: [call] };
        const body = { id: 'a', model: app.model, choices: [{ index: 0, message, finish_reason: finish }] };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return;
      }
      openStream(response);
      response.end(chunk({ tool_calls: [{ index: 0, ...call }] }) + chunk({}, finish) + 'data: [DONE]\n\n');
    };
  const translated: readonly ClientName[] = ['messages', 'google', 'responses'];

  test.each(translated)('are no call for a client of %s', async (client) => {
    await app.add(TYPE, calls('{"x"', 'tool_calls'));
    const { text: stream } = await app.ask(client, true);
    expect(stream).toContain('the arguments of a tool call are incomplete');
    expect(stream).not.toMatch(/message_stop|response\.completed|functionCall/);
    expect((await row()).other).toMatchObject({ stream_status: { end_reason: 'eof' } });
  });

  test.each(translated)('of a whole response: another channel answers a client of %s', async (client) => {
    await app.add(TYPE, calls('{"x"', 'tool_calls'), answers);
    const { status, text } = await app.ask(client, false);
    expect(status).toBe(200);
    expect(textOf(text)).toBe(plainAnswer.text.join(''));
  });

  test.each(translated)('are cut where the response says so: %s', async (client) => {
    for (const stream of [false, true]) {
      await app.add(TYPE, calls('{"x"', 'length'));
      const { status, text } = await app.ask(client, stream);
      expect(status).toBe(200);
      expect(text).not.toContain('"error":{');
      expect(text).toMatch(/max_tokens|MAX_TOKENS|max_output_tokens/);
      // A call without the rest of its arguments must not look like one.
      expect(text).not.toMatch(/"args"|"input":\{"/);
      await app.gateway.quiet();
    }
  });

  test('a client of the same API gets what the model wrote', async () => {
    for (const stream of [false, true]) {
      await app.add(TYPE, calls('{"x"', 'tool_calls'));
      const { status, text } = await app.ask('chat', stream);
      expect(status).toBe(200);
      expect(text).toContain('"tool_calls"');
      await app.gateway.quiet();
    }
  });
});

test('the ledger balances after all of them', async () => {
  await app.gateway.quiet();
  expect(await app.gateway.manage('GET', '/api/books')).toMatchObject({
    balanced: true,
    memory: { openHolds: 0 },
  });
});
