import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LogType, Role } from '../contract/enums.js';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { LogWriter } from '../billing/logs/log-writer.js';
import { PricesService } from '../billing/prices/prices.service.js';
import { SpendRepository } from '../billing/usage-hours/spend.repository.js';
import { assertUnchangedSince } from '../core/concurrent-edit.js';
import { randomText } from '../core/crypto.js';
import type { ColumnsFor } from '../core/postgres/entity-columns.js';
import type { Page } from '../core/http/paging.js';
import { ApiError } from '../contract/errors/api-error.js';
import { AccountNotices } from '../notifications/account-notices.js';
import { GroupsService } from '../options/groups/groups.service.js';
import { OptionsService } from '../options/options.service.js';
import { Accounts } from './accounts.js';
import {
  aboutUser,
  holdActor,
  lockWithActor,
  outranks,
  type Actor,
  type Fields,
} from './actor-permissions.js';
import { hashChosenPassword, withNewPassword } from './passwords/passwords.js';
import { UserActivityRepository } from './user-activity.repository.js';
import { UserListsRepository } from './user-lists.repository.js';
import type { User } from './user.entity.js';
import { adminView } from './user-view.js';
import { translateConflicts, UsersRepository } from './users.repository.js';
import type {
  CreateUserRequest,
  UserRecent,
  UpdateUserRequest,
  UserChange,
  UserSearchQuery,
} from '../contract/resources/accounts/user.js';
import { storedText } from '../contract/stored-texts/catalogue.js';
import { assertNewUsername } from './new-username.js';
import { siteNames } from './passwords/site-names.js';

/** Members of a change that are no columns of the form: hashed, entered in the ledger, or only compared. */
type SetElsewhere = 'password' | 'quota' | 'quota_before' | 'quota_reason' | 'quota_key' | 'before';

/** User management by administrators. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly lists: UserListsRepository,
    private readonly accounts: Accounts,
    private readonly options: OptionsService,
    private readonly ledger: LedgerService,
    private readonly prices: PricesService,
    private readonly groups: GroupsService,
    private readonly logs: LogWriter,
    private readonly spend: SpendRepository,
    private readonly activity: UserActivityRepository,
    private readonly accountNotices: AccountNotices,
  ) {}

  /** Lists users, newest first, including deleted ones. */
  list(
    actor: Actor,
    page: Page,
    filter: Partial<UserSearchQuery> = {},
  ): Promise<{ items: User[]; total: number }> {
    return this.lists.page(actor, page, filter);
  }

  /** What lists show beside the users' own rows: recent spend and activity. */
  async recentOf(users: readonly Pick<User, 'id'>[]): Promise<Map<number, UserRecent>> {
    if (users.length === 0) return new Map();
    const ids = users.map(({ id }) => id);
    const [spend, seen] = await Promise.all([this.spend.ofUsers(ids), this.activity.lastSeen(ids)]);
    return new Map(
      ids.map((id) => [id, { week_quota: spend.get(id) ?? 0, last_seen_at: seen.get(id) ?? 0 }]),
    );
  }

  async find(actor: Actor, id: number): Promise<User> {
    const user = await this.users.findLive(id);
    if (user === null) throw new ApiError('user_not_found');
    if (!outranks(actor, user)) throw new ApiError('user_not_viewable');
    return user;
  }

  /** @throws ApiError user_not_creatable unless the new role is below the actor's */
  async create(actor: Actor, body: CreateUserRequest): Promise<number> {
    const role = body.role || Role.user;
    const { username, display_name, password } = body;
    const hash = await hashChosenPassword(password, [username, ...siteNames(this.options)]);
    const id = await translateConflicts(() =>
      this.database.transaction(async (manager) => {
        const by = await holdActor(this.users, manager, actor);
        if (role >= by.role) throw new ApiError('user_not_creatable');
        const user = await this.insert(manager, {
          username,
          displayName: display_name || username,
          password: hash,
          role,
        });
        const after = { username, display_name: user.displayName, role: user.role, group: user.group };
        await this.logs.write(
          manager,
          aboutUser(by, user, storedText('user_created'), { before: {}, after }),
        );
        return user.id;
      }),
    );
    await this.ledger.refreshCache({ users: [id] });
    return id;
  }

  /**
   * Changes the fields in the body.
   * @throws ApiError user_not_editable, role_not_grantable, group_unknown, username_taken, changed_meanwhile
   */
  async update(actor: Actor, body: UpdateUserRequest): Promise<void> {
    const password = body.password ? await this.hashFor(body, body.password) : undefined;
    const newQuota = await translateConflicts(() =>
      this.database.transaction(async (manager) => {
        const { by, user } = await lockWithActor(this.users, manager, actor, body.id);
        if (user.deletedAt !== null) throw new ApiError('user_not_found');
        this.mayUpdate(by, user, body);
        assertUnchangedSince(adminView(user, by), body, body.before);
        await this.setFields(manager, by, user, body, password);
        return this.setQuota(manager, by, user, body);
      }),
    );
    await this.accounts.changed(body.id);
    if (newQuota) await this.ledger.refreshCache({ users: [body.id] });
  }

  private async hashFor({ id, username = '' }: UpdateUserRequest, password: string): Promise<string> {
    const names = [username, (await this.users.nameOf(id)) ?? '', ...siteNames(this.options)];
    return hashChosenPassword(password, names);
  }

  private mayUpdate(by: Actor, user: User, body: UpdateUserRequest): void {
    if (!outranks(by, user)) throw new ApiError('user_not_editable');
    if (body.role !== undefined && body.role >= by.role && by.role !== Role.root)
      throw new ApiError('role_not_grantable');
    if (body.username !== undefined && body.username !== user.username) assertNewUsername(body.username);
    if (body.group !== undefined && body.group !== user.group && !this.groups.names().includes(body.group))
      throw new ApiError('group_unknown');
  }

  /** @param password hash of a new password; the log only records that it changed */
  private async setFields(
    manager: EntityManager,
    by: Actor,
    user: User,
    body: UpdateUserRequest,
    password: string | undefined,
  ): Promise<void> {
    const columns = {
      username: body.username ?? user.username,
      displayName: body.display_name ?? user.displayName,
      group: body.group ?? user.group,
    } satisfies ColumnsFor<Exclude<keyof UserChange, SetElsewhere>>;
    const shown = [
      ['username', user.username, columns.username],
      ['display_name', user.displayName, columns.displayName],
      ['group', user.group, columns.group],
      ['password', '***', password === undefined ? '***' : '*** (new)'],
    ] as const;
    const changed = shown.filter(([, old, now]) => old !== now);
    if (changed.length === 0) return;
    await this.users.update(manager, user.id, {
      ...columns,
      ...(password === undefined ? {} : withNewPassword(user, password)),
    });
    if (password !== undefined)
      await this.accountNotices.send(
        manager,
        { id: user.id, username: columns.username },
        { kind: 'password_changed' },
      );
    const before: Fields = Object.fromEntries(changed.map(([name, old]) => [name, old]));
    const after: Fields = Object.fromEntries(changed.map(([name, , now]) => [name, now]));
    await this.logs.write(manager, aboutUser(by, user, storedText('user_changed'), { before, after }));
  }

  /** @returns true if the balance changed */
  private async setQuota(
    manager: EntityManager,
    by: Actor,
    user: User,
    { quota, quota_before: seen, quota_reason: reason, quota_key: key }: UpdateUserRequest,
  ): Promise<boolean> {
    if (quota === undefined || quota === (seen ?? user.quota)) return false;
    if (!Number.isSafeInteger(user.quota + quota - (seen ?? user.quota)))
      throw new ApiError('quota_too_large');
    const { before, after } = await this.ledger.setUserQuota(manager, {
      userId: user.id,
      quota,
      ...(seen === undefined ? {} : { quotaBefore: seen }),
      // The same key with another amount is another change: ignoring it would report a change that was not made.
      reference: `edit:${key === undefined ? randomText(20) : `${user.id}:${key}:${seen === undefined ? `=${quota}` : quota - seen}`}`,
      ...(reason !== undefined && { content: reason }),
    });
    if (before === after) return false;
    const amounts = { old: this.prices.loggedQuota(before), quota: this.prices.loggedQuota(after) };
    const text =
      reason === undefined
        ? storedText('quota_changed', amounts)
        : storedText('quota_changed_because', { ...amounts, reason });
    const change = { before: { quota: before }, after: { quota: after } };
    await this.logs.write(manager, aboutUser(by, user, text, change));
    return true;
  }

  /** Inserts an account and credits the quota for new users. */
  private async insert(
    manager: EntityManager,
    fields: Pick<User, 'username' | 'displayName' | 'password' | 'role'>,
  ): Promise<User> {
    const affCode = await this.users.freeAffCode(manager);
    const id = await this.users.insert(manager, { ...fields, affCode });
    const gift = this.options.get('QuotaForNewUser');
    if (gift > 0) {
      await this.ledger.open(manager, id, gift, `user:${id}`);
      await this.logs.write(manager, {
        userId: id,
        username: fields.username,
        type: LogType.system,
        text: storedText('quota_for_new_user', { quota: this.prices.loggedQuota(gift) }),
      });
    }
    return this.users.get(manager, id);
  }
}
