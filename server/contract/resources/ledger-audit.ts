import { z } from 'zod';

const checked = z.object({
  checked: z.int(),
  wrong: z.int(),
  differing: z.array(z.object({ id: z.int(), balance: z.number(), entries: z.number() })),
});

/** Result of recomputing all balances from the ledger. Amounts are quota units. */
export const ledgerAuditResponse = z
  .object({
    balanced: z.boolean(),
    users: checked,
    tokens: checked,
    rejected: z.object({ entries: z.int(), quota: z.number() }),
    writtenOff: z.object({ charges: z.int(), quota: z.number() }),
    memory: z
      .object({
        skipped: z.boolean(),
        journalEntries: z.int(),
        openHolds: z.int(),
        wrong: z.array(z.object({ account: z.string(), outstanding: z.number(), expected: z.number() })),
      })
      .optional(),
  })
  .meta({ id: 'LedgerAudit' });
export type LedgerAuditResponse = z.infer<typeof ledgerAuditResponse>;
