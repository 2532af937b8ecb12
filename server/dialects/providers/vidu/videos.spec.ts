import { PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base } from '../../../../test/dialects/provider-calls.js';
import { video } from '../../../../test/dialects/video-calls.js';

const VIDU = 52;
const url = 'https://a.example/b.png';

test.each<[string, object, string, object, object]>([
  ['viduq1', {}, 'text2video', { duration: 5, resolution: '1080p' }, { seconds: 5 }],
  [
    'viduq2',
    { seconds: '8', size: '1920x1080', movement_amplitude: 'small' },
    'text2video',
    { duration: 8, resolution: '1080p', aspect_ratio: '16:9', movement_amplitude: 'small' },
    { seconds: 8, size: 2.2 },
  ],
  [
    'vidu2.0',
    { image: PIXEL_URL, size: '360p' },
    'img2video',
    { duration: 4, resolution: '360p', images: [PIXEL_URL] },
    { seconds: 4, size: 0.5 },
  ],
  [
    'viduq1',
    { images: [url, url] },
    'start-end2video',
    { duration: 5, resolution: '1080p', images: [url, url] },
    { seconds: 5 },
  ],
  [
    'viduq2',
    { images: [url, url, url], size: '1:1' },
    'reference2video',
    { duration: 5, resolution: '720p', aspect_ratio: '1:1', images: [url, url, url] },
    { seconds: 5 },
  ],
])('%s with %j is sent to %s and priced', (model, fields, path, members, ratios) => {
  const made = video(VIDU, { model, ...fields });
  expect(made.call).toMatchObject({
    method: 'POST',
    url: `${base}/ent/v2/${path}`,
    headers: { authorization: 'Token sk-key' },
  });
  expect(made.body).toEqual({ model, prompt: 'a gate opens', ...members });
  expect(made.ratios).toEqual(ratios);
  expect(made.query('9').url).toBe(`${base}/ent/v2/tasks/9/creations`);
});

test.each<[string, string, object]>([
  ['duration', 'viduq1', { duration: 8 }],
  ['resolution', 'viduq1', { metadata: { resolution: '4K' } }],
  ['prompt', 'viduq2', { prompt: 'a'.repeat(2001) }],
  ['at most 7 images', 'viduq2', { images: Array.from({ length: 8 }, () => url) }],
])('%s beyond the limits of %s', (message, model, fields) => {
  expect(() => video(VIDU, { model, ...fields }).call).toThrow(message);
});

test('responses', () => {
  const made = video(VIDU, { model: 'viduq1' });
  // https://platform.vidu.com/docs/text-to-video
  const created = { task_id: '831', state: 'created', model: 'viduq1', credits: 4 };
  expect(made.codec.accepted(created, made.request)).toMatchObject({ upstreamId: '831' });
  // https://platform.vidu.com/docs/get-generation
  const creations = [{ id: 'c', url: 'https://v.example/c.mp4', cover_url: 'https://v.example/c.jpg' }];
  expect(made.report({ state: 'success', err_code: '', creations })).toMatchObject({
    status: 'SUCCESS',
    results: [{ url: 'https://v.example/c.mp4', kind: 'video' }],
  });
  expect(made.report({ state: 'failed', err_code: 'AuditSubmitIllegal' })).toMatchObject({
    status: 'FAILURE',
    failReason: 'AuditSubmitIllegal',
  });
  expect(made.report({ state: 'processing' })).toMatchObject({ status: 'IN_PROGRESS', progress: '50%' });
});
