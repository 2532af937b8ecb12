import { PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base } from '../../../../test/dialects/provider-calls.js';
import { video, videoForm } from '../../../../test/dialects/video-calls.js';
import { bearerToken } from './token.js';

const KLING = 50;
const NOW = new Date('2026-06-01T12:00:00Z');
const pixel = PIXEL.toString('base64');
const url = 'https://a.example/b.png';

test.each<[string, object, string, object, object]>([
  ['kling-v1-6', {}, 'text2video', { duration: '5' }, { seconds: 5 }],
  [
    'kling-v1-6',
    { mode: 'pro', duration: 10, size: '1280x720', negative_prompt: 'rust' },
    'text2video',
    { duration: '10', mode: 'pro', aspect_ratio: '16:9', negative_prompt: 'rust' },
    { seconds: 10, mode: 1.75 },
  ],
  ['kling-v2-1', { image: PIXEL_URL }, 'image2video', { duration: '5', image: pixel }, { seconds: 5 }],
  [
    'kling-v2-1',
    { images: [url, pixel], seconds: '5' },
    'image2video',
    { duration: '5', image: url, image_tail: pixel },
    { seconds: 5 },
  ],
  [
    'kling-v2-6',
    { metadata: { sound: 'on', mode: 'pro' } },
    'text2video',
    { duration: '5', sound: 'on', mode: 'pro' },
    { seconds: 5, mode: 5 / 3, audio: 2 },
  ],
  [
    'kling-v3-omni',
    { images: [url], seconds: 15 },
    'omni-video',
    { duration: '15', image_list: [{ image_url: url, type: 'first_frame' }] },
    { seconds: 15 },
  ],
])('%s with %j is sent to %s and priced', (model, fields, path, members, ratios) => {
  const made = video(KLING, { model, ...fields }, { key: 'ak|sk' });
  expect(made.call).toMatchObject({ method: 'POST', url: `${base}/v1/videos/${path}` });
  expect(made.body).toEqual({ model_name: model, prompt: 'a gate opens', ...members });
  expect(made.ratios).toEqual(ratios);
  expect(made.query('a/b')).toMatchObject({ method: 'GET', url: `${base}/v1/videos/${path}/a%2Fb` });
});

test('members of the channel replace those of the client, also in the price; the model does not change', () => {
  const override = { duration: '10', mode: 'pro' };
  const made = video(
    KLING,
    { model: 'kling-v1', duration: 5, metadata: { model_name: 'kling-v2-master', mode: 'std' } },
    { override },
  );
  expect(made.body).toMatchObject({ model_name: 'kling-v1', ...override });
  expect(made.ratios).toEqual({ seconds: 10, mode: 3.5 });
});

test('fields of a form that are not known are members of the provider', () => {
  const made = videoForm(KLING, [
    ['model', 'kling-v2-1'],
    ['prompt', 'a gate'],
    ['negative_prompt', 'rust'],
    ['metadata[cfg_scale]', '0.4'],
    ['input_reference', PIXEL],
  ]);
  expect(made.body).toEqual({
    model_name: 'kling-v2-1',
    prompt: 'a gate',
    duration: '5',
    image: pixel,
    negative_prompt: 'rust',
    cfg_scale: 0.4,
  });
});

test.each<[string, string, object]>([
  ['duration', 'kling-v1', { duration: 7 }],
  ['duration', 'kling-v3', { duration: 16 }],
  ['mode', 'kling-v1', { mode: '4k' }],
  ['sound', 'kling-v2-1', { metadata: { sound: 'on' } }],
  ['prompt', 'kling-v1', { prompt: 'a'.repeat(2501) }],
  ['prompt', 'kling-v1', { metadata: { negative_prompt: 'a'.repeat(2501) } }],
  ['at most 2 images', 'kling-v1', { images: [url, url, url] }],
  ['larger than 10 MB', 'kling-v1', { image: `data:image/png;base64,${'A'.repeat(14 * 1024 * 1024)}` }],
])('%s beyond the limits of %s', (message, model, fields) => {
  expect(() => video(KLING, { model, ...fields }).call).toThrow(message);
});

test('calls are signed; other gateways have the API below a prefix', async () => {
  const signed = video(KLING, { model: 'kling-v1' }, { key: 'ak|sk' });
  for (const call of [signed.call, signed.query('u')])
    expect(await call.sign?.(call, NOW)).toEqual({ authorization: `Bearer ${bearerToken('ak|sk', NOW)}` });
  const { call } = video(KLING, { model: 'kling-v1' }, { key: 'sk-gateway' });
  expect(call.url).toBe(`${base}/kling/v1/videos/text2video`);
});

/** https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo */
const task = (members: object) => ({
  code: 0,
  message: 'SUCCEED',
  request_id: 'r',
  data: { task_id: '88', ...members },
});

test('responses', () => {
  const made = video(KLING, { model: 'kling-v1' });
  const accepted = made.codec.accepted(task({ task_status: 'submitted', created_at: 1 }), made.request);
  expect(accepted).toMatchObject({ kind: 'accepted', upstreamId: '88', report: { status: 'SUBMITTED' } });
  expect(made.report(task({ task_status: 'processing' }))).toMatchObject({ status: 'IN_PROGRESS' });
  const videos = [{ id: 'v', url: 'https://cdn.klingai.com/v.mp4', duration: '5.1' }];
  expect(made.report(task({ task_status: 'succeed', task_result: { videos } }))).toMatchObject({
    status: 'SUCCESS',
    results: [{ url: 'https://cdn.klingai.com/v.mp4', kind: 'video' }],
  });
  expect(made.report(task({ task_status: 'failed', task_status_msg: 'risk control' }))).toMatchObject({
    status: 'FAILURE',
    failReason: 'risk control',
  });
  expect(made.report(task({ task_status: 'succeed' }))).toMatchObject({ status: 'FAILURE' });
  expect(made.report(task({ task_status: 'thinking' }))?.status).toBeUndefined();
  expect(() => made.report({ code: 1303, message: 'busy' })).toThrow('busy');
  expect(() => made.codec.accepted(task({ task_id: '' }), made.request)).toThrow('no task was started');
  expect(() => made.codec.accepted({ code: 1102, message: 'no units' }, made.request)).toThrow('no units');
});
