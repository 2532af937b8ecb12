import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Role } from '../../contract/enums.js';
import { LedgerService } from '../../billing/ledger/ledger.service.js';
import { SetupRepository } from './setup.repository.js';
import type { User } from '../user.entity.js';
import { UsersRepository } from '../users.repository.js';

/** 200 USD at the default rate. */
const OPENING_QUOTA = 100_000_000;

/** The super administrator's account and the setup record. Each is created once. */
@Injectable()
export class RootAccount {
  /** Cached once true; it never becomes false again. */
  private setUp = false;

  constructor(
    private readonly users: UsersRepository,
    private readonly setup: SetupRepository,
    private readonly ledger: LedgerService,
  ) {}

  async isSetUp(): Promise<boolean> {
    this.setUp ||= await this.setup.isRecorded(undefined);
    return this.setUp;
  }

  /** Until the transaction ends, no other process can create a first account. */
  lock(manager: EntityManager): Promise<void> {
    return this.setup.lock(manager);
  }

  exists(manager?: EntityManager): Promise<boolean> {
    return this.users.rootExists(manager);
  }

  /**
   * Creates the account. Call it under `lock`, and `LedgerService.refreshCache` after the commit.
   * @returns its id
   */
  async create(
    manager: EntityManager,
    account: Pick<User, 'username' | 'password' | 'affCode'>,
  ): Promise<number> {
    const id = await this.users.insert(manager, { ...account, displayName: 'Root User', role: Role.root });
    await this.ledger.open(manager, id, OPENING_QUOTA, `user:${id}`);
    return id;
  }

  /**
   * Records the setup. Call it under `lock`.
   * @returns false if it was recorded before
   */
  async finishSetup(manager: EntityManager): Promise<boolean> {
    if (await this.setup.isRecorded(manager)) return false;
    await this.setup.record(manager);
    return true;
  }
}
