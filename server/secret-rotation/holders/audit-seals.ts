import type { DataSource } from 'typeorm';
import { resignSeals } from '../../audit/seals/resign-seals.js';
import { SealsRepository } from '../../audit/seals/seals.repository.js';
import type { Vault } from '../../core/crypto.js';
import type { Dependents, SecretHolder } from '../secret-holder.js';

/** Signatures of the seals of the audit log. The former ones stay beside those of the current secret, which count then. */
export class AuditSeals implements SecretHolder {
  readonly name = 'seals of the audit log';

  constructor(
    private readonly database: DataSource,
    private readonly vault: Pick<Vault, 'keyId'>,
  ) {}

  count(): Promise<Dependents> {
    return new SealsRepository(this.database).countBySecret(this.vault.keyId);
  }

  /** @throws Error if the signature of a seal is wrong or of an unknown secret */
  async reseal(vault: Vault, report: (values: number) => void): Promise<number> {
    const signed = await resignSeals(this.database, vault);
    report(signed);
    return signed;
  }
}
