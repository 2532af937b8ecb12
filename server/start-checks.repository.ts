import type { DataSource } from 'typeorm';
import { Role } from './contract/enums.js';

/** Id of the only row of `secret_checks`. */
const CHECK_ID = 1;

/** What the start checks read and write, before there is an application. */
export class StartChecksRepository {
  constructor(private readonly database: DataSource) {}

  /** Why Postgres accepts no writes, if it does not. */
  async refusals(): Promise<{ standby: boolean; readOnly: boolean } | undefined> {
    const [row]: { standby: boolean; readOnly: boolean }[] = await this.database.query(
      `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly"`,
    );
    return row;
  }

  /** The stored check of the secret and one sealed channel key, as far as they exist. */
  async sealed(): Promise<string[]> {
    const sealed: { text: string }[] = await this.database.query(
      `SELECT sealed AS text FROM secret_checks
     UNION ALL (SELECT key FROM channels WHERE key LIKE 'v1:%' LIMIT 1)`,
    );
    return sealed.map(({ text }) => text);
  }

  /** Stores the check of the secret, unless another process has. */
  async storeCheck(sealed: string): Promise<void> {
    await this.database.query(
      'INSERT INTO secret_checks (id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [CHECK_ID, sealed],
    );
  }

  /** Password hashes of the super administrators. */
  async rootPasswords(): Promise<string[]> {
    const roots: { password: string }[] = await this.database.query(
      'SELECT password FROM users WHERE role = $1 AND deleted_at IS NULL',
      [Role.root],
    );
    return roots.map(({ password }) => password);
  }
}
