import { isDeepStrictEqual } from 'node:util';
import {
  PRICE_PARTS,
  type EditedParts,
  type OwnPrice,
  type PricePart,
} from '../../../contract/resources/price-change.js';

/** The texts of the options with prices. */
export type PriceTexts = ReadonlyMap<string, string>;

/** A model whose price two states of the options have differently. */
export interface ChangedPrice {
  readonly model: string;
  readonly before: OwnPrice;
  readonly after: OwnPrice;
}

/** A price to be set: parts that are null are removed, absent ones stay. */
export interface PriceEdit {
  readonly model: string;
  readonly price: EditedParts | Readonly<Partial<Record<PricePart, unknown>>>;
}

type Tables = ReadonlyMap<PricePart, ReadonlyMap<string, unknown>>;

/** What operators set, by model. */
export class OwnPrices {
  private constructor(private readonly tables: Tables) {}

  /** @param texts valid texts of the options; missing ones have no entries */
  static of(texts: PriceTexts): OwnPrices {
    return new OwnPrices(
      new Map(
        PRICE_PARTS.map((part) => {
          const table: object = JSON.parse(texts.get(part) ?? '{}');
          // A Map, because names of models may be those of inherited properties.
          return [part, new Map(Object.entries(table))];
        }),
      ),
    );
  }

  get(model: string): OwnPrice {
    const parts = PRICE_PARTS.flatMap((part) => {
      const table = this.tables.get(part);
      return table?.has(model) ? [[part, table.get(model)] as const] : [];
    });
    return Object.fromEntries(parts);
  }

  /** Models whose price differs in another state, by name. */
  changedIn(after: OwnPrices): ChangedPrice[] {
    const names = new Set<string>();
    for (const part of PRICE_PARTS) {
      const [one, other] = [this.tables.get(part), after.tables.get(part)];
      for (const name of [...(one?.keys() ?? []), ...(other?.keys() ?? [])])
        if (!isDeepStrictEqual(one?.get(name), other?.get(name))) names.add(name);
    }
    return [...names]
      .toSorted()
      .map((model) => ({ model, before: this.get(model), after: after.get(model) }));
  }

  /**
   * The texts of the options that differ once these prices are set.
   * @param defaultOf the default text of an option: a table with the same entries as the default becomes the default itself
   */
  textsWith(edits: readonly PriceEdit[], defaultOf: (part: PricePart) => string): Map<PricePart, string> {
    const texts = new Map<PricePart, string>();
    for (const part of PRICE_PARTS) {
      const before = this.tables.get(part) ?? new Map<string, unknown>();
      const after = new Map(before);
      for (const { model, price } of edits) {
        const value = (price as Partial<Record<PricePart, unknown>>)[part];
        if (value === null) after.delete(model);
        else if (value !== undefined) after.set(model, value);
      }
      if (isDeepStrictEqual(before, after)) continue;
      const [table, ofDefault] = [Object.fromEntries(after), defaultOf(part)];
      const isDefault = isDeepStrictEqual(table, JSON.parse(ofDefault));
      texts.set(part, isDefault ? ofDefault : JSON.stringify(table, null, 2));
    }
    return texts;
  }
}

/** The edit after which a model has exactly this price. */
export function exactly(model: string, price: OwnPrice): PriceEdit {
  return {
    model,
    price: Object.fromEntries(PRICE_PARTS.map((part) => [part, price[part] ?? null])),
  };
}

/** Whether a price has these parts; null stands for a part that is not set. */
export function hasParts(price: OwnPrice, parts: EditedParts): boolean {
  return Object.entries(parts).every(
    ([part, value]) => value === undefined || (price[part as PricePart] ?? null) === value,
  );
}
