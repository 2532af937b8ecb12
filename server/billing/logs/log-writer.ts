import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { LogType } from '../../contract/enums.js';
import type { AuditAction } from '../../contract/resources/audit.js';
import type { LogDetailsInput } from '../../contract/resources/logs/log-details.js';
import { chineseText } from '../../contract/stored-texts/catalogue.js';
import type { StoredText } from '../../contract/stored-texts/stored-text.js';
import type { Acting } from '../../core/http/access/account.js';
import { LogsRepository } from './logs.repository.js';

/** A log row that is not a charge. */
export interface ManagementLog {
  /** The user concerned. */
  readonly userId: number;
  readonly username: string;
  readonly type:
    typeof LogType.topUp | typeof LogType.management | typeof LogType.system | typeof LogType.refund;
  /** Stored as a Chinese sentence in `content`, and by its code in `other`. */
  readonly text: StoredText;
  /** Quota units. */
  readonly quota?: number;
  readonly modelName?: string;
  readonly tokenId?: number;
  readonly tokenName?: string;
  readonly channelId?: number;
  readonly group?: string;
  readonly requestId?: string;
  /** Who acted, for the audit log; absent: the user concerned, or the administrator whom `other` names. */
  readonly by?: Acting;
  /** Shown to administrators; for actions `{ admin_info: { admin_id, admin_username } }`. */
  readonly other?: Readonly<Omit<LogDetailsInput, 'text'>>;
}

const AUDITED: Readonly<Partial<Record<ManagementLog['type'], AuditAction>>> = {
  [LogType.management]: 'change',
  [LogType.topUp]: 'top_up',
};

/** The administrator who acted, as the log's details name it. */
function actorOf({ admin_info: info }: LogDetailsInput): { id: number; username: string } | undefined {
  return info?.admin_id === undefined || info.admin_username === undefined
    ? undefined
    : { id: info.admin_id, username: info.admin_username };
}

/**
 * Writes log rows in the transaction of the change they describe. Changes by administrators and top-ups are written to the
 * audit log too, which outlives the deletion of old logs.
 */
@Injectable()
export class LogWriter {
  constructor(
    private readonly audit: AuditLog,
    private readonly logs: LogsRepository,
  ) {}

  async write(manager: EntityManager, { text, other: details, by, ...log }: ManagementLog): Promise<void> {
    const content = chineseText(text);
    const other: LogDetailsInput = { ...details, text };
    const action = AUDITED[log.type];
    if (action) {
      const { userId, username } = log;
      const actor = by ?? actorOf(other) ?? { id: userId, username };
      await this.audit.record(manager, { action, actor, userId, content, details: other });
    }
    await this.logs.insert(manager, {
      ...log,
      content,
      createdAt: Math.floor(Date.now() / 1000),
      other: JSON.stringify(other),
    });
  }
}
