import { Injectable } from '@nestjs/common';
import type { Page } from '../../core/http/paging.js';
import { totalSeenFrom } from '../../core/totals.js';
import { LogType } from '../../contract/enums.js';
import type { LogResponse } from '../../contract/resources/logs/log.js';
import { ownerView, withSystemRefund } from './log-response.js';
import type { LogFilter } from './log-filter.js';
import { LogNamesRepository } from './log-names.repository.js';
import { LogsRepository } from './logs.repository.js';

export interface LogPage {
  items: LogResponse[];
  total: number;
}

/** Reads the usage log. Rows are written by the journal poster and by services that record an action. */
@Injectable()
export class LogsService {
  constructor(
    private readonly logs: LogsRepository,
    private readonly names: LogNamesRepository,
  ) {}

  /** Rows of all users, with channel names. */
  async list(filter: LogFilter, page: Page): Promise<LogPage> {
    const { items, total } = await this.page(filter, page);
    return { items: await this.named(items), total };
  }

  /** A user's own rows. */
  async listOwn(userId: number, filter: LogFilter, page: Page): Promise<LogPage> {
    const { items, total } = await this.page(ownFilter(userId, filter), page);
    return { items: items.map(ownerView), total };
  }

  /** The newest rows of a type (when `keyword` is its number) or whose content begins with `keyword`. */
  async search(keyword: string): Promise<LogResponse[]> {
    const rows = await this.logs.search(typeOf(keyword), keyword);
    return this.named(typeOf(keyword) === LogType.refund ? rows : rows.map(withSystemRefund));
  }

  /** The user's newest rows of the type whose number is `keyword`. */
  async searchOwn(userId: number, keyword: string): Promise<LogResponse[]> {
    const type = typeOf(keyword);
    if (type === null) return [];
    const rows = await this.logs.ofUser(userId, type);
    return rows.map(ownerView);
  }

  private async page(filter: LogFilter, page: Page): Promise<LogPage> {
    const [items, estimate] = await this.logs.page(await this.names.resolveNames(filter), page);
    return {
      items: filter.systemRefunds ? items.map(withSystemRefund) : items,
      total: totalSeenFrom(page, items.length, estimate),
    };
  }

  /** Adds channel names, for display; log rows contain only channel ids. */
  private async named(items: LogResponse[]): Promise<LogResponse[]> {
    const names = await this.names.channelNames(items.map(({ channel }) => channel));
    return items.map((item) => ({ ...item, channel_name: names.get(item.channel) ?? '' }));
  }
}

/** Users may not see other users or channels, so they cannot filter by them either. */
export function ownFilter(userId: number, filter: LogFilter): LogFilter {
  return { ...filter, userId, username: undefined, channelId: undefined };
}

function typeOf(keyword: string): number | null {
  return /^[1-9]$/.test(keyword) ? Number(keyword) : null;
}
