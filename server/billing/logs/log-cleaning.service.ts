import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import type { Acting } from '../../core/http/access/account.js';
import { LogSumsService } from './log-sums.service.js';
import { LogWriter } from './log-writer.js';
import { OldLogsRepository } from './old-logs.repository.js';
import { OldLogsService } from './old-logs.service.js';

/** Larger deletions run in the background, so that the request does not wait for them. */
const MAX_AT_ONCE = 10_000;

/** Deletes old log rows at an administrator's request. */
@Injectable()
export class LogCleaning {
  constructor(
    private readonly dataSource: DataSource,
    private readonly logs: LogWriter,
    private readonly old: OldLogsRepository,
    private readonly deletions: OldLogsService,
    private readonly sums: LogSumsService,
  ) {}

  /**
   * Deletes every row older than `target` (Unix seconds): immediately when there are few, else shortly after in the
   * worker. Rows written from now on are kept, even if `target` is in the future.
   * @returns the number of matching rows
   */
  async clean(actor: Acting, target: number): Promise<number> {
    const before = Math.min(Math.ceil(target), Math.floor(Date.now() / 1000));
    const count = await this.old.count(before);
    await this.dataSource.transaction(async (manager) => {
      const { id, username } = actor;
      await this.logs.write(manager, {
        userId: id,
        username,
        by: actor,
        type: LogType.management,
        text: storedText('logs_deleted', { count }),
        other: { admin_info: { admin_id: id, admin_username: username, target_timestamp: before, count } },
      });
      if (count > MAX_AT_ONCE) await this.old.requestDeletion(manager, before);
    });
    if (count <= MAX_AT_ONCE) {
      await this.deletions.delete(before);
      // Other processes are notified by an event; in this one the deletion must be visible when the response is sent.
      this.sums.clearCache();
    }
    return count;
  }
}
