import { Injectable } from '@nestjs/common';
import { Brackets, DataSource, EntityManager, IsNull, QueryFailedError } from 'typeorm';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { LogsWriter } from '../billing/logs/log-writer.js';
import { PricesService } from '../billing/prices/prices.service.js';
import { randomText } from '../core/crypto.js';
import { ROLES, type AccountState } from '../core/http/account.js';
import type { Page } from '../core/http/paging.js';
import { containing } from '../core/like.js';
import { Refusal } from '../core/refusal.js';
import { GroupsService } from '../options/groups/groups.service.js';
import { OptionsService } from '../options/options.service.js';
import { Accounts } from './accounts.js';
import { hashPassword } from './passwords.js';
import { User } from './user.entity.js';
import type { CreateUser, UpdateUser } from './users.schema.js';

/** The acting administrator. */
export type Actor = Pick<AccountState, 'id' | 'username' | 'role'>;

/** Accounts as administrators see and change them (spec/management-api.md 4.6). */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: Accounts,
    private readonly options: OptionsService,
    private readonly ledger: LedgerService,
    private readonly prices: PricesService,
    private readonly groups: GroupsService,
    private readonly logs: LogsWriter,
  ) {}

  /** Newest first, deleted ones included. */
  async list(page: Page, { keyword = '', group = '' } = {}): Promise<{ items: User[]; total: number }> {
    const query = this.database.getRepository(User).createQueryBuilder('user');
    if (group !== '') query.andWhere('user.group = :group', { group });
    if (keyword !== '')
      query.andWhere(
        new Brackets((any) => {
          for (const column of ['username', 'email', 'displayName'])
            any.orWhere(`user.${column} ILIKE :like`, { like: containing(keyword) });
          if (/^\d{1,15}$/.test(keyword)) any.orWhere('user.id = :id', { id: Number(keyword) });
        }),
      );
    const [items, total] = await query
      .orderBy('user.id', 'DESC')
      .skip(page.offset)
      .take(page.size)
      .getManyAndCount();
    return { items, total };
  }

  async find(actor: Actor, id: number): Promise<User> {
    const user = await this.database.getRepository(User).findOneBy({ id, deletedAt: IsNull() });
    if (user === null) throw new Refusal('user_not_found');
    if (!outranks(actor, user)) throw new Refusal('user_out_of_reach');
    return user;
  }

  async create(actor: Actor, body: CreateUser): Promise<number> {
    if (body.role !== undefined && body.role >= actor.role) throw new Refusal('user_not_creatable');
    const password = await hashPassword(body.password);
    const id = await this.insert({
      username: body.username,
      displayName: body.display_name || body.username,
      password,
      role: ROLES.user,
    });
    await this.ledger.refreshCache({ users: [id] });
    return id;
  }

  async update(actor: Actor, body: UpdateUser): Promise<void> {
    const password = body.password ? await hashPassword(body.password) : undefined;
    const newQuota = await translateConflicts(() =>
      this.database.transaction(async (manager) => {
        const user = await lock(manager, body.id);
        if (user.deletedAt !== null) throw new Refusal('user_not_found');
        this.mayUpdate(actor, user, body);
        await manager.update(User, user.id, {
          username: body.username ?? user.username,
          displayName: body.display_name ?? user.displayName,
          group: body.group ?? user.group,
          ...(password === undefined ? {} : { password, sessionVersion: user.sessionVersion + 1 }),
        });
        return this.setQuota(manager, actor, user, body);
      }),
    );
    await this.accounts.changed(body.id);
    if (newQuota) await this.ledger.refreshCache({ users: [body.id] });
  }

  private mayUpdate(actor: Actor, user: User, body: UpdateUser): void {
    if (!outranks(actor, user)) throw new Refusal('user_not_editable');
    if (body.role !== undefined && body.role >= actor.role && actor.role !== ROLES.root)
      throw new Refusal('role_not_grantable');
    if (body.group !== undefined && body.group !== user.group && !this.groups.names().includes(body.group))
      throw new Refusal('group_unknown');
  }

  private async setQuota(
    manager: EntityManager,
    actor: Actor,
    user: User,
    body: UpdateUser,
  ): Promise<boolean> {
    if (body.quota === undefined || body.quota === (body.quota_before ?? user.quota)) return false;
    const { before, after } = await this.ledger.setUserQuota(manager, {
      userId: user.id,
      quota: body.quota,
      ...(body.quota_before === undefined ? {} : { quotaBefore: body.quota_before }),
      reference: `edit:${randomText(20)}`,
    });
    const content = `管理员将用户额度从 ${this.prices.quotaLogText(before)}修改为 ${this.prices.quotaLogText(after)}`;
    await this.logs.write(manager, aboutUser(actor, user, content));
    return true;
  }

  /** Inserts an account with its gift for new users, as one. @throws Refusal username_taken */
  private async insert(
    fields: Pick<User, 'username' | 'displayName' | 'password' | 'role'>,
  ): Promise<number> {
    const gift = this.options.number('QuotaForNewUser');
    return translateConflicts(() =>
      this.database.transaction(async (manager) => {
        const { id } = await manager.save(
          manager.create(User, { ...fields, affCode: await freeAffCode(manager) }),
        );
        if (gift > 0) {
          await this.ledger.open(manager, id, gift, `user:${id}`);
          const content = `新用户注册赠送 ${this.prices.quotaLogText(gift)}`;
          await this.logs.write(manager, { userId: id, username: fields.username, type: 4, content });
        }
        return id;
      }),
    );
  }
}

/** May the one manage the other? */
export function outranks(actor: Actor, target: { readonly role: number }): boolean {
  return actor.role > target.role || actor.role === ROLES.root;
}

/** Reads a user, deleted or not, and holds the row until the transaction ends. */
export async function lock(manager: EntityManager, id: number): Promise<User> {
  const user = await manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (user === null) throw new Refusal('user_not_found');
  return user;
}

/** The log row of an administrator's action. */
export function aboutUser(actor: Actor, user: User, content: string) {
  const other = { admin_info: { admin_id: actor.id, admin_username: actor.username } };
  return { userId: user.id, username: user.username, type: 3, content, other } as const;
}

/** An invitation code nobody has; four characters are what the API promises. */
export async function freeAffCode(manager: EntityManager): Promise<string> {
  for (;;) {
    const affCode = randomText(4);
    if (!(await manager.existsBy(User, { affCode }))) return affCode;
  }
}

/** A name that is taken is the caller's mistake, not ours. */
export async function translateConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QueryFailedError && constraintOf(error) === 'users_username')
      throw new Refusal('username_taken');
    throw error;
  }
}

function constraintOf({ driverError }: QueryFailedError): unknown {
  return 'constraint' in driverError ? driverError.constraint : undefined;
}
