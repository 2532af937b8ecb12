import { Injectable } from '@nestjs/common';
import type { UsageResponse } from '../../contract/resources/usage.js';
import { LogNamesRepository } from '../logs/log-names.repository.js';
import { ClosedDays, closedWithin, type Days } from '../logs/closed-days.js';
import { MAX_ROWS, UsageRepository, type Span } from './usage.repository.js';

/** Hourly sums for the dashboard, from rows that the journal poster writes for each quarter of an hour. */
@Injectable()
export class UsageService {
  private readonly days = new ClosedDays<UsageResponse[]>();

  constructor(
    private readonly usage: UsageRepository,
    private readonly names: LogNamesRepository,
  ) {}

  ofUser(userId: number, span: Span): Promise<UsageResponse[]> {
    return this.usage.ofUser(userId, span);
  }

  /**
   * All hours of the account that the name stands for (`LogNamesRepository.accountOf`), also those before it had the name;
   * without such an account, the hours that were written with the name.
   */
  async ofUsername(username: string, span: Span): Promise<UsageResponse[]> {
    const userId = await this.names.accountOf(username);
    return userId === undefined ? this.usage.ofUsername(username, span) : this.usage.ofUser(userId, span);
  }

  /** Sums over all users. Sums of past days are cached for minutes. */
  async ofAllUsers({ from, to, offset }: Span): Promise<UsageResponse[]> {
    const closed = closedWithin(from, to, Math.floor(Date.now() / 1000));
    if (closed === undefined) return this.usage.ofAllUsers({ from, to, offset });
    const [before, days, after] = await Promise.all([
      closed.from > from ? this.usage.ofAllUsers({ from, to: closed.from - 1, offset }) : [],
      this.days.read(String(offset), closed, [], (missing) => this.hoursByDay(missing, offset)),
      to >= closed.to ? this.usage.ofAllUsers({ from: closed.to, to, offset }) : [],
    ]);
    return [...before, ...days.flat(), ...after].slice(-MAX_ROWS);
  }

  private async hoursByDay(span: Days, offset: number): Promise<Map<number, UsageResponse[]>> {
    const days = new Map<number, UsageResponse[]>();
    for (const { day, ...row } of await this.usage.ofAllUsersByDay(span, offset)) {
      const hours = days.get(day);
      if (hours) hours.push(row);
      else days.set(day, [row]);
    }
    return days;
  }
}
