import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Sweeper } from '../server/billing/ledger/posting/sweeper.js';
import { ensurePartitions } from '../server/database/partitions.js';

/** The queue all periodic work goes through: one firing for the whole fleet, done by whichever worker is free. */
export const SCHEDULES_QUEUE = 'schedules';

/** Work done again and again. It must be harmless to do it twice: a job whose worker dies is given to another. */
export interface Schedule {
  /** Id of the BullMQ job scheduler. */
  readonly name: string;
  readonly everySeconds: number;
  /** Resolves to something worth logging, or to nothing. */
  run(): Promise<string | undefined>;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The one table of everything that happens by the clock. */
@Injectable()
export class Schedules {
  readonly table: readonly Schedule[];

  constructor(sweeper: Sweeper, dataSource: DataSource) {
    this.table = [
      {
        name: 'ledger.sweep-holds',
        everySeconds: 15,
        run: async () => counted(await sweeper.releaseAbandonedHolds(), 'holds of dead processes released'),
      },
      {
        name: 'ledger.forget-idle-balances',
        everySeconds: HOUR,
        run: async () => counted(await sweeper.forgetIdleBalances(), 'idle balances forgotten'),
      },
      {
        name: 'database.ensure-partitions',
        everySeconds: 6 * HOUR,
        run: async () => (await ensurePartitions(dataSource, new Date())).join(', ') || undefined,
      },
    ];
  }
}

function counted(number: number, what: string): string | undefined {
  return number ? `${number} ${what}` : undefined;
}
