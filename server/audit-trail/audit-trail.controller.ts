import { Controller, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import { auditStateResponse, type AuditStateResponse } from '../contract/resources/audit.js';
import { SealsRepository } from '../audit/seals/seals.repository.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { StreamPlacesRepository } from '../notifications/event-streams/stream-places.repository.js';
import { OptionsService } from '../options/options.service.js';
import { auditReceiverOf } from './audit-stream.service.js';

@Controller('api/audit')
export class AuditTrailController {
  constructor(
    private readonly seals: SealsRepository,
    private readonly places: StreamPlacesRepository,
    private readonly options: OptionsService,
  ) {}

  /** The last seal, the last verification, and how far the log is sent to its receiver. Nothing is computed anew. */
  @Get('state')
  @Requires('admin')
  @ApiResponse(auditStateResponse)
  async state(): Promise<AuditStateResponse> {
    const [seal, verified, place] = await Promise.all([
      this.seals.last(),
      this.seals.state(),
      this.places.state('audit'),
    ]);
    return {
      seal: seal
        ? { id: seal.id, day: seal.day, last_id: seal.lastId, hash: seal.hash, sealed_at: seal.sealedAt }
        : null,
      verified_at: verified.verifiedAt,
      verified_seal: verified.verifiedSeal,
      verified_day: verified.verifiedDay ?? '',
      problem: verified.problem,
      retention_days: this.options.get('AuditRetentionDays'),
      stream: {
        enabled: auditReceiverOf(this.options) !== undefined,
        seal: place?.position ?? 0,
        delivered: place?.events ?? 0,
        delivered_at: place?.deliveredAt ?? 0,
        failures: place?.failures ?? 0,
        failed_at: place?.failedAt ?? 0,
        last_error: place?.lastError ?? '',
        due_at: place?.dueAt ?? 0,
      },
    };
  }

  /** Sends what waits with the next run of a worker, after the receiver was put right. */
  @Post('stream/retry')
  @Requires('root')
  @ApiResponse(z.null())
  async retry(): Promise<void> {
    await this.places.sendNow('audit');
  }
}
