import { inMemory } from '../operations/form.js';
import { imageTexts, remixRequest, videoFields, videoRequest } from './video-request.js';

const request = { model: 'm', prompt: 'a gate' };

test.each<[object, string, number]>([
  [{}, 'textGenerate', 1],
  [{ image: 'a', duration: '8' }, 'generate', 8],
  [{ image: 'a', input_reference: { image_url: 'b' }, seconds: 12, duration: 8 }, 'firstTailGenerate', 12],
  [{ images: ['a', 'b', 'c'], duration: '5s' }, 'referenceGenerate', 5],
])('%j is %s of %d seconds', (fields, action, seconds) => {
  expect(videoRequest({ ...request, ...fields })).toMatchObject({
    family: 'video',
    model: 'm',
    action,
    input: 'a gate',
    pricedAs: ['m/call', 'm/video'],
    units: { ratios: { seconds } },
  });
});

test('members of the provider: metadata and what is not known, without the model', () => {
  expect(
    videoFields({
      ...request,
      size: ' 720p ',
      mode: 'pro',
      user: 'ada',
      seed: 7,
      style: null,
      metadata: { seed: 8, model_name: 'x', req_key: 'y' },
    }),
  ).toEqual({ prompt: 'a gate', seconds: undefined, size: '720p', mode: 'pro', members: { seed: 8 } });
  expect(videoFields({ metadata: '{"seed":1}' }).members).toEqual({ seed: 1 });
});

test('members of objects in forms, with their types', () => {
  const form = { contentType: '', boundary: '', parts: [], first: 0, bytes: inMemory(Buffer.alloc(0)) };
  const { fields } = videoRequest(
    { ...request, 'metadata[seed]': '7', sound: 'true', 'input_reference[image_url]': 'https://a.example' },
    form,
  );
  expect(videoFields(fields).members).toEqual({ seed: 7, sound: true });
  expect(imageTexts(fields)).toEqual(['https://a.example']);
});

test.each<[string, object]>([
  ['model is required', { model: '' }],
  ['prompt is required', { prompt: ' '.trim() }],
  ['seconds must be', { seconds: '-4' }],
  ['duration must be', { duration: 1e9 }],
  ['duration must be', { duration: [8] }],
  ['metadata must be', { metadata: [] }],
  ['file_id', { input_reference: { file_id: 'file_1' } }],
  ['at most 16 images', { images: Array.from({ length: 17 }, () => 'a') }],
])('%s: %j', (message, fields) => {
  expect(() => videoRequest({ ...request, ...fields })).toThrow(message);
});

test('a remix has the price of its origin', () => {
  const task = { upstreamId: 'u', action: 'textGenerate', model: 'm' };
  const origin = { model: 'm', units: { ratios: { seconds: 8, size: 2 } }, task };
  expect(remixRequest({ prompt: 'at night', seconds: '4' }, origin)).toMatchObject({
    action: 'remixGenerate',
    units: origin.units,
    origin: task,
  });
  expect(() => remixRequest({}, origin)).toThrow('prompt is required');
});
