import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { Role } from '../contract/enums.js';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { version } from '../core/version.js';
import { Setup } from './setup.entity.js';
import { User } from './user.entity.js';

/** 200 USD at the default rate. */
const OPENING_QUOTA = 100_000_000;
/**
 * Advisory lock id, unique in this application: concurrent processes and setup requests agree on who creates the
 * account.
 */
const LOCK = 7_202_611;

/** The super administrator's account and the setup record. Each is created once. */
@Injectable()
export class RootAccount {
  /** Cached once true; it never becomes false again. */
  private setUp = false;

  constructor(
    private readonly database: DataSource,
    private readonly ledger: LedgerService,
  ) {}

  async isSetUp(): Promise<boolean> {
    this.setUp ||= await this.database.manager.exists(Setup);
    return this.setUp;
  }

  /** Until the transaction ends, no other process can create a first account. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  }

  exists(manager = this.database.manager): Promise<boolean> {
    return manager.existsBy(User, { role: Role.root, deletedAt: IsNull() });
  }

  /**
   * Creates the account. Call it under `lock`, and `LedgerService.refreshCache` after the commit.
   * @returns its id
   */
  async create(
    manager: EntityManager,
    account: Pick<User, 'username' | 'password' | 'affCode'>,
  ): Promise<number> {
    const { id } = await manager.save(
      manager.create(User, { ...account, displayName: 'Root User', role: Role.root }),
    );
    await this.ledger.open(manager, id, OPENING_QUOTA, `user:${id}`);
    return id;
  }

  /**
   * Records the setup. Call it under `lock`.
   * @returns false if it was recorded before
   */
  async finishSetup(manager: EntityManager): Promise<boolean> {
    if (await manager.exists(Setup)) return false;
    await manager.insert(Setup, { version, initializedAt: Math.floor(Date.now() / 1000) });
    return true;
  }
}
