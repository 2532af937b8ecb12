import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { AuditQuery } from '../contract/resources/audit.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Rows of the audit log. */
@Injectable()
export class AuditRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @param manager of the transaction of what is recorded; undefined: outside a transaction */
  async insert(manager: EntityManager | undefined, entry: Omit<AuditEntry, 'id'>): Promise<void> {
    await (manager ?? this.database.manager).insert(AuditEntry, entry);
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

  /** Newest first. */
  list({ before, action, user_id: user, username, size }: AuditQuery): Promise<AuditEntry[]> {
    const all: FindOptionsWhere<AuditEntry> = {
      ...(before !== undefined && { id: LessThan(before) }),
      ...(action !== undefined && { action }),
      ...(username !== undefined && { actorName: username }),
    };
    return this.database.getRepository(AuditEntry).find({
      where:
        user === undefined
          ? all
          : [
              { ...all, actorId: user },
              { ...all, userId: user },
            ],
      order: { id: 'DESC' },
      take: size,
    });
  }
}
