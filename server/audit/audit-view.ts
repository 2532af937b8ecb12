import type { AuditEntryResponse } from '../contract/resources/audit.js';
import type { AuditEntry } from './audit-entry.entity.js';

/** An entry as administrators read it. */
export function auditView(row: AuditEntry): AuditEntryResponse {
  return {
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
    session: row.sessionRef,
  };
}
