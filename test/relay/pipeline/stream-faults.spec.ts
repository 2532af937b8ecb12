import { setTimeout as sleep } from 'node:timers/promises';
import {
  dialectOf,
  eventsOf,
  HandledUpstream,
  openStream,
  pour,
  writeOnAndOn,
  type Handler,
} from '../../doubles/handled-upstream.js';
import type { ScriptedAnswer } from '../../doubles/scripted-answer.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime } from '../../setup/until.js';
import { bodyOf, isEnded, pathOf, textOf, type ClientName } from '../../setup/relayed-answer.js';

/** Streams of providers that go on behind their end, report errors in their middle, or lose an event. */
const WORDS = ['Once', ' upon', ' a', ' time', ' there', ' was', ' a', ' gate.'];
const ANSWER: Partial<ScriptedAnswer> = { text: WORDS, usage: { input: 12, output: 8 } };
const CLIENTS = [
  ['chat', 1],
  ['messages', 14],
  ['responses', 1],
  ['google', 24],
] as const;

let gateway: Gateway;
let upstream: HandledUpstream;
let key: string;
let model: string;
let models = 0;

beforeAll(async () => {
  upstream = await HandledUpstream.start();
  gateway = await Gateway.start({ STREAMING_TIMEOUT: '60', RELAY_TIMEOUT: '120' });
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '2');
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

/** A model with a channel for each of these handlers, asked in this order. */
async function channels(type: number, ...handlers: Handler[]): Promise<void> {
  model = `faulty-${++models}`;
  await gateway.sell({ [model]: 1 });
  await gateway.addChannels(
    handlers.map((handler, index) => {
      const channelKey = `${model}-${index}`;
      upstream.on(channelKey, handler);
      return { type, key: channelKey, base_url: upstream.url, models: model, priority: 100 - index };
    }),
  );
}

async function ask(client: ClientName): Promise<string> {
  return (await gateway.relay(pathOf(client, model), key, bodyOf(client, model))).text();
}

async function row() {
  const [only, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  return only!;
}

const whole: Handler = (response, request) => {
  openStream(response);
  response.end(eventsOf(request, ANSWER).join(''));
};

/** How many events of a dialect come before its first word. */
const OPENING: Record<ClientName, number> = { chat: 1, messages: 3, responses: 4, google: 0 };
/** Some words, then whatever `then` does. */
const after =
  (client: ClientName, words: number, then: Handler): Handler =>
  (response, request) => {
    openStream(response);
    response.write(
      eventsOf(request, ANSWER)
        .slice(0, OPENING[client] + words)
        .join(''),
    );
    return then(response, request);
  };

describe.each([...CLIENTS, ['chat', 24] as const])(
  'a stream for a client of %s from a channel of type %d',
  (client, type) => {
    test.each([
      ['a comment every 20 ms', (response) => writeOnAndOn(response, ': still here\n\n', 20)],
      ['a comment a second', (response) => writeOnAndOn(response, ': still here\n\n', 1000)],
      [
        'events of 16 KB as fast as they go',
        (response) => pour(response, `data: {"pad":"${'x'.repeat(16 * 1024)}"}\n\n`),
      ],
    ] satisfies [string, Handler][])(
      'ends and is charged as reported, though its provider goes on with %s',
      async (_name, goOn) => {
        await channels(type, (response, request) => {
          openStream(response);
          response.write(eventsOf(request, ANSWER).join(''));
          return goOn(response);
        });
        const time = new OwnTime();
        const stream = await ask(client);
        // Below the limits of silence, and far below what was sent behind the end.
        expect(time.stop()).toBeLessThan(6500);
        expect([textOf(stream), isEnded(client, stream)]).toEqual([WORDS.join(''), true]);
        expect(stream.length).toBeLessThan(200_000);
        expect(await row()).toMatchObject({
          prompt_tokens: 12,
          completion_tokens: 8,
          other: { usage_source: 'upstream', stream_status: { status: 'ok' } },
        });
      },
    );
  },
);

/** Everything but the end marker, where the protocol has one; the connection stays open and may say that it does. */
const leftOpen =
  (client: ClientName, keepAlive?: string): Handler =>
  (response, request) => {
    openStream(response);
    const events = eventsOf(request, ANSWER);
    response.write((client === 'google' ? events : events.slice(0, -1)).join(''));
    if (keepAlive) writeOnAndOn(response, keepAlive, 300);
  };

test.each([
  ['chat', 1, undefined],
  ['chat', 1, ': still here\n\n'],
  ['messages', 14, undefined],
  ['messages', 14, 'event: ping\ndata: {"type": "ping"}\n\n'],
  ['google', 24, ': still here\n\n'],
  ['chat', 14, 'event: ping\ndata: {"type": "ping"}\n\n'],
] as const)(
  'a finish without an end marker ends the answer for %s (channel type %d) within 8 seconds, kept open with %j',
  async (client, type, keepAlive) => {
    await channels(type, leftOpen(type === 14 ? 'messages' : client, keepAlive));
    const time = new OwnTime();
    const stream = await ask(client);
    expect(time.stop()).toBeLessThan(9000);
    expect([textOf(stream), isEnded(client, stream)]).toEqual([WORDS.join(''), true]);
    expect(await row()).toMatchObject({ prompt_tokens: 12, completion_tokens: 8 });
  },
);

const SECRET =
  'Incorrect API key provided: sk-proj-abcdefghijklmnop1234 at https://internal.example (10.1.2.3:8080)';
const reportsError: Handler = async (response, request) => {
  await sleep(50);
  const [first, ...rest] = eventsOf(request, ANSWER).slice(-3);
  response.write(`${dialectOf(request.path).errorFrame(SECRET)}\n\n`);
  // What follows an error is no answer any more.
  response.end([first, ...rest].join(''));
};

describe.each(CLIENTS)('an error inside a stream that is passed to a client of %s', (client, type) => {
  test('is carried on by another channel', async () => {
    await channels(type, after(client, 3, reportsError), whole);
    const stream = await ask(client);
    expect([textOf(stream), isEnded(client, stream)]).toEqual([WORDS.join(''), true]);
    expect(stream).not.toContain('Incorrect');
    expect((await row()).other).toMatchObject({ attempts: 2, stream_status: { status: 'ok' } });
  });

  test('is reported once, masked, with the id of the request, and nothing follows it', async () => {
    await channels(type, after(client, 3, reportsError));
    const stream = await ask(client);
    expect(stream).toMatch(/request id: /);
    for (const secret of ['sk-proj-abc', 'internal.example', '10.1.2.3'])
      expect(stream).not.toContain(secret);
    expect(textOf(stream)).toBe(WORDS.slice(0, 3).join(''));
    expect(isEnded(client, stream)).toBe(false);
    const { other, completion_tokens } = await row();
    expect(other).toMatchObject({ stream_status: { status: 'error', end_reason: 'upstream_error' } });
    expect(completion_tokens).toBeLessThan(8);
  });
});

/** The event with the fourth word is cut in its middle; all others are whole. */
const damaged =
  (client: ClientName): Handler =>
  (response, request) => {
    openStream(response);
    const events = eventsOf(request, ANSWER);
    const at = OPENING[client] + 3;
    events[at] = `${events[at]!.slice(0, Math.floor(events[at]!.length * 0.7))}\n\n`;
    response.end(events.join(''));
  };

describe.each([...CLIENTS, ['chat', 14] as const, ['messages', 1] as const])(
  'a stream for a client of %s (channel type %d) in which an event was cut',
  (client, type) => {
    const upstreamClient = type === 14 ? 'messages' : client === 'messages' ? 'chat' : client;

    test('is carried on by another channel: no word is missing', async () => {
      await channels(type, damaged(upstreamClient), whole);
      const stream = await ask(client);
      expect([textOf(stream), isEnded(client, stream)]).toEqual([WORDS.join(''), true]);
      await row();
    });

    test('is no success where there is no other channel, and costs what came', async () => {
      await channels(type, damaged(upstreamClient));
      const stream = await ask(client);
      expect(isEnded(client, stream)).toBe(false);
      expect(stream).toContain('rror');
      expect(textOf(stream)).toBe(WORDS.slice(0, 3).join(''));
      const { completion_tokens, other } = await row();
      expect(completion_tokens).toBeLessThan(8);
      expect(other).toMatchObject({ stream_status: { status: 'error', end_reason: 'malformed' } });
    });
  },
);

describe('what is no part of an answer is left out of it', () => {
  test.each([
    [
      'an unfinished event with members in another order',
      'data: {"id": "x", "choices": [{"delta": {"content": ',
    ],
    ['text of a proxy', 'data: upstream is slow'],
  ])('%s', async (_name, junk) => {
    await channels(1, (response, request) => {
      openStream(response);
      const events = eventsOf(request, ANSWER);
      response.end([...events.slice(0, 5), `${junk}\n\n`, ...events.slice(5)].join(''));
    });
    const stream = await ask('chat');
    expect([textOf(stream), isEnded('chat', stream)]).toEqual([WORDS.join(''), true]);
    expect(upstream.requestCount(`${model}-0`)).toBe(1);
    expect((await row()).other).toMatchObject({ stream_status: { status: 'ok' } });
  });
});

const TOOL: Partial<ScriptedAnswer> = {
  text: [],
  tools: [{ id: 'call_1', name: 'look', arguments: ['{"where":', '"there"', '}'] }],
  finish: 'tools',
};
const inTool =
  (how: Handler): Handler =>
  async (response, request) => {
    openStream(response);
    const events = eventsOf(request, TOOL);
    response.write(events.slice(0, -4).join(''));
    await sleep(30);
    return how(response, request);
  };

describe.each([
  ['is cut', (response) => void response.destroy()],
  [
    'reports an error',
    (response, { path }) => void response.end(`${dialectOf(path).errorFrame('broken')}\n\n`),
  ],
] as [string, Handler][])('a channel whose every tool call %s', (_name, how) => {
  test.each([CLIENTS[0], CLIENTS[1]])(
    'is left for a healthy one, for clients of %s',
    async (client, type) => {
      await channels(type, inTool(how), whole);
      for (let turn = 0; turn < 8; turn++) await ask(client);
      // Nobody can carry a half tool call on; five such answers in a row are enough.
      expect(upstream.requestCount(`${model}-0`)).toBe(5);
      expect(isEnded(client, await ask(client))).toBe(true);
    },
  );
});

test('a byte order mark before a stream costs no word, translated or not', async () => {
  const marked: Handler = (response, request) => {
    openStream(response);
    response.end(`\ufeff${eventsOf(request, ANSWER).join('')}`);
  };
  for (const [client, type] of [...CLIENTS, ['chat', 24] as const]) {
    await channels(type, marked);
    const stream = await ask(client);
    expect([client, textOf(stream), stream.includes('\ufeff')]).toEqual([client, WORDS.join(''), false]);
  }
});
