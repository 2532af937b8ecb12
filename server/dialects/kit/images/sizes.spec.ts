import { fittedPixels, nearestRatio, ratioOf, requestedSize } from './sizes.js';

const pixels = (width: number, height: number) => ({ width, height, isPixels: true });

test.each([
  [{ size: '1024x1792' }, pixels(1024, 1792)],
  [{ size: '16:9' }, { width: 16, height: 9, isPixels: false }],
  [
    { size: '1024x1024', aspect_ratio: '4:3' },
    { width: 4, height: 3, isPixels: false },
  ],
  [{ size: 'auto' }, undefined],
  [{}, undefined],
])('the size of %j', (fields, size) => {
  expect(requestedSize(fields)).toEqual(size);
});

test.each(['large', '1024', '0x10', '10x-1'])('the size %s is malformed', (size) => {
  expect(() => requestedSize({ size })).toThrow('must be like 1024x1024 or 16:9');
});

test('the nearest ratio of a size in pixels', () => {
  const ratios = ['1:1', '16:9', '9:16', '3:2'];
  expect(nearestRatio(pixels(1792, 1024), ratios)).toBe('16:9');
  expect(nearestRatio(pixels(1024, 1000), ratios)).toBe('1:1');
  expect(nearestRatio({ width: 9, height: 16, isPixels: false }, ratios)).toBe('9:16');
});

test('a ratio that is not accepted', () => {
  expect(() => nearestRatio({ width: 21, height: 9, isPixels: false }, ['1:1', '16:9'])).toThrow(
    'this model supports 1:1, 16:9',
  );
});

test('a ratio in lowest terms', () => {
  expect(ratioOf(pixels(1920, 1080))).toBe('16:9');
});

test.each([
  ['accepted as it is', pixels(1024, 768), { min: 256, max: 1440, multiple: 32 }, [1024, 768]],
  ['rounded', pixels(1000, 770), { min: 256, max: 1440, multiple: 32 }, [992, 768]],
  ['too large', pixels(1792, 1024), { min: 256, max: 1440, multiple: 32 }, [1440, 800]],
  ['too small', pixels(128, 128), { min: 256, max: 1440, multiple: 32 }, [256, 256]],
  [
    'too many pixels',
    pixels(4096, 4096),
    { min: 64, max: 4096, multiple: 16, maxArea: 2048 ** 2 },
    [2048, 2048],
  ],
  ['a ratio', { width: 1, height: 1, isPixels: false }, { min: 64, max: 4096, multiple: 16 }, [1024, 1024]],
])('pixels: %s', (_case, size, rules, [width, height]) => {
  expect(fittedPixels(size, rules)).toEqual({ width, height });
});
