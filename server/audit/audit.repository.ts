import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import type { AuditAction, AuditFilter } from '../contract/resources/audit.js';
import { containing } from '../core/postgres/like.js';
import { ReadDatabase } from '../core/postgres/reads/read-database.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Of servers, seconds. */
const MAX_CLOCK_DIFFERENCE = 60;

/** Rows of the audit log. */
@Injectable()
export class AuditRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: ReadDatabase,
  ) {}

  /** @param manager of the transaction of what is recorded; undefined: outside a transaction */
  async insert(manager: EntityManager | undefined, entry: Omit<AuditEntry, 'id'>): Promise<void> {
    await (manager ?? this.database.manager).insert(AuditEntry, entry);
  }

  /** Whether the account has done this before. */
  hasEntry(actorId: number, action: AuditAction): Promise<boolean> {
    return this.database.manager.exists(AuditEntry, { where: { actorId, action } });
  }

  /**
   * Changes of a channel by administrators, newest first. They name channels as `#12` in lists, where very long lists end early.
   * @param among number of the latest changes that are looked through
   */
  changesOfChannel(channelId: number, limit: number, among: number): Promise<AuditEntry[]> {
    return this.database
      .createQueryBuilder(AuditEntry, 'entry')
      .where(
        `entry.id IN (SELECT id FROM (SELECT id, content, details FROM audit_log WHERE action = 'change' ORDER BY id DESC LIMIT :among) latest
          WHERE content ~ :named AND (details LIKE '%"text":{"code":"channel%' OR details LIKE '%"text":{"code":"tagged_channel%'))`,
        { among, named: `#${channelId}(?!\\d)` },
      )
      .orderBy('entry.id', 'DESC')
      .limit(limit)
      .getMany();
  }

  /** Newest first. @param before only entries with lower ids */
  list(filter: AuditFilter, size: number, before?: number): Promise<AuditEntry[]> {
    return this.reads.run((database) => listQuery(database, filter, before).limit(size).getMany());
  }
}

function listQuery(
  database: DataSource,
  filter: AuditFilter,
  before: number | undefined,
): SelectQueryBuilder<AuditEntry> {
  const { start_timestamp: start, end_timestamp: end, action, user_id: user, username } = filter;
  const { address, request_id: requestId, text } = filter;
  const query = database.createQueryBuilder(AuditEntry, 'entry');
  if (before !== undefined) query.andWhere('entry.id < :before', { before });
  if (action !== undefined) query.andWhere('entry.action = :action', { action });
  if (username !== undefined) query.andWhere('entry.actorName = :username', { username });
  if (user !== undefined) query.andWhere('(entry.actorId = :user OR entry.userId = :user)', { user });
  if (address !== undefined) query.andWhere('entry.address = :address', { address });
  if (requestId !== undefined) query.andWhere('entry.requestId = :requestId', { requestId });
  if (text !== undefined)
    query.andWhere('(entry.content ILIKE :text OR entry.details ILIKE :text)', { text: containing(text) });
  // Ids increase with time, but for clocks that differ: the index of times finds where the ids of the range begin and end.
  if (start !== undefined)
    query.andWhere(
      `entry.createdAt >= :start AND entry.id >= (SELECT id FROM audit_log WHERE created_at >= :earlier ORDER BY created_at, id LIMIT 1)`,
      { start, earlier: start - MAX_CLOCK_DIFFERENCE },
    );
  if (end !== undefined)
    query.andWhere(
      `entry.createdAt <= :end AND entry.id <= (SELECT id FROM audit_log WHERE created_at <= :later ORDER BY created_at DESC, id DESC LIMIT 1)`,
      { end, later: end + MAX_CLOCK_DIFFERENCE },
    );
  return query.orderBy('entry.id', 'DESC');
}
