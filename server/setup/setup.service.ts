import { z } from 'zod';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import type { ClientOrigin } from '../core/http/access/devices.js';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { errorOf } from '../core/http/schema.pipe.js';
import { EventBus } from '../core/redis/events.js';
import { ApiError } from '../contract/errors/api-error.js';
import { OptionsRepository } from '../options/options.repository.js';
import { OptionsService } from '../options/options.service.js';
import { hashChosenPassword } from '../users/passwords/passwords.js';
import { RootAccount } from '../users/first-account/root-account.js';
import { SetupLinks } from '../users/first-account/setup-links.js';
import { UsersRepository } from '../users/users.repository.js';
import type { SetupRequest, SetupResponse } from '../contract/resources/setup.js';

const FLAGS = ['SelfUseModeEnabled', 'DemoSiteEnabled'] as const;

/** Setup wizard of a new installation. */
@Injectable()
export class SetupService {
  constructor(
    private readonly database: DataSource,
    private readonly root: RootAccount,
    private readonly links: SetupLinks,
    private readonly users: UsersRepository,
    private readonly optionRows: OptionsRepository,
    private readonly ledger: LedgerService,
    private readonly options: OptionsService,
    private readonly events: EventBus,
    private readonly audit: AuditLog,
  ) {}

  async state(): Promise<SetupResponse> {
    if (await this.root.isSetUp())
      return { status: true, root_init: false, database_type: '', link_required: false };
    return {
      status: false,
      root_init: await this.root.exists(),
      database_type: 'postgres',
      link_required: this.links.areRequired,
    };
  }

  /**
   * Creates account and settings and marks the setup as complete in one transaction; only the first call succeeds.
   * @throws ApiError setup_finished, setup_link_wrong, setup_…
   */
  async complete(body: SetupRequest, origin: ClientOrigin): Promise<void> {
    if (this.links.areRequired && !(await this.links.isValid(body.token)))
      throw new ApiError('setup_link_wrong');
    const account = (await this.root.exists()) ? undefined : await readRoot(body);
    const created = await this.database.transaction(async (manager) => {
      await this.root.lock(manager);
      if (!(await this.root.finishSetup(manager))) throw new ApiError('setup_finished');
      await this.saveFlags(manager, body);
      await this.audit.record(manager, {
        action: 'setup_finished',
        actor: { id: 0, username: account?.username ?? '' },
        details: Object.fromEntries(FLAGS.map((flag) => [flag, body[flag]])),
        origin,
      });
      if (account === undefined || (await this.root.exists(manager))) return undefined;
      return this.createRoot(manager, account);
    });
    await this.options.reload();
    await this.events.publish('option.changed', { keys: [...FLAGS] });
    if (created !== undefined) await this.ledger.refreshCache({ users: [created] });
  }

  private async createRoot(
    manager: EntityManager,
    account: { username: string; password: string },
  ): Promise<number> {
    if (await this.users.nameExists(manager, account.username)) throw new ApiError('setup_username_taken');
    return this.root.create(manager, { ...account, affCode: null });
  }

  /** Bypasses `OptionsService.save`, which uses its own transaction: the setup must be saved completely or not at all. */
  private async saveFlags(manager: EntityManager, body: SetupRequest): Promise<void> {
    await this.optionRows.store(
      manager,
      FLAGS.map((key) => ({ key, value: String(body[key]) })),
    );
  }
}

const MIN_PASSWORD_LENGTH = 8;

/** The requested super administrator account, validated in the order of the form's fields. */
const newRoot = z
  .object({
    username: z.string().refine(isUsername, 'setup_username_invalid'),
    password: z.string(),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, 'setup_passwords_differ')
  .refine(({ password }) => Array.from(password).length >= MIN_PASSWORD_LENGTH, 'setup_password_short');

/** The rule for all new user names: 1 to 12 characters, not an email address. */
function isUsername(name: string): boolean {
  const length = Array.from(name).length;
  return length >= 1 && length <= 12 && !name.includes('@');
}

async function readRoot(body: SetupRequest): Promise<{ username: string; password: string }> {
  const { data, error } = newRoot.safeParse(body);
  if (data === undefined) throw errorOf(error.issues[0] ?? { message: 'setup_body_malformed' });
  return { username: data.username, password: await hashChosenPassword(data.password, [data.username]) };
}
