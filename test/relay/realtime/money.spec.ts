import { setTimeout as sleep } from 'node:timers/promises';
import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream, SPOKEN_USAGE } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime, until } from '../../setup/until.js';

const MODEL = 'gpt-4o-realtime-preview';
let gateway: Gateway;
let upstream: RealtimeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
  gateway = await Gateway.start({ STREAMING_TIMEOUT: '1' });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '3');
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(10_000_000);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const open = () => RealtimeClient.withHeader(gateway.url, key, MODEL).opened();

/** Every charge can be worked out from its row alone. */
async function expectReceipts(): Promise<void> {
  await gateway.quiet();
  const rows = await gateway.sql<{ id: number }>('SELECT id FROM logs WHERE type = 2');
  for (const { id } of rows) {
    const receipt = await gateway.manage<{ agrees: boolean }>('GET', `/api/log/${id}/receipt`);
    expect(receipt.agrees).toBe(true);
  }
}

describe('money', () => {
  test('a response costs what its usage says: text and sound, each at its ratio', async () => {
    const client = await open();
    await client.turn();
    await client.close();
    await expectReceipts();
    const [row, ...more] = await gateway.logs();
    expect(more).toEqual([]);
    expect(row!.content).toBe(
      '模型倍率 2.50，补全倍率 4.00，音频倍率 20.00，音频补全倍率 2.00，分组倍率 1.00',
    );
    expect(row).toMatchObject({
      quota: 120_750,
      prompt_tokens: 700,
      completion_tokens: 950,
      is_stream: true,
    });
    expect(row!.other).toMatchObject({
      ws: true,
      usage_source: 'upstream',
      audio_input: 600,
      audio_output: 900,
      text_input: 100,
      text_output: 50,
      audio_ratio: 20,
      audio_completion_ratio: 2,
      session: { responses: 1, input_tokens: 700, output_tokens: 950 },
    });
    expect(await gateway.quota()).toBe(10_000_000 - 120_750);
  });

  test('each response is charged when it is done, not at the end', async () => {
    const client = await open();
    const charged = async () => (await gateway.logsSoFar()).length;
    await client.turn(1);
    await until(async () => (await charged()) === 1);
    await client.turn(2);
    await until(async () => (await charged()) === 2);
    const rows = await gateway.logsSoFar();
    expect(rows[1]!.other).toMatchObject({ session: { responses: 2, input_tokens: 1400 } });
    expect(rows[1]!.other.request_id).not.toBe(rows[0]!.other.request_id);
    await client.close();
    expect(await gateway.quota()).toBe(10_000_000 - 2 * 120_750);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({
      balanced: true,
      memory: { openHolds: 0 },
    });
  });

  test('without usage, what was counted here is charged: sound by its length, text by its tokens', async () => {
    const second = Buffer.alloc(48_000).toString('base64');
    upstream.otherwise = { audios: [second, second], beta: true };
    const client = await open();
    await client.event('session.created');
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(96_000).toString('base64') });
    await client.turn();
    await client.close();
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({
      usage_source: 'estimated',
      audio_input: Math.ceil((2 / 60) * (100 / 0.06)),
      audio_output: Math.ceil((2 / 60) * (200 / 0.24)),
    });
  });

  test('sound of a telephone is measured as such', async () => {
    upstream.session = {
      audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: { type: 'audio/pcmu' } } },
    };
    upstream.otherwise = { audios: [Buffer.alloc(8000).toString('base64')] };
    const client = await open();
    await client.event('session.created');
    await client.turn();
    await client.close();
    expect((await gateway.logs())[0]!.other).toMatchObject({ audio_output: Math.ceil(200 / 0.24 / 60) });
  });

  test('usage beyond anything the session can have used is not charged, and the reported numbers are logged', async () => {
    const usage = {
      input_tokens: 50_000_000,
      output_tokens: 9_000_000,
      input_token_details: { text_tokens: 50_000_000, audio_tokens: 0, cached_tokens: 0 },
      output_token_details: { text_tokens: 9_000_000, audio_tokens: 0 },
    };
    upstream.otherwise = { texts: ['Hello'], usage };
    await gateway.setQuota(100_000_000);
    const client = await open();
    await client.turn();
    await client.close();
    const [row] = await gateway.logs();
    // Two tokens for each of the few hundred bytes of the session, and 100,000 more.
    expect(row!.prompt_tokens).toBeGreaterThan(100_000);
    expect(row!.prompt_tokens).toBeLessThan(110_000);
    expect(row!.completion_tokens).toBe(2 * 262_144 + 1024);
    expect(row!.other).toMatchObject({
      usage_capped: { input: 50_000_000, output: 9_000_000 },
      session: { responses: 1, input_tokens: row!.prompt_tokens, output_tokens: row!.completion_tokens },
    });
    await expectReceipts();
  });

  test('a response that failed without a word and without usage costs nothing', async () => {
    upstream.otherwise = { status: 'failed' };
    const client = await open();
    await client.turn();
    await client.close();
    expect(await gateway.logs()).toEqual([]);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({ memory: { openHolds: 0 } });
  });

  test('under a price per call the session costs it once', async () => {
    const rows = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
    const prices = rows.find((row) => row.key === 'ModelPrice')!.value;
    await gateway.option('ModelPrice', JSON.stringify({ ...(JSON.parse(prices) as object), [MODEL]: 0.5 }));
    await gateway.settledEvents();
    const client = await open();
    await client.turn(1);
    await client.turn(2);
    await client.close();
    expect((await gateway.logs()).map(({ quota }) => quota)).toEqual([250_000, 0]);
    expect(await gateway.quota()).toBe(10_000_000 - 250_000);
    await expectReceipts();
    await gateway.option('ModelPrice', prices);
    await gateway.settledEvents();
  });

  test('the transcription of the client’s audio is charged separately', async () => {
    upstream.session = { audio: { input: { transcription: { model: 'whisper-1' } } } };
    const client = await open();
    await client.event('session.created');
    upstream.last.socket.send(
      JSON.stringify({
        type: 'conversation.item.input_audio_transcription.completed',
        transcript: 'hello',
        usage: { type: 'duration', seconds: 60 },
      }),
    );
    await client.event('conversation.item.input_audio_transcription.completed');
    await client.close();
    const [row] = await gateway.logs();
    expect(row).toMatchObject({ model_name: 'whisper-1', quota: 15_000, prompt_tokens: 1000 });
  });

  test('a balance that does not carry another response ends the session after the one it carried', async () => {
    await gateway.setQuota(121_000);
    const client = await open();
    await client.turn();
    const { code } = await client.closed;
    expect(code).toBe(1008);
    expect(client.events.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'insufficient_user_quota' },
    });
    expect(client.events.at(-2)).toMatchObject({ type: 'response.done' });
    await upstream.last.closed;
    expect(await gateway.logs()).toHaveLength(1);
    expect(await gateway.quota()).toBe(250);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({
      balanced: true,
      memory: { openHolds: 0 },
    });
  });

  test('a response that outgrows the balance is broken off and charged for what came', async () => {
    await gateway.setQuota(60_000);
    const second = Buffer.alloc(480_000).toString('base64');
    upstream.otherwise = {
      audios: Array.from({ length: 40 }, () => second),
      betweenMs: 20,
      usage: SPOKEN_USAGE,
    };
    const client = await open();
    client.send({ type: 'response.create' });
    const { code } = await client.closed;
    expect(code).toBe(1008);
    expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'session_quota_exhausted' } });
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({
      usage_source: 'estimated',
      stream_status: { status: 'error', end_reason: 'quota_exhausted' },
    });
    expect(row!.quota).toBeGreaterThan(30_000);
    expect(await gateway.quota()).toBe(60_000 - row!.quota);
  });

  test('a balance too small for a first spoken response refuses it before the provider hears of it', async () => {
    await gateway.setQuota(5000);
    const client = await open();
    await client.event('session.created');
    client.send({ type: 'response.create' });
    expect((await client.event('error')).error).toMatchObject({ code: 'session_quota_exhausted' });
    await client.closed;
    expect(upstream.last.messages).toEqual([]);
    expect(await gateway.quota()).toBe(5000);
  });
});

describe('bad endings', () => {
  test.each(['break', 'close'] as const)(
    'a provider that stops mid-response (%s) is reported, and what came is charged',
    async (stops) => {
      upstream.otherwise = { texts: ['one two three', ' four five'], stops };
      const client = await open();
      client.send({ type: 'response.create' });
      const { code } = await client.closed;
      expect(code).toBe(1011);
      expect(client.events.filter(({ type }) => type === 'error')).toHaveLength(1);
      const [row, ...more] = await gateway.logs();
      expect(more).toEqual([]);
      expect(row!.other).toMatchObject({
        usage_source: 'estimated',
        stream_status: { status: 'error', end_reason: 'eof' },
      });
      expect(row!.completion_tokens).toBe(5);
      expect(await gateway.quota()).toBe(10_000_000 - row!.quota);
      expect(await gateway.manage('GET', '/api/books')).toMatchObject({ memory: { openHolds: 0 } });
    },
  );

  test('a provider that falls silent mid-response is left after the idle limit', async () => {
    upstream.otherwise = { texts: ['one'], stops: 'silence' };
    const client = await open();
    client.send({ type: 'response.create' });
    expect((await client.closed).code).toBe(1011);
    expect((await gateway.logs())[0]!.other).toMatchObject({
      stream_status: { status: 'error', end_reason: 'timeout' },
    });
  });

  test('silence between responses is no fault', async () => {
    const client = await open();
    await client.turn(1);
    await sleep(1500);
    await client.turn(2);
    await client.close();
    expect(await gateway.logs()).toHaveLength(2);
  });

  test('a client that leaves mid-response pays for what came; the provider is hung up on within a second', async () => {
    upstream.otherwise = {
      texts: Array.from({ length: 100 }, () => 'some words '),
      betweenMs: 30,
      usage: SPOKEN_USAGE,
    };
    const client = await open();
    client.send({ type: 'response.create' });
    await client.event('response.output_text.delta', 10);
    client.socket.terminate();
    const sinceLeft = new OwnTime();
    await upstream.last.closed;
    expect(sinceLeft.stop()).toBeLessThan(1000);
    await gateway.quiet();
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({
      usage_source: 'estimated',
      stream_status: { status: 'error', end_reason: 'client_gone' },
    });
    expect(row!.completion_tokens).toBeGreaterThanOrEqual(20);
    expect(row!.completion_tokens).toBeLessThan(100);
    expect(await gateway.quota()).toBe(10_000_000 - row!.quota);
  });
});
