/** USD per drawing whose model has no price, as in other gateways with this API. */
export const DEFAULT_DRAWING_PRICE = 0.1;

/** Whether a model name stands for an action of the drawing API, with or without a mode. */
export function isDrawing(model: string): boolean {
  return model === 'swap_face' || /^mj_[a-z]/.test(model);
}
