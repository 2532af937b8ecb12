import { Injectable } from '@nestjs/common';
import type { GroupOffersResponse } from '../../contract/resources/group.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';
import { OptionsService } from '../options.service.js';
import { AUTO_GROUP, autoGroupsOf } from './auto-groups.js';

/** Groups exist as keys of the option GroupRatio; UserUsableGroups defines which of them all users may choose. */
@Injectable()
export class GroupsService {
  constructor(private readonly options: OptionsService) {}

  /** Every group, sorted. */
  names(): string[] {
    return Object.keys(this.ratios()).sort();
  }

  /**
   * The groups a user may use, with their descriptions. Some may no longer have a ratio.
   * @param own the user's group; '' for requests without sign-in, which may use `default`
   */
  usableBy(own: string): Map<string, string> {
    const usable = new Map(Object.entries(this.options.get('UserUsableGroups')));
    const certain = own === '' ? 'default' : own;
    if (!usable.has(certain)) usable.set(certain, chineseText(storedText('user_group')));
    return usable;
  }

  /**
   * The groups that serve a token of group `auto`, in order. Empty if the user cannot have such a token.
   * @param own the user's group
   */
  automaticFor(own: string): string[] {
    const usable = this.usableBy(own);
    const rated = new Set(Object.keys(this.ratios()));
    return autoGroupsOf(this.options.get('AutoGroups'), own || 'default', { usable, rated });
  }

  /** True if a user's token may have this group. '' is the user's own group. */
  allows(own: string, group: string): boolean {
    if (group === '' || this.usableBy(own).has(group)) return true;
    return group === AUTO_GROUP && this.automaticFor(own).length > 0;
  }

  /** The default group of a user's new tokens. */
  firstFor(own: string): '' | typeof AUTO_GROUP {
    const auto = this.options.get('DefaultUseAutoGroup') && this.automaticFor(own).length > 0;
    return auto ? AUTO_GROUP : '';
  }

  /** The groups a user can choose from, sorted by name, with the ratio that members of the user's group pay in each. */
  offeredTo(own: string): GroupOffersResponse {
    const special = Object.entries(this.options.get('GroupGroupRatio'));
    const theirs = special.find(([group]) => group === (own || 'default'))?.[1] ?? {};
    const priced = new Map(Object.entries(this.ratios()));
    for (const [group, ratio] of Object.entries(theirs)) if (priced.has(group)) priced.set(group, ratio);
    const offers: [string, GroupOffersResponse[string]][] = [];
    for (const [group, desc] of [...this.usableBy(own)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const ratio = priced.get(group);
      if (ratio !== undefined) offers.push([group, { ratio, desc }]);
    }
    return Object.fromEntries(offers);
  }

  private ratios(): Readonly<Record<string, number>> {
    return this.options.get('GroupRatio');
  }
}
