import { Injectable } from '@nestjs/common';
import { ChannelRegistry } from '../channels/channel-registry.js';
import { Role } from '../contract/enums.js';
import { SEARCH_ROWS, type SearchResponse } from '../contract/resources/search.js';
import type { SignedIn } from '../core/http/access/account.js';
import { GroupsService } from '../options/groups/groups.service.js';
import { bestNames } from './best-names.js';
import { SearchRepository } from './search.repository.js';

/** An id as lists show it, or its number alone. */
const ID = /^[#@]?(\d{1,15})$/;

const NOTHING: SearchResponse = { channels: [], users: [], tokens: [], models: [], redemptions: [] };

/** One search for all kinds of records that the caller may see. */
@Injectable()
export class Search {
  constructor(
    private readonly stored: SearchRepository,
    private readonly groups: GroupsService,
    private readonly channels: ChannelRegistry,
  ) {}

  async find(account: SignedIn, text: string): Promise<SearchResponse> {
    if (text === '') return NOTHING;
    const id = ID.exec(text)?.[1];
    const sought = { text, id: id === undefined ? undefined : Number(id) };
    if (account.role < Role.admin) {
      const usable = this.channels.modelsOfAny(this.groups.usableBy(account.group).keys());
      return {
        ...NOTHING,
        tokens: await this.stored.tokens(sought, account.id),
        models: bestNames(usable, text, SEARCH_ROWS).map((name) => ({ name, channels: null })),
      };
    }
    const ceiling = account.role === Role.root ? Role.root + 1 : account.role;
    const [channels, users, tokens, redemptions] = await Promise.all([
      this.stored.channels(sought),
      this.stored.users(sought, ceiling),
      this.stored.tokens(sought, undefined),
      this.stored.redemptions(sought),
    ]);
    const served = this.channels.channelsByModel();
    const models = bestNames(served.keys(), text, SEARCH_ROWS).map((name) => ({
      name,
      channels: served.get(name) ?? 0,
    }));
    return { channels, users, tokens, models, redemptions };
  }
}
