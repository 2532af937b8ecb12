import { once } from 'node:events';
import {
  answers,
  dialectOf,
  eventsOf,
  isStream,
  openStream,
  type Handler,
} from '../../doubles/handled-upstream.js';
import { plainAnswer, type ScriptedAnswer } from '../../doubles/scripted-answer.js';
import { HandledChannels } from '../../setup/handled-channels.js';
import { textOf } from '../../setup/relayed-answer.js';

/** Whatever a provider sends is a failure of the provider at worst: another channel is asked, else the error is honest. */
const DEPTH = 100_000;
const MARK = '"@deep@"';
const DEEP = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;

const app = HandledChannels.forAllTests('unreadable', { retries: 1 });

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
  if (isStream(request)) {
    openStream(response);
    response.end(deep(eventsOf(request, TOOL).join('')));
  } else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(deep(JSON.stringify(dialectOf(request.path).whole({ ...plainAnswer, ...TOOL }, app.model))));
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
    await app.add(type, nested, answers);
    const { status, text } = await app.ask(client, stream);
    expect(status).toBe(200);
    if (!text.includes('rror')) expect(textOf(text)).toBe(plainAnswer.text.join(''));
    expect(text).not.toContain('internal error');
    // A call that had begun cannot be carried on: then its error is reported.
    expect(app.requestCount(1) === 1 || (stream && text.includes('rror'))).toBe(true);
  });

  test('the error is that of an answer that cannot be used', async () => {
    await app.add(type, nested);
    const { status, text } = await app.ask(client, stream);
    expect(stream ? [200, 502] : [502]).toContain(status);
    expect(text).toMatch(/cannot be read|nested too deeply/);
    expect(text).not.toContain('internal error');
  });
});

describe('an answer beyond what is read whole', () => {
  test('is not asked for again at the same channel', async () => {
    await app.gateway.option('RetryTimes', '3');
    await app.gateway.settledEvents();
    const huge: Handler = async (response) => {
      openStream(response);
      const piece = 'x'.repeat(1024 * 1024);
      const closed = once(response, 'close');
      response.write('data: {"choices":[{"index":0,"delta":{"content":"');
      for (let written = 0; written < 20 && !response.destroyed; written++)
        if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
      response.end();
    };
    await app.add(1, huge);
    expect((await app.ask('chat', true)).status).toBe(502);
    expect(app.requestCount(0)).toBe(1);
  });
});
