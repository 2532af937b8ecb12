import { once } from 'node:events';
import {
  dialectOf,
  eventsOf,
  HandledUpstream,
  openStream,
  type Handler,
} from '../../doubles/handled-upstream.js';
import { plainAnswer, type ScriptedAnswer } from '../../doubles/scripted-answer.js';
import { Gateway } from '../../setup/gateway.js';
import { bodyOf, pathOf, textOf, type ClientName } from '../../setup/relayed-answer.js';

/** Whatever a provider sends is a failure of the provider at worst: another channel is asked, else the error is honest. */
const DEPTH = 100_000;
const MARK = '"@deep@"';
const DEEP = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;

let gateway: Gateway;
let upstream: HandledUpstream;
let key: string;
let model: string;
let models = 0;

beforeAll(async () => {
  upstream = await HandledUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '1');
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

async function channels(type: number, ...handlers: Handler[]): Promise<void> {
  model = `unreadable-${++models}`;
  await gateway.sell({ [model]: 1 });
  for (const [index, handler] of handlers.entries()) {
    const name = `${model}-${index}`;
    upstream.on(name, handler);
    await gateway.addChannel({ type, key: name, base_url: upstream.url, models: model, priority: 9 - index });
  }
  await gateway.settledEvents();
}

async function ask(client: ClientName, stream: boolean) {
  const answer = await gateway.relay(pathOf(client, model, stream), key, bodyOf(client, model, stream));
  return { status: answer.status, text: await answer.text() };
}

const answers: Handler = (response, request) => {
  if (request.json.stream === true || request.path.includes('stream')) {
    openStream(response);
    response.end(eventsOf(request).join(''));
  } else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(dialectOf(request.path).whole(plainAnswer, model)));
};

/** A tool call with these arguments, in the words of the provider's API; `@deep@` stands for what is nested. */
const TOOL: Partial<ScriptedAnswer> = {
  text: [],
  tools: [{ id: 'call_1', name: 'look', arguments: ['{"where":"@deep@"}'] }],
  finish: 'tools',
};
const nested: Handler = (response, request) => {
  const deep = (text: string) =>
    text
      .replace('"{\\"where\\":\\"@deep@\\"}"', isValue(request) ? `{"where":${DEEP}}` : JSON.stringify(DEEP))
      .replace(MARK, DEEP);
  if (request.json.stream === true || request.path.includes('stream')) {
    openStream(response);
    response.end(deep(eventsOf(request, TOOL).join('')));
  } else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(deep(JSON.stringify(dialectOf(request.path).whole({ ...plainAnswer, ...TOOL }, model))));
};
/** Some relays send arguments as a value instead of a text. */
const isValue = ({ path }: Parameters<Handler>[1]) => path.startsWith('/v1/chat');

describe.each([
  ['chat', 1, false],
  ['chat', 14, false],
  ['chat', 24, false],
  ['chat', 24, true],
  ['messages', 1, false],
  ['messages', 1, true],
  ['messages', 24, true],
  ['google', 1, false],
  ['google', 1, true],
  ['google', 14, false],
] as const)('arguments nested %#: client of %s, channel type %d, streamed: %s', (client, type, stream) => {
  test('another channel is asked', async () => {
    await channels(type, nested, answers);
    const { status, text } = await ask(client, stream);
    expect(status).toBe(200);
    if (!text.includes('rror')) expect(textOf(text)).toBe(plainAnswer.text.join(''));
    expect(text).not.toContain('internal error');
    // A call that had begun cannot be carried on: then its error is reported.
    expect(upstream.timesAsked(`${model}-1`) === 1 || (stream && text.includes('rror'))).toBe(true);
  });

  test('the error is that of an answer that cannot be used', async () => {
    await channels(type, nested);
    const { status, text } = await ask(client, stream);
    expect(stream ? [200, 502] : [502]).toContain(status);
    expect(text).toMatch(/cannot be read|nested too deeply/);
    expect(text).not.toContain('internal error');
  });
});

describe('an answer beyond what is read whole', () => {
  test('is not asked for again at the same channel', async () => {
    await gateway.option('RetryTimes', '3');
    await gateway.settledEvents();
    const huge: Handler = async (response) => {
      openStream(response);
      const piece = 'x'.repeat(1024 * 1024);
      const closed = once(response, 'close');
      response.write('data: {"choices":[{"index":0,"delta":{"content":"');
      for (let written = 0; written < 20 && !response.destroyed; written++)
        if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
      response.end();
    };
    await channels(1, huge);
    expect((await ask('chat', true)).status).toBe(502);
    expect(upstream.timesAsked(`${model}-0`)).toBe(1);
  });
});
