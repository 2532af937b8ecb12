import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Vault } from '../../core/crypto.js';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-code-text.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Recovery codes of accounts. Only keyed hashes are stored. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly vault: Vault,
  ) {}

  /** Replaces all codes of an account. @returns the new ones, which are not shown again */
  async replace(manager: EntityManager, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.removeRecoveryCodes(manager, userId);
    await this.factors.addRecoveryCodes(
      manager,
      userId,
      codes.map((code) => this.hashOf(code)),
    );
    return codes;
  }

  /** Codes for an account that has none left; none for others, whose codes stay valid. */
  async ensure(manager: EntityManager, userId: number): Promise<string[]> {
    return (await this.factors.unusedRecoveryCodes(userId, manager)) > 0 ? [] : this.replace(manager, userId);
  }

  /** Uses up a code. @returns false if it is wrong or was used */
  use(userId: number, typed: string): Promise<boolean> {
    return this.factors.useRecoveryCode(userId, this.hashOf(typed), Math.floor(Date.now() / 1000));
  }

  private hashOf(code: string): string {
    return this.vault.lookupHash(`recovery code ${plainRecoveryCode(code)}`);
  }
}
