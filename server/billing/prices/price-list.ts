import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { QuotaType, Role } from '../../contract/enums.js';
import type { PriceResponse } from '../../contract/resources/price.js';
import type { SignedIn } from '../../core/http/account.js';
import { EventBus } from '../../core/redis/events.js';
import { OptionsService } from '../../options/options.service.js';
import { makerOf } from './model-maker.js';
import { USD_PER_RATIO } from '../../contract/quota.js';
import { PricesService } from './prices.service.js';

/**
 * Injects the channel types whose models cannot be called. Provided by the relay, because billing must not import the
 * providers; the channel registry skips the same types.
 */
export const CHANNEL_TYPES_NOT_SERVED = Symbol('CHANNEL_TYPES_NOT_SERVED');

/** Limits how long a missed change event has an effect. */
const FRESH_MS = 60_000;

/** Prices of all callable models; cached for a minute or until a change. */
@Injectable()
export class PriceList {
  private kept: { readonly rows: Promise<PriceResponse[]>; readonly until: number } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly prices: PricesService,
    private readonly options: OptionsService,
    @Inject(CHANNEL_TYPES_NOT_SERVED) private readonly notServed: readonly number[],
    events: EventBus,
  ) {
    const forget = () => (this.kept = undefined);
    prices.onChange(forget);
    events.on('channel.changed', forget);
    events.onConnection('back', forget);
  }

  /** Sorted by name. */
  rows(): Promise<PriceResponse[]> {
    const now = performance.now();
    if (this.kept !== undefined && now < this.kept.until) return this.kept.rows;
    const kept = { rows: this.read(), until: now + FRESH_MS };
    this.kept = kept;
    // A failed read is reported to its waiting callers only and not cached.
    kept.rows.catch(() => {
      if (this.kept === kept) this.kept = undefined;
    });
    return kept.rows;
  }

  /**
   * The list as shown to one account. Models without a price are included for administrators, who can set one, and for
   * users who may call them: everyone in self-use mode, otherwise users who accept the default price.
   */
  async rowsFor(account: Pick<SignedIn, 'id' | 'role'> | undefined): Promise<PriceResponse[]> {
    const rows = await this.rows();
    if (rows.every(({ priced }) => priced)) return rows;
    if (account && (await this.acceptsUnset(account.id)))
      return rows.map((row) => ({ ...row, priced: true }));
    if (account && account.role >= Role.admin) return rows;
    return rows.filter(({ priced }) => priced);
  }

  private async acceptsUnset(userId: number): Promise<boolean> {
    const [user] = await this.dataSource.query<{ setting: string }[]>(
      'SELECT setting FROM users WHERE id = $1',
      [userId],
    );
    return acceptsUnsetPrices(user?.setting ?? '');
  }

  private async read(): Promise<PriceResponse[]> {
    const served = await this.dataSource.query<{ model: string; groups: string[] }[]>(
      `SELECT a.model, array_agg(DISTINCT a."group" ORDER BY a."group") AS groups
       FROM abilities a JOIN channels c ON c.id = a.channel_id
       WHERE a.enabled AND c.type <> ALL($1) GROUP BY a.model ORDER BY a.model COLLATE "C"`,
      [this.notServed],
    );
    return served.map(({ model, groups }) => this.row(model, groups));
  }

  private row(model: string, groups: string[]): PriceResponse {
    const price = this.prices.price(model, groups[0] ?? 'default', { acceptUnset: true });
    const perCall = price.modelPrice !== -1;
    const { read, write } = this.prices.cacheRatios(model);
    const input = price.modelRatio * USD_PER_RATIO;
    return {
      model_name: model,
      quota_type: perCall ? QuotaType.byCall : QuotaType.byUsage,
      model_ratio: price.modelRatio,
      model_price: perCall ? price.modelPrice : 0,
      owner_by: '',
      completion_ratio: price.completionRatio,
      enable_groups: groups,
      vendor: makerOf(model),
      cache_ratio: read ?? null,
      cache_creation_ratio: write ?? null,
      usd_per_million: perCall
        ? null
        : {
            input,
            output: input * price.completionRatio,
            cache_read: read === undefined ? null : input * read,
            cache_write: write === undefined ? null : input * write,
          },
      priced: price.source !== 'unset' || this.options.get('SelfUseModeEnabled'),
    };
  }
}

const ownSetting = z.object({ accept_unset_model_ratio_model: z.literal(true) });

/** @param text the user's settings as JSON; '' if none were saved */
function acceptsUnsetPrices(text: string): boolean {
  try {
    return ownSetting.safeParse(JSON.parse(text || '{}')).success;
  } catch {
    return false;
  }
}
