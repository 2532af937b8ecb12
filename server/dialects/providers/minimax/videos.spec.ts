import { PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base } from '../../../../test/dialects/provider-calls.js';
import { video } from '../../../../test/dialects/video-calls.js';

const MINIMAX = 35;
const url = 'https://a.example/b.png';

test.each<[string, object, object, object]>([
  ['MiniMax-Hailuo-02', {}, { duration: 6, resolution: '768P' }, { seconds: 6 }],
  [
    'MiniMax-Hailuo-2.3',
    { duration: 10, prompt_optimizer: false },
    { duration: 10, resolution: '768P', prompt_optimizer: false },
    { seconds: 10, size: 1.2 },
  ],
  [
    'MiniMax-Hailuo-02',
    { size: '1920x1080', images: [url, PIXEL_URL] },
    { duration: 6, resolution: '1080P', first_frame_image: url, last_frame_image: PIXEL_URL },
    { seconds: 6, size: 1.75 },
  ],
  ['I2V-01', { image: url }, { duration: 6, resolution: '720P', first_frame_image: url }, { seconds: 6 }],
])('%s with %j', (model, fields, members, ratios) => {
  const made = video(MINIMAX, { model, ...fields });
  expect(made.call).toMatchObject({ method: 'POST', url: `${base}/v1/video_generation` });
  expect(made.body).toEqual({ model, prompt: 'a gate opens', ...members });
  expect(made.ratios).toEqual(ratios);
  expect(made.query('17').url).toBe(`${base}/v1/query/video_generation?task_id=17`);
});

test.each<[string, string, object]>([
  ['duration', 'MiniMax-Hailuo-02', { size: '1080p', duration: 10 }],
  ['resolution', 'MiniMax-Hailuo-2.3', { metadata: { resolution: '4K' } }],
  ['needs an image', 'MiniMax-Hailuo-2.3-Fast', {}],
  ['needs an image', 'MiniMax-Hailuo-02', { size: '512p' }],
  ['prompt', 'T2V-01', { prompt: 'a'.repeat(2001) }],
])('%s beyond the limits of %s', (message, model, fields) => {
  expect(() => video(MINIMAX, { model, ...fields }).call).toThrow(message);
});

test('responses; the address of a file is asked for when it is read', () => {
  const made = video(MINIMAX, { model: 'MiniMax-Hailuo-02' });
  const ok = { base_resp: { status_code: 0, status_msg: 'success' } };
  expect(made.codec.accepted({ task_id: '106916112212032', ...ok }, made.request)).toMatchObject({
    upstreamId: '106916112212032',
  });
  expect(made.report({ task_id: '1', status: 'Queueing', file_id: '', ...ok })).toMatchObject({
    status: 'QUEUED',
  });
  const done = made.report({ task_id: '1', status: 'Success', file_id: '205258526306433', ...ok });
  expect(done).toMatchObject({
    status: 'SUCCESS',
    results: [{ url: 'minimax-file:205258526306433', kind: 'video' }],
  });
  const question = made.codec.locate!('minimax-file:205258526306433', made.target)!;
  expect(question.call.url).toBe(`${base}/v1/files/retrieve?file_id=205258526306433`);
  expect(question.read({ file: { download_url: 'https://file.example/a.mp4' }, ...ok })).toBe(
    'https://file.example/a.mp4',
  );
  expect(made.codec.locate!('https://file.example/a.mp4', made.target)).toBeUndefined();
  expect(made.report({ status: 'Fail', ...ok })).toMatchObject({ status: 'FAILURE' });
});

test.each<[number, object]>([
  [1002, { status: 429 }],
  [1004, { status: 401, disables: true }],
  [1008, { code: 'insufficient_quota', disables: true }],
  [1026, { status: 400, code: 'content_policy_violation', retryable: false }],
  [2013, { status: 400, retryable: false }],
])('the error %d inside a 200', (status_code, failure) => {
  const made = video(MINIMAX, { model: 'T2V-01' });
  const body = { task_id: '', base_resp: { status_code, status_msg: 'no' } };
  expect(() => made.codec.accepted(body, made.request)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ message: 'no', ...failure }) }),
  );
});
