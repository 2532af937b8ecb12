import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan, type EntityManager } from 'typeorm';
import { Authenticator } from './authenticator.entity.js';
import { Passkey } from './passkey.entity.js';
import { RecoveryCode } from './recovery-code.entity.js';

/** Authenticator apps and recovery codes. */
@Injectable()
export class SecondFactorsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  findAuthenticator(userId: number, manager?: EntityManager): Promise<Authenticator | null> {
    return (manager ?? this.database.manager).findOneBy(Authenticator, { userId });
  }

  async insertAuthenticator(manager: EntityManager, authenticator: Authenticator): Promise<void> {
    await manager.insert(Authenticator, authenticator);
  }

  /** Notes the step of a code. One statement, so that a code is accepted once, by whichever server. @returns false if it was used */
  async useStep(userId: number, step: number): Promise<boolean> {
    const { affected } = await this.database.manager.update(
      Authenticator,
      { userId, lastStep: LessThan(step) },
      { lastStep: step },
    );
    return affected === 1;
  }

  /** @returns false if there is none */
  async removeAuthenticator(manager: EntityManager, userId: number): Promise<boolean> {
    const { affected } = await manager.delete(Authenticator, { userId });
    return affected === 1;
  }

  /** Whether the account has an authenticator app or a passkey. */
  async hasFactor(manager: EntityManager, userId: number): Promise<boolean> {
    return (await manager.existsBy(Authenticator, { userId })) || manager.existsBy(Passkey, { userId });
  }

  async addRecoveryCodes(manager: EntityManager, userId: number, hashes: readonly string[]): Promise<void> {
    await manager.insert(
      RecoveryCode,
      hashes.map((codeHash) => ({ userId, codeHash })),
    );
  }

  /** The codes that were not used. */
  recoveryCodes(userId: number): Promise<RecoveryCode[]> {
    return this.database.manager.find(RecoveryCode, { where: { userId, usedAt: 0 }, order: { id: 'ASC' } });
  }

  /** Notes that a code was used. @returns false if it was used before */
  async useRecoveryCode(id: number, usedAt: number): Promise<boolean> {
    const { affected } = await this.database.manager.update(RecoveryCode, { id, usedAt: 0 }, { usedAt });
    return affected === 1;
  }

  unusedRecoveryCodes(userId: number, manager?: EntityManager): Promise<number> {
    return (manager ?? this.database.manager).countBy(RecoveryCode, { userId, usedAt: 0 });
  }

  async removeRecoveryCodes(manager: EntityManager, userId: number): Promise<void> {
    await manager.delete(RecoveryCode, { userId });
  }
}
