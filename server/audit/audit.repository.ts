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

  /** Newest first. */
  list({ before, action, user_id: user, size }: AuditQuery): Promise<AuditEntry[]> {
    const all: FindOptionsWhere<AuditEntry> = {
      ...(before !== undefined && { id: LessThan(before) }),
      ...(action !== undefined && { action }),
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
