import { setTimeout as sleep } from 'node:timers/promises';
import type { Vault } from '../core/crypto.js';
import { formerKeyIds, type Dependents, type SecretHolder } from './secret-holder.js';

/** Runs over what others had locked. */
const MAX_RUNS = 5;
const PAUSE_MS = 1000;
/** Values between two lines of progress. */
const LINE_EVERY = 10_000;

/** What depends on other secrets than the current one. */
export interface Remainder {
  readonly holder: SecretHolder;
  /** By the id of their secret. */
  readonly values: Dependents;
}

export interface Rotation {
  readonly vault: Vault;
  readonly holders: readonly SecretHolder[];
  /** Id of the secret of hashes that do not name one. */
  readonly oldest: string;
  readonly report: (line: string) => void;
}

/** Re-seals all values of former secrets. It can be interrupted and repeated at any time, while servers serve. */
export async function resealAll({ vault, holders, oldest, report }: Rotation): Promise<void> {
  const former = new Set(formerKeyIds(vault));
  for (const holder of holders) {
    if (!holder.reseal) continue;
    let total = 0;
    const progress = (values: number) => {
      if (Math.floor((total + values) / LINE_EVERY) > Math.floor(total / LINE_EVERY))
        report(`${holder.name}: ${total + values} re-sealed so far`);
      total += values;
    };
    for (let run = 1; run <= MAX_RUNS; run++) {
      await holder.reseal(vault, progress);
      if (![...(await holder.count(oldest)).keys()].some((keyId) => former.has(keyId))) break;
      if (run < MAX_RUNS) await sleep(PAUSE_MS);
    }
    if (total > 0) report(`${holder.name}: ${total} re-sealed`);
  }
}

/** Counts what depends on other secrets than the current one. */
export async function remainders({ vault, holders, oldest }: Rotation): Promise<Remainder[]> {
  const found: Remainder[] = [];
  for (const holder of holders) {
    const values = new Map([...(await holder.count(oldest))].filter(([keyId]) => keyId !== vault.keyId));
    if (values.size > 0) found.push({ holder, values });
  }
  return found;
}

/** One line per kind of values and secret. */
export function remainderLines(vault: Vault, found: readonly Remainder[]): string[] {
  return found.flatMap(({ holder, values }) =>
    [...values].map(([keyId, count]) => {
      const line = `${holder.name}: ${count} depend on ${secretNamed(vault, keyId)}`;
      return holder.unsealable ? `${line}; ${holder.unsealable.remedy}` : line;
    }),
  );
}

function secretNamed(vault: Vault, keyId: string): string {
  if (!vault.knows(keyId)) return `a secret that is not configured (key id ${keyId})`;
  const isFormer = formerKeyIds(vault).includes(keyId);
  return `${isFormer ? 'a former secret' : 'TOLLGATE_SECRET_NEXT'} (key id ${keyId})`;
}
