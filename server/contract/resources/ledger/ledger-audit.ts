import { z } from 'zod';
import { writeOffCause } from './write-offs.js';

const accounts = z.object({
  checked: z.int(),
  wrong: z.int(),
  /** Accounts whose balance is not the sum of their ledger entries; at most 1000. */
  differing: z.array(
    z.object({
      id: z.int(),
      /** Balance stored in the row. */
      balance: z.number(),
      /** Sum of the ledger entries. */
      entries: z.number(),
    }),
  ),
});

/** Result of recomputing all balances from the ledger. Amounts are quota units. */
export const ledgerAuditResponse = z
  .object({
    balanced: z.boolean(),
    users: accounts,
    tokens: accounts,
    /** Journal entries that could not be read. They are stored, not charged, and wait to be replayed. */
    rejected: z.object({ entries: z.int(), quota: z.number() }),
    /** Requests charged more than once, with the quota of all their charges; at most 1000 are listed. */
    repeated: z.object({
      requests: z.int(),
      listed: z.array(z.object({ id: z.string(), quota: z.number() })),
    }),
    /** Charges partly written off because the balance held less than the request cost. */
    writtenOff: z.object({
      charges: z.int(),
      quota: z.number(),
      /** By day (UTC, YYYY-MM-DD) and cause, the newest first; at most 1000. */
      days: z.array(z.object({ day: z.string(), cause: writeOffCause, charges: z.int(), quota: z.number() })),
    }),
    /** Consistency of Redis; absent when Redis was unavailable. */
    memory: z
      .object({
        skipped: z.boolean(),
        /** Whether Redis writes its changes to disk within a second; null if it does not say. */
        appendOnlyFile: z.boolean().nullable(),
        /** Shards of a Redis cluster that were unavailable; absent for a single Redis. */
        away: z.array(z.string()).optional(),
        journalEntries: z.int(),
        openHolds: z.int(),
        wrong: z.array(z.object({ account: z.string(), outstanding: z.number(), expected: z.number() })),
      })
      .optional(),
  })
  .meta({ id: 'LedgerAudit' });
export type LedgerAuditResponse = z.infer<typeof ledgerAuditResponse>;
