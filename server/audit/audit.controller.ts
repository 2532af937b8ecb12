import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  auditEntryResponse,
  auditQuery,
  type AuditEntryResponse,
  type AuditQuery,
} from '../contract/resources/audit.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/requires.js';
import { AuditRepository } from './audit.repository.js';

@Controller('api/audit')
export class AuditController {
  constructor(private readonly entries: AuditRepository) {}

  /** Entries of the audit log, newest first; the next page begins before the last id. */
  @Get()
  @Requires('admin')
  @ApiResponse(z.array(auditEntryResponse))
  async list(@Query({ schema: auditQuery }) query: AuditQuery): Promise<AuditEntryResponse[]> {
    const rows = await this.entries.list(query);
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
