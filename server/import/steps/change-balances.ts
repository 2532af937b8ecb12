import type { EntityManager } from 'typeorm';
import { enterOnce } from '../../billing/ledger/ledger-entries.repository.js';
import { LedgerRepository } from '../../billing/ledger/ledger.repository.js';
import type { ChangedRow, ImportRun } from '../import-run.js';
import { importReference, spentReference } from '../rows/opening-entry.js';
import type { Note } from '../rules.js';

/** A balance that changed in the source. */
export interface ChangedBalance {
  readonly changed: ChangedRow;
  readonly userId: number;
  /** Quota units. */
  readonly balance: number;
  /** Of the account, for a note. */
  readonly name: string;
}

const KINDS = { users: 'adjust', tokens: 'token' } as const;

/**
 * Changes balances by what they changed in the source since they were entered, so that spending here stays spent. What the source
 * took and was spent here too is entered as an amount that is not collected: no balance becomes negative. While the old gateway works,
 * balances stay: entering each of its requests would fill the ledger, and the last run enters all of them at once.
 */
export async function changeBalances(
  run: ImportRun,
  db: EntityManager,
  table: keyof typeof KINDS,
  changes: readonly (ChangedBalance & { readonly mayBeNegative: boolean })[],
): Promise<Note[]> {
  if (run.options.follow) return [];
  const ledger = new LedgerRepository();
  const notes: Note[] = [];
  const isUser = table === 'users';
  for (const { changed, userId, balance, name, mayBeNegative } of changes) {
    const { ownId, known, id } = changed;
    const delta = balance - (known.balance ?? 0);
    if (delta === 0) continue;
    const now = isUser ? await ledger.lockUser(db, ownId) : await ledger.lockToken(db, ownId);
    const missing = mayBeNegative ? 0 : Math.max(Math.min(now, 0) - (now + delta), 0);
    const revision = known.revision + 1;
    const enter = (reference: string, amount: number) =>
      enterOnce(db, {
        kind: KINDS[table],
        reference,
        userId,
        tokenId: isUser ? 0 : ownId,
        delta: isUser ? amount : 0,
        tokenDelta: isUser ? 0 : amount,
        content: reference,
      });
    await enter(`${importReference(run.importId, table, id)}:${revision}`, delta);
    if (missing > 0) {
      await enter(`${spentReference(run.importId, table, id)}:${revision}`, missing);
      notes.push({ table, id, code: 'balance_spent_twice', detail: `${name}, ${missing}` });
    }
    if (isUser) await ledger.moveUser(db, ownId, delta + missing);
    else await ledger.moveToken(db, ownId, delta + missing);
  }
  return notes;
}

/** The balance that is entered for a row once `changeBalances` has run, for its record. */
export function balanceAfter(run: ImportRun, { known }: ChangedRow, balance: number): { balance?: number } {
  if (!run.options.follow) return { balance };
  return known.balance === null ? {} : { balance: known.balance };
}
