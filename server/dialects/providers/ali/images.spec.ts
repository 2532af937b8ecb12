import { generation, jsonEdit, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, bearer } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';

const ALI = 17;
const AT_ONCE = `${base}/api/v1/services/aigc/multimodal-generation/generation`;
const BY_TASK = `${base}/api/v1/services/aigc/text2image/image-synthesis`;
const FILE = 'https://dashscope-result.example/1.png?Expires=1';
const made = (...images: string[]) => ({
  output: {
    choices: images.map((image) => ({
      finish_reason: 'stop',
      message: { role: 'assistant', content: [{ image }] },
    })),
  },
  usage: { image_count: images.length, width: 1328, height: 1328 },
  request_id: 'r',
});
const task = (task_status: string, more: object = {}) => ({
  output: { task_id: 't 1', task_status, ...more },
  request_id: 'r',
});

test.each<[string, object, object]>([
  ['qwen-image-plus', {}, { n: 1 }],
  ['qwen-image-plus', { size: '1024x1024' }, { size: '1328*1328', n: 1 }],
  ['qwen-image', { size: '1920x1080', seed: 7 }, { size: '1664*928', n: 1, seed: 7 }],
  ['qwen-image-2.0-pro', { size: '2048x2048', n: 6 }, { size: '2048*2048', n: 6 }],
  ['z-image-turbo', { size: '16:9', watermark: false }, { size: '1365*768', n: 1, watermark: false }],
  ['wan2.6-t2i', { size: '512x512' }, { size: '1280*1280', n: 1 }],
])('%s gets %j at once, with the parameters %j', (model, fields, parameters) => {
  const { call } = generation(ALI, { model, user: 'ada', quality: 'hd', ...fields });
  expect(call).toMatchObject({ method: 'POST', url: AT_ONCE, headers: bearer });
  expect(call.headers).not.toHaveProperty('x-dashscope-async');
  expect(bodyOf(call)).toEqual({
    model,
    input: { messages: [{ role: 'user', content: [{ text: 'a gate' }] }] },
    parameters,
  });
});

test.each<[string, object, object, object]>([
  ['wanx2.1-t2i-turbo', { n: 4, size: '2048x1024' }, {}, { size: '1440*720', n: 4 }],
  ['wan2.5-t2i-preview', { size: '256x256' }, {}, { size: '768*768', n: 1 }],
  ['wan2.2-t2i-flash', { negative_prompt: 'fog' }, { negative_prompt: 'fog' }, { n: 1 }],
])('%s gets %j as a task', (model, fields, input, parameters) => {
  const { call } = generation(ALI, { model, ...fields });
  expect(call).toMatchObject({ url: BY_TASK, headers: { ...bearer, 'x-dashscope-async': 'enable' } });
  expect(bodyOf(call)).toEqual({ model, input: { prompt: 'a gate', ...input }, parameters });
});

test('an answer at once', () => {
  const { answer } = generation(ALI, { model: 'qwen-image-plus' }).finish(made(FILE));
  expect(answer.body).toEqual({ created: expect.any(Number), data: [{ url: FILE }] });
  expect(answer.usage?.more).toEqual({ calls: 1, images: 1 });
});

test('a task is asked for until it is done; only images that were made are charged', () => {
  const { calls, answer } = generation(ALI, { model: 'wanx2.1-t2i-turbo', n: 2 }).finish(
    task('PENDING'),
    task('RUNNING'),
    task('SUCCEEDED', { results: [{ url: FILE }, { code: 'InternalError.Timeout', message: 'late' }] }),
  );
  expect(calls.slice(1)).toEqual(
    [1, 2].map(() =>
      expect.objectContaining({ method: 'GET', url: `${base}/api/v1/tasks/t%201`, headers: bearer }),
    ),
  );
  expect(answer.body).toMatchObject({ data: [{ url: FILE }] });
  expect(answer.usage?.more).toEqual({ calls: 1, images: 1 });
});

test('clients that want the images themselves get them', () => {
  const { calls, answer } = generation(ALI, {
    model: 'qwen-image-plus',
    response_format: 'b64_json',
  }).finish(made(FILE), 'bytes');
  expect(calls[1]).toMatchObject({ method: 'GET', url: FILE, headers: { accept: 'image/*' } });
  expect(calls[1]?.headers).not.toHaveProperty('authorization');
  expect(answer.body).toMatchObject({ data: [{ b64_json: Buffer.from('bytes').toString('base64') }] });
});

test.each<[string, unknown[], object]>([
  [
    'a failed task',
    [task('PENDING'), task('FAILED', { code: 'InternalError', message: 'oh' })],
    { message: 'oh' },
  ],
  [
    'a refused prompt',
    [task('PENDING'), task('FAILED', { code: 'DataInspectionFailed', message: 'no' })],
    { status: 400, code: 'content_policy_violation' },
  ],
  ['a task without id', [{ output: { task_status: 'PENDING' } }], { code: 'generation_failed' }],
  ['an unknown status', [task('UNKNOWN')], { code: 'generation_failed' }],
])('%s is an error', (_name, responses, failure) => {
  expect(() => generation(ALI, { model: 'wanx2.1-t2i-turbo' }).finish(...responses)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining(failure) }),
  );
});

test('images are edited by models that can', () => {
  const { call } = jsonEdit(ALI, { model: 'qwen-image-edit-plus', images: [{ image_url: PIXEL_URL }] });
  expect(bodyOf(call)).toMatchObject({
    input: { messages: [{ role: 'user', content: [{ image: PIXEL_URL }, { text: 'a gate' }] }] },
  });
  expect(() => jsonEdit(ALI, { model: 'qwen-image-plus' }).call).toThrow('image edits');
  const images = Array.from({ length: 4 }, () => ({ image_url: PIXEL_URL }));
  expect(() => jsonEdit(ALI, { model: 'qwen-image-edit', images }).call).toThrow('at most 3 images');
});

test.each([
  ['qwen-image', { n: 2 }, 'n'],
  ['wanx2.1-t2i-turbo', { n: 5 }, 'n'],
  ['qwen-image', { stream: true }, 'stream'],
  ['qwen-image', { prompt: 'a'.repeat(801) }, 'prompt'],
])('%s refuses %j', (model, fields, name) => {
  expect(() => generation(ALI, { model, ...fields }).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});
