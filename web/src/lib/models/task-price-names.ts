import { CALL_PRICE, VIDEO_PRICE } from '#contract/task-terms';

/** Names under which a model can have a price. */
export function priceNames(model: string): string[] {
  return [model, model + CALL_PRICE, model + VIDEO_PRICE];
}

/** Drawings have a price even if operators set none. */
export function hasDefaultPrice(model: string): boolean {
  return model === 'swap_face' || /^mj_[a-z]/.test(model);
}
