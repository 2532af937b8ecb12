import { withQuery } from '../../../lib/api/api';

/** The editors of the price page. */
export const PRICE_VIEWS = ['visual', 'public', 'unset', 'tasks'] as const;
export type PriceView = (typeof PRICE_VIEWS)[number];

export function priceViewOf(name: string | null): PriceView | undefined {
  return PRICE_VIEWS.find((view) => view === name);
}

/** Address of an editor of the price page. @param model the model whose row is shown */
export function pricesPath(view?: PriceView, model?: string): string {
  return withQuery('/prices', { view, model });
}
