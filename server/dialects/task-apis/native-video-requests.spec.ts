import { jimengRequest, klingRequest } from './native-video-requests.js';
import { imageTexts, videoFields } from './video-request.js';

test('Kling: unified members keep their meaning, the others are metadata', () => {
  const body = {
    model_name: 'kling-v1-6',
    prompt: 'a gate',
    image: 'a',
    image_tail: 'b',
    duration: '10',
    mode: 'pro',
    cfg_scale: 0.5,
  };
  const request = klingRequest(body, true);
  expect(request).toMatchObject({ model: 'kling-v1-6', action: 'firstTailGenerate' });
  expect(imageTexts(request.fields)).toEqual(['a', 'b']);
  expect(videoFields(request.fields)).toMatchObject({
    seconds: 10,
    mode: 'pro',
    members: { cfg_scale: 0.5 },
  });
  const tail = klingRequest({ model: 'kling-v1-6', image_tail: 'b' }, true);
  expect(videoFields(tail.fields).members).toEqual({ image_tail: 'b' });
});

test.each<[string, () => unknown]>([
  ['image is required', () => klingRequest({ model: 'm', prompt: 'a gate' }, true)],
  ['prompt is required', () => klingRequest({ model: 'm' }, false)],
  ['model is required', () => klingRequest({ prompt: 'a gate' }, false)],
  ['duration must be', () => jimengRequest({ req_key: 'm', prompt: 'x', frames: 'many' })],
])('%s', (message, act) => {
  expect(act).toThrow(message);
});

test('Jimeng: the model is req_key, the duration follows from the frames', () => {
  const request = jimengRequest({ req_key: 'jimeng_i2v_first_v30', image_urls: ['a'], frames: 241, seed: 7 });
  expect(request).toMatchObject({ model: 'jimeng_i2v_first_v30', action: 'generate' });
  expect(imageTexts(request.fields)).toEqual(['a']);
  expect(videoFields(request.fields)).toMatchObject({ seconds: 10, members: { seed: 7 } });
});
