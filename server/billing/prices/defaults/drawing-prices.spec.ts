import { defaultDrawingPrice, isDrawing, modePriceName } from './drawing-prices.js';

test.each([
  ['mj_imagine', 0.1],
  ['mj_fast_imagine', 0.1],
  ['swap_face', 0.1],
  // Their modal is charged instead.
  ['mj_inpaint', 0],
  ['mj_custom_zoom', 0],
])('the drawing %s costs %d USD without a price', (model, usd) => {
  expect(isDrawing(model)).toBe(true);
  expect(defaultDrawingPrice(model)).toBe(usd);
});

test.each(['mj', 'mj_', 'mj_1', 'MJ_imagine', 'my_mj_imagine', 'swap_face_2', 'suno_music', ''])(
  '%j is no drawing',
  (model) => {
    expect(isDrawing(model)).toBe(false);
    expect(defaultDrawingPrice(model)).toBeUndefined();
  },
);

test.each([
  ['mj_imagine', 'fast', 'mj_fast_imagine'],
  ['mj_high_variation', 'turbo', 'mj_turbo_high_variation'],
  // Not an action with modes.
  ['swap_face', 'fast', undefined],
  ['face_mj_', 'fast', undefined],
])('the price of %s in mode %s is named %s', (model, mode, name) => {
  expect(modePriceName(model, mode)).toBe(name);
});
