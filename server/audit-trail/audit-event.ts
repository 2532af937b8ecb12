import type { AuditSeal } from '../audit/seals/audit-seal.entity.js';
import type { SealedRow } from '../audit/seals/canonical-rows.js';

/** Version of the events' form: raised with any change that receivers could notice. */
export const AUDIT_EVENT_FORMAT = 1;

/** An event in the form of CloudEvents (https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md). */
export interface AuditEvent {
  readonly specversion: '1.0';
  readonly type: 'tollgate.audit.entry' | 'tollgate.audit.seal';
  /** The installation. Together with `id` it is unique: a receiver that has an event of both ignores another one. */
  readonly source: string;
  /** `entry/<id>` or `seal/<id>`. */
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of a seal: its entries by id, then the seal itself, with which a receiver has proof of them. */
export function eventsOf(seal: AuditSeal, rows: readonly SealedRow[], installation: string): AuditEvent[] {
  const event = (
    type: AuditEvent['type'],
    id: string,
    seconds: number,
    data: AuditEvent['data'],
  ): AuditEvent => ({
    specversion: '1.0',
    type,
    source: `urn:tollgate:${installation}`,
    id,
    time: new Date(seconds * 1000).toISOString(),
    datacontenttype: 'application/json',
    data: { format: AUDIT_EVENT_FORMAT, ...data },
  });
  return [
    ...rows.map((row) =>
      event('tollgate.audit.entry', `entry/${row.id}`, row.createdAt, {
        id: row.id,
        created_at: row.createdAt,
        action: row.action,
        actor_id: row.actorId,
        actor_name: row.actorName,
        user_id: row.userId,
        content: row.content,
        // The text itself, so that a receiver can compute the seal anew.
        details: row.details,
        address: row.address,
        user_agent: row.userAgent,
        request_id: row.requestId,
        session: row.sessionRef,
      }),
    ),
    event('tollgate.audit.seal', `seal/${seal.id}`, seal.sealedAt, {
      id: seal.id,
      seal_format: seal.format,
      day: seal.day,
      first_id: seal.firstId,
      last_id: seal.lastId,
      rows: seal.rows,
      hash: seal.hash,
      sealed_at: seal.sealedAt,
    }),
  ];
}
