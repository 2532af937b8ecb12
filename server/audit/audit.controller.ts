import { Controller, Get, Query } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type FindOptionsWhere } from 'typeorm';
import { z } from 'zod';
import {
  auditEntryResponse,
  auditQuery,
  type AuditEntryResponse,
  type AuditQuery,
} from '../contract/resources/audit.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/requires.js';
import { AuditEntry } from './audit-entry.entity.js';

@Controller('api/audit')
export class AuditController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Entries of the audit log, newest first; the next page begins before the last id. */
  @Get()
  @Requires('admin')
  @ApiResponse(z.array(auditEntryResponse))
  async list(@Query({ schema: auditQuery }) query: AuditQuery): Promise<AuditEntryResponse[]> {
    const all: FindOptionsWhere<AuditEntry> = {
      ...(query.before !== undefined && { id: LessThan(query.before) }),
      ...(query.action !== undefined && { action: query.action }),
    };
    const { user_id: user } = query;
    const rows = await this.database.getRepository(AuditEntry).find({
      where:
        user === undefined
          ? all
          : [
              { ...all, actorId: user },
              { ...all, userId: user },
            ],
      order: { id: 'DESC' },
      take: query.size,
    });
    return rows.map((row) => ({
      id: Number(row.id),
      created_at: Number(row.createdAt),
      action: row.action,
      actor_id: row.actorId,
      actor_name: row.actorName,
      user_id: row.userId,
      content: row.content,
      details: row.details === '' ? null : (JSON.parse(row.details) as unknown),
      address: row.address,
      user_agent: row.userAgent,
      request_id: row.requestId,
    }));
  }
}
