import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { dayOf } from '../audit/seals/canonical-rows.js';
import { SealsRepository } from '../audit/seals/seals.repository.js';
import { OptionsService } from '../options/options.service.js';

const DAY_SECONDS = 86_400;
/** Days that one run removes; the next one continues. */
const MAX_DAYS = 50;

/** Removes days of the audit log that are older than the operator keeps them. */
@Injectable()
export class AuditRetention {
  constructor(
    private readonly database: DataSource,
    private readonly seals: SealsRepository,
    private readonly audit: AuditLog,
    private readonly options: OptionsService,
  ) {}

  /** @returns the number of days that were removed */
  async carryOut(): Promise<number> {
    const days = this.options.get('AuditRetentionDays');
    if (days === 0) return 0;
    const first = dayOf(Math.floor(Date.now() / 1000) - days * DAY_SECONDS);
    for (let removed = 0; ; removed++)
      if (removed === MAX_DAYS || !(await this.removeOldest(first))) return removed;
  }

  /** Removes the oldest day before `first`, with a row that says so. */
  private removeOldest(first: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      if (!(await this.seals.lock(manager))) return false;
      const removed = await this.seals.removeOldestDay(manager, first);
      if (!removed) return false;
      const { through, removed: rows, seal_id: seal, hash } = removed;
      // `SealsRepository.isRemovalNoted` looks for the members `seal` and `hash` in this order.
      await this.audit.record(manager, {
        action: 'audit_removed',
        actor: { id: 0, username: '' },
        details: { through, rows, seal, hash },
      });
      return true;
    });
  }
}
