import type { DataSource, EntityManager } from 'typeorm';
import { CannotStart } from './commands/cannot-start.js';
import { keyIdOf, type Vault } from './crypto.js';

/** The text that is sealed in the check of a secret. */
const CHECK_TEXT = 'tollgate';
/** Id of the check of the oldest secret in use. */
const OLDEST_ID = 1;

/** The checks of the secrets that stored values depend on (`SecretCheck`): one, and more while the secret is rotated. */
export class SecretChecksRepository {
  constructor(private readonly database: Pick<DataSource, 'query' | 'transaction'>) {}

  /** The sealed texts by id of their secret, that of the oldest first. */
  async all(): Promise<ReadonlyMap<string, string>> {
    const rows: { sealed: string }[] = await this.database.query(
      'SELECT sealed FROM secret_checks ORDER BY id <> $1, id',
      [OLDEST_ID],
    );
    return new Map(rows.map(({ sealed }) => [keyIdOf(sealed) ?? '', sealed]));
  }

  /** Id of the secret of hashes that do not name one. */
  async oldest(): Promise<string | undefined> {
    const rows: { sealed: string }[] = await this.database.query(
      'SELECT sealed FROM secret_checks WHERE id = $1',
      [OLDEST_ID],
    );
    return rows[0] && keyIdOf(rows[0].sealed);
  }

  /** Stores the check of the current secret, unless it is there. */
  async register(vault: Vault): Promise<void> {
    const known = await this.all();
    if (known.has(vault.keyId)) return;
    const id = known.size === 0 ? OLDEST_ID : idOf(vault.keyId);
    await this.database.query(
      'INSERT INTO secret_checks (id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [id, vault.seal(CHECK_TEXT)],
    );
  }

  /** Removes the checks of secrets that nothing depends on any more. The last one that is left is the oldest. */
  async retire(keyIds: readonly string[]): Promise<void> {
    await this.database.transaction(async (manager: EntityManager) => {
      await manager.query(
        `DELETE FROM secret_checks WHERE substring(sealed from 4 for 8) = ANY($1::text[])`,
        [keyIds],
      );
      await manager.query(
        'UPDATE secret_checks SET id = $1 WHERE id <> $1 AND (SELECT count(*) FROM secret_checks) = 1',
        [OLDEST_ID],
      );
    });
  }
}

/**
 * Checks that a process has every secret that stored values depend on.
 * @param sealed texts, one of each secret
 * @throws CannotStart
 */
export function requireSecrets(vault: Vault, sealed: Iterable<string>): void {
  const all = [...sealed];
  const missing = all.filter((text) => !opens(vault, text));
  if (missing.length === 0) return;
  throw new CannotStart(
    missing.length === all.length
      ? 'TOLLGATE_SECRET is not the one this database was written with: keys and passwords in it cannot be read'
      : 'the secret is being rotated, and this process lacks one of its secrets: set TOLLGATE_SECRET_PREVIOUS to the former one, or, where TOLLGATE_SECRET is still the former one, TOLLGATE_SECRET_NEXT to the new one',
  );
}

function opens(vault: Vault, sealed: string): boolean {
  try {
    vault.open(sealed);
    return true;
  } catch {
    return false;
  }
}

/** A positive `integer` of Postgres beyond `OLDEST_ID`. */
function idOf(keyId: string): number {
  return Math.max(OLDEST_ID + 1, Number.parseInt(keyId, 16) & 0x7fffffff);
}
