import { formEdit, generation, jsonEdit, PIXEL } from '../../../../../test/dialects/image-calls.js';
import { bodyOf } from '../../../../../test/dialects/recorded.js';
import { ApiError } from '../../../../contract/errors/api-error.js';

const GEMINI = 24;
const FLASH_25 = 'gemini-2.5-flash-image';
const FLASH_31 = 'gemini-3.1-flash-image';
const PRO = 'gemini-3-pro-image';
const IMAGEN = 'imagen-4.0-generate-001';

type Sent = { generationConfig: { imageConfig?: object }; parameters: object };

const sent = (model: string, fields: object) =>
  bodyOf(generation(GEMINI, { model, ...fields }).call) as unknown as Sent;
const configOf = (model: string, fields: object) => sent(model, fields).generationConfig.imageConfig;
const ratioOf = (model: string, size: string) =>
  (configOf(model, { size }) as { aspectRatio?: string }).aspectRatio;
const sizeOf = (model: string, fields: object) =>
  (configOf(model, fields) as { imageSize?: string } | undefined)?.imageSize;

/** https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios */
test.each([
  ['1024x1024', '1:1'],
  ['1024x1536', '2:3'],
  ['1536x1024', '3:2'],
  ['1024*1536', '2:3'],
  ['1536X1024', '3:2'],
  ['768x1024', '3:4'],
  ['4:3', '4:3'],
  ['4:5', '4:5'],
  ['5:4', '5:4'],
  ['1024x1792', '9:16'],
  ['1920x1080', '16:9'],
  ['21:9', '21:9'],
  ['2:1', '16:9'],
  ['4:1', '21:9'],
])('a size of %s is the ratio %s', (size, ratio) => {
  for (const model of [FLASH_25, PRO]) expect(ratioOf(model, size)).toBe(ratio);
});

test.each(['1:4', '4:1', '1:8', '8:1'])('Gemini 3.1 Flash has the ratio %s', (size) => {
  expect(ratioOf(FLASH_31, size)).toBe(size);
});

test('Imagen has five ratios', () => {
  const ratios = ['1536x1024', '1024x1536', '21:9', '4:5'].map((size) => sent(IMAGEN, { size }).parameters);
  expect(ratios).toMatchObject(['4:3', '3:4', '16:9', '3:4'].map((aspectRatio) => ({ aspectRatio })));
});

test.each([
  [{ size: '1024x1536' }, '1K'],
  [{ size: '1920x1080' }, '1K'],
  [{ size: '2048x2048' }, '2K'],
  [{ size: '2560x1440' }, '2K'],
  [{ size: '3840x2160' }, '4K'],
  [{ size: '4096x4096' }, '4K'],
  [{ size: '2k' }, '2K'],
  [{ size: '4K' }, '4K'],
  [{ quality: '4K' }, '4K'],
  [{ size: '1024x1024', quality: 'high' }, '2K'],
  [{ size: '4096x4096', quality: 'high' }, '4K'],
  [{ size: '16:9', quality: 'hd' }, '2K'],
  [{ size: '16:9', quality: 'low' }, undefined],
  [{ size: 'auto' }, undefined],
  [{}, undefined],
])('%j is the size %s', (fields, size) => {
  for (const model of [FLASH_31, PRO, `${PRO}-preview`]) expect(sizeOf(model, fields)).toBe(size);
});

test('a size without a ratio leaves the ratio to the model', () => {
  expect(configOf(PRO, { size: '2K' })).toEqual({ imageSize: '2K' });
});

test('small images are 512 pixels where the model has them', () => {
  expect(sizeOf(FLASH_31, { size: '512x512' })).toBe('512');
  expect(sizeOf(FLASH_31, { size: '0.5K' })).toBe('512');
  expect(sizeOf(PRO, { size: '512x512' })).toBe('1K');
});

test('models with one size are not asked for another, and refuse its name', () => {
  for (const fields of [{ size: '3840x2160' }, { size: '16:9', quality: 'high' }])
    expect(configOf(FLASH_25, fields)).toEqual({ aspectRatio: '16:9' });
  expect(configOf(FLASH_25, { size: '1K' })).toBeUndefined();
  expect(() => sent(FLASH_25, { size: '4K' })).toThrow(
    new ApiError('unsupported_parameter', { detail: 'size: this model supports 1K' }),
  );
  expect(() => sent(IMAGEN, { quality: '4K' })).toThrow(
    new ApiError('unsupported_parameter', { detail: 'quality: this model supports 1K, 2K' }),
  );
});

/** https://ai.google.dev/gemini-api/docs/imagen#imagen-configuration: standard and ultra only */
test('Imagen 4 has two sizes, its fast model and Imagen 3 one', () => {
  const sizeOfImagen = (model: string) =>
    (sent(model, { size: '3840x2160' }).parameters as { sampleImageSize?: string }).sampleImageSize;
  expect([IMAGEN, 'imagen-4.0-ultra-generate-001'].map(sizeOfImagen)).toEqual(['2K', '2K']);
  expect(['imagen-4.0-fast-generate-001', 'imagen-3.0-generate-002'].map(sizeOfImagen)).toEqual([
    undefined,
    undefined,
  ]);
});

test('edits have ratio and size like generations, as JSON and as forms', () => {
  const fields = { model: PRO, size: '3840x2160' };
  const form = formEdit(GEMINI, [['prompt', 'p'], ...Object.entries(fields), ['image', PIXEL]]);
  for (const edit of [jsonEdit(GEMINI, fields), form])
    expect(edit.call.body?.toString()).toContain('"imageConfig":{"aspectRatio":"16:9","imageSize":"4K"}');
});

/** Output tokens of https://ai.google.dev/gemini-api/docs/pricing, relative to those of 1K. */
test.each([
  [PRO, '1024x1024', 1],
  [PRO, '2K', 1],
  [PRO, '4K', 2000 / 1120],
  [FLASH_31, '512x512', 747 / 1120],
  [FLASH_31, '2K', 1.5],
  [FLASH_31, '4K', 2.25],
  // Prices of OpenAI's sizes do not apply.
  [FLASH_31, '1024x1792', 1],
  [FLASH_25, '256x256', 1],
  [IMAGEN, '2K', 1],
])('an image of %s in %s costs %f of the price', (model, size, factor) => {
  expect(generation(GEMINI, { model, size }).priceFactor).toBeCloseTo(factor, 10);
  expect(jsonEdit(GEMINI, { model, size }).priceFactor).toBeCloseTo(factor, 10);
});

test('an override of the channel decides the price', () => {
  const override = { generationConfig: { imageConfig: { imageSize: '4K' } } };
  expect(generation(GEMINI, { model: FLASH_31, size: '1K' }, { override }).priceFactor).toBe(2.25);
});

test('the tokens of the size are held where tokens are charged', () => {
  const held = (model: string, size: string) => {
    const { request, target, codec } = generation(GEMINI, { model, size });
    return codec.estimate!(request, target).more?.imageOutput;
  };
  expect([held(PRO, '4K'), held(FLASH_31, '2K'), held(FLASH_25, '1:1'), held(IMAGEN, '2K')]).toEqual([
    2000,
    1680,
    1290,
    undefined,
  ]);
});
