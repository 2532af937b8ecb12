import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { UsersRepository } from '../users.repository.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Keeps the row of an account in step with its factors. */
@Injectable()
export class FactorState {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: SecondFactorsRepository,
  ) {}

  /**
   * Call it in the transaction of every change of factors, which has locked the account; and `Accounts.changed` after the commit.
   * Recovery codes end with the last factor: they replace one, and nothing else asks for them.
   */
  async update(manager: EntityManager, userId: number): Promise<void> {
    const secondFactor = await this.factors.hasFactor(manager, userId);
    if (!secondFactor) await this.factors.removeRecoveryCodes(manager, userId);
    await this.users.update(manager, userId, {
      secondFactor,
      ...(secondFactor && { secondFactorAdvised: false }),
    });
  }
}
