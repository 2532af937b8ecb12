import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { Vault } from '../core/crypto.js';
import type { Env } from '../core/env.js';
import { ROLES } from '../core/http/account.js';
import { ENV } from '../core/injection.js';
import { version } from '../core/version.js';
import { hashPassword } from './passwords.js';
import { Setup } from './setup.entity.js';
import { User } from './user.entity.js';
import { freeAffCode } from './users.service.js';

/** What the console warns about until it is changed. */
export const DEFAULT_ROOT_PASSWORD = '123456';
/** 200 USD at the default rate. */
const OPENING_QUOTA = 100_000_000;
/** Any number nobody else uses: servers that start together agree on who makes the account. */
const LOCK = 7_202_611;

/** Makes an empty database usable, and adopts what an imported one brought along. */
@Injectable()
export class FirstAccount implements OnApplicationBootstrap {
  private readonly logger = new Logger('Users');

  constructor(
    private readonly database: DataSource,
    private readonly ledger: LedgerService,
    private readonly vault: Vault,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const created = await this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await this.hashImportedTokens(manager);
      return (await manager.exists(User)) ? undefined : this.createRoot(manager);
    });
    if (created === undefined) return;
    await this.ledger.refreshCache({ users: [created] });
    this.logger.log('made the first account: root');
  }

  private async createRoot(manager: EntityManager): Promise<number> {
    const { id } = await manager.save(
      manager.create(User, {
        username: 'root',
        password: await hashPassword(this.env.INITIAL_ROOT_PASSWORD ?? DEFAULT_ROOT_PASSWORD),
        displayName: 'Root User',
        role: ROLES.root,
        affCode: await freeAffCode(manager),
      }),
    );
    await this.ledger.open(manager, id, OPENING_QUOTA, `user:${id}`);
    await manager.insert(Setup, { version, initializedAt: Math.floor(Date.now() / 1000) });
    return id;
  }

  /** Imported rows hold access tokens as they are; from now on only their hashes are kept. */
  private async hashImportedTokens(manager: EntityManager): Promise<void> {
    const users = await manager.find(User, {
      where: { accessToken: Not(IsNull()) },
      select: { id: true, accessToken: true },
    });
    for (const { id, accessToken } of users) {
      const token = accessToken?.trim() ?? '';
      const accessTokenHash = token === '' ? null : this.vault.lookupHash(token);
      await manager.update(User, id, { accessToken: null, accessTokenHash });
    }
  }
}
