import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  auditEntryResponse,
  auditExportQuery,
  auditQuery,
  type AuditEntryResponse,
  type AuditExportQuery,
  type AuditQuery,
} from '../contract/resources/audit.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiRawResponse, ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { AuditExport } from './audit-export.service.js';
import { auditView } from './audit-view.js';
import { AuditRepository } from './audit.repository.js';

@Controller('api/audit')
export class AuditController {
  constructor(
    private readonly entries: AuditRepository,
    private readonly exports: AuditExport,
  ) {}

  /** Entries of the audit log, newest first; the next page begins before the last id. */
  @Get()
  @Requires('admin')
  @ApiResponse(z.array(auditEntryResponse))
  async list(@Query({ schema: auditQuery }) query: AuditQuery): Promise<AuditEntryResponse[]> {
    return (await this.entries.list(query, query.size, query.before)).map(auditView);
  }

  /** The entries that match as a file. */
  @Get('export')
  @Requires('admin', { confirmed: true })
  @ApiRawResponse('*/*')
  async export(
    @Account() actor: SignedIn,
    @Query({ schema: auditExportQuery }) query: AuditExportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.exports.open(actor, query, request);
    const day = new Date().toISOString().slice(0, 10);
    void reply
      .header('Content-Type', `${TYPES[query.format]}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="audit-${day}.${query.format}"`)
      .header('Cache-Control', 'no-store')
      .send(file);
  }
}

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
