import { PIXEL, PIXEL_URL } from '../../../../../test/dialects/image-calls.js';
import { base } from '../../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../../test/dialects/recorded.js';
import { video } from '../../../../../test/dialects/video-calls.js';

const GEMINI = 24;
const VERTEX = 41;
const pixel = { bytesBase64Encoded: PIXEL.toString('base64'), mimeType: 'image/png' };
const OPERATION = 'models/veo-3.1-generate-preview/operations/abc';

test.each<[string, object, object, object, object]>([
  ['veo-3.1-generate-preview', {}, {}, { durationSeconds: 8 }, { seconds: 8 }],
  [
    'veo-3.1-fast-generate-preview',
    { image: PIXEL_URL, size: '3840x2160', seconds: '4', metadata: { negativePrompt: 'rust' } },
    { image: pixel },
    { durationSeconds: 4, aspectRatio: '16:9', resolution: '4k', negativePrompt: 'rust' },
    { seconds: 4, size: 2.333333 },
  ],
  [
    'veo-3.1-generate-preview',
    { images: [PIXEL_URL, PIXEL_URL], metadata: { parameters: { sampleCount: 2, generateAudio: false } } },
    { image: pixel, lastFrame: pixel },
    { durationSeconds: 8, sampleCount: 2, generateAudio: false },
    { seconds: 8, samples: 2, audio: 0.5 },
  ],
])('%s with %j', (model, fields, instance, parameters, ratios) => {
  const made = video(GEMINI, { model, ...fields });
  expect(made.call).toMatchObject({
    method: 'POST',
    url: `${base}/v1beta/models/${model}:predictLongRunning`,
    headers: { 'x-goog-api-key': 'sk-key' },
  });
  expect(made.body).toEqual({ instances: [{ prompt: 'a gate opens', ...instance }], parameters });
  expect(made.ratios).toEqual(ratios);
});

test.each<[string, string, object]>([
  ['durationSeconds', 'veo-3.0-generate-001', { duration: 5 }],
  ['resolution', 'veo-2.0-generate-001', { metadata: { resolution: '1080p' } }],
  ['sampleCount', 'veo-3.1-generate-preview', { metadata: { sampleCount: 9 } }],
  ['instances', 'veo-3.1-generate-preview', { metadata: { instances: [{}, {}] } }],
  ['at most 3 images', 'veo-3.1-generate-preview', { images: [1, 2, 3, 4].map(() => PIXEL_URL) }],
])('%s beyond the limits of %s', (message, model, fields) => {
  expect(() => video(GEMINI, { model, ...fields }).call).toThrow(message);
});

test('responses of the Gemini API; files are read with the key', () => {
  const made = video(GEMINI, { model: 'veo-3.1-generate-preview' });
  expect(made.codec.accepted({ name: OPERATION }, made.request)).toMatchObject({ upstreamId: OPERATION });
  expect(made.query(OPERATION).url).toBe(`${base}/v1beta/${OPERATION}`);
  expect(made.report({ name: OPERATION })).toMatchObject({ status: 'IN_PROGRESS' });
  const uri = 'https://generativelanguage.googleapis.com/v1beta/files/x:download?alt=media';
  const generateVideoResponse = { generatedSamples: [{ video: { uri } }] };
  expect(made.report({ name: OPERATION, done: true, response: { generateVideoResponse } })).toMatchObject({
    status: 'SUCCESS',
    results: [{ url: uri, kind: 'video' }],
  });
  expect(made.codec.file!(uri, made.target)).toEqual({
    method: 'GET',
    url: `${base}/v1beta/files/x:download?alt=media`,
    headers: { 'x-goog-api-key': 'sk-key' },
  });
  expect(made.codec.file!('https://other.example/a.mp4', made.target)).toBeUndefined();
  expect(made.report({ done: true, error: { code: 3, message: 'blocked' } })).toMatchObject({
    status: 'FAILURE',
    failReason: 'blocked',
  });
  const raiMediaFilteredReasons = ['celebrity'];
  expect(
    made.report({ done: true, response: { generateVideoResponse: { raiMediaFilteredReasons } } }),
  ).toMatchObject({ status: 'FAILURE', failReason: 'celebrity' });
  expect(() => made.report({})).toThrow('no operation');
});

test('Vertex AI: operations are asked for by name, videos may be in the response', () => {
  const overrides = { key: 'AIza-key', baseUrl: base };
  const made = video(VERTEX, { model: 'veo-3.0-generate-001', image: PIXEL_URL }, overrides);
  const model = `${base}/v1/publishers/google/models/veo-3.0-generate-001`;
  expect(made.call).toMatchObject({ method: 'POST', url: `${model}:predictLongRunning` });
  expect(made.body).toMatchObject({ instances: [{ image: pixel }], parameters: { durationSeconds: 8 } });
  const query = made.query('projects/p/operations/o');
  expect(query.url).toBe(`${model}:fetchPredictOperation`);
  expect(bodyOf(query)).toEqual({ operationName: 'projects/p/operations/o' });
  expect(made.report({})).toMatchObject({ status: 'IN_PROGRESS' });
  const data = Buffer.from('video').toString('base64');
  const done = { done: true, response: { videos: [{ bytesBase64Encoded: data, mimeType: 'video/mp4' }] } };
  const report = made.report(done, 'projects/p/operations/o');
  expect(report).toMatchObject({
    status: 'SUCCESS',
    results: [{ url: 'vertex-operation:0:projects/p/operations/o', kind: 'video' }],
  });
  expect(JSON.stringify(report)).not.toContain(data);
  const embedded = made.codec.embedded!(report!.results![0]!.url, made.target)!;
  expect(bodyOf(embedded.call)).toEqual({ operationName: 'projects/p/operations/o' });
  expect(embedded.read(done)?.bytes.toString()).toBe('video');
  expect(embedded.read({ done: true })).toBeUndefined();
  const stored = made.report({ done: true, response: { videos: [{ gcsUri: 'gs://bucket/a/b.mp4' }] } });
  expect(stored).toMatchObject({ results: [{ url: 'gs://bucket/a/b.mp4' }] });
  expect(made.codec.file!('gs://bucket/a/b.mp4', made.target)?.url).toBe(
    'https://storage.googleapis.com/storage/v1/b/bucket/o/a%2Fb.mp4?alt=media',
  );
});
