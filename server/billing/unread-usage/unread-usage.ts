import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { exclusive } from '../../core/intervals.js';
import { columnText } from '../../core/postgres/postgres-text.js';
import { UnreadUsageRepository, type UnreadUsageRow } from './unread-usage.repository.js';

/** Bounds of what providers can make a process remember: members by place, and rows that wait to be written. */
const MAX_MEMBERS = 200;
const MAX_ROWS = 5000;
const MAX_MODEL = 200;
const NAME = /^[A-Za-z0-9_.]{1,80}$/;
/** Stands for members beyond the bound, and for those whose name cannot be a label. */
const OTHER = 'other';
const WRITE_EVERY_MS = 10_000;

/**
 * Counts the members of usage objects that no reader knows: in this process for `/metrics`, and in Postgres for the list. A
 * provider that adds one may bill by it. Nothing waits for Postgres: rows are written every ten seconds and when the process
 * stops, and kept for the next round where that fails.
 */
@Injectable()
export class UnreadUsage implements OnApplicationShutdown {
  private readonly logger = new Logger('UnreadUsage');
  private readonly members = new Set<string>();
  private readonly totals = new Map<string, { provider: string; member: string; requests: number }>();
  private rows = new Map<string, UnreadUsageRow>();
  private readonly writeOnce = exclusive('unread usage', () => this.writeRows());

  constructor(private readonly stored: UnreadUsageRepository) {}

  /** Requests by provider and member since this process started. */
  get counts(): Iterable<{ provider: string; member: string; requests: number }> {
    return this.totals.values();
  }

  /**
   * Counts one request.
   * @param provider id of the channel type
   * @param model upstream name
   * @param found numbers by the place of their member
   */
  add(provider: string, model: string, found: Readonly<Record<string, number>>): void {
    const now = Math.floor(Date.now() / 1000);
    const byMember = new Map(Object.entries(found).map(([name, value]) => [this.memberOf(name), value]));
    for (const [member, example] of byMember) {
      const pair = `${provider} ${member}`;
      const total = this.totals.get(pair);
      if (total) total.requests++;
      else this.totals.set(pair, { provider, member, requests: 1 });
      this.keep({
        provider,
        member,
        model: columnText(model).slice(0, MAX_MODEL),
        firstSeen: now,
        lastSeen: now,
        count: 1,
        example,
      });
    }
  }

  /** Writes the rows that wait. Never rejects. */
  @Interval('billing.unread-usage', WRITE_EVERY_MS)
  write(): Promise<void> {
    return this.writeOnce();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write();
  }

  private memberOf(name: string): string {
    if (this.members.has(name)) return name;
    if (this.members.size >= MAX_MEMBERS || !NAME.test(name)) return OTHER;
    this.members.add(name);
    return name;
  }

  private keep(row: UnreadUsageRow): void {
    const key = `${row.provider} ${row.member} ${row.model}`;
    const existing = this.rows.get(key);
    if (existing) {
      existing.count += row.count;
      existing.lastSeen = Math.max(existing.lastSeen, row.lastSeen);
      existing.example = row.example;
    } else if (this.rows.size < MAX_ROWS) this.rows.set(key, row);
  }

  private async writeRows(): Promise<void> {
    if (this.rows.size === 0) return;
    const { rows } = this;
    this.rows = new Map();
    // In one order, so that two processes that write the same rows do not wait for each other.
    const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    try {
      await this.stored.add(sorted);
    } catch (error) {
      this.logger.warn(`not written: ${String(error)}`);
      const newer = this.rows;
      this.rows = rows;
      for (const row of newer.values()) this.keep(row);
    }
  }
}
