import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { hashPassword, passwordMatches } from '../passwords/passwords.js';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-code-text.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Recovery codes of accounts. Only their hashes are stored. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly factors: SecondFactorsRepository) {}

  /** Replaces all codes of an account. @returns the new ones, which are not shown again */
  async replace(manager: EntityManager, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.removeRecoveryCodes(manager, userId);
    const hashes = await Promise.all(codes.map((code) => hashPassword(plainRecoveryCode(code))));
    await this.factors.addRecoveryCodes(manager, userId, hashes);
    return codes;
  }

  /** Codes for an account that has none left; none for others, whose codes stay valid. */
  async ensure(manager: EntityManager, userId: number): Promise<string[]> {
    return (await this.factors.unusedRecoveryCodes(userId, manager)) > 0 ? [] : this.replace(manager, userId);
  }

  /** Uses up a code. Each of at most ten hashes takes as long as that of a password: throttle the caller. @returns false if it is wrong or was used */
  async use(userId: number, typed: string): Promise<boolean> {
    const code = plainRecoveryCode(typed);
    for (const { id, codeHash } of await this.factors.recoveryCodes(userId))
      if (await passwordMatches(codeHash, code))
        return this.factors.useRecoveryCode(id, Math.floor(Date.now() / 1000));
    return false;
  }
}
