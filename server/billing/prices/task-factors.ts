import { CALL_PRICE, taskFactorNames } from '../../contract/task-terms.js';

/** How an operator's prices of a task's options replace the factors of the provider. */
export interface TaskFactors {
  /** The price is that of a task, whatever its duration. */
  readonly perCall: boolean;
  /** Multiples of the price by option and lower-case value, such as `size/1080p`. */
  readonly ratios: ReadonlyMap<string, number>;
}

/** Digits of quotients, so that `0.11 / 0.05` is `2.2`. */
const DIGITS = 12;

/**
 * Reads the entries `<name>/<option>/<value>` of a price table: USD with this value and the others at their default.
 * @param usd the price of the name itself; if it is 0, all values are free
 */
export function taskFactors(
  prices: Readonly<Record<string, number>>,
  name: string,
  usd: number,
): TaskFactors | undefined {
  const ratios = new Map<string, number>();
  if (usd > 0)
    for (const option of taskFactorNames) {
      const prefix = `${name}/${option}/`;
      for (const [key, price] of Object.entries(prices))
        if (key.startsWith(prefix))
          ratios.set(
            `${option}/${key.slice(prefix.length).toLowerCase()}`,
            Number((price / usd).toPrecision(DIGITS)),
          );
    }
  const perCall = name.endsWith(CALL_PRICE);
  return perCall || ratios.size > 0 ? { perCall, ratios } : undefined;
}

/** Whether an entry of a price table is the price of an option of tasks, not of a model. */
export function isFactorEntry(name: string): boolean {
  return name.endsWith(CALL_PRICE) || taskFactorNames.some((option) => name.includes(`/${option}/`));
}
