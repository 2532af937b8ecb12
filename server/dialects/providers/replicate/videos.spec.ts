import { base } from '../../../../test/dialects/provider-calls.js';
import { video } from '../../../../test/dialects/video-calls.js';

const REPLICATE = 56;
const url = 'https://a.example/b.png';
const VERSION = 'a'.repeat(64);

test.each<[string, object, string, object, object]>([
  [
    'google/veo-3.1',
    { size: '1280x720' },
    'models/google/veo-3.1/predictions',
    { input: { duration: 8, aspect_ratio: '16:9', resolution: '720p' } },
    { seconds: 8 },
  ],
  [
    'minimax/hailuo-02',
    { image: url, duration: 10, size: '1080p' },
    'models/minimax/hailuo-02/predictions',
    { input: { duration: 10, first_frame_image: url, resolution: '1080p' } },
    { seconds: 10, size: 1.75 },
  ],
  [
    'kwaivgi/kling-v2.1',
    { images: [url, url], mode: 'pro' },
    'models/kwaivgi/kling-v2.1/predictions',
    { input: { duration: 5, start_image: url, end_image: url, mode: 'pro' } },
    { seconds: 5, mode: 1.8 },
  ],
  [
    'openai/sora-2',
    { seconds: '12' },
    'models/openai/sora-2/predictions',
    { input: { seconds: 12 } },
    { seconds: 12 },
  ],
  [
    `someone/film:${VERSION}`,
    { metadata: { seed: 81 } },
    'predictions',
    { version: VERSION, input: { duration: 5, seed: 81 } },
    { seconds: 5 },
  ],
])('%s with %j', (model, fields, path, { input, ...others }: { input?: object }, ratios) => {
  const made = video(REPLICATE, { model, ...fields });
  expect(made.call).toMatchObject({ method: 'POST', url: `${base}/v1/${path}` });
  expect(made.body).toEqual({ ...others, input: { prompt: 'a gate opens', ...input } });
  expect(made.ratios).toEqual(ratios);
  expect(made.query('p1').url).toBe(`${base}/v1/predictions/p1`);
});

test.each<[string, string, object]>([
  ['duration', 'minimax/hailuo-02', { duration: 8 }],
  ['resolution', 'google/veo-3.1', { metadata: { resolution: '8k' } }],
  ['owner/name', 'veo', {}],
])('%s beyond the limits of %s', (message, model, fields) => {
  expect(() => video(REPLICATE, { model, ...fields }).call).toThrow(message);
});

test('responses', () => {
  const made = video(REPLICATE, { model: 'google/veo-3.1' });
  const prediction = { id: 'p1', status: 'starting', error: null, output: null };
  expect(made.codec.accepted(prediction, made.request)).toMatchObject({ upstreamId: 'p1' });
  for (const output of ['https://replicate.delivery/a.mp4', ['https://replicate.delivery/a.mp4']])
    expect(made.report({ ...prediction, status: 'succeeded', output })).toMatchObject({
      status: 'SUCCESS',
      results: [{ url: 'https://replicate.delivery/a.mp4', kind: 'video' }],
    });
  expect(made.report({ ...prediction, status: 'failed', error: 'E005' })).toMatchObject({
    status: 'FAILURE',
    failReason: 'E005',
  });
});
