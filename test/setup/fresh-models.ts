import type { Gateway } from './gateway.js';

/** Models that are priced together. */
const BATCH = 100;

/**
 * New models at ratio 1 without channels, so that channels of other tests are not selected. They are priced in batches: a price
 * that is saved alone costs as much CPU time as three requests.
 */
export class FreshModels {
  private priced = 0;
  private used = 0;

  /** @param prefix of their names */
  constructor(
    private readonly gateway: Gateway,
    private readonly prefix: string,
  ) {}

  async next(): Promise<string> {
    if (this.used === this.priced) {
      const names = Array.from({ length: BATCH }, (_, index) => this.name(this.priced + index + 1));
      await this.gateway.sell(Object.fromEntries(names.map((name) => [name, 1])));
      this.priced += BATCH;
    }
    return this.name(++this.used);
  }

  private name(number: number): string {
    return `${this.prefix}-${number}`;
  }
}
