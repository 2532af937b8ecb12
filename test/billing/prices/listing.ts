import type { DataSource } from 'typeorm';
import { PriceList, type VideoTermsOf } from '../../../server/billing/prices/price-list.js';
import {
  PricesRepository,
  type ServedModel,
  type TermsChannel,
} from '../../../server/billing/prices/prices.repository.js';
import { PricesService } from '../../../server/billing/prices/prices.service.js';
import type { OptionKey } from '../../../server/contract/options/index.js';
import type { VideoTerms } from '../../../server/contract/task-terms.js';
import { optionsInMemory } from '../../options/options-in-memory.js';

/** Types of channels: one that cannot be called, and ones by the terms that they state for videos. */
export const NOT_SERVED = 9;
export const NO_VIDEOS = 1;
export const ASSUMED = 2;
export const CERTAIN = 3;

const terms = (defaultSeconds: number, more: Partial<VideoTerms> = {}): VideoTerms => ({
  seconds: { from: 1, to: 20 },
  defaultSeconds,
  factors: [],
  ...more,
});

/** The mapping of a test's channel is the default duration of its videos. */
const termsOf: VideoTermsOf = ({ type, modelMapping }) => {
  if (type === NO_VIDEOS) return undefined;
  return terms(Number(modelMapping), type === ASSUMED ? { isAssumed: true } : {});
};

/** Models with their channels, highest priority first, and the settings of users. */
class ServedInMemory extends PricesRepository {
  /** How often the models were read. */
  reads = 0;
  /** What the next reads wait for, which may fail. */
  readonly pending: Promise<void>[] = [];

  constructor(
    private readonly models: readonly ServedModel[],
    private readonly types: ReadonlyMap<number, TermsChannel>,
    private readonly settings: Readonly<Record<number, string>>,
  ) {
    super(undefined as unknown as DataSource);
  }

  override settingOf(userId: number): Promise<string> {
    return Promise.resolve(this.settings[userId] ?? '');
  }

  override async served(notServed: readonly number[], most: number): Promise<ServedModel[]> {
    this.reads++;
    await this.pending.shift();
    const isServed = (id: number) => !notServed.includes(this.types.get(id)?.type ?? NO_VIDEOS);
    return this.models
      .map((model) => ({ ...model, channels: model.channels.filter(isServed).slice(0, most) }))
      .filter(({ channels }) => channels.length > 0);
  }

  override channels(ids: readonly number[]): Promise<ReadonlyMap<number, TermsChannel>> {
    return Promise.resolve(new Map([...this.types].filter(([id]) => ids.includes(id))));
  }
}

export interface Listing {
  values?: Partial<Record<OptionKey, unknown>>;
  /** Channel ids by model. */
  models?: Readonly<Record<string, number[]>>;
  /** Type, and default seconds of videos, by channel id. */
  channels?: Readonly<Record<number, readonly [type: number, seconds?: number]>>;
  settings?: Readonly<Record<number, string>>;
}

/** The price list of a gateway with these options and channels, over models in memory. */
export async function listing({ values = {}, models = {}, channels = {}, settings = {} }: Listing) {
  const gateway = await optionsInMemory({ ModelPrice: {}, ModelRatio: {}, ...values });
  const stored = new ServedInMemory(
    Object.entries(models).map(([model, ids]) => ({ model, groups: ['default', 'vip'], channels: ids })),
    new Map(
      Object.entries(channels).map(([id, [type, seconds]]) => [
        Number(id),
        { type, modelMapping: seconds === undefined ? null : String(seconds) },
      ]),
    ),
    settings,
  );
  const { options, events } = gateway;
  const list = new PriceList(
    stored,
    new PricesService(options),
    options,
    [NOT_SERVED],
    termsOf,
    () => '',
    events,
  );
  return { ...gateway, stored, list };
}
