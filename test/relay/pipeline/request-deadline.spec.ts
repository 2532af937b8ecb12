import type { ServerResponse } from 'node:http';
import {
  answers,
  dialectOf,
  eventsOf,
  openStream,
  writeOnAndOn,
  type Handler,
} from '../../doubles/handled-upstream.js';
import { plainAnswer } from '../../doubles/scripted-answer.js';
import { HandledChannels } from '../../setup/handled-channels.js';
import { OwnTime } from '../../setup/until.js';
import { textOf, type ClientName } from '../../setup/relayed-answer.js';

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

async function timed(client: ClientName, stream: boolean) {
  const time = new OwnTime();
  const answer = await app.ask(client, stream);
  return { ...answer, ms: time.stop() };
}

const wholeText: (request: Parameters<Handler>[1]) => string = ({ path }) =>
  JSON.stringify(dialectOf(path).whole(plainAnswer, app.model));
const silent: Handler = () => undefined;
const json = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'application/json' });

describe('an answer that does not stream takes no longer than a request may take', () => {
  test.each([
    ['does not answer', silent],
    [
      'sends only interim responses',
      (response) => everyMs(response, 200, () => response.writeEarlyHints({ link: '</a>' })),
    ],
    ['sends one byte at a time', (response) => writeOnAndOn(json(response), '{', 300)],
    ['sends blanks', (response) => writeOnAndOn(json(response), '\n', 300)],
    [
      'sends the beginning of an answer, and then single bytes',
      (response, request) => {
        json(response).write(wholeText(request).slice(0, 100));
        writeOnAndOn(response, 'x', 300);
      },
    ],
  ] satisfies [string, Handler][])('from a provider that %s', async (_name, handler) => {
    await app.add(1, handler);
    const { status, ms } = await timed('chat', false);
    expect(status).toBe(504);
    expect(ms).toBeLessThan(WHOLE_S * 1000 + MARGIN_MS);
  });

  test('retries and their pauses count: the time is that of all channels together', async () => {
    const refuses: Handler = (response) => {
      setTimeout(() => response.writeHead(503).end('{}'), 1200);
    };
    await app.add(1, refuses, refuses, refuses, refuses);
    const { status, ms } = await timed('chat', false);
    expect([503, 504]).toContain(status);
    expect(ms).toBeLessThan(WHOLE_S * 1000 + MARGIN_MS);
  });

  test('an error whose body does not end is read as far as it came', async () => {
    await app.add(1, (response) => void response.writeHead(503).write('{"error":'), answers);
    expect((await timed('chat', false)).status).toBe(200);
  });
});

describe('while another channel could be asked', () => {
  test.each(['chat', 'messages', 'google'] as const)(
    'a silent provider is left in time for the other to answer a client of %s that does not stream',
    async (client) => {
      await app.add(1, silent, answers);
      const { status, text, ms } = await timed(client, false);
      expect([status, textOf(text)]).toEqual([200, plainAnswer.text.join('')]);
      expect(ms).toBeLessThan(WHOLE_S * 1000);
    },
  );

  test.each([
    ['sends one byte at a time', (response) => writeOnAndOn(json(response), '{', 300)],
    ['sends blanks', (response) => writeOnAndOn(json(response), ' ', 100)],
    [
      'sends the beginning of an answer, and then single bytes',
      (response, request) => {
        json(response).write(wholeText(request).slice(0, 100));
        writeOnAndOn(response, 'x', 300);
      },
    ],
    [
      'sends the beginning of an answer, and then nothing',
      (response, request) => void json(response).write(wholeText(request).slice(0, 100)),
    ],
  ] satisfies [string, Handler][])(
    'a provider that %s is left in time for the other',
    async (_what, handler) => {
      const seen: Promise<void>[] = [];
      for (const [client, type] of [
        ['chat', 1],
        ['messages', 14],
        ['messages', 1],
        ['google', 14],
      ] as const) {
        await app.add(type, handler, answers);
        const check = async (asked: ReturnType<typeof timed>) => {
          const { status, text, ms } = await asked;
          expect([client, status, textOf(text)]).toEqual([client, 200, plainAnswer.text.join('')]);
          expect(ms).toBeLessThan(WHOLE_S * 1000);
        };
        seen.push(check(timed(client, false)));
      }
      await Promise.all(seen);
    },
  );

  test('it has the time that the operator sets', async () => {
    await app.gateway.option('FirstByteTimeout', '0.3');
    await app.gateway.settledEvents();
    await app.add(1, silent, answers);
    expect((await timed('chat', false)).ms).toBeLessThan(1200);
    await app.gateway.option('FirstByteTimeout', '60');
    await app.gateway.settledEvents();
  });
});

describe('an answer that does not stream is whole as soon as its JSON is', () => {
  test.each([
    ['the body is never ended', (response, request) => void json(response).write(wholeText(request))],
    [
      'blanks follow without end',
      (response, request) => {
        json(response).write(wholeText(request));
        writeOnAndOn(response, ' ', 20);
      },
    ],
    [
      'the connection breaks after it',
      (response, request) =>
        void json(response).write(wholeText(request), () => setTimeout(() => response.destroy(), 20)),
    ],
    [
      'it comes in pieces, some of which look like an end',
      (response, request) => {
        const text = wholeText(request);
        json(response).write(text.slice(0, text.indexOf('}') + 1));
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
      const { status, text } = await timed(client, false);
      expect([client, status, textOf(text)]).toEqual([client, 200, plainAnswer.text.join('')]);
      expect(app.timesAsked(0)).toBe(1);
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
      const { text, ms } = await timed(client, true);
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
    const { text } = await timed('chat', true);
    expect(textOf(text)).toBe(plainAnswer.text.join(''));
    expect(text).toContain('[DONE]');
    expect(performance.now() - since).toBeGreaterThan(WHOLE_S * 1000);
  });

  test('must have begun within the time of a whole request', async () => {
    await app.add(1, (response) => {
      openStream(response);
      writeOnAndOn(response, ': please wait\n\n', 200);
    });
    const { status, ms } = await timed('chat', true);
    expect(status).toBe(504);
    expect(ms).toBeLessThan(WHOLE_S * 1000 + MARGIN_MS);
  });
});

function everyMs(response: ServerResponse, ms: number, act: () => void): void {
  const timer = setInterval(act, ms);
  response.on('close', () => clearInterval(timer));
}
