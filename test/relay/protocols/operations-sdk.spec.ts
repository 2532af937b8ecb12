import { PIXEL } from '../../dialects/image-calls.js';
import { GoogleGenAI } from '@google/genai';
import OpenAI, { APIError, toFile } from 'openai';
import { SOUND } from '../../doubles/operation-dialects.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** The official clients on routes that are no conversation. */
const START = 10_000_000;
const OPENAI_MODELS =
  'text-embedding-3-small,omni-moderation-latest,dall-e-3,gpt-image-1,tts-1,gpt-4o-mini-tts,whisper-1,gpt-4o-transcribe';
const GOOGLE_MODELS = 'text-embedding-004,gemini-embedding-001,imagen-3.0-generate-002';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let openai: OpenAI;
let google: GoogleGenAI;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: OPENAI_MODELS });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: GOOGLE_MODELS });
  const sold = `${OPENAI_MODELS},${GOOGLE_MODELS}`.split(',').map((model) => [model, 10]);
  await gateway.option('ModelRatio', JSON.stringify(Object.fromEntries(sold)));
  const apiKey = await gateway.addToken();
  openai = new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });
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

/** One row that costs something, as much as the balance lost. */
afterEach(async () => {
  const rows = await gateway.logs();
  const { currentTestName = '' } = expect.getState();
  expect(rows).toHaveLength(currentTestName.includes('free') ? 0 : 1);
  expect(await gateway.quota()).toBe(START - rows.reduce((sum, { quota }) => sum + quota, 0));
  for (const row of rows) if (!row.model_name.includes('moderation')) expect(row.quota).toBeGreaterThan(0);
});

const speechFile = () => toFile(SOUND, 'sprache ü.mp3', { type: 'audio/mpeg' });
const rounded = (vector: readonly number[] | undefined) => vector?.map((one) => Number(one.toFixed(6)));

describe('OpenAI’s client', () => {
  test('embeds, on a channel of OpenAI', async () => {
    const { data, usage } = await openai.embeddings.create({
      model: 'text-embedding-3-small',
      input: ['hello', 'you'],
      encoding_format: 'float',
    });
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [0.1, -0.2, 0.3],
      [1, 0, 0.5],
    ]);
    expect(usage).toEqual({ prompt_tokens: 12, total_tokens: 12 });
  });

  test('embeds, on a channel of Google, as it asks by itself: in base64', async () => {
    const { data } = await openai.embeddings.create({ model: 'text-embedding-004', input: ['hello', 'you'] });
    expect(data.map(({ embedding }) => rounded(embedding))).toEqual([
      [0.1, -0.2, 0.3],
      [1, 0, 0.5],
    ]);
  });

  test('moderates texts and images', async () => {
    const { results } = await openai.moderations.create({
      model: 'omni-moderation-latest',
      input: [
        { type: 'text', text: 'hello' },
        { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } },
      ],
    });
    expect(results[0]!.flagged).toBe(false);
  });

  test.each(['dall-e-3', 'imagen-3.0-generate-002'])('makes images with %s', async (model) => {
    const pixel = PIXEL.toString('base64');
    const { data } = await openai.images.generate({ model, prompt: 'a gate', n: 2 });
    expect(data!.map(({ b64_json }) => b64_json)).toEqual(
      model === 'dall-e-3' ? [pixel, pixel] : ['aGVsbG8=', 'eW91'],
    );
  });

  test('sees an image become clear', async () => {
    const stream = await openai.images.generate({
      model: 'gpt-image-1',
      prompt: 'a gate',
      stream: true,
      partial_images: 1,
    });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual(['image_generation.partial_image', 'image_generation.completed']);
  });

  test('edits images', async () => {
    const image = [await toFile(SOUND, 'ä.png', { type: 'image/png' }), await toFile(SOUND, 'b.png')];
    const { data } = await openai.images.edit({ model: 'gpt-image-1', prompt: 'paint it 红色', image });
    expect(data).toHaveLength(2);
    const received = await receivedForm();
    expect(received.get('prompt')).toBe('paint it 红色');
    expect(received.getAll('image[]')).toHaveLength(2);
  });

  test('edits an image and sees it become clear', async () => {
    const image = await toFile(SOUND, 'a.png');
    const stream = await openai.images.edit({ model: 'gpt-image-1', prompt: 'a', image, stream: true });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual(['image_edit.partial_image', 'image_edit.completed']);
  });

  test('has a text spoken', async () => {
    const answer = await openai.audio.speech.create({ model: 'tts-1', input: 'hello', voice: 'alloy' });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(SOUND);
  });

  test('has a text spoken as events', async () => {
    const answer = await openai.audio.speech.create({
      model: 'gpt-4o-mini-tts',
      input: 'hello',
      voice: 'alloy',
      stream_format: 'sse',
    });
    expect(await answer.text()).toContain('speech.audio.done');
  });

  test('transcribes a file', async () => {
    const file = await speechFile();
    const { text } = await openai.audio.transcriptions.create({ model: 'whisper-1', file, language: 'de' });
    expect(text).toBe('hello you');
    const received = await receivedForm();
    expect(received.get('language')).toBe('de');
    const sent = received.get('file') as File;
    expect(sent.name).toBe('sprache ü.mp3');
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(SOUND);
  });

  test('streams a transcription', async () => {
    const stream = await openai.audio.transcriptions.create({
      model: 'gpt-4o-transcribe',
      file: await speechFile(),
      stream: true,
    });
    let text = '';
    for await (const event of stream) if (event.type === 'transcript.text.delta') text += event.delta;
    expect(text).toBe('hello you');
  });

  test('has sound translated', async () => {
    const { text } = await openai.audio.translations.create({ model: 'whisper-1', file: await speechFile() });
    expect(text).toBe('hello you');
  });

  test('gets its own errors, for free', async () => {
    upstream.next('bad-request');
    const failing = openai.embeddings.create({ model: 'text-embedding-004', input: 'hello' });
    await expect(failing).rejects.toBeInstanceOf(APIError);
    await expect(failing).rejects.toMatchObject({ status: 400 });
  });
});

describe('Google’s client', () => {
  test.each(['gemini-embedding-001', 'text-embedding-3-small'])('embeds with %s', async (model) => {
    const { embeddings } = await google.models.embedContent({
      model,
      contents: ['hello', 'you'],
      config: { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 3 },
    });
    expect(embeddings!.map(({ values }) => values)).toEqual([
      [0.1, -0.2, 0.3],
      [1, 0, 0.5],
    ]);
  });

  test('gets its own errors, for free', async () => {
    upstream.next('bad-request');
    const failing = google.models.embedContent({ model: 'text-embedding-3-small', contents: 'hello' });
    await expect(failing).rejects.toMatchObject({ status: 400 });
    await expect(failing).rejects.toThrow('INVALID_ARGUMENT');
  });
});

/** What the upstream got, read by somebody else's reader of forms. */
function receivedForm(): Promise<FormData> {
  const { body, headers } = upstream.last;
  return new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type']! },
  }).formData();
}
