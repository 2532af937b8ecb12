import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';
import { Ability } from './ability.entity.js';

/** Rows of `abilities`: one per channel, group and model. They are derived from the channels. */
@Injectable()
export class AbilitiesRepository {
  /** Abilities of enabled channels, by descending priority. */
  enabled(manager: EntityManager): Promise<Ability[]> {
    return manager.find(Ability, {
      where: { enabled: true },
      order: { priority: 'DESC', channelId: 'ASC' },
    });
  }

  /** Groups and models of channels that are not enabled. */
  disabled(manager: EntityManager): Promise<Pick<Ability, 'group' | 'model'>[]> {
    return manager
      .createQueryBuilder(Ability, 'ability')
      .select(['ability.group AS "group"', 'ability.model AS model'])
      .where('NOT ability.enabled')
      .distinct(true)
      .getRawMany<Pick<Ability, 'group' | 'model'>>();
  }

  /**
   * Rebuilds the abilities of channels. Call within the transaction that changed the channels; concurrent rebuilds of the
   * same rows wait.
   */
  async rebuild(manager: EntityManager, channelIds: readonly number[]): Promise<void> {
    await manager.query('DELETE FROM abilities WHERE channel_id = ANY($1)', [channelIds]);
    await manager.query(`${INSERT} WHERE c.id = ANY($1) AND ${NAMED}`, [channelIds]);
  }

  /** Rebuilds all abilities. @returns the number of channels */
  async rebuildAll(manager: EntityManager): Promise<number> {
    await manager.query('LOCK TABLE abilities IN SHARE ROW EXCLUSIVE MODE');
    await manager.query('DELETE FROM abilities');
    await manager.query(`${INSERT} WHERE ${NAMED}`);
    const [row]: { count: number }[] = await manager.query('SELECT count(*) AS count FROM channels');
    return row?.count ?? 0;
  }
}

const INSERT = `
  INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight, tag)
  SELECT DISTINCT trim(g), trim(m), c.id, c.status = ${ChannelStatus.enabled}, c.priority, c.weight, c.tag
  FROM channels c, unnest(string_to_array(c."group", ',')) g, unnest(string_to_array(c.models, ',')) m`;
const NAMED = `trim(g) <> '' AND trim(m) <> ''`;
