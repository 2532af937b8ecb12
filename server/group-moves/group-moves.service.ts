import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LogWriter } from '../billing/logs/log-writer.js';
import { LogType } from '../contract/enums.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { MoveGroupRequest, MoveGroupResponse } from '../contract/resources/group.js';
import { storedText } from '../contract/stored-texts/catalogue.js';
import type { StoredText } from '../contract/stored-texts/stored-text.js';
import { EventBus } from '../core/redis/events.js';
import { OptionsService } from '../options/options.service.js';
import type { Actor } from '../users/actor-permissions.js';
import { GroupMovesRepository } from './group-moves.repository.js';

/** Changes one batch of rows. @returns their ids; none if all are moved */
type MoveBatch = (manager: EntityManager) => Promise<number[]>;

/** Moves everything that has a group to another group, so that the group can be removed. */
@Injectable()
export class GroupMoves {
  constructor(
    private readonly dataSource: DataSource,
    private readonly groups: GroupMovesRepository,
    private readonly options: OptionsService,
    private readonly logs: LogWriter,
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
      (manager) => this.groups.moveUsers(manager, from, to),
      moved,
    );
    const tokens = await this.inBatches(
      actor,
      (count) => storedText('group_tokens_moved', { from, count, to }),
      (manager) => this.groups.moveTokens(manager, from, to, isOpen),
      moved,
    );
    const channels = await this.inBatches(
      actor,
      (count) => storedText('group_channels_moved', { from, count, to }),
      (manager) => this.groups.moveChannels(manager, from, to),
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
    actor: Actor,
    text: (count: number) => StoredText,
    moveBatch: MoveBatch,
    publish: (ids: number[]) => Promise<void>,
  ): Promise<number> {
    const { id, username } = actor;
    for (let total = 0; ;) {
      const ids = await this.dataSource.transaction(async (manager) => {
        const found = await moveBatch(manager);
        if (found.length > 0)
          await this.logs.write(manager, {
            userId: id,
            username,
            by: actor,
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
