import { PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { video } from '../../../../test/dialects/video-calls.js';

const JIMENG = 51;
const url = 'https://a.example/b.png';
const SUBMIT = `${base}/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31`;
const RESULT = `${base}/?Action=CVSync2AsyncGetResult&Version=2022-08-31`;

test.each<[string, object, string, object, object]>([
  [
    'jimeng_t2v_v30',
    { size: '16:9' },
    'jimeng_t2v_v30',
    { frames: 121, aspect_ratio: '16:9' },
    { seconds: 5 },
  ],
  [
    'jimeng_i2v_first_v30',
    { image: PIXEL_URL, duration: 10 },
    'jimeng_i2v_first_v30',
    { frames: 241, binary_data_base64: [PIXEL.toString('base64')] },
    { seconds: 10 },
  ],
  [
    'jimeng_v30_1080p',
    { images: [url, url], metadata: { frames: 241, req_key: 'jimeng_ti2v_v30_pro' } },
    'jimeng_i2v_first_tail_v30_1080',
    { frames: 241, image_urls: [url, url] },
    { seconds: 10 },
  ],
])('%s with %j is sent as %s and priced', (model, fields, reqKey, members, ratios) => {
  const made = video(JIMENG, { model, ...fields });
  expect(made.call).toMatchObject({ method: 'POST', url: SUBMIT });
  expect(made.body).toEqual({ req_key: reqKey, prompt: 'a gate opens', seed: -1, ...members });
  expect(made.ratios).toEqual(ratios);
  const query = made.query('7');
  expect([query.url, bodyOf(query)]).toEqual([RESULT, { req_key: reqKey, task_id: '7' }]);
});

test('submissions and questions are signed', async () => {
  const made = video(JIMENG, { model: 'jimeng_t2v_v30' }, { key: 'AKLT|secret' });
  for (const call of [made.call, made.query('7')])
    expect(await call.sign!(call, new Date())).toHaveProperty('authorization');
});

test.each<[string, string, object]>([
  ['duration', 'jimeng_t2v_v30', { duration: 8 }],
  ['frames', 'jimeng_t2v_v30', { metadata: { frames: 500 } }],
  ['needs 0 images', 'jimeng_t2v_v30', { image: url }],
  ['needs 1 images', 'jimeng_i2v_first_v30', {}],
  ['larger than 4.7 MB', 'jimeng_i2v_first_v30', { image: `data:image/png;base64,${'A'.repeat(7_000_000)}` }],
  ['prompt', 'jimeng_t2v_v30', { prompt: 'a'.repeat(801) }],
  ['not supported model', 'jimeng_t2i_v40', {}],
])('%s beyond the limits of %s', (message, model, fields) => {
  expect(() => video(JIMENG, { model, ...fields }).call).toThrow(message);
});

test('responses', () => {
  const made = video(JIMENG, { model: 'jimeng_t2v_v30' });
  const answer = (data: object | null, code = 10000, message = 'Success') => ({ code, data, message });
  expect(made.codec.accepted(answer({ task_id: '73' }), made.request)).toMatchObject({ upstreamId: '73' });
  expect(made.report(answer({ status: 'in_queue' }))).toMatchObject({ status: 'QUEUED', progress: '20%' });
  expect(made.report(answer({ status: 'done', video_url: 'https://v.example/a.mp4' }))).toMatchObject({
    status: 'SUCCESS',
    results: [{ url: 'https://v.example/a.mp4', kind: 'video' }],
  });
  expect(made.report(answer({ status: 'expired' }))).toMatchObject({ status: 'FAILURE' });
  expect(() => made.report(answer(null, 50430, 'busy'))).toThrow('busy');
});

test('only the review ends a task whose question fails', () => {
  const made = video(JIMENG, { model: 'jimeng_t2v_v30' });
  const fails = (code: number) =>
    made.codec.query.hasFailed!(
      providerOf(JIMENG).readError(400, {}, JSON.stringify({ code, message: 'no', data: null })),
    );
  expect([fails(50411), fails(50511), fails(50430), fails(50500)]).toEqual([true, true, false, false]);
});
