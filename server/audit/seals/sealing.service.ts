import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Vault } from '../../core/crypto.js';
import { TableFenceRepository } from '../../core/postgres/table-fence.repository.js';
import { dayOf, SEAL_FORMAT } from './canonical-rows.js';
import { nextSeal } from './next-seal.js';
import { SealsRepository } from './seals.repository.js';
import { signedText, SIGNATURE_PURPOSE } from './seal-signature.js';

/** Rows of one seal at most. */
const MAX_ROWS = 200;
/** Seals of one run; the next one continues, after an upgrade with all rows of earlier releases. */
const MAX_SEALS = 500;

/** Seals the rows of the audit log whose transactions are over, in a worker. */
@Injectable()
export class Sealing {
  private readonly logger = new Logger('Audit');

  constructor(
    private readonly database: DataSource,
    private readonly seals: SealsRepository,
    private readonly fence: TableFenceRepository,
    private readonly vault: Vault,
  ) {}

  /** @returns the number of rows that were sealed */
  async carryOut(): Promise<number> {
    const end = await this.fence.completeTo('audit_log');
    let sealed = 0;
    if (end !== undefined)
      for (let seals = 0; seals < MAX_SEALS; seals++) {
        const rows = await this.sealNext(end);
        if (rows === 0) break;
        sealed += rows;
      }
    await this.announce();
    return sealed;
  }

  /** @param end rows with this id and lower ones are complete */
  private sealNext(end: number): Promise<number> {
    return this.database.transaction(async (manager) => {
      if (!(await this.seals.lock(manager))) return 0;
      const last = await this.seals.last(manager);
      const [first, ...others] = await this.seals.rowsBetween(manager, last?.lastId ?? 0, end, MAX_ROWS);
      if (!first) return 0;
      const seal = nextSeal(last, [first, ...others], Math.floor(Date.now() / 1000));
      const signature = this.vault.sign(SIGNATURE_PURPOSE, signedText(seal));
      await this.seals.insert(manager, { ...seal, format: SEAL_FORMAT }, signature);
      return seal.rows;
    });
  }

  /** Writes the last seal of each day that is over to the log of this process, which is not kept in the database. */
  private async announce(): Promise<void> {
    const seals = await this.seals.announce(dayOf(Math.floor(Date.now() / 1000)));
    for (const { id, day, lastId, hash } of seals)
      this.logger.log(`last audit seal of ${day}: ${hash} (seal ${id}, rows up to ${lastId})`);
  }
}
