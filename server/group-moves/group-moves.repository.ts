import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AbilitiesRepository } from '../channels/abilities.repository.js';
import { Channel } from '../channels/channel.entity.js';
import { commaList } from '../channels/channel-form.js';

/** Rows changed in one transaction, so that charges never wait for long. */
const BATCH = 2000;

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

/** Moves one batch of the rows that have a group to another one. All methods return the ids of the batch. */
@Injectable()
export class GroupMovesRepository {
  constructor(private readonly abilities: AbilitiesRepository) {}

  moveUsers(manager: EntityManager, from: string, to: string): Promise<number[]> {
    return idsOf(manager, MOVE_USERS, [from, to, BATCH]);
  }

  /** @param isOpen whether every user may use the new group */
  moveTokens(manager: EntityManager, from: string, to: string, isOpen: boolean): Promise<number[]> {
    return idsOf(manager, MOVE_TOKENS, [from, to, BATCH, isOpen]);
  }

  /** @returns ids of the channels of one batch; their abilities are rebuilt */
  async moveChannels(manager: EntityManager, from: string, to: string): Promise<number[]> {
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
    if (ids.length > 0) await this.abilities.rebuild(manager, ids);
    return ids;
  }
}

async function idsOf(manager: EntityManager, sql: string, parameters: unknown[]): Promise<number[]> {
  const [rows]: [{ id: number }[], number] = await manager.query(sql, parameters);
  return rows.map(({ id }) => id);
}
