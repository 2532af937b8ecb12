import { formEdit, generation, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';

const FAL = 1103;

test.each<[string, object, object]>([
  [
    'fal-ai/flux/schnell',
    { n: 2, size: '1024x768', seed: 7, output_format: 'png' },
    { num_images: 2, image_size: { width: 1024, height: 768 }, seed: 7, output_format: 'png' },
  ],
  ['fal-ai/flux-pro/v1.1-ultra', { size: '1792x1024' }, { aspect_ratio: '16:9' }],
  ['fal-ai/nano-banana', { size: '1024x1024', quality: 'hd' }, { aspect_ratio: '1:1' }],
  ['fal-ai/imagen4/preview', { response_format: 'b64_json' }, { sync_mode: true }],
])('%s gets %j as %j', (model, fields, members) => {
  const { call } = generation(FAL, { model, ...fields });
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/${model}`,
    headers: { authorization: 'Key sk-key' },
  });
  expect(bodyOf(call)).toEqual({ prompt: 'a gate', ...members });
});

test.each([
  ['n', { model: 'fal-ai/flux/dev', n: 5 }],
  ['n', { model: 'fal-ai/recraft/v3/text-to-image', n: 2 }],
  ['size', { model: 'fal-ai/imagen4/preview', size: '21:9' }],
  ['output_format', { model: 'fal-ai/flux/dev', output_format: 'gif' }],
  ['stream', { model: 'fal-ai/flux/dev', stream: true }],
])('%s: not supported by %j', (name, fields) => {
  expect(() => generation(FAL, fields).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('images are edited as data URLs, one or several', () => {
  expect(bodyOf(jsonEdit(FAL, { model: 'fal-ai/flux-pro/kontext' }).call)).toEqual({
    prompt: 'a gate',
    image_url: PIXEL_URL,
  });
  const { call } = formEdit(FAL, [
    ['model', 'fal-ai/nano-banana/edit'],
    ['prompt', 'a gate'],
    ['seed', '7'],
    ['image[]', PIXEL],
    ['image[]', PIXEL],
  ]);
  expect(bodyOf(call)).toEqual({ prompt: 'a gate', image_urls: [PIXEL_URL, PIXEL_URL], seed: 7 });
});

test.each<[string, object, number]>([
  ['fal-ai/flux/schnell', {}, 1],
  ['fal-ai/flux/schnell', { size: '1920x1080' }, 2],
  ['fal-ai/flux/dev', { size: '512x512' }, 1],
  ['fal-ai/flux-pro/v1.1', { size: '2048x2048' }, 4],
  ['fal-ai/flux-pro/v1.1-ultra', { size: '2048x2048' }, 1],
  ['fal-ai/flux-2', { size: '2048x1024' }, 2],
  ['fal-ai/flux-2-pro', { size: '1920x1080' }, 1.5],
  ['fal-ai/flux-2-flex', { size: '2048x2048' }, 4],
  ['fal-ai/nano-banana', { resolution: '4K' }, 1],
  ['fal-ai/nano-banana-pro', { resolution: '2K' }, 1],
  ['fal-ai/nano-banana-pro', { resolution: '4K' }, 2],
  ['fal-ai/nano-banana-2', { resolution: '0.5K' }, 0.75],
  ['fal-ai/nano-banana-2', { resolution: '2K' }, 1.5],
  ['fal-ai/ideogram/v3', { rendering_speed: 'TURBO' }, 0.5],
  ['fal-ai/ideogram/v3', {}, 1],
  ['fal-ai/ideogram/v3', { rendering_speed: 'QUALITY' }, 1.5],
  ['fal-ai/recraft/v3/text-to-image', { style: 'vector_illustration/engraving' }, 2],
  ['fal-ai/recraft/v3/text-to-image', { style: 'realistic_image' }, 1],
  ['fal-ai/bytedance/seedream/v4/text-to-image', { size: '4096x4096' }, 1],
])('%s costs with %j its price times %d', (model, fields, factor) => {
  expect(generation(FAL, { model, ...fields }).priceFactor).toBe(factor);
});

const MEGA = 1024 * 1024;

test.each<[string, object, (number | undefined)[], number]>([
  ['fal-ai/flux-2-pro/edit', {}, [1, undefined], 2],
  ['fal-ai/flux-2-pro/edit', { size: '1024x1024' }, [4 * MEGA], 3],
  ['fal-ai/flux-2-pro/edit', {}, [4 * MEGA], 4.5],
  // Images to edit are resized to a megapixel.
  ['fal-ai/flux-2/edit', {}, [4 * MEGA], 1],
  ['fal-ai/flux-2/edit', {}, [1, 1], 1.5],
  ['fal-ai/nano-banana-pro/edit', {}, [4 * MEGA], 1],
])('%s costs with %j and images of %j pixels its price times %d', (model, fields, pixels, factor) => {
  expect(jsonEdit(FAL, { model, ...fields }, {}, pixels).priceFactor).toBe(factor);
});

test('what the channel overrides is charged', () => {
  const override = { resolution: '4K' };
  expect(generation(FAL, { model: 'fal-ai/nano-banana-pro' }, { override }).priceFactor).toBe(2);
});

test('several images for a model of one, and masks', () => {
  const images = [{ image_url: PIXEL_URL }, { image_url: PIXEL_URL }];
  expect(() => jsonEdit(FAL, { model: 'fal-ai/qwen-image-edit', images }).call).toThrow(
    'one image at a time',
  );
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(FAL, { model: 'fal-ai/flux-2/edit', mask }).call).toThrow('mask: not supported');
});

test('images that the safety checker replaced are left out and cost nothing', () => {
  const { answer } = generation(FAL, { model: 'fal-ai/flux/dev', n: 2 }).finish(
    recordedAnswer('fal', 'generation'),
  );
  expect(answer.body).toMatchObject({ data: [{ url: 'https://v3.fal.media/files/one.png' }] });
  expect(answer.usage?.more).toMatchObject({ calls: 1, images: 1 });
  const all = { images: [{ url: 'https://v3.fal.media/files/one.png' }], has_nsfw_concepts: [true] };
  expect(() => generation(FAL, { model: 'fal-ai/flux/dev' }).finish(all)).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({ code: 'content_policy_violation', retryable: false }),
    }),
  );
});

test('base64 is extracted from data URLs, and downloaded from others', () => {
  const requested = generation(FAL, { model: 'fal-ai/flux/dev', response_format: 'b64_json' });
  const embedded = requested.finish(recordedAnswer('fal', 'embedded'));
  expect(embedded.calls).toHaveLength(1);
  expect(embedded.answer.body).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }] });
  const images = [
    { url: 'https://v3.fal.media/one.png' },
    { url: 'data:image/png;base64,aGVsbG8=' },
    { url: `${base}/two.png` },
  ];
  const { calls, answer } = requested.finish({ images }, 'one', 'two');
  expect(calls.slice(1).map(({ url, download }) => [url, download?.publicOnly])).toEqual([
    ['https://v3.fal.media/one.png', true],
    [`${base}/two.png`, false],
  ]);
  expect(answer.body).toMatchObject({
    data: [{ b64_json: 'b25l' }, { b64_json: 'aGVsbG8=' }, { b64_json: 'dHdv' }],
  });
});

test('models that return one image, and responses without any', () => {
  const requested = generation(FAL, { model: 'fal-ai/other' });
  expect(requested.finish({ image: { url: 'https://v3.fal.media/a.png' } }).answer.body).toMatchObject({
    data: [{ url: 'https://v3.fal.media/a.png' }],
  });
  expect(() => requested.finish({ images: [] })).toThrow('no images');
});

test.each([
  [
    422,
    recordedAnswer('fal', 'policy'),
    { status: 400, code: 'content_policy_violation', retryable: false, disables: false },
  ],
  [
    422,
    { detail: [{ loc: ['body', 'image_size'], msg: 'too large', type: 'value_error' }] },
    { status: 422, retryable: false, message: 'too large' },
  ],
  [401, { detail: 'Authentication is required' }, { status: 401, disables: true }],
  [
    403,
    { detail: 'User is locked. Reason: Exhausted balance.' },
    { code: 'insufficient_quota', disables: true, retryable: true },
  ],
  [429, { detail: 'Too many requests' }, { retryable: true, retryAfterSeconds: 3 }],
  [504, { detail: 'Request timed out', error_type: 'request_timeout' }, { retryable: false }],
  [500, {}, { retryable: true, disables: false }],
])('an error with status %d', (status, body, failure) => {
  const read = providerOf(FAL).readError(status, { 'retry-after': '3' }, JSON.stringify(body));
  expect(read).toMatchObject(failure);
});
