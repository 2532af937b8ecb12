import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccountState } from '../../core/http/account.js';
import { LogDeletion } from './log-deletion.entity.js';
import { LogSummer } from './log-sums.service.js';
import { LogsWriter } from './log-writer.js';
import { OldLogs } from './old-logs.js';

/** More rows than this go in the background: the request does not wait for them. */
const MAX_AT_ONCE = 10_000;

/** Deleting old rows of the log because an administrator says so. */
@Injectable()
export class LogCleaning {
  constructor(
    private readonly dataSource: DataSource,
    private readonly logs: LogsWriter,
    private readonly old: OldLogs,
    private readonly sums: LogSummer,
  ) {}

  /**
   * Deletes every row older than `target` (Unix seconds), at once when they are few, else by the worker within moments.
   * What is written from now on stays, whatever the target.
   * @returns how many rows these are
   */
  async clean(actor: Pick<AccountState, 'id' | 'username'>, target: number): Promise<number> {
    const before = Math.min(Math.ceil(target), Math.floor(Date.now() / 1000));
    const [row]: { count: number }[] = await this.dataSource.query(
      'SELECT count(*) AS count FROM logs WHERE created_at < $1',
      [before],
    );
    const count = row?.count ?? 0;
    await this.dataSource.transaction(async (manager) => {
      const { id, username } = actor;
      await this.logs.write(manager, {
        userId: id,
        username,
        type: 3,
        content: `管理员删除了 ${count} 条历史日志`,
        other: { admin_info: { admin_id: id, admin_username: username, target_timestamp: before, count } },
      });
      if (count > MAX_AT_ONCE) await manager.insert(LogDeletion, { createdBefore: before });
    });
    if (count <= MAX_AT_ONCE) {
      await this.old.delete(before);
      // The other processes hear of it; in this one the answer means that it is in force.
      this.sums.forget();
    }
    return count;
  }
}
