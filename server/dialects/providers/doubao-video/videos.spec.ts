import { PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { video } from '../../../../test/dialects/video-calls.js';

const DOUBAO = 54;
const PRO = 'doubao-seedance-1-0-pro-250528';
const NEWER = 'doubao-seedance-1-5-pro-251215';
const url = 'https://a.example/b.png';
const TASKS = `${base}/api/v3/contents/generations/tasks`;
const text = { type: 'text', text: 'a gate opens' };
const image = (address: string, role?: string) => ({
  type: 'image_url',
  image_url: { url: address },
  ...(role !== undefined && { role }),
});

test.each<[string, object, object, number]>([
  // 1920 × 1088 × 24 × 5 / 1024, the documented example.
  [PRO, {}, { content: [text] }, 244_800],
  [
    PRO,
    { image: PIXEL_URL, seconds: '10', size: '480p' },
    { content: [text, image(PIXEL_URL)], duration: 10, resolution: '480p' },
    97_650,
  ],
  [
    NEWER,
    { images: [url, url], metadata: { generate_audio: false } },
    { content: [text, image(url, 'first_frame'), image(url, 'last_frame')], generate_audio: false },
    56_400,
  ],
  [
    NEWER,
    { images: [url, url, url], metadata: { service_tier: 'flex', duration: -1 } },
    {
      content: [text, ...[1, 2, 3].map(() => image(url, 'reference_image'))],
      service_tier: 'flex',
      duration: -1,
    },
    169_200,
  ],
])('%s with %j', (model, fields, members, tokens) => {
  const made = video(DOUBAO, { model, ...fields });
  expect(made.call).toMatchObject({
    method: 'POST',
    url: TASKS,
    headers: { authorization: 'Bearer sk-key' },
  });
  expect(made.body).toEqual({ model, ...members });
  expect(made.submission.units.tokens).toBe(tokens);
  expect(made.query('cgt-1').url).toBe(`${TASKS}/cgt-1`);
});

test.each<[string, object]>([
  ['duration', { duration: 20 }],
  ['frames', { metadata: { frames: 100000 } }],
  ['frames', { metadata: { frames: { toString: false } } }],
  ['duration', { metadata: { duration: { toString: false } } }],
  ['resolution', { metadata: { resolution: '8k' } }],
  ['prompt', { prompt: 'a'.repeat(2501) }],
])('%s beyond the limits', (message, fields) => {
  expect(() => video(DOUBAO, { model: PRO, ...fields }).call).toThrow(message);
});

test('responses, with the tokens that are charged', () => {
  const made = video(DOUBAO, { model: NEWER });
  expect(made.codec.accepted({ id: 'cgt-2025' }, made.request)).toMatchObject({ upstreamId: 'cgt-2025' });
  const done = {
    id: 'cgt-2025',
    model: NEWER,
    status: 'succeeded',
    content: { video_url: 'https://ark.example/a.mp4' },
    usage: { completion_tokens: 108_900, total_tokens: 108_900 },
  };
  expect(made.report(done)).toMatchObject({
    status: 'SUCCESS',
    tokens: 108_900,
    results: [{ url: 'https://ark.example/a.mp4', kind: 'video' }],
  });
  expect(made.report({ ...done, generate_audio: false })).toMatchObject({ tokens: 54_450 });
  const error = { code: 'OutputVideoSensitiveContentDetected', message: 'sensitive' };
  expect(made.report({ ...done, status: 'failed', error })).toEqual(
    expect.objectContaining({ status: 'FAILURE', failReason: 'sensitive' }),
  );
  expect(made.report({ status: 'queued', error: null })).toMatchObject({ status: 'QUEUED' });
});

test('errors', () => {
  const read = (code: string) =>
    providerOf(DOUBAO).readError(400, {}, JSON.stringify({ error: { code, message: 'no' } }));
  expect(read('InputTextSensitiveContentDetected')).toMatchObject({ retryable: false });
  expect(read('AccountOverdueError')).toMatchObject({ disables: true });
});
