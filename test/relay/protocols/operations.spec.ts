import { SOUND } from '../../doubles/operation-dialects.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

const START = 10_000_000;
const MODELS =
  'text-embedding-3-small,dall-e-3,dall-e-2,gpt-image-1,tts-1,gpt-4o-mini-tts,whisper-1,text-moderation-latest,gpt-4o';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: MODELS });
  await gateway.option('ModelRatio', JSON.stringify(RATIOS));
  key = await gateway.addToken();
});

const RATIOS = {
  'text-embedding-3-small': 0.01,
  'gpt-image-1': 2.5,
  'dall-e-2': 8,
  'tts-1': 7.5,
  'tts-1-hd': 15,
  'gpt-4o-mini-tts': 0.3,
  'whisper-1': 15,
};

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const call = (path: string, body: object | FormData) => gateway.relay(path, key, body);

/** The only row, and what the balance lost. */
async function charged() {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  return row!;
}

async function refused(answer: Response): Promise<string> {
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { message: string } };
  expect(await gateway.quota()).toBe(START);
  expect(upstream.requests).toHaveLength(0);
  return error.message.replace(/ \(request id.*/, '');
}

describe('embeddings', () => {
  test('go on with every field the gateway does not know, and come back as they are', async () => {
    const body = {
      model: 'text-embedding-3-small',
      input: [[1, 2, 3], [4]],
      dimensions: 256,
      task: 'search',
    };
    const answer = await call('/v1/embeddings', body);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ object: 'list', data: [{ index: 0 }, { index: 1 }] });
    expect(upstream.last.json).toEqual(body);
    expect(await charged()).toMatchObject({ prompt_tokens: 12, completion_tokens: 0, quota: 1 });
  });

  test('take the model from the path of old clients', async () => {
    const answer = await call('/v1/engines/text-embedding-3-small/embeddings', { input: 'hello' });
    expect(answer.status).toBe(200);
    expect(upstream.last.path).toBe('/v1/embeddings');
    expect(upstream.last.json).toEqual({ input: 'hello', model: 'text-embedding-3-small' });
  });

  test.each([
    [{ model: 'text-embedding-3-small' }, 'input is empty'],
    [{ model: 'text-embedding-3-small', input: [] }, 'input is empty'],
    [{ input: 'a' }, 'model is required'],
    [{ model: 7, input: 'a' }, 'field model must be a string'],
    [{ model: 'text-embedding-3-small', input: 'a', dimensions: -1 }, 'field dimensions must be'],
    [
      { model: 'text-embedding-3-small', input: 'a', encoding_format: 'hex' },
      'field encoding_format must be',
    ],
  ])('%j is refused', async (body, message) => {
    expect(await refused(await call('/v1/embeddings', body))).toContain(message);
  });
});

describe('images', () => {
  test('cost by the piece that really came, by size and quality (G4)', async () => {
    const body = { model: 'dall-e-3', prompt: 'a gate', n: 2, size: '1792x1024', quality: 'hd' };
    expect((await call('/v1/images/generations', body)).status).toBe(200);
    const row = await charged();
    expect(row).toMatchObject({ quota: 120_000, prompt_tokens: 2 });
    expect(row.content).toContain(', 大小 1792x1024, 品质 hd');
  });

  test('of a model with a ratio and no tokens cost 0.0025 USD times the ratio', async () => {
    const body = { model: 'dall-e-2', prompt: 'a gate', n: 2, size: '512x512' };
    expect((await call('/v1/images/generations', body)).status).toBe(200);
    expect(await charged()).toMatchObject({ quota: 0.0025 * 8 * 500_000 * 0.45 * 2 });
  });

  test('of a model that tells its tokens cost by them', async () => {
    upstream.next({ answer: { usage: { input: 15, cacheRead: 1, output: 1000 } } });
    const body = { model: 'gpt-image-1', prompt: 'a gate', quality: 'low' };
    expect((await call('/v1/images/generations', body)).status).toBe(200);
    const row = await charged();
    expect(row.other).toMatchObject({ image_input: 5, image_output: 1000, image_ratio: 2 });
    const { image_completion_ratio: ratio } = row.other as { image_completion_ratio: number };
    expect(row.quota).toBe(Math.round((10 + 5 * 2 + 1000 * ratio) * 2.5));
  });

  test('are edited with the form as it came, but for the model', async () => {
    const form = new FormData();
    form.append('prompt', 'paint it 红色');
    form.append('model', 'dall-e-2');
    form.append('image[]', new Blob([SOUND], { type: 'image/png' }), 'a "b".png');
    form.append('image[]', new Blob([SOUND]), 'c.png');
    expect((await call('/v1/images/edits', form)).status).toBe(200);
    const received = await new Response(new Uint8Array(upstream.last.body), {
      headers: { 'content-type': upstream.last.headers['content-type']! },
    }).formData();
    expect(received.get('prompt')).toBe('paint it 红色');
    expect(received.get('model')).toBe('dall-e-2');
    const files = received.getAll('image[]') as File[];
    expect(await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())))).toEqual([
      SOUND,
      SOUND,
    ]);
  });

  test.each([
    [{ model: 'dall-e-3' }, 'prompt is required'],
    [{ model: 'dall-e-3', prompt: 'a', n: 11 }, 'n must be'],
    [{ model: 'dall-e-3', prompt: 'a', n: -1 }, 'n must be'],
    [{ model: 'dall-e-3', prompt: 'a', n: 1.5 }, 'n must be'],
    [{ model: 'dall-e-3', prompt: 'a', size: '512x512' }, 'size must be one of'],
    [{ model: 'dall-e-3', prompt: 'a', size: '512×512' }, "please use 'x'"],
  ])('%j is refused', async (body, message) => {
    expect(await refused(await call('/v1/images/generations', body))).toContain(message);
  });
});

describe('streams', () => {
  test('of images go on as they come and cost by their tokens', async () => {
    const body = { model: 'gpt-image-1', prompt: 'a gate', stream: true, partial_images: 1 };
    const answer = await call('/v1/images/generations', body);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const text = await answer.text();
    expect(text).toContain('aGFsZg==');
    expect(text.trim().split('\n\n').at(-1)).toContain('image_generation.completed');
    const row = await charged();
    expect(row).toMatchObject({ is_stream: true });
    expect(row.other).toMatchObject({ usage_source: 'upstream', image_input: 5, image_output: 400 });
  });

  test('of speech cost by the reported tokens', async () => {
    const answer = await call('/v1/audio/speech', {
      model: 'gpt-4o-mini-tts',
      input: 'a',
      stream_format: 'sse',
    });
    expect(await answer.text()).toContain('speech.audio.done');
    const row = await charged();
    expect(row.other).toMatchObject({ usage_source: 'upstream', audio_output: 50 });
    expect(row.prompt_tokens).toBe(4);
  });

  test('of transcripts cost by the reported tokens', async () => {
    const form = new FormData();
    form.set('model', 'whisper-1');
    form.set('stream', 'true');
    form.set('file', new Blob([SOUND]), 'a.bin');
    const answer = await call('/v1/audio/transcriptions', form);
    expect(await answer.text()).toContain('transcript.text.done');
    const row = await charged();
    expect(row.other).toMatchObject({ usage_source: 'upstream', audio_input: 24 });
  });

  test('that break off before their last event end with an error, and are charged', async () => {
    upstream.next({ frames: 1, ending: 'cut' });
    const body = { model: 'gpt-image-1', prompt: 'a gate', stream: true };
    const text = await (await call('/v1/images/generations', body)).text();
    expect(text).toContain('aGFsZg==');
    expect(text).toContain('"error"');
    const row = await charged();
    expect(row.other).toMatchObject({ stream_status: { status: 'error' } });
  });

  test('that begin with an error are an error', async () => {
    upstream.next({ frames: 0, ending: 'error-frame' });
    const body = { model: 'gpt-image-1', prompt: 'a gate', stream: true };
    const answer = await call('/v1/images/generations', body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await gateway.quota()).toBe(START);
  });
});

describe('speech', () => {
  test('comes back byte for byte and costs by the character (G5)', async () => {
    const answer = await call('/v1/audio/speech', { model: 'tts-1', input: 'hello world', voice: 'alloy' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(SOUND);
    expect(await charged()).toMatchObject({ quota: 83, prompt_tokens: 11 });
  });

  test('of a model that sells sound by the token is estimated', async () => {
    const input = 'x'.repeat(900);
    expect((await call('/v1/audio/speech', { model: 'gpt-4o-mini-tts', input })).status).toBe(200);
    const row = await charged();
    expect(row.other).toMatchObject({ audio: true, audio_output: 1000, usage_source: 'estimated' });
  });

  test('without words is refused', async () => {
    expect(await refused(await call('/v1/audio/speech', { model: 'tts-1' }))).toBe('input is required');
  });
});

describe('transcripts', () => {
  /** Silence of so many seconds: 8 kHz, 8 bit, one channel. */
  function wav(seconds: number): Blob {
    const data = Math.round(seconds * 8000);
    const head = Buffer.alloc(44);
    head.write('RIFF', 0);
    head.writeUInt32LE(36 + data, 4);
    head.write('WAVEfmt ', 8);
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(1, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt32LE(8000, 24);
    head.writeUInt32LE(8000, 28);
    head.writeUInt16LE(1, 32);
    head.writeUInt16LE(8, 34);
    head.write('data', 36);
    head.writeUInt32LE(data, 40);
    return new Blob([head, Buffer.alloc(data, 128)], { type: 'audio/wav' });
  }

  function form(fields: Record<string, string>, file: Blob = wav(60.2)): FormData {
    const all = new FormData();
    all.set('file', file, 'sound.wav');
    for (const [name, value] of Object.entries(fields)) all.set(name, value);
    return all;
  }

  test('cost by the length of the sound where the provider does not tell it (G6)', async () => {
    upstream.next({ answer: { usage: undefined } });
    const answer = await call('/v1/audio/transcriptions', form({ model: 'whisper-1', language: 'zh' }));
    expect(await answer.json()).toEqual({ text: 'hello you' });
    expect(await charged()).toMatchObject({ quota: 15_255, prompt_tokens: 1017 });
  });

  test('are charged by the usage that the provider reports', async () => {
    upstream.next({ answer: { usage: { input: 120, output: 0 } } });
    expect((await call('/v1/audio/translations', form({ model: 'whisper-1' }))).status).toBe(200);
    expect(await charged()).toMatchObject({ quota: 30_000, prompt_tokens: 2000 });
  });

  describe('where operators count a minute otherwise', () => {
    beforeAll(() => gateway.option('AudioTokensPerMinute', '200'));
    afterAll(() => gateway.option('AudioTokensPerMinute', '1000'));

    test.each([
      ['measured', undefined, 203],
      ['reported', { input: 120, output: 0 }, 400],
    ] as const)('hold and cost by that, with the length %s', async (_how, usage, tokens) => {
      upstream.next({ answer: { usage } });
      expect((await call('/v1/audio/transcriptions', form({ model: 'whisper-1' }))).status).toBe(200);
      expect(await charged()).toMatchObject({ prompt_tokens: tokens, quota: tokens * 15 });
      expect((await gateway.logs()).at(-1)!.other.held).toBe(203 * 15);
    });
  });

  test('of sound nobody can measure are still made', async () => {
    const noise = new Blob([Buffer.alloc(16_000, 1)]);
    upstream.next({ answer: { usage: undefined } });
    expect((await call('/v1/audio/transcriptions', form({ model: 'whisper-1' }, noise))).status).toBe(200);
    expect(await charged()).toMatchObject({ prompt_tokens: 33 });
  });

  test('need a form with a file', async () => {
    expect(await refused(await call('/v1/audio/transcriptions', { model: 'whisper-1' }))).toContain('form');
    const empty = new FormData();
    empty.set('model', 'whisper-1');
    expect(await refused(await call('/v1/audio/transcriptions', empty))).toBe('file is required');
  });

  test('a form that breaks off is refused', async () => {
    const answer = await gateway.relay(
      '/v1/audio/transcriptions',
      key,
      '--x\r\ncontent-disposition: form-da',
      {
        'content-type': 'multipart/form-data; boundary=x',
      },
    );
    expect(await refused(answer)).toContain('the form cannot be read');
  });
});

test('a model whose channels cannot do what is asked is refused without asking them', async () => {
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-7-sonnet-20250219' });
  const answer = await call('/v1/embeddings', { model: 'claude-3-7-sonnet-20250219', input: 'a' });
  expect(await refused(answer)).toContain('not implemented');
});

test('a mapped model goes up under its mapped name, in JSON and in forms', async () => {
  await gateway.addChannel({
    type: 1,
    base_url: upstream.url,
    models: 'tts-1-hd',
    model_mapping: JSON.stringify({ 'tts-1-hd': 'voice-9' }),
  });
  expect((await call('/v1/audio/speech', { model: 'tts-1-hd', input: 'a' })).status).toBe(200);
  expect(upstream.last.json).toMatchObject({ model: 'voice-9' });
  const form = new FormData();
  form.set('model', 'tts-1-hd');
  form.set('prompt', 'a');
  form.set('image', new Blob([SOUND]), 'a.png');
  expect((await call('/v1/images/edits', form)).status).toBe(200);
  expect(upstream.last.body.toString('latin1')).toContain('voice-9');
  expect(upstream.last.body.toString('latin1')).not.toContain('tts-1-hd');
});
