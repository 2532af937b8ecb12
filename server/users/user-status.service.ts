import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Role, UserStatus } from '../contract/enums.js';
import { LogWriter } from '../billing/logs/log-writer.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { PlainErrorCode } from '../contract/errors/codes.js';
import { Accounts } from './accounts.js';
import { aboutUser, lockWithActor, outranks, type Actor, type Fields } from './actor-permissions.js';
import type { User } from './user.entity.js';
import { UsersRepository, type UserColumns } from './users.repository.js';
import type { ManageUserRequest } from '../contract/resources/accounts/user.js';
import { storedText } from '../contract/stored-texts/catalogue.js';
import type { StoredText } from '../contract/stored-texts/stored-text.js';

/** An action: a check that rejects it, the columns it changes and its log text. */
interface Action {
  readonly check: (actor: Actor, user: User) => void;
  readonly change: (user: User) => UserColumns;
  readonly text: StoredText;
}

const refuseIf = (condition: boolean, code: PlainErrorCode) => {
  if (condition) throw new ApiError(code);
};

const ACTIONS: Readonly<Record<ManageUserRequest['action'], Action>> = {
  disable: {
    check: (_actor, user) => refuseIf(user.role === Role.root, 'root_not_bannable'),
    change: () => ({ status: UserStatus.banned }),
    text: storedText('user_disabled'),
  },
  enable: {
    check: (_actor, user) => refuseIf(user.status === UserStatus.locked, 'user_locked'),
    change: () => ({ status: UserStatus.enabled }),
    text: storedText('user_enabled'),
  },
  delete: {
    check: (_actor, user) => refuseIf(user.role === Role.root, 'root_not_deletable'),
    change: (user) => ({ deletedAt: user.deletedAt ?? new Date(), accessTokenHash: null }),
    text: storedText('user_deleted'),
  },
  promote: {
    check: (actor, user) => {
      refuseIf(actor.role !== Role.root, 'promotion_requires_root');
      refuseIf(user.role >= Role.admin, 'already_admin');
    },
    change: () => ({ role: Role.admin }),
    text: storedText('user_promoted'),
  },
  demote: {
    check: (_actor, user) => {
      refuseIf(user.role === Role.root, 'root_not_demotable');
      refuseIf(user.role === Role.user, 'already_user');
    },
    change: () => ({ role: Role.user }),
    text: storedText('user_demoted'),
  },
};

const REMOVAL: Action = {
  ...ACTIONS.delete,
  change: (user) => ({
    ...ACTIONS.delete.change(user),
    username: `#${user.id}`,
    email: '',
    githubId: '',
    oidcId: '',
    wechatId: '',
    telegramId: '',
    linuxDoId: '',
  }),
};

/** Bans, deletions and role changes (`POST /api/user/manage`). Each of them ends the sessions of the account. */
@Injectable()
export class UserStatusService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly accounts: Accounts,
    private readonly logs: LogWriter,
  ) {}

  /** @returns the account as it is afterwards */
  async manage(actor: Actor, { id, action }: ManageUserRequest): Promise<User> {
    return this.change(actor, id, ACTIONS[action], (by, user) => {
      refuseIf(!outranks(by, user), 'user_not_editable');
    });
  }

  /**
   * `DELETE /api/user/{id}`: like the `delete` action, but only for lower roles and only once, and its name, address and
   * sign-ins by third parties are free again. The row stays for the ledger audit and the logs, under the number of the
   * account.
   */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.change(actor, id, REMOVAL, (by, user) => {
      refuseIf(user.deletedAt !== null, 'user_not_found');
      refuseIf(user.role >= by.role, 'user_not_deletable');
    });
  }

  private async change(
    actor: Actor,
    id: number,
    { check, change, text }: Action,
    mayAct: (by: Actor, user: User) => void,
  ): Promise<User> {
    const changed = await this.database.transaction(async (manager) => {
      const { by, user } = await lockWithActor(this.users, manager, actor, id);
      mayAct(by, user);
      check(by, user);
      await this.users.update(manager, id, { ...change(user), sessionVersion: user.sessionVersion + 1 });
      return this.record(manager, by, user, text);
    });
    await this.accounts.changed(id);
    return changed;
  }

  /** Logs the state of the row before and after the change. */
  private async record(manager: EntityManager, by: Actor, user: User, text: StoredText): Promise<User> {
    const changed = await this.users.get(manager, user.id);
    const change = { before: shown(user), after: shown(changed) };
    await this.logs.write(manager, aboutUser(by, user, text, change));
    return changed;
  }
}

function shown({ username, status, role, deletedAt }: User): Fields {
  return { username, status, role, deleted: deletedAt !== null };
}
