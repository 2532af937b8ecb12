import { PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base } from '../../../../test/dialects/provider-calls.js';
import { video } from '../../../../test/dialects/video-calls.js';

const ALI = 17;
const url = 'https://a.example/b.png';
const WAN = `${base}/api/v1/services/aigc/video-generation/video-synthesis`;

test.each<[string, object, string, object, object, object]>([
  ['wan2.2-t2v-plus', {}, WAN, {}, { size: '832*480', duration: 5 }, { seconds: 5 }],
  [
    'wan2.5-t2v-preview',
    { size: '1080x1920', seconds: '10', negative_prompt: 'rust', prompt_extend: false },
    WAN,
    { negative_prompt: 'rust' },
    { size: '1080*1920', duration: 10, prompt_extend: false },
    { seconds: 10, size: 1.5 },
  ],
  [
    'wan2.6-i2v',
    { image: PIXEL_URL, size: '1080p', duration: 15 },
    WAN,
    { img_url: PIXEL_URL },
    { resolution: '1080P', duration: 15 },
    { seconds: 15, size: 1.5 },
  ],
  [
    'wan2.2-kf2v-flash',
    { images: [url, url], metadata: { parameters: { resolution: '480P' }, input: { template: 'x' } } },
    `${base}/api/v1/services/aigc/image2video/video-synthesis`,
    { first_frame_url: url, last_frame_url: url, template: 'x' },
    { resolution: '480P', duration: 5 },
    { seconds: 5, size: 0.416667 },
  ],
])('%s with %j', (model, fields, address, input, parameters, ratios) => {
  const made = video(ALI, { model, ...fields });
  expect(made.call).toMatchObject({
    method: 'POST',
    url: address,
    headers: { authorization: 'Bearer sk-key', 'x-dashscope-async': 'enable' },
  });
  expect(made.body).toEqual({ model, input: { prompt: 'a gate opens', ...input }, parameters });
  expect(made.ratios).toEqual(ratios);
  expect(made.query('0385').url).toBe(`${base}/api/v1/tasks/0385`);
});

test.each<[string, string, object]>([
  ['duration', 'wan2.5-t2v-preview', { duration: 7 }],
  ['size', 'wan2.2-t2v-plus', { metadata: { parameters: { size: '1*1' } } }],
  ['size', 'wan2.2-t2v-plus', { metadata: { parameters: { size: '1280*720' } } }],
  ['resolution', 'wan2.6-i2v', { image: url, metadata: { parameters: { resolution: '480P' } } }],
  ['prompt', 'wan2.6-t2v', { prompt: 'a'.repeat(2001) }],
])('%s beyond the limits of %s', (message, model, fields) => {
  expect(() => video(ALI, { model, ...fields }).call).toThrow(message);
});

test('responses', () => {
  const made = video(ALI, { model: 'wan2.2-t2v-plus' });
  const answer = (output: object) => ({ request_id: 'r', output: { task_id: '0385', ...output } });
  expect(made.codec.accepted(answer({ task_status: 'PENDING' }), made.request)).toMatchObject({
    upstreamId: '0385',
    report: { status: 'QUEUED' },
  });
  expect(
    made.report(answer({ task_status: 'SUCCEEDED', video_url: 'https://v.example/a.mp4' })),
  ).toMatchObject({
    status: 'SUCCESS',
    results: [{ url: 'https://v.example/a.mp4', kind: 'video' }],
  });
  expect(
    made.report(answer({ task_status: 'FAILED', code: 'DataInspectionFailed', message: 'inappropriate' })),
  ).toMatchObject({ status: 'FAILURE', failReason: 'inappropriate' });
  // The task is not known, or no longer: the deadline decides.
  expect(made.report(answer({ task_status: 'UNKNOWN' }))?.status).toBeUndefined();
});
