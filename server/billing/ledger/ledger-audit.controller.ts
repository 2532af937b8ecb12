import { Controller, Get, Inject } from '@nestjs/common';
import { Redis } from 'ioredis';
import {
  ledgerAuditResponse,
  type LedgerAuditResponse,
} from '../../contract/resources/ledger/ledger-audit.js';
import type { Env } from '../../core/env.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { ENV, REDIS } from '../../core/injection.js';
import { auditLedger, openLedger } from './ledger-audit.js';

@Controller('api/books')
export class LedgerAuditController {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Recomputes all balances. Restricted to the super administrator because it reads the whole ledger. */
  @Get()
  @Requires('root')
  @ApiResponse(ledgerAuditResponse)
  async check(): Promise<LedgerAuditResponse> {
    const ledger = await openLedger(this.env.DATABASE_URL);
    try {
      return await auditLedger(ledger, this.redis);
    } finally {
      await ledger.destroy();
    }
  }
}
