import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { CSV_MARK, csvLines } from '../contract/csv.js';
import type { AuditEntryResponse, AuditExportQuery, AuditFilter } from '../contract/resources/audit.js';
import { ACCOUNT_SOURCE, type AccountSource, type SignedIn } from '../core/http/access/account.js';
import { Devices } from '../core/http/access/devices.js';
import { ENROLMENT_RULE, type EnrolmentRule } from '../core/http/access/enrolment.js';
import { Sessions } from '../core/http/access/sessions.js';
import { StillSignedIn } from '../core/http/access/still-signed-in.js';
import { AuditLog } from './audit-log.js';
import { auditView } from './audit-view.js';
import { AuditRepository } from './audit.repository.js';

/** Entries that are read and sent at a time. */
const BATCH = 500;

const COLUMNS = [
  'id',
  'created_at',
  'action',
  'actor_id',
  'actor_name',
  'user_id',
  'content',
  'details',
  'address',
  'user_agent',
  'request_id',
  'session',
] as const satisfies readonly (keyof AuditEntryResponse)[];

/** Files with entries of the audit log. */
@Injectable()
export class AuditExport {
  constructor(
    private readonly entries: AuditRepository,
    private readonly audit: AuditLog,
    private readonly devices: Devices,
    private readonly sessions: Sessions,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Opens a file, newest entries first, which is read as fast as its receiver takes it. It breaks off when the account may not read
   * the log any more. The export is an entry itself.
   */
  async open(
    actor: SignedIn,
    { format, ...filter }: AuditExportQuery,
    request: FastifyRequest,
  ): Promise<Readable> {
    await this.audit.note({
      action: 'audit_exported',
      actor,
      details: { format, ...filter },
      origin: this.devices.originOf(request),
    });
    const lines = format === 'csv' ? csvOf : ndjsonOf;
    return Readable.from(this.parts(filter, request, lines, format === 'csv' ? HEAD : ''));
  }

  private async *parts(
    filter: AuditFilter,
    request: FastifyRequest,
    lines: (entries: readonly AuditEntryResponse[]) => string,
    head: string,
  ): AsyncGenerator<string> {
    if (head !== '') yield head;
    // Accounts are of a feature that writes to this log: its module cannot be imported here.
    const accounts = this.modules.get<AccountSource>(ACCOUNT_SOURCE, { strict: false });
    const enrolment = this.modules.get<EnrolmentRule>(ENROLMENT_RULE, { strict: false });
    const signedIn = new StillSignedIn(this.sessions, accounts, enrolment);
    for (let before: number | undefined; ;) {
      const rows = await this.entries.list(filter, BATCH, before);
      if (rows.length > 0) yield lines(rows.map(auditView));
      if (rows.length < BATCH) return;
      before = Number(rows.at(-1)?.id);
      // The connection is cut: a file that ends early must not look complete.
      if (!(await signedIn.mayUse(request, 'admin')))
        throw new Error('the account may not read the audit log any more');
    }
  }
}

const HEAD = CSV_MARK + csvLines([COLUMNS]);

function csvOf(entries: readonly AuditEntryResponse[]): string {
  return csvLines(
    entries.map((entry) =>
      COLUMNS.map((column) => {
        if (column === 'created_at') return new Date(entry.created_at * 1000).toISOString();
        if (column === 'details') return entry.details === null ? '' : JSON.stringify(entry.details);
        return entry[column];
      }),
    ),
  );
}

function ndjsonOf(entries: readonly AuditEntryResponse[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
