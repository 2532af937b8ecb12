import type { ServerResponse } from 'node:http';
import {
  answers,
  eventsOf,
  openJson,
  openStream,
  wholeText,
  writeOnAndOn,
  type Handler,
} from '../../doubles/handled-upstream.js';
import { plainAnswer } from '../../doubles/scripted-answer.js';
import { HandledChannels } from '../../setup/handled-channels.js';
import { textOf } from '../../setup/relayed-answer.js';

/**
 * RELAY_TIMEOUT is the time of a whole request: every phase, every channel and every pause count. A stream must have begun
 * by then, and from there on it may not go on without content for longer. STREAMING_TIMEOUT is the time between two events.
 */
const WHOLE_S = 3;
const IDLE_S = 2;
/** Own time of this process that everything else may take. */
const MARGIN_MS = 2500;

const app = HandledChannels.forAllTests('slow', {
  retries: 3,
  environment: {
    RELAY_TIMEOUT: String(WHOLE_S),
    STREAMING_TIMEOUT: String(IDLE_S),
    FIRST_TOKEN_TIMEOUT: '60',
  },
});

const silent: Handler = () => undefined;

describe('an answer that does not stream takes no longer than a request may take', () => {
  test.each([
    ['does not answer', silent],
    [
      'sends only interim responses',
      (response) => everyMs(response, 200, () => response.writeEarlyHints({ link: '</a>' })),
    ],
    ['sends one byte at a time', (response) => writeOnAndOn(openJson(response), '{', 300)],
    ['sends blanks', (response) => writeOnAndOn(openJson(response), '\n', 300)],
    [
      'sends the beginning of an answer, and then single bytes',
      (response, request) => {
        openJson(response).write(wholeText(request).slice(0, 100));
        writeOnAndOn(response, 'x', 300);
      },
    ],
  ] satisfies [string, Handler][])('from a provider that %s', async (_name, handler) => {
    await app.add(1, handler);
    const { status, ms } = await app.timed('chat', false);
    expect(status).toBe(504);
    expect(ms).toBeLessThan(WHOLE_S * 1000 + MARGIN_MS);
  });

  test('retries and their pauses count: the time is that of all channels together', async () => {
    const refuses: Handler = (response) => {
      setTimeout(() => response.writeHead(503).end('{}'), 1200);
    };
    await app.add(1, refuses, refuses, refuses, refuses);
    const { status, ms } = await app.timed('chat', false);
    expect([503, 504]).toContain(status);
    expect(ms).toBeLessThan(WHOLE_S * 1000 + MARGIN_MS);
  });

  test('an error whose body does not end is read as far as it came', async () => {
    await app.add(1, (response) => void response.writeHead(503).write('{"error":'), answers);
    expect((await app.timed('chat', false)).status).toBe(200);
  });
});

describe('an answer that does not stream is whole as soon as its JSON is', () => {
  test.each([
    ['the body is never ended', (response, request) => void openJson(response).write(wholeText(request))],
    [
      'blanks follow without end',
      (response, request) => {
        openJson(response).write(wholeText(request));
        writeOnAndOn(response, ' ', 20);
      },
    ],
    [
      'the connection breaks after it',
      (response, request) =>
        void openJson(response).write(wholeText(request), () => setTimeout(() => response.destroy(), 20)),
    ],
    [
      'it comes in pieces, some of which look like an end',
      (response, request) => {
        const text = wholeText(request);
        openJson(response).write(text.slice(0, text.indexOf('}') + 1));
        setTimeout(() => response.write(text.slice(text.indexOf('}') + 1)), 400);
      },
    ],
  ] satisfies [string, Handler][])('%s', async (_what, handler) => {
    for (const [client, type] of [
      ['chat', 1],
      ['messages', 14],
      ['responses', 14],
    ] as const) {
      await app.add(type, handler);
      const { status, text } = await app.timed(client, false);
      expect([client, status, textOf(text)]).toEqual([client, 200, plainAnswer.text.join('')]);
      expect(app.requestCount(0)).toBe(1);
    }
  });
});

const PING = 'event: ping\ndata: {"type": "ping"}\n\n';

describe('a stream that has begun', () => {
  const begun =
    (then: (response: ServerResponse) => void): Handler =>
    (response, request) => {
      openStream(response);
      response.write(eventsOf(request).slice(0, 5).join(''));
      then(response);
    };

  test.each([
    ['chat', 1, 'comments', ': still here\n\n', IDLE_S],
    ['chat', 1, 'single bytes', 'd', IDLE_S],
    ['chat', 14, 'comments', ': still here\n\n', IDLE_S],
    ['messages', 14, 'comments', ': still here\n\n', IDLE_S],
    ['messages', 14, 'pings', PING, WHOLE_S],
    ['chat', 14, 'pings', PING, WHOLE_S],
  ] as const)(
    'ends for %s (channel type %d) when nothing but %s comes',
    async (client, type, _what, bytes, limit) => {
      await app.add(
        type,
        begun((response) => writeOnAndOn(response, bytes, 200)),
      );
      const { text, ms } = await app.timed(client, true);
      expect(text).toContain('rror');
      expect(textOf(text)).not.toBe('');
      expect(ms).toBeLessThan(limit * 1000 + MARGIN_MS);
    },
  );

  test('lasts longer than a whole request may take, as long as it says something', async () => {
    await app.add(1, async (response, request) => {
      openStream(response);
      for (const event of eventsOf(request)) {
        response.write(event);
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
      response.end();
    });
    const since = performance.now();
    const { text } = await app.timed('chat', true);
    expect(textOf(text)).toBe(plainAnswer.text.join(''));
    expect(text).toContain('[DONE]');
    expect(performance.now() - since).toBeGreaterThan(WHOLE_S * 1000);
  });

  test('must have begun within the time of a whole request', async () => {
    await app.add(1, (response) => {
      openStream(response);
      writeOnAndOn(response, ': please wait\n\n', 200);
    });
    const { status, ms } = await app.timed('chat', true);
    expect(status).toBe(504);
    expect(ms).toBeLessThan(WHOLE_S * 1000 + MARGIN_MS);
  });
});

function everyMs(response: ServerResponse, ms: number, act: () => void): void {
  const timer = setInterval(act, ms);
  response.on('close', () => clearInterval(timer));
}
