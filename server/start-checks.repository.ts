import type { DataSource } from 'typeorm';
import { Role } from './contract/enums.js';

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

  /** One sealed channel key, if there is any: imported databases have keys before the first check. */
  async sealedKey(): Promise<string[]> {
    const sealed: { key: string }[] = await this.database.query(
      "SELECT key FROM channels WHERE key LIKE 'v1:%' LIMIT 1",
    );
    return sealed.map(({ key }) => key);
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
