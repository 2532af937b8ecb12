import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { QuotaType, Role } from '../../contract/enums.js';
import type { PriceResponse } from '../../contract/resources/price.js';
import type { TaskChargeRequest, TaskChargeResponse } from '../../contract/resources/tasks/task-price.js';
import type { VideoTerms } from '../../contract/task-terms.js';
import type { SignedIn } from '../../core/http/access/account.js';
import { EventBus } from '../../core/redis/events.js';
import { OptionsService } from '../../options/options.service.js';
import { modelKind, type ModelKind } from '../../contract/model-kind.js';
import { knownWindow } from './defaults/context-windows.js';
import { makerOf } from './defaults/model-maker.js';
import { USD_PER_RATIO } from '../../contract/quota.js';
import { taskCharge, taskPrice } from './task-prices.js';
import { PricesRepository, type TermsChannel } from './prices.repository.js';
import { PricesService } from './prices.service.js';

/**
 * Injects the channel types whose models cannot be called. Provided by the relay, because billing must not import the
 * providers; the channel registry skips the same types.
 */
export const CHANNEL_TYPES_NOT_SERVED = Symbol('CHANNEL_TYPES_NOT_SERVED');

/** Models whose requests are tokens. */
const WITH_WINDOW: readonly ModelKind[] = ['chat', 'embeddings', 'rerank'];

/**
 * Injects the terms of a channel's videos by requested model; undefined if the channel makes none. Provided by the relay for
 * the same reason.
 */
export const VIDEO_TERMS = Symbol('VIDEO_TERMS');

/** Injects the day of a model's release, `2026-10-23`; '' = unknown. Provided by the relay for the same reason. */
export const MODEL_RELEASES = Symbol('MODEL_RELEASES');

export type VideoTermsOf = (channel: TermsChannel, model: string) => VideoTerms | undefined;

/** Channels of a model that are asked for the terms of its videos, those of the highest priority first. */
const ASKED_CHANNELS = 3;
/** Limits how long a missed change event has an effect. */
const FRESH_MS = 60_000;

/** Prices of all callable models; cached for a minute or until a change. */
@Injectable()
export class PriceList {
  private cached: { readonly rows: Promise<PriceResponse[]>; readonly until: number } | undefined;

  constructor(
    private readonly stored: PricesRepository,
    private readonly prices: PricesService,
    private readonly options: OptionsService,
    @Inject(CHANNEL_TYPES_NOT_SERVED) private readonly notServed: readonly number[],
    @Inject(VIDEO_TERMS) private readonly videoTermsOf: VideoTermsOf,
    @Inject(MODEL_RELEASES) private readonly releaseOf: (model: string) => string,
    events: EventBus,
  ) {
    const forget = () => (this.cached = undefined);
    prices.onChange(forget);
    events.on('channel.changed', forget);
    events.onConnection('back', forget);
  }

  /** Sorted by name. */
  rows(): Promise<PriceResponse[]> {
    const now = performance.now();
    if (this.cached !== undefined && now < this.cached.until) return this.cached.rows;
    const cached = { rows: this.read(), until: now + FRESH_MS };
    this.cached = cached;
    // A failed read is reported to its waiting callers only and not cached.
    cached.rows.catch(() => {
      if (this.cached === cached) this.cached = undefined;
    });
    return cached.rows;
  }

  /**
   * The list as shown to one account. Models without a price are included for administrators, who can set one, and for
   * users who may call them: everyone in self-use mode, otherwise users who accept the default price.
   */
  async rowsFor(account: Pick<SignedIn, 'id' | 'role'> | undefined): Promise<PriceResponse[]> {
    const rows = await this.rows();
    if (rows.every(({ priced }) => priced)) return rows;
    if (account && acceptsUnsetPrices(await this.stored.settingOf(account.id)))
      return rows.map((row) => ({ ...row, priced: true }));
    if (account && account.role >= Role.admin) return rows;
    return rows.filter(({ priced }) => priced);
  }

  /** The charge of a task at a price that is not saved. */
  taskCharge(task: TaskChargeRequest): TaskChargeResponse {
    return taskCharge(task, this.options.get('QuotaPerUnit'));
  }

  private async read(): Promise<PriceResponse[]> {
    const served = await this.stored.served(this.notServed, ASKED_CHANNELS);
    const channels = await this.stored.channels([...new Set(served.flatMap(({ channels: ids }) => ids))]);
    return served.map(({ model, groups, channels: ids }) =>
      this.row(model, groups, this.terms(model, ids, channels)),
    );
  }

  /** Certain terms are preferred to assumed ones, then channels of higher priority to others. */
  private terms(
    model: string,
    ids: readonly number[],
    channels: ReadonlyMap<number, TermsChannel>,
  ): VideoTerms | undefined {
    const all = ids.flatMap((id) => {
      const channel = channels.get(id);
      const terms = channel && this.videoTermsOf(channel, model);
      return terms ? [terms] : [];
    });
    return all.find(({ isAssumed }) => !isAssumed) ?? all[0];
  }

  private row(model: string, groups: string[], terms: VideoTerms | undefined): PriceResponse {
    const price = this.prices.price(model, undefined, { acceptUnset: true });
    const task = taskPrice(model, terms, this.prices) ?? null;
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
      context_window: WITH_WINDOW.includes(modelKind(model)) ? (knownWindow(model) ?? null) : null,
      released: this.releaseOf(model),
      cache_ratio: read ?? null,
      cache_creation_ratio: write ?? null,
      public_list: [...(price.listed ?? [])],
      // The list states prices of cache writes only where they are known.
      defaulted: (price.defaulted ?? []).filter((part) => part !== 'cache_creation_ratio'),
      usd_per_million: perCall
        ? null
        : {
            input,
            output: input * price.completionRatio,
            cache_read: read === undefined ? null : input * read,
            cache_write: write === undefined ? null : input * write,
          },
      priced:
        price.source !== 'unset' || (task?.usd ?? null) !== null || this.options.get('SelfUseModeEnabled'),
      task,
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
