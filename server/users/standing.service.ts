import { Injectable } from '@nestjs/common';
import { DataSource, type QueryDeepPartialEntity } from 'typeorm';
import { LogsWriter } from '../billing/logs/log-writer.js';
import { ROLES } from '../core/http/account.js';
import { Refusal } from '../core/refusal.js';
import { Accounts } from './accounts.js';
import { User } from './user.entity.js';
import { aboutUser, lock, outranks, type Actor } from './users.service.js';
import type { ManageUser } from './users.schema.js';

const ENABLED = 1;
const BANNED = 2;
const LOCKED = 3;

/** What an action does: who may not, what it writes, what the log says. */
interface Action {
  readonly check: (actor: Actor, user: User) => void;
  readonly change: (user: User) => QueryDeepPartialEntity<User>;
  readonly content: string;
}

const refuseIf = (condition: boolean, code: ConstructorParameters<typeof Refusal>[0]) => {
  if (condition) throw new Refusal(code);
};

const ACTIONS: Readonly<Record<ManageUser['action'], Action>> = {
  disable: {
    check: (_actor, user) => refuseIf(user.role === ROLES.root, 'root_not_bannable'),
    change: () => ({ status: BANNED }),
    content: '管理员禁用了用户',
  },
  enable: {
    check: (_actor, user) => refuseIf(user.status === LOCKED, 'user_locked'),
    change: () => ({ status: ENABLED }),
    content: '管理员启用了用户',
  },
  delete: {
    check: (_actor, user) => refuseIf(user.role === ROLES.root, 'root_not_deletable'),
    change: (user) => ({ deletedAt: user.deletedAt ?? new Date(), accessTokenHash: null }),
    content: '管理员删除了用户',
  },
  promote: {
    check: (actor, user) => {
      refuseIf(actor.role !== ROLES.root, 'promotion_needs_root');
      refuseIf(user.role >= ROLES.admin, 'already_admin');
    },
    change: () => ({ role: ROLES.admin }),
    content: '管理员将用户提升为管理员',
  },
  demote: {
    check: (_actor, user) => {
      refuseIf(user.role === ROLES.root, 'root_not_demotable');
      refuseIf(user.role === ROLES.user, 'already_user');
    },
    change: () => ({ role: ROLES.user }),
    content: '管理员将用户降级为普通用户',
  },
};

/** Bans, deletions and roles (`POST /api/user/manage`). Every one of them ends the sessions of the account. */
@Injectable()
export class StandingService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: Accounts,
    private readonly logs: LogsWriter,
  ) {}

  async manage(actor: Actor, { id, action }: ManageUser): Promise<{ status: number; role: number }> {
    const { check, change, content } = ACTIONS[action];
    const standing = await this.database.transaction(async (manager) => {
      const user = await lock(manager, id);
      if (!outranks(actor, user)) throw new Refusal('user_not_editable');
      check(actor, user);
      await manager.update(User, id, { ...change(user), sessionVersion: user.sessionVersion + 1 });
      await this.logs.write(manager, aboutUser(actor, user, content));
      const { status, role } = await manager.findOneOrFail(User, {
        where: { id },
        select: { status: true, role: true },
      });
      return { status, role };
    });
    await this.accounts.changed(id);
    return standing;
  }
}
