import { answers, openJson, wholeText, writeOnAndOn, type Handler } from '../../doubles/handled-upstream.js';
import { plainAnswer } from '../../doubles/scripted-answer.js';
import { HandledChannels } from '../../setup/handled-channels.js';
import { textOf } from '../../setup/relayed-answer.js';

/** RELAY_TIMEOUT: half of it is left for the other channel, which a busy machine needs. */
const WHOLE_S = 6;

const app = HandledChannels.forAllTests('left', {
  retries: 3,
  environment: { RELAY_TIMEOUT: String(WHOLE_S), STREAMING_TIMEOUT: '2', FIRST_TOKEN_TIMEOUT: '60' },
});

const silent: Handler = () => undefined;

describe('while another channel could be asked', () => {
  test.each(['chat', 'messages', 'google'] as const)(
    'a silent provider is left in time for the other to answer a client of %s that does not stream',
    async (client) => {
      await app.add(1, silent, answers);
      const { status, text, ms } = await app.timed(client, false);
      expect([status, textOf(text)]).toEqual([200, plainAnswer.text.join('')]);
      expect(ms).toBeLessThan(WHOLE_S * 1000);
    },
  );

  test.each([
    ['sends one byte at a time', (response) => writeOnAndOn(openJson(response), '{', 300)],
    ['sends blanks', (response) => writeOnAndOn(openJson(response), ' ', 100)],
    [
      'sends the beginning of an answer, and then single bytes',
      (response, request) => {
        openJson(response).write(wholeText(request).slice(0, 100));
        writeOnAndOn(response, 'x', 300);
      },
    ],
    [
      'sends the beginning of an answer, and then nothing',
      (response, request) => void openJson(response).write(wholeText(request).slice(0, 100)),
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
        const check = async (pending: ReturnType<typeof app.timed>) => {
          const { status, text, ms } = await pending;
          expect([client, status, textOf(text)]).toEqual([client, 200, plainAnswer.text.join('')]);
          expect(ms).toBeLessThan(WHOLE_S * 1000);
        };
        seen.push(check(app.timed(client, false)));
      }
      await Promise.all(seen);
    },
  );

  test('it has the time that the operator sets', async () => {
    await app.gateway.option('FirstByteTimeout', '0.3');
    await app.gateway.settledEvents();
    await app.add(1, silent, answers);
    expect((await app.timed('chat', false)).ms).toBeLessThan(1200);
    await app.gateway.option('FirstByteTimeout', '60');
    await app.gateway.settledEvents();
  });
});
