import { PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base } from '../../../../test/dialects/provider-calls.js';
import { video } from '../../../../test/dialects/video-calls.js';

const XAI = 48;
const url = 'https://a.example/b.png';
const model = 'grok-imagine-video';

test.each<[string, object, object, object]>([
  [model, {}, { duration: 8, resolution: '480p' }, { seconds: 8 }],
  [
    model,
    { seconds: '10', size: '1280x720' },
    { duration: 10, resolution: '720p', aspect_ratio: '16:9' },
    { seconds: 10, size: 1.4 },
  ],
  [model, { size: '9:16' }, { duration: 8, resolution: '480p', aspect_ratio: '9:16' }, { seconds: 8 }],
  [
    'grok-imagine-video-1.5',
    { size: '1080p' },
    { duration: 8, resolution: '1080p' },
    { seconds: 8, size: 3.125 },
  ],
  // An image costs 0.002 USD, a second 0.05.
  [model, { image: url }, { duration: 8, resolution: '480p', image: { url } }, { seconds: 8, images: 1.005 }],
  [
    model,
    { images: [url, PIXEL_URL], duration: 10 },
    { duration: 10, resolution: '480p', reference_images: [{ url }, { url: PIXEL_URL }] },
    { seconds: 10, images: 1.008 },
  ],
])('%s with %j', (name, fields, members, ratios) => {
  const made = video(XAI, { model: name, ...fields });
  expect(made.call).toMatchObject({ method: 'POST', url: `${base}/v1/videos/generations` });
  expect(made.body).toEqual({ model: name, prompt: 'a gate opens', ...members });
  expect(made.ratios).toEqual(ratios);
  expect(made.query('r/1').url).toBe(`${base}/v1/videos/r%2F1`);
});

test.each<[string, object]>([
  ['duration', { duration: 16 }],
  ['10 seconds', { duration: 11, images: [url, url] }],
  ['at most 7 images', { images: Array.from({ length: 8 }, () => url) }],
  ['resolution', { metadata: { resolution: '1080p' } }],
  ['together', { image: url, metadata: { reference_images: [{ url }] } }],
  ['prompt', { prompt: 'a'.repeat(4097) }],
])('%s: beyond the limits', (message, fields) => {
  expect(() => video(XAI, { model, ...fields }).call).toThrow(message);
});

test('responses', () => {
  const made = video(XAI, { model });
  expect(made.codec.accepted({ request_id: 'r' }, made.request)).toMatchObject({ upstreamId: 'r' });
  expect(() => made.codec.accepted({}, made.request)).toThrow('no task');
  expect(made.report({ status: 'pending', progress: 40 })).toMatchObject({
    status: 'IN_PROGRESS',
    progress: '40%',
  });
  const done = { video: { url: 'https://vidgen.x.ai/1.mp4', duration: 8, respect_moderation: true } };
  const success = { status: 'SUCCESS', results: [{ url: 'https://vidgen.x.ai/1.mp4', kind: 'video' }] };
  expect(made.report({ status: 'done', ...done })).toMatchObject(success);
  expect(made.report(done)).toMatchObject(success);
  expect(made.report({ status: 'failed', error: { code: 'internal_error', message: 'no' } })).toMatchObject({
    status: 'FAILURE',
    failReason: 'no',
  });
  expect(made.report({ status: 'expired' })).toMatchObject({
    status: 'FAILURE',
    failReason: expect.stringContaining('expired'),
  });
  const blocked = made.report({ status: 'done', video: { ...done.video, respect_moderation: false } });
  expect(blocked).toMatchObject({ status: 'FAILURE', failReason: expect.stringContaining('moderation') });
  expect(blocked).not.toHaveProperty('results');
  expect(made.report({ status: 'of-tomorrow' })).not.toHaveProperty('status');
});

test('terms for price lists', () => {
  const { codec } = video(XAI, { model });
  expect(codec.terms!('grok-imagine-video-1.5')).toEqual({
    seconds: { from: 1, to: 15 },
    defaultSeconds: 8,
    factors: [{ name: 'size', values: { '480p': 1, '720p': 1.75, '1080p': 3.125 } }],
  });
});
