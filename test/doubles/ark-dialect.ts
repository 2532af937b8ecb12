import { PIXEL } from '../dialects/image-calls.js';
import type { Dialect } from './scripted-answer.js';
import { bearer, currentRequest, fileUrl, strict } from './strict-image-dialect.js';
import { items, show } from './strict/violations.js';

const MEMBERS = [
  'model',
  'prompt',
  'image',
  'size',
  'seed',
  'guidance_scale',
  'response_format',
  'watermark',
  'sequential_image_generation',
  'sequential_image_generation_options',
  'stream',
  'optimize_prompt_options',
];

/** https://www.volcengine.com/docs/82379/1541523: an image is made of a text, or of up to 14 images. */
export const arkImages: Dialect = strict(
  bearer,
  (found, { json: body = {} }) => {
    const { image, size = '2048x2048' } = body;
    const isSeedEdit = show(body.model).includes('seededit');
    const inputs = typeof image === 'string' ? [image] : items(image);
    found.known(body, MEMBERS, 'body');
    found.expect(inputs.length <= (isSeedEdit ? 1 : 14), 'image', 'too many images');
    found.expect(!isSeedEdit || size === 'adaptive', 'size', 'must be adaptive');
    for (const one of inputs)
      found.expect(/^(?:https?:|data:image\/[a-z]+;base64,)/.test(show(one)), 'image', 'not an image');
    const [width = 0, height = 0] = show(size).split('x').map(Number);
    const area = width * height;
    found.expect(
      /^(?:[1-4]K|adaptive)$/i.test(show(size)) || (area >= 1280 * 720 && area <= 4096 * 4096),
      'size',
      'out of range',
    );
  },
  () => {
    const isFile = currentRequest()?.json?.response_format === 'b64_json';
    return {
      model: currentRequest()?.json?.model,
      created: 1_700_000_000,
      data: [
        { ...(isFile ? { b64_json: PIXEL.toString('base64') } : { url: fileUrl() }), size: '2048x2048' },
      ],
      usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
    };
  },
  (message) => ({ error: { code: 'InvalidParameter', message, param: '', type: 'BadRequest' } }),
);
