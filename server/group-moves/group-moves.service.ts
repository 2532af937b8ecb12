import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LogsWriter } from '../billing/logs/log-writer.js';
import { commaList, rebuildAbilities } from '../channels/abilities.js';
import { Channel } from '../channels/channel.entity.js';
import { LogType } from '../contract/enums.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { MoveGroupRequest, MoveGroupResponse } from '../contract/resources/group.js';
import { storedText } from '../contract/stored-texts/catalogue.js';
import type { StoredText } from '../contract/stored-texts/stored-text.js';
import { EventBus } from '../core/redis/events.js';
import { OptionsService } from '../options/options.service.js';
import type { Actor } from '../users/actor-permissions.js';

/** Rows changed in one transaction, so that charges never wait for long. */
const BATCH = 2000;

/** Changes one batch of rows. @returns their ids; none if all are moved */
type MoveBatch = (manager: EntityManager) => Promise<number[]>;

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
   * Moves users, tokens and channels. Tokens whose owner may not use the new group get their owner's own group, which is why
   * users are moved first. A move that was interrupted can be repeated.
   * @returns how many of each were moved
   * @throws ApiError group_unknown if the new group has no ratio; group_move_same
   */
  async move(actor: Actor, { from, to }: MoveGroupRequest): Promise<MoveGroupResponse> {
    if (from === to) throw new ApiError('group_move_same');
    if (!Object.hasOwn(this.options.get('GroupRatio'), to)) throw new ApiError('group_unknown');
    const isOpen = Object.hasOwn(this.options.get('UserUsableGroups'), to);
    const moved = () => this.events.publish('group.moved', { from, to });
    const users = await this.inBatches(
      actor,
      (count) => storedText('group_users_moved', { from, count, to }),
      (manager) => idsOf(manager, MOVE_USERS, [from, to, BATCH]),
      moved,
    );
    const tokens = await this.inBatches(
      actor,
      (count) => storedText('group_tokens_moved', { from, count, to }),
      (manager) => idsOf(manager, MOVE_TOKENS, [from, to, BATCH, isOpen]),
      moved,
    );
    const channels = await this.inBatches(
      actor,
      (count) => storedText('group_channels_moved', { from, count, to }),
      (manager) => moveChannels(manager, from, to),
      (ids) => this.events.publish('channel.changed', { ids }),
    );
    return { users, tokens, channels };
  }

  /**
   * Moves batch after batch, each with its row of the log in a transaction of its own: one kind of rows at a time, so that the
   * order of locks is that of the ledger.
   * @param text of the log row
   * @param publish after each transaction
   * @returns the number of rows moved
   */
  private async inBatches(
    { id, username }: Actor,
    text: (count: number) => StoredText,
    moveBatch: MoveBatch,
    publish: (ids: number[]) => Promise<void>,
  ): Promise<number> {
    for (let total = 0; ;) {
      const ids = await this.dataSource.transaction(async (manager) => {
        const found = await moveBatch(manager);
        if (found.length > 0)
          await this.logs.write(manager, {
            userId: id,
            username,
            type: LogType.management,
            text: text(found.length),
            other: { admin_info: { admin_id: id, admin_username: username } },
          });
        return found;
      });
      if (ids.length === 0) return total;
      total += ids.length;
      await publish(ids);
    }
  }
}

/** Rows are locked in the order of their ids, as by the ledger. Users without a group have the group `default`. */
const MOVE_USERS = `
  WITH picked AS (
    SELECT id FROM users
    WHERE deleted_at IS NULL AND ("group" = $1 OR ($1 = 'default' AND "group" = ''))
    ORDER BY id LIMIT $3 FOR NO KEY UPDATE)
  UPDATE users u SET "group" = $2 FROM picked WHERE u.id = picked.id RETURNING u.id`;

const MOVE_TOKENS = `
  WITH picked AS (
    SELECT id FROM tokens WHERE deleted_at IS NULL AND "group" = $1
    ORDER BY id LIMIT $3 FOR NO KEY UPDATE)
  UPDATE tokens t
  SET "group" = CASE WHEN $4 OR u."group" = $2 OR ($2 = 'default' AND u."group" = '') THEN $2 ELSE '' END
  FROM picked, users u WHERE t.id = picked.id AND u.id = t.user_id RETURNING t.id`;

async function idsOf(manager: EntityManager, sql: string, parameters: unknown[]): Promise<number[]> {
  const [rows]: [{ id: number }[], number] = await manager.query(sql, parameters);
  return rows.map(({ id }) => id);
}

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
