import { Inject, Injectable } from '@nestjs/common';
import { dayOf } from '../audit/seals/canonical-rows.js';
import { SealsRepository } from '../audit/seals/seals.repository.js';
import { verifyAudit } from '../audit/seals/verify-audit.js';
import { openLedger } from '../billing/ledger/ledger-audit.js';
import { Vault } from '../core/crypto.js';
import type { Env } from '../core/env.js';
import { ENV } from '../core/injection.js';
import { AlertChecks } from './alert-checks.service.js';

/** Days of the audit log that are verified. `npm run books` verifies all of it. */
const DAYS = 31;

/** Verifies the latest days of the audit log, stores the result for pages, and raises an alert. */
@Injectable()
export class AuditChecks {
  constructor(
    private readonly seals: SealsRepository,
    private readonly alerts: AlertChecks,
    private readonly vault: Vault,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @returns the number of alerts that began or ended */
  async carryOut(): Promise<number> {
    const database = await openLedger(this.env.DATABASE_URL);
    try {
      const fromDay = dayOf(Math.floor(Date.now() / 1000) - DAYS * 86_400);
      const { latest, findings, omitted } = await verifyAudit(database, this.vault, { fromDay });
      // Where the end is missing, the state keeps naming it, so that the next verification finds it again.
      const { verifiedSeal } = await this.seals.state();
      await this.seals.noteVerified(Math.max(latest?.id ?? 0, verifiedSeal), findings[0] ?? '');
      return await this.alerts.auditChecked(findings.length + omitted);
    } finally {
      await database.destroy();
    }
  }
}
