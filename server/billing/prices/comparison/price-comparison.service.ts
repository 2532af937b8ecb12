import { Injectable } from '@nestjs/common';
import type { PriceComparison } from '../../../contract/resources/price-comparison.js';
import { OptionsService } from '../../../options/options.service.js';
import { listedModel, PUBLIC_LIST } from '../defaults/public-list.js';
import { PricesRepository } from '../prices.repository.js';
import { PricesService } from '../prices.service.js';
import { isFactorEntry } from '../task-factors.js';
import { compared } from './compare.js';

/** The prices here beside those of the public list. */
@Injectable()
export class PriceComparisonService {
  constructor(
    private readonly options: OptionsService,
    private readonly stored: PricesRepository,
    private readonly prices: PricesService,
  ) {}

  /** All models that have a price or that enabled channels serve. */
  async read(): Promise<PriceComparison> {
    const names = new Set([
      ...Object.keys(this.options.get('ModelRatio')),
      ...Object.keys(this.options.get('ModelPrice')),
      ...(await this.stored.servedNames()),
    ]);
    return {
      list: { ...PUBLIC_LIST, enabled: this.options.get('PublicPriceListEnabled') },
      models: [...names]
        .filter((name) => !isFactorEntry(name))
        .toSorted()
        .map((name) =>
          compared(name, this.prices.price(name, undefined, { acceptUnset: true }), listedModel(name)),
        ),
    };
  }
}
