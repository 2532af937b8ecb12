import { Injectable } from '@nestjs/common';
import type { UsageResponse } from '../../contract/resources/usage.js';
import { ClosedDays, closedWithin, type Days } from '../logs/closed-days.js';
import { MAX_ROWS, UsageRepository, type Span } from './usage.repository.js';

/** Sums of hours for the dashboard, kept up to date by the journal poster in quarters of an hour. */
@Injectable()
export class UsageService {
  private readonly days = new ClosedDays<UsageResponse[]>();

  constructor(private readonly usage: UsageRepository) {}

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
