import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { Log } from './log.entity.js';

/** A log row that is not a charge. */
export interface ManagementLog {
  /** The user concerned. */
  readonly userId: number;
  readonly username: string;
  readonly type:
    typeof LogType.topUp | typeof LogType.management | typeof LogType.system | typeof LogType.refund;
  readonly content: string;
  /** Quota units. */
  readonly quota?: number;
  readonly modelName?: string;
  readonly tokenId?: number;
  readonly tokenName?: string;
  readonly channelId?: number;
  readonly group?: string;
  readonly requestId?: string;
  /** Shown to administrators; for actions `{ admin_info: { admin_id, admin_username } }`. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** Writes log rows in the transaction of the change they describe. */
@Injectable()
export class LogsWriter {
  async write(manager: EntityManager, { other, ...log }: ManagementLog): Promise<void> {
    await manager.insert(Log, {
      ...log,
      createdAt: Math.floor(Date.now() / 1000),
      other: other === undefined ? '' : JSON.stringify(other),
    });
  }
}
