import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OptionsService } from '../../options/options.service.js';
import { PricesService } from './prices.service.js';

const UNGROUPED = 'default';
const OWN_GROUP_DESCRIPTION = '用户分组';
const descriptions = z.record(z.string(), z.string());

/** The groups that prices and channels are chosen by (spec/options.md 6). */
@Injectable()
export class GroupsService {
  constructor(
    private readonly options: OptionsService,
    private readonly prices: PricesService,
  ) {}

  /** Every group there is. */
  all(): string[] {
    return Object.keys(this.prices.groupRatios);
  }

  exists(group: string): boolean {
    return Object.hasOwn(this.prices.groupRatios, group);
  }

  /** 1 for a group that has none. */
  ratio(group: string): number {
    return this.exists(group) ? (this.prices.groupRatios[group] ?? 1) : 1;
  }

  /** Groups a user may choose for a token, with descriptions: those offered to everyone and the user's own. */
  usableBy(userGroup: string): Readonly<Record<string, string>> {
    const offered = this.options.json('UserUsableGroups', descriptions);
    const own = userGroup || UNGROUPED;
    return Object.hasOwn(offered, own) ? offered : { ...offered, [own]: OWN_GROUP_DESCRIPTION };
  }
}
