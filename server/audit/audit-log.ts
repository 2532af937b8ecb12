import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditAction } from '../contract/resources/audit.js';
import type { ClientOrigin } from '../core/http/devices.js';
import { AuditRepository } from './audit.repository.js';

/** Characters of a user agent that are kept. */
const MAX_AGENT_LENGTH = 300;

export interface AuditRecord {
  readonly action: AuditAction;
  readonly actor: { readonly id: number; readonly username: string };
  /** The account concerned, if it is another one. */
  readonly userId?: number;
  readonly content?: string;
  /** Without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Where the request came from, as far as it matters: sign-ins, sessions, system access tokens. */
  readonly origin?: Pick<ClientOrigin, 'address' | 'userAgent' | 'requestId'>;
}

/** Writes the audit log. */
@Injectable()
export class AuditLog {
  constructor(private readonly entries: AuditRepository) {}

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
    { action, actor, userId = 0, content = '', details, origin }: AuditRecord,
  ): Promise<void> {
    const { address = '', userAgent = '', requestId = '' } = origin ?? {};
    await this.entries.insert(manager, {
      createdAt: Math.floor(Date.now() / 1000),
      action,
      actorId: actor.id,
      actorName: actor.username,
      userId: userId === actor.id ? 0 : userId,
      content,
      details: details === undefined ? '' : JSON.stringify(details),
      address,
      userAgent: userAgent.slice(0, MAX_AGENT_LENGTH),
      requestId,
    });
  }
}
