import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { embeddings } from '../../operations/embeddings.js';
import { inMemory, type Form } from '../../operations/form.js';
import { imageGeneration } from '../../operations/image-generation.js';
import type { Operation, OperationName, OperationRequest } from '../../operations/operation.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { at, base, providerOf } from '../../../../test/dialects/provider-calls.js';
import type { Target } from '../../kit/provider.js';

const cloudflare = providerOf(39);
const codec = (name: OperationName) => cloudflare.operations![name]!;
const target = (model: string, overrides: Partial<Target> = {}) =>
  at(39, { model, other: 'acc', ...overrides });
const run = (model: string) => `${base}/client/v4/accounts/acc/ai/run/${model}`;
const read = (operation: Operation, fields: object): OperationRequest =>
  operation.read({ body: Buffer.from(JSON.stringify(fields)), contentType: 'application/json', path: '' });
const enveloped = (result: object) => ({ result, success: true, errors: [], messages: [] });
const refused = { result: null, success: false, errors: [{ code: 3036, message: 'used up' }] };

test('what is served', () => {
  expect(Object.keys(cloudflare.operations!).sort()).toEqual([
    'batch-embed-contents',
    'embed-content',
    'embeddings',
    'image-generation',
    'rerank',
    'transcription',
    'translation',
  ]);
});

test.each<[string, object]>([
  ['plain', { object: 'list', data: [{ index: 0, embedding: [0.5] }] }],
  ['in an envelope', enveloped({ object: 'list', data: [{ index: 0, embedding: [0.5] }] })],
])('embeddings without usage are charged by the estimate: %s', (_name, body) => {
  const request = read(embeddings, { model: 'e', input: 'hello' });
  const { input } = request.estimate;
  expect(codec('embeddings').answer!(body, request)).toEqual({
    usage: undefined,
    body: {
      object: 'list',
      model: 'e',
      data: [{ index: 0, embedding: [0.5] }],
      usage: { prompt_tokens: input, total_tokens: input },
    },
  });
  expect(() => codec('embeddings').answer!({ data: [] }, request)).toThrow('no vectors');
  expect(() => codec('embeddings').answer!(refused, request)).toThrow('used up');
});

describe('images', () => {
  const SCHNELL = '@cf/black-forest-labs/flux-1-schnell';
  const LUCID = '@cf/leonardo/lucid-origin';
  const FLUX = '@cf/black-forest-labs/flux-2-klein-4b';
  const sent = (model: string, fields: object, overrides: Partial<Target> = {}) =>
    codec('image-generation').request(
      read(imageGeneration, { model: 'i', prompt: 'a gate', ...fields }),
      target(model, overrides),
    );

  test.each<[string, object, object]>([
    [SCHNELL, { steps: 8, seed: 1, style: 'vivid', size: '1024x1024' }, { prompt: 'a gate', steps: 8 }],
    [
      LUCID,
      { size: '1120x640', seed: 1, guidance: 3 },
      { prompt: 'a gate', width: 1120, height: 640, seed: 1, guidance: 3 },
    ],
    [LUCID, { size: 'auto', seed: 'x' }, { prompt: 'a gate' }],
  ])('%s with %j', (model, fields, expected) => {
    const call = sent(model, fields, { override: { stream: true, extra: 1 } });
    expect(call.url).toBe(run(model));
    expect(bodyOf(call)).toEqual({ ...expected, extra: 1 });
  });

  test('FLUX.2 expects a form', () => {
    const call = sent(FLUX, { size: '512x768', seed: 4 });
    const [, boundary = ''] =
      /^multipart\/form-data; boundary=(.+)$/.exec(call.headers['content-type'] ?? '') ?? [];
    const field = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect(call.body?.toString()).toBe(
      field('prompt', 'a gate') +
        field('width', '512') +
        field('height', '768') +
        field('seed', '4') +
        `--${boundary}--\r\n`,
    );
  });

  test.each<[string, object]>([
    [SCHNELL, { n: 2 }],
    [SCHNELL, { stream: true }],
    [SCHNELL, { size: '512x512' }],
    [SCHNELL, { prompt: 'x'.repeat(2049) }],
    ['@cf/stabilityai/stable-diffusion-xl-base-1.0', {}],
  ])('%s refuses %j', (model, fields) => {
    expect(() => sent(model, fields)).toThrow(ApiError);
  });

  test('the answer', () => {
    const request = read(imageGeneration, { model: 'i', prompt: 'a gate' });
    const { usage, body } = codec('image-generation').answer!(enveloped({ image: 'AAAA' }), request);
    expect(usage).toMatchObject({ more: { calls: 1, images: 1 } });
    expect(body).toMatchObject({ data: [{ b64_json: 'AAAA' }] });
    expect(() => codec('image-generation').answer!(enveloped({}), request)).toThrow('no image');
    expect(() => codec('image-generation').answer!(refused, request)).toThrow('used up');
  });
});

describe('transcription', () => {
  const TURBO = '@cf/openai/whisper-large-v3-turbo';
  const audio = Buffer.from([1, 2, 3, 255]);
  const request = (fields: Record<string, unknown>, stream = false): OperationRequest => {
    const retained = audio.subarray(0, 0);
    const part = { name: 'file', fileName: 'a.wav', contentType: 'audio/wav', start: 1, end: 4, retained };
    const bytes = inMemory(audio);
    const form: Form = { contentType: 'multipart/form-data', boundary: 'b', parts: [part], first: 0, bytes };
    const estimate = { ...noUsage(), input: 7 };
    const rest = {
      maxTokens: 0,
      includeUsage: true,
      body: retained,
      contentType: form.contentType,
      estimate,
    };
    return { model: 't', stream, form, fields, ...rest };
  };
  const sent = (model: string, fields: Record<string, unknown>, name: OperationName = 'transcription') =>
    codec(name).request(request(fields), target(model, { override: { vad_filter: true } }));

  test('a model that takes bytes', () => {
    const call = sent('@cf/openai/whisper', { language: 'en' });
    expect(call.url).toBe(run('@cf/openai/whisper'));
    expect(call.headers).toMatchObject({ 'content-type': 'audio/wav', 'content-length': '3' });
    expect(call.body).toEqual(audio.subarray(1));
  });

  test('a model that takes JSON', () => {
    const call = sent(TURBO, { language: 'de', prompt: 'names' });
    expect(call.headers['content-length']).toBe(String(call.body?.length));
    expect(bodyOf(call)).toEqual({
      audio: 'AgP/',
      task: 'transcribe',
      language: 'de',
      initial_prompt: 'names',
      vad_filter: true,
    });
    expect(bodyOf(sent(TURBO, {}, 'translation'))).toEqual({
      audio: 'AgP/',
      task: 'translate',
      vad_filter: true,
    });
  });

  test('what cannot be done is refused', () => {
    expect(() => sent('@cf/openai/whisper', {}, 'translation')).toThrow('does not translate');
    expect(() => sent(TURBO, { response_format: 'srt' })).toThrow('response_format srt');
    expect(() => codec('transcription').request(request({}, true), target(TURBO))).toThrow('stream');
  });

  const segments = [{ start: 0, end: 2, text: 'hello' }];
  const result = {
    text: 'hello',
    vtt: 'WEBVTT',
    segments,
    transcription_info: { language: 'en', duration: 89.5 },
  };
  const answered = (fields: Record<string, unknown>, given: object = result) =>
    codec('transcription').answer!(enveloped(given), request(fields));

  test('the reported duration is charged, otherwise the estimate', () => {
    expect(answered({})).toEqual({ usage: { ...noUsage(), input: 1500 }, body: { text: 'hello' } });
    expect(answered({}, { text: 'hello', word_count: 1 }).usage).toBeUndefined();
  });

  test('formats', () => {
    expect(answered({ response_format: 'text' }).media?.bytes.toString()).toBe('hello\n');
    expect(answered({ response_format: 'vtt' }).media).toMatchObject({
      contentType: 'text/vtt; charset=utf-8',
    });
    expect(answered({ response_format: 'verbose_json' }).body).toEqual({
      task: 'transcribe',
      language: 'en',
      duration: 89.5,
      text: 'hello',
      segments,
      words: undefined,
    });
  });

  test('an error or nothing is no answer', () => {
    expect(() => codec('transcription').answer!(refused, request({}))).toThrow('used up');
    expect(() => answered({}, {})).toThrow('no text');
  });
});
