/** USD per drawing whose model has no price, as in other gateways with this API. */
const DEFAULT_PRICE = 0.1;
/** Actions that wait for a modal, which is charged instead of them. */
const FREE = new Set(['mj_inpaint', 'mj_custom_zoom']);

/** Modes that drawings can have a price of their own for, named `mj_{mode}_{action}`. */
export const DRAWING_MODES = ['relax', 'fast', 'turbo'] as const;

/** Whether a model name stands for an action of the drawing API, with or without a mode. */
export function isDrawing(model: string): boolean {
  return model === 'swap_face' || /^mj_[a-z]/.test(model);
}

/** USD of a model without a price; undefined if it is no drawing. */
export function defaultDrawingPrice(model: string): number | undefined {
  if (!isDrawing(model)) return undefined;
  return FREE.has(model) ? 0 : DEFAULT_PRICE;
}

/** The name of an action's price in a mode; undefined for models without modes. */
export function modePriceName(model: string, mode: string): string | undefined {
  return model.startsWith('mj_') ? `mj_${mode}_${model.slice('mj_'.length)}` : undefined;
}
