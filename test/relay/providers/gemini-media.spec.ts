import OpenAI, { toFile } from 'openai';
import { audioOf, asWav } from '../../../server/dialects/kit/audio/wav.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Images that are changed and texts that are spoken, by models of Google for OpenAI's clients. */
const START = 10_000_000;
const DRAWS = 'gemini-2.5-flash-image';
const SPEAKS = 'gemini-2.5-flash-preview-tts';
const STYLED = 'gemini-3.8-flash-tts';
const PNG = Buffer.from('\x89PNG\r\n\x1a\nand more', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff\xe0 and more', 'latin1');
const SAMPLES = Buffer.from([1, 0, 2, 0, 255, 255, 3, 128]);

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;
let client: OpenAI;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  const models = [DRAWS, SPEAKS, STYLED, 'gemini-2.5-flash', 'imagen-3.0-generate-002'];
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: models.join(',') });
  await gateway.option(
    'ModelRatio',
    JSON.stringify({ [DRAWS]: 1, [SPEAKS]: 1, [STYLED]: 1, 'gemini-2.5-flash': 1 }),
  );
  await gateway.option('CompletionRatio', JSON.stringify({ [SPEAKS]: 10, [DRAWS]: 4 }));
  key = await gateway.addToken();
  client = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
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

function answers(parts: object[], usageMetadata?: object): void {
  const candidates = [{ content: { role: 'model', parts }, finishReason: 'STOP' }];
  upstream.next({ refuse: { status: 200, body: JSON.stringify({ candidates, usageMetadata }) } });
}

async function charged() {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  return row!;
}

async function refused(answer: Response, message: string): Promise<void> {
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { message: string; type: string } };
  expect(error.message).toContain(message);
  expect(upstream.requests).toEqual([]);
  expect(await gateway.logs()).toEqual([]);
  expect(await gateway.quota()).toBe(START);
}

describe('an image that is changed', () => {
  const usage = {
    promptTokenCount: 520,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 4 },
      { modality: 'IMAGE', tokenCount: 516 },
    ],
    candidatesTokenCount: 1290,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
  };
  const drawn = () =>
    answers([{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: 'bmV3' } }], usage);

  test('goes in with its words, in a form of the official client, and comes out', async () => {
    drawn();
    const image = [await toFile(PNG, 'a.png', { type: 'image/png' }), await toFile(JPEG, 'b')];
    const edited = await client.images.edit({ model: DRAWS, image, prompt: 'a red hat', size: '1536x1024' });
    expect(edited.data).toEqual([{ b64_json: 'bmV3' }]);
    expect(upstream.last.path).toBe(`/v1beta/models/${DRAWS}:generateContent`);
    expect(upstream.last.json).toEqual({
      contents: [
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } },
            { inlineData: { mimeType: 'image/jpeg', data: JPEG.toString('base64') } },
            { text: 'a red hat' },
          ],
        },
      ],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '3:2' } },
    });
    expect(await charged()).toMatchObject({
      quota: 4 + 516 + 1290 * 100,
      other: { image_input: 516, image_output: 1290, images: 1, usage_source: 'upstream' },
    });
  });

  test('is accepted as JSON, too, and keeps its aspect ratio where the request names none', async () => {
    drawn();
    const images = [{ image_url: `data:image/webp;base64,${PNG.toString('base64')}` }];
    const answer = await gateway.relay('/v1/images/edits', key, {
      model: DRAWS,
      images,
      prompt: 'a',
      size: 'auto',
    });
    expect(await answer.json()).toMatchObject({ data: [{ b64_json: 'bmV3' }] });
    expect(upstream.last.json).toMatchObject({
      contents: [{ parts: [{ inlineData: { mimeType: 'image/webp' } }, { text: 'a' }] }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
    });
    expect(JSON.stringify(upstream.last.json)).not.toContain('imageConfig');
  });

  const here = { images: [{ image_url: 'data:image/png;base64,aGk=' }] };
  test.each([
    [{ model: DRAWS, prompt: 'a', images: [{ image_url: 'https://example.com/a.png' }] }, 'data: URLs'],
    [{ model: DRAWS, prompt: 'a', images: [{ file_id: 'file-1' }] }, 'data: URLs'],
    [{ model: DRAWS, prompt: 'a', ...here, mask: { image_url: 'data:,' } }, 'mask'],
    [{ model: DRAWS, prompt: 'a', ...here, n: 2 }, 'one image'],
    [{ model: DRAWS, prompt: 'a', ...here, stream: true }, 'stream'],
    [{ model: 'gemini-2.5-flash', prompt: 'a', ...here }, 'not supported model'],
    [{ model: 'imagen-3.0-generate-002', prompt: 'a', ...here }, 'not supported model'],
  ])('%j is refused', async (body, message) => {
    await refused(await gateway.relay('/v1/images/edits', key, body), message);
  });

  test('with a mask, or that is no image, is refused in a form', async () => {
    const form = (fields: Record<string, Blob>) => {
      const made = new FormData();
      made.set('model', DRAWS);
      made.set('prompt', 'a');
      for (const [name, value] of Object.entries(fields)) made.set(name, value, name);
      return made;
    };
    const masked = form({ image: new Blob([PNG]), mask: new Blob([PNG]) });
    await refused(await gateway.relay('/v1/images/edits', key, masked), 'mask');
    const text = form({ image: new Blob(['hello'], { type: 'text/plain' }) });
    await refused(await gateway.relay('/v1/images/edits', key, text), 'PNG, JPEG');
  });
});

describe('a text that is spoken', () => {
  const usage = {
    promptTokenCount: 10,
    candidatesTokenCount: 50,
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 50 }],
  };
  const data = SAMPLES.toString('base64');
  const bare = { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data } };
  const wav = asWav({ samples: SAMPLES, rate: 24_000, channels: 1, bits: 16, wav: undefined });
  const speak = (body: object) =>
    gateway.relay('/v1/audio/speech', key, { model: SPEAKS, input: 'Hello', ...body });

  test('comes as WAV to the official client, charged by its tokens', async () => {
    answers([bare], usage);
    const speech = await client.audio.speech.create({
      model: SPEAKS,
      input: 'Hello',
      voice: 'Kore',
      instructions: 'Cheerfully.',
      response_format: 'wav',
    });
    expect(speech.headers.get('content-type')).toBe('audio/wav');
    expect(Buffer.from(await speech.arrayBuffer())).toEqual(wav);
    expect(upstream.last.path).toBe(`/v1beta/models/${SPEAKS}:generateContent`);
    expect(upstream.last.json).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Cheerfully.\n\nHello' }] }],
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      },
    });
    expect(await charged()).toMatchObject({
      quota: 10 + 50 * 10,
      other: { audio_output: 50, usage_source: 'upstream' },
    });
  });

  test.each([
    ['pcm', bare, SAMPLES, 'audio/pcm'],
    ['pcm', { inlineData: { mimeType: 'audio/wav', data: wav.toString('base64') } }, SAMPLES, 'audio/pcm'],
    ['wav', { inlineData: { mimeType: 'audio/wav', data: wav.toString('base64') } }, wav, 'audio/wav'],
    [undefined, bare, wav, 'audio/wav'],
  ])('comes as %p whatever the provider gives', async (response_format, part, bytes, type) => {
    answers([part], usage);
    const answer = await speak({ response_format });
    expect(answer.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  });

  test('has its manner beside it where the model knows the two apart', async () => {
    answers([bare]);
    await (await speak({ model: STYLED, instructions: 'Softly.' })).arrayBuffer();
    expect(upstream.last.json).toMatchObject({
      contents: [{ parts: [{ text: 'Hello', speechMetadata: { style: 'Softly.' } }] }],
    });
    expect((await charged()).other).toMatchObject({ usage_source: 'estimated' });
  });

  test('that is reported in tokens of no kind is charged as sound', async () => {
    answers([bare], { promptTokenCount: 10, candidatesTokenCount: 50 });
    await (await speak({})).arrayBuffer();
    expect(await charged()).toMatchObject({ quota: 510, other: { audio_output: 50 } });
  });

  test.each([
    [{ response_format: 'mp3' }, 'gives wav and pcm'],
    [{ response_format: 'opus' }, 'gives wav and pcm'],
    [{ stream_format: 'sse' }, 'stream_format'],
    [{ speed: 1.5 }, 'speed'],
    [{ model: 'gemini-2.5-flash' }, 'not supported model'],
  ])('%j is refused', async (body, message) => {
    await refused(await speak(body), message);
  });

  test.each([
    ['without sound', [{ text: 'no' }]],
    ['with a WAV that has no samples', [{ inlineData: { mimeType: 'audio/wav', data: 'UklGRgAAAABXQVZF' } }]],
  ])('an answer %s is an error and costs nothing', async (_name, parts) => {
    answers(parts);
    expect((await speak({})).status).toBeGreaterThanOrEqual(500);
    expect(await gateway.quota()).toBe(START);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({ memory: { openHolds: 0 } });
  });
});

describe('a WAV', () => {
  test('is read back as it was made, also behind other chunks and with a size nobody knew', () => {
    const made = asWav({ samples: SAMPLES, rate: 16_000, channels: 2, bits: 16, wav: undefined });
    expect(audioOf(made, 1)).toMatchObject({ samples: SAMPLES, rate: 16_000, channels: 2, bits: 16 });
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
    const longer = Buffer.concat([made.subarray(0, 36), list, made.subarray(36)]);
    expect(audioOf(longer, 1)?.samples).toEqual(SAMPLES);
    const unknown = Buffer.from(made);
    unknown.writeUInt32LE(0xffffffff, 40);
    expect(audioOf(unknown, 1)?.samples).toEqual(SAMPLES);
  });

  test('that is cut anywhere is read without harm', () => {
    const made = asWav({ samples: SAMPLES, rate: 16_000, channels: 1, bits: 16, wav: undefined });
    for (let at = 0; at < made.length; at++) expect(() => audioOf(made.subarray(0, at), 1)).not.toThrow();
  });
});
