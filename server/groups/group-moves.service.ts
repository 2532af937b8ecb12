import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LogsWriter } from '../billing/logs/log-writer.js';
import { commaList, rebuildAbilities } from '../channels/abilities.js';
import { Channel } from '../channels/channel.entity.js';
import { LogType } from '../contract/enums.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { MoveGroupRequest, MoveGroupResponse } from '../contract/resources/group.js';
import { EventBus } from '../core/redis/events.js';
import { OptionsService } from '../options/options.service.js';
import { holdActor, type Actor } from '../users/actor-permissions.js';

/** Rows of each kind changed in one transaction, so that charges of their owners never wait for long. */
const BATCH = 2000;

/** Moves everything that has a group to another group, so that the group can be removed. */
@Injectable()
export class GroupMoves {
  constructor(
    private readonly dataSource: DataSource,
    private readonly options: OptionsService,
    private readonly logs: LogsWriter,
    private readonly events: EventBus,
  ) {}

  /**
   * Moves users, tokens and channels. Tokens whose owner may not use the new group get their owner's own group. A move that was
   * interrupted can be repeated.
   * @returns how many of each were moved
   * @throws ApiError group_unknown if the new group has no ratio; group_move_same
   */
  async move(actor: Actor, { from, to }: MoveGroupRequest): Promise<MoveGroupResponse> {
    if (from === to) throw new ApiError('group_move_same');
    if (!Object.hasOwn(this.options.get('GroupRatio'), to)) throw new ApiError('group_unknown');
    const total = { users: 0, tokens: 0, channels: 0 };
    for (let isDone = false; !isDone;) {
      const moved = await this.moveBatch(actor, { from, to });
      total.users += moved.users;
      total.tokens += moved.tokens;
      total.channels += moved.channels;
      isDone = moved.users + moved.tokens + moved.channels === 0;
    }
    return total;
  }

  private async moveBatch(actor: Actor, { from, to }: MoveGroupRequest): Promise<MoveGroupResponse> {
    const isOpen = Object.hasOwn(this.options.get('UserUsableGroups'), to);
    const { channelIds, ...counts } = await this.dataSource.transaction(async (manager) => {
      const by = await holdActor(manager, actor);
      const users = await count(manager, MOVE_USERS, [from, to, BATCH]);
      // The owners' groups decide where their tokens go, so that all users are moved before the first token.
      const tokens = users > 0 ? 0 : await count(manager, MOVE_TOKENS, [from, to, BATCH, isOpen]);
      const channelIds = await moveChannels(manager, from, to);
      if (users + tokens + channelIds.length > 0)
        await this.logs.write(manager, {
          userId: by.id,
          username: by.username,
          type: LogType.management,
          content: `管理员将分组 ${from} 移到分组 ${to}：${users} 个用户、${tokens} 个令牌、${channelIds.length} 个渠道`,
          other: { admin_info: { admin_id: by.id, admin_username: by.username } },
        });
      return { users, tokens, channels: channelIds.length, channelIds };
    });
    if (counts.users + counts.tokens > 0) await this.events.publish('group.moved', { from, to });
    if (channelIds.length > 0) await this.events.publish('channel.changed', { ids: channelIds });
    return counts;
  }
}

/** Rows are locked in the order of their ids, as by the ledger. Users without a group have the group `default`. */
const MOVE_USERS = `
  WITH picked AS (
    SELECT id FROM users
    WHERE deleted_at IS NULL AND ("group" = $1 OR ($1 = 'default' AND "group" = ''))
    ORDER BY id LIMIT $3 FOR NO KEY UPDATE)
  UPDATE users u SET "group" = $2 FROM picked WHERE u.id = picked.id`;

const MOVE_TOKENS = `
  WITH picked AS (
    SELECT id FROM tokens WHERE deleted_at IS NULL AND "group" = $1
    ORDER BY id LIMIT $3 FOR NO KEY UPDATE)
  UPDATE tokens t
  SET "group" = CASE WHEN $4 OR u."group" = $2 OR ($2 = 'default' AND u."group" = '') THEN $2 ELSE '' END
  FROM picked, users u WHERE t.id = picked.id AND u.id = t.user_id`;

async function count(manager: EntityManager, sql: string, parameters: unknown[]): Promise<number> {
  const [, affected]: [unknown, number] = await manager.query(sql, parameters);
  return affected;
}

/** @returns the ids of the channels moved */
async function moveChannels(manager: EntityManager, from: string, to: string): Promise<number[]> {
  const channels = await manager
    .createQueryBuilder(Channel, 'channel')
    .where(`EXISTS (SELECT 1 FROM abilities a WHERE a.channel_id = channel.id AND a."group" = :from)`, {
      from,
    })
    .orderBy('channel.id', 'ASC')
    .limit(BATCH)
    .setLock('pessimistic_write')
    .getMany();
  for (const { id, group } of channels) {
    const groups = commaList(group).map((name) => (name === from ? to : name));
    await manager.update(Channel, { id }, { group: [...new Set(groups)].join(',') });
  }
  const ids = channels.map(({ id }) => id);
  if (ids.length > 0) await rebuildAbilities(manager, ids);
  return ids;
}
