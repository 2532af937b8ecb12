import { RealtimeClient, type RealtimeEvent } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime, until } from '../../setup/until.js';

/** Sold at ratio 1; the channel calls it `gpt-4o-transcribe`. */
const MODEL = 'dictation';
const UPSTREAM_MODEL = 'gpt-4o-transcribe';
/** Of a transcription of a file of ten seconds at this ratio. */
const TEN_SECONDS = 167;
const START = 10_000_000;
const COMPLETED = 'conversation.item.input_audio_transcription.completed';
let gateway: Gateway;
let upstream: RealtimeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({
    base_url: upstream.url,
    models: `${MODEL},whisper-1,gpt-4o-realtime-preview`,
    model_mapping: JSON.stringify({ [MODEL]: UPSTREAM_MODEL }),
  });
  await gateway.sell({ [MODEL]: 1, 'gpt-4o-mini-transcribe': 1 });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

/** Opens a session and selects the model that transcribes. */
async function open(format = 'audio/pcm', model = MODEL): Promise<RealtimeClient> {
  const client = await RealtimeClient.forTranscripts(gateway.url, key, MODEL).opened();
  await client.event('session.created');
  client.send(update(model, format));
  await client.event('session.updated');
  return client;
}

function update(model: string, format = 'audio/pcm'): object {
  const input = { format: { type: format }, transcription: { model, language: 'en' } };
  return {
    event_id: 'evt_mine',
    type: 'session.update',
    session: { type: 'transcription', audio: { input } },
  };
}

function append(client: RealtimeClient, bytes: number): void {
  client.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(bytes).toString('base64') });
}

/** Appends and commits ten seconds, and waits for their transcript. */
async function dictate(client: RealtimeClient, nth = 1): Promise<RealtimeEvent> {
  append(client, 480_000);
  client.send({ type: 'input_audio_buffer.commit' });
  return client.event(COMPLETED, nth);
}

const quotas = async () => (await gateway.logs()).map(({ quota }) => quota);

async function expectBalanced(): Promise<void> {
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({
    balanced: true,
    memory: { openHolds: 0 },
  });
}

describe('the model', () => {
  test('in the query selects the channel and is not sent upstream', async () => {
    const client = await RealtimeClient.forTranscripts(gateway.url, key, MODEL).opened();
    await client.event('session.created');
    expect(upstream.last.path).toBe('/v1/realtime?intent=transcription');
    await client.close();
    expect(client.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  test('in a session.update is mapped, and priced by the client’s name', async () => {
    const client = await open();
    expect(JSON.parse(upstream.last.messages[0]!)).toEqual(update(UPSTREAM_MODEL));
    await dictate(client);
    await client.close();
    expect(await gateway.logs()).toMatchObject([{ model_name: MODEL, quota: TEN_SECONDS }]);
  });

  test('may differ from that of the query, and is then priced as itself', async () => {
    const client = await open('audio/pcm', 'whisper-1');
    await dictate(client);
    await client.close();
    expect(await gateway.logs()).toMatchObject([{ model_name: 'whisper-1', quota: 15 * TEN_SECONDS }]);
  });

  test.each([
    ['that the token may not use', 'whisper-1', 'model_forbidden'],
    ['that has no price', 'unpriced-transcribe', 'model_price_error'],
    ['that the channel does not list', 'gpt-4o-mini-transcribe', 'model_not_found'],
  ])('%s is refused, and the session continues', async (_which, model, code) => {
    const limits = code === 'model_forbidden' ? MODEL : `${MODEL},${model}`;
    const limited = await gateway.addToken({ model_limits_enabled: true, model_limits: limits });
    const client = await RealtimeClient.forTranscripts(gateway.url, limited, MODEL).opened();
    await client.event('session.created');
    client.send(update(model));
    expect((await client.event('error')).error).toMatchObject({ code, event_id: 'evt_mine' });
    client.send(update(MODEL));
    await client.event('session.updated');
    await dictate(client);
    await client.close();
    expect(upstream.last.messages.join()).not.toContain(model);
    expect(await gateway.logs()).toMatchObject([{ model_name: MODEL }]);
  });

  test.each([
    [
      'a repeated session',
      `{"type":"session.update","session":{"type":"transcription","audio":{"input":{"transcription":{"model":"whisper-1"}}}},"session":{"type":"transcription"}}`,
    ],
    [
      'a repeated type',
      `{"type":"session.update","type":"x","session":{"audio":{"input":{"transcription":{"model":"whisper-1"}}}}}`,
    ],
  ])('does not reach the provider unchecked: %s', async (_how, text) => {
    const client = await RealtimeClient.forTranscripts(gateway.url, key, MODEL).opened();
    await client.event('session.created');
    client.socket.send(text);
    await client.event(['session.updated', 'error']);
    const [sent] = upstream.last.messages;
    expect(sent!.match(/"type":"(session.update|x)"/g)).toHaveLength(1);
    expect(sent!.match(/"session":/g)).toHaveLength(1);
    await client.close();
  });

  test('is checked in binary frames, too', async () => {
    const client = await RealtimeClient.forTranscripts(gateway.url, key, MODEL).opened();
    await client.event('session.created');
    client.socket.send(Buffer.from(JSON.stringify(update('unpriced-transcribe'))));
    expect((await client.event('error')).error).toMatchObject({ code: 'model_price_error' });
    expect(upstream.last.messages).toEqual([]);
    await client.close();
  });

  test('ends the session when the token loses it', async () => {
    const limited = await gateway.addToken({
      name: 'loses',
      model_limits_enabled: true,
      model_limits: `${MODEL},whisper-1`,
    });
    const client = await RealtimeClient.forTranscripts(gateway.url, limited, MODEL).opened();
    await client.event('session.created');
    client.send(update('whisper-1'));
    await client.event('session.updated');
    const tokens = await gateway.manage<{ name: string }[]>('GET', '/api/token/?p=0&size=100');
    const token = tokens.find(({ name }) => name === 'loses');
    await gateway.manage('PUT', '/api/token/', { ...token, key: undefined, model_limits: MODEL });
    expect((await client.event('error')).error).toMatchObject({ code: 'model_forbidden' });
    await client.closed;
  });
});

describe('in a conversation', () => {
  const CONVERSATION = 'gpt-4o-realtime-preview';
  const converse = async (token = key) => {
    const client = await RealtimeClient.withHeader(gateway.url, token, CONVERSATION).opened();
    await client.event('session.created');
    return client;
  };
  const transcribedBy = (model: string) => ({
    type: 'session.update',
    session: { input_audio_transcription: { model } },
  });

  test('the model of transcripts needs a right and a price, but no place in the channel’s list', async () => {
    const limited = await gateway.addToken({
      model_limits_enabled: true,
      model_limits: `${CONVERSATION},gpt-4o-mini-transcribe`,
    });
    const client = await converse(limited);
    client.send(transcribedBy('whisper-1'));
    expect((await client.event('error')).error).toMatchObject({ code: 'model_forbidden' });
    client.send(transcribedBy('gpt-4o-mini-transcribe'));
    await client.turn();
    expect(upstream.last.messages[0]).toBe(JSON.stringify(transcribedBy('gpt-4o-mini-transcribe')));
    await client.close();
  });

  test('the session keeps its model', async () => {
    const client = await converse();
    client.send({ type: 'session.update', session: { model: 'gpt-realtime', instructions: 'be brief' } });
    expect((await client.event('error')).error?.message).toContain('cannot be changed');
    client.send({ type: 'session.update', session: { model: CONVERSATION } });
    await client.turn();
    expect(upstream.last.messages).toHaveLength(2);
    await client.close();
  });

  test.each([
    ['with transcripts', { model: 'whisper-1' }, 1],
    ['without transcripts', null, 0],
  ])('committed audio is charged as a transcript: %s', async (_how, transcription, rows) => {
    upstream.session = { audio: { input: { format: { type: 'audio/pcm' }, transcription } } };
    const client = await converse();
    append(client, 480_000);
    client.send({ type: 'input_audio_buffer.commit' });
    // The answer to this comes after the audio has been counted.
    await client.turn();
    upstream.last.socket.send(JSON.stringify({ type: 'input_audio_buffer.committed', item_id: 'item_1' }));
    await client.event('input_audio_buffer.committed');
    await client.close();
    const transcripts = (await gateway.logs()).filter(({ model_name: name }) => name === 'whisper-1');
    expect(transcripts.map(({ quota }) => quota)).toEqual(Array(rows).fill(15 * TEN_SECONDS));
  });
});

describe('a transcript', () => {
  test('without usage costs as much as that of a file of the same length', async () => {
    const client = await open();
    await dictate(client, 1);
    await dictate(client, 2);
    await client.close();
    expect(await quotas()).toEqual([TEN_SECONDS, TEN_SECONDS]);
    expect((await gateway.logs())[0]!.other).toMatchObject({ usage_source: 'estimated' });
    expect(await gateway.quota()).toBe(START - 2 * TEN_SECONDS);
    await expectBalanced();
  });

  test.each(['audio/pcmu', 'audio/pcma'])('of %s is measured as telephone audio', async (format) => {
    const client = await open(format);
    append(client, 80_000);
    client.send({ type: 'input_audio_buffer.commit' });
    await client.event(COMPLETED);
    await client.close();
    expect(await quotas()).toEqual([TEN_SECONDS]);
  });

  test.each([
    ['duration', () => ({ type: 'duration', seconds: 5 }), 83],
    [
      'tokens',
      () => ({
        type: 'tokens',
        total_tokens: 45,
        input_tokens: 40,
        output_tokens: 5,
        input_token_details: { text_tokens: 40, audio_tokens: 0 },
      }),
      45,
    ],
  ])('with usage by %s is charged by it alone', async (_type, usage, quota) => {
    upstream.transcript = { usage };
    const client = await open();
    await dictate(client);
    await client.close();
    expect(await quotas()).toEqual([quota]);
    expect((await gateway.logs())[0]!.other).toMatchObject({ usage_source: 'upstream' });
  });

  test.each([
    ['without usage', {}],
    ['with usage', { usage: (seconds: number) => ({ type: 'duration', seconds }) }],
  ])('that is reported three times is charged once: %s', async (_name, script) => {
    upstream.transcript = { ...script, times: 3 };
    const client = await open();
    await dictate(client, 3);
    await client.close();
    expect(await quotas()).toEqual([TEN_SECONDS]);
  });

  test('of audio found by voice activity detection costs the speech, not the silence around it', async () => {
    const client = await open();
    append(client, 960_000);
    await until(() => upstream.last.messages.length === 2);
    const item = { item_id: 'item_9' };
    for (const event of [
      { type: 'input_audio_buffer.speech_started', ...item, audio_start_ms: 3000 },
      { type: 'input_audio_buffer.speech_stopped', ...item, audio_end_ms: 13_000 },
      { type: 'input_audio_buffer.committed', ...item },
      { type: COMPLETED, ...item, content_index: 0, transcript: 'hello' },
    ])
      upstream.last.socket.send(JSON.stringify(event));
    await client.event(COMPLETED);
    await client.close();
    expect(await quotas()).toEqual([TEN_SECONDS]);
  });
});

describe('the end of a session', () => {
  test('charges audio that was committed and whose transcript the client did not wait for, once', async () => {
    upstream.transcript = { isSilent: true };
    const client = await open();
    append(client, 480_000);
    client.send({ type: 'input_audio_buffer.commit' });
    await client.event('input_audio_buffer.committed');
    append(client, 480_000);
    await client.close();
    expect(await quotas()).toEqual([TEN_SECONDS]);
    expect((await gateway.logs())[0]!.other).toMatchObject({
      stream_status: { end_reason: 'client_gone' },
    });
    await expectBalanced();
  });

  test('charges nothing for a transcript that the provider did not deliver', async () => {
    upstream.transcript = { isSilent: true };
    const client = await open();
    append(client, 480_000);
    client.send({ type: 'input_audio_buffer.commit' });
    await client.event('input_audio_buffer.committed');
    upstream.last.socket.terminate();
    await client.closed;
    expect(await quotas()).toEqual([]);
    await expectBalanced();
  });

  test('charges nothing for audio that was cleared or never committed', async () => {
    const client = await open();
    append(client, 480_000);
    client.send({ type: 'input_audio_buffer.clear' });
    await client.event('input_audio_buffer.cleared');
    append(client, 480_000);
    client.send(update(MODEL));
    await client.event('session.updated', 2);
    await client.close();
    expect(await quotas()).toEqual([]);
    expect(await gateway.quota()).toBe(START);
  });

  test('a commit that is too short to be accepted costs nothing, and its audio belongs to the next one', async () => {
    const client = await open();
    append(client, 2400);
    client.send({ type: 'input_audio_buffer.commit' });
    await client.event('error');
    append(client, 480_000 - 2400);
    client.send({ type: 'input_audio_buffer.commit' });
    await client.event(COMPLETED);
    await client.close();
    expect(await quotas()).toEqual([TEN_SECONDS]);
  });

  test('comes after the transcript that the balance does not cover another of', async () => {
    await gateway.setQuota(600);
    const client = await open();
    await dictate(client);
    expect((await client.closed).code).toBe(1008);
    expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'insufficient_user_quota' } });
    expect(await quotas()).toEqual([TEN_SECONDS]);
    expect(await gateway.quota()).toBe(600 - TEN_SECONDS);
    await expectBalanced();
  });

  test('comes before the provider gets audio whose transcript the balance does not cover', async () => {
    await gateway.setQuota(600);
    const client = await open();
    for (let part = 0; part < 6; part++) append(client, 480_000);
    expect((await client.event('error')).error).toMatchObject({ code: 'session_quota_exhausted' });
    const sinceError = new OwnTime();
    await client.closed;
    // Although more audio is waiting than the gateway reads ahead.
    expect(sinceError.stop()).toBeLessThan(5000);
    expect(upstream.last.messages.length).toBeLessThan(6);
    expect(await gateway.quota()).toBe(600);
  });
});
