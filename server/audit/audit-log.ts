import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { AuditAction } from '../contract/resources/audit.js';
import { maxEntries } from '../core/cache-limit.js';
import type { Acting, RequestOrigin } from '../core/http/access/account.js';
import { AuditRepository } from './audit.repository.js';

/** Characters of a user agent that are kept. */
const MAX_AGENT_LENGTH = 300;

/** Requests that one process works on at a time; more than it serves. */
const MAX_EXPECTED = 20_000;

const NOWHERE: RequestOrigin = { address: '', userAgent: '', requestId: '', sessionRef: '' };

export interface AuditRecord {
  readonly action: AuditAction;
  readonly actor: Acting;
  /** The account concerned, if it is another one. */
  readonly userId?: number;
  readonly content?: string;
  /** Without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Where the request came from, if the actor does not say so: before and at a sign-in. */
  readonly origin?: Omit<RequestOrigin, 'sessionRef'> & { readonly sessionRef?: string };
}

/** Writes the audit log. */
@Injectable()
export class AuditLog {
  /** Requests of this process whose rows are waited for, and whether they have one. The oldest are dropped. */
  private readonly expected = new LRUCache<string, boolean>(maxEntries(MAX_EXPECTED));

  constructor(private readonly entries: AuditRepository) {}

  /** From now on it is noted whether this request leaves a row. */
  expectRow(requestId: string): void {
    this.expected.set(requestId, false);
  }

  /** Whether the request left a row since `expectRow`; it is forgotten then. */
  wroteRow(requestId: string): boolean {
    const wrote = this.expected.get(requestId) === true;
    this.expected.delete(requestId);
    return wrote;
  }

  /** Records what is not stored in Postgres itself: sign-ins, ends of sessions. */
  note(record: AuditRecord): Promise<void> {
    return this.write(undefined, record);
  }

  /** @param manager of the transaction of what is recorded, so that neither is stored without the other */
  record(manager: EntityManager, record: AuditRecord): Promise<void> {
    return this.write(manager, record);
  }

  private async write(
    manager: EntityManager | undefined,
    { action, actor, userId = 0, content = '', details, ...record }: AuditRecord,
  ): Promise<void> {
    const origin = { ...NOWHERE, ...actor.origin, ...record.origin };
    await this.entries.insert(manager, {
      createdAt: Math.floor(Date.now() / 1000),
      action,
      actorId: actor.id,
      actorName: actor.username,
      userId: userId === actor.id ? 0 : userId,
      content,
      details: details === undefined ? '' : JSON.stringify(details),
      address: origin.address,
      userAgent: origin.userAgent.slice(0, MAX_AGENT_LENGTH),
      requestId: origin.requestId,
      sessionRef: origin.sessionRef,
    });
    if (this.expected.has(origin.requestId)) this.expected.set(origin.requestId, true);
  }
}
