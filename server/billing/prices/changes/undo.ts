import { isDeepStrictEqual } from 'node:util';
import type { OwnPrice } from '../../../contract/resources/price-change.js';
import type { OwnPrices } from './own-prices.js';

/** A stored change; the prices are JSON as the recorder wrote them. */
export interface StoredChange {
  readonly model: string;
  readonly before: string;
  readonly after: string;
}

/** What an undo of changes would do. */
export interface Undo<C extends StoredChange> {
  /** Changes that are taken back. Others have been taken back already. */
  readonly left: readonly C[];
  /** Models with another price by now: nothing can be undone. */
  readonly changed: readonly string[];
}

export function undoOf<C extends StoredChange>(changes: readonly C[], current: OwnPrices): Undo<C> {
  const has = ({ model }: C, price: string) => isDeepStrictEqual(current.get(model), storedPrice(price));
  const left = changes.filter((change) => has(change, change.after));
  const changed = changes.filter((change) => !has(change, change.after) && !has(change, change.before));
  // Nothing is left where all were taken back, one by one or together.
  const refused = left.length === 0 ? changes : changed;
  return { left, changed: refused.map(({ model }) => model) };
}

/** @param text as the recorder wrote it */
export function storedPrice(text: string): OwnPrice {
  return JSON.parse(text) as OwnPrice;
}
