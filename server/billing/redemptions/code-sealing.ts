import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Vault } from '../../core/crypto.js';
import { carryOutStep } from '../../core/postgres/postponed-steps.js';
import { sealAll, SEALING } from './code-sealing.repository.js';

/** Encrypts the redemption codes of earlier releases, once none of their servers runs any more. */
@Injectable()
export class CodeSealing {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
  ) {}

  /** @returns the number of codes encrypted, 0 if that is not due */
  async carryOut(): Promise<number> {
    return (await carryOutStep(this.dataSource, SEALING, (manager) => sealAll(manager, this.vault))) ?? 0;
  }
}
