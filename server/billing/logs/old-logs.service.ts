import { Injectable, Logger } from '@nestjs/common';
import { EventBus } from '../../core/redis/events.js';
import { OptionsService } from '../../options/options.service.js';
import { DAY_SECONDS } from './closed-days.js';
import { OldLogsRepository } from './old-logs.repository.js';

/** Rows deleted per statement; small enough to keep locks short. */
const BATCH = 1000;

/** Removes old rows of the usage log: whole months at once, the rest in batches. Idempotent. */
@Injectable()
export class OldLogsService {
  private readonly logger = new Logger('Logs');

  constructor(
    private readonly old: OldLogsRepository,
    private readonly events: EventBus,
    private readonly options: OptionsService,
  ) {}

  /** Carries out the requested deletions. @returns the number of completed ones */
  async carryOut(): Promise<number> {
    const requested = await this.old.requestedDeletions();
    for (const { id, createdBefore } of requested) {
      await this.delete(createdBefore);
      await this.old.removeRequest(id);
    }
    return requested.length;
  }

  /** Removes every row older than `before` (Unix seconds) and notifies all processes when they are deleted. */
  async delete(before: number): Promise<void> {
    for (const { name, to } of await this.old.partitions()) {
      const isWhole = to !== undefined && to <= before;
      if (isWhole && (await this.drop(name))) continue;
      let deleted: number;
      do deleted = await this.old.deleteRows(name, before, BATCH);
      while (deleted === BATCH);
    }
    await this.events.publish('log.deleted', { before });
  }

  /** Removes rows of failed requests that are older than the operator keeps them (option ErrorLogDays). @returns their number */
  async deleteErrors(): Promise<number> {
    const before = Math.floor(Date.now() / 1000) - this.options.get('ErrorLogDays') * DAY_SECONDS;
    let all = 0;
    let deleted: number;
    do all += deleted = await this.old.deleteErrors(before, BATCH);
    while (deleted === BATCH);
    return all;
  }

  private async drop(name: string): Promise<boolean> {
    const isDropped = await this.old.dropPartition(name);
    if (!isDropped) this.logger.warn(`${name} is busy: its rows are deleted in batches`);
    return isDropped;
  }
}
