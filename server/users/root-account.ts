import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { ROLES } from '../core/http/account.js';
import { version } from '../core/version.js';
import { Setup } from './setup.entity.js';
import { User } from './user.entity.js';

/** 200 USD at the default rate. */
const OPENING_QUOTA = 100_000_000;
/** Any number nobody else uses: processes and visitors that set up together agree on who makes the account. */
const LOCK = 7_202_611;

/** The super administrator's account and the mark that the house is set up. Both are made once. */
@Injectable()
export class RootAccount {
  /** It never becomes false again, so it is asked for only until then. */
  private setUp = false;

  constructor(
    private readonly database: DataSource,
    private readonly ledger: LedgerService,
  ) {}

  async isSetUp(): Promise<boolean> {
    this.setUp ||= await this.database.manager.exists(Setup);
    return this.setUp;
  }

  /** Until the transaction ends nobody else makes a first account, in whichever process. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  }

  exists(manager = this.database.manager): Promise<boolean> {
    return manager.existsBy(User, { role: ROLES.root, deletedAt: IsNull() });
  }

  /** To be called under `lock`; after the commit the caller says `LedgerService.refreshCache`. @returns its id */
  async create(
    manager: EntityManager,
    account: Pick<User, 'username' | 'password' | 'affCode'>,
  ): Promise<number> {
    const { id } = await manager.save(
      manager.create(User, { ...account, displayName: 'Root User', role: ROLES.root }),
    );
    await this.ledger.open(manager, id, OPENING_QUOTA, `user:${id}`);
    return id;
  }

  /** To be called under `lock`. @returns false when it had been done before */
  async finishSetup(manager: EntityManager): Promise<boolean> {
    if (await manager.exists(Setup)) return false;
    await manager.insert(Setup, { version, initializedAt: Math.floor(Date.now() / 1000) });
    return true;
  }
}
