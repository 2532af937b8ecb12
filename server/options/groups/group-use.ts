import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsEditor } from '../options-editor.js';
import { OptionsService } from '../options.service.js';
import { GroupUseRepository } from './group-use.repository.js';

/**
 * Keeps the groups that are in use: requests of a group without a ratio are refused, so that a group cannot be removed from
 * GroupRatio while users, tokens or channels have it.
 */
@Injectable()
export class GroupUse implements OnApplicationBootstrap {
  private readonly logger = new Logger('Groups');

  constructor(
    private readonly rows: GroupUseRepository,
    private readonly options: OptionsService,
    editor: OptionsEditor,
  ) {
    editor.onSave(async ({ changes }, manager) => {
      for (const { key, before, after } of changes)
        if (key === 'GroupRatio') await this.refuseRemoval(manager, removed(before, after));
    });
  }

  /** Reports groups that are in use without a ratio, for example in an imported database. */
  async onApplicationBootstrap(): Promise<void> {
    const rated = Object.keys(this.options.get('GroupRatio'));
    const unrated = await this.rows.othersOfUsers(rated);
    for (const { group, users } of await this.rows.useOf(undefined, unrated))
      this.logger.warn(`group ${group} has no ratio: requests of its ${users} users are refused`);
  }

  /** @throws ApiError group_in_use */
  private async refuseRemoval(manager: EntityManager, groups: readonly string[]): Promise<void> {
    if (groups.length === 0) return;
    for (const use of await this.rows.useOf(manager, groups))
      if (use.users + use.tokens + use.channels > 0) throw new ApiError('group_in_use', { ...use });
  }
}

/** The groups of the first table that the second one lacks; both are valid values of GroupRatio. */
function removed(before: string, after: string): string[] {
  const left: object = JSON.parse(after);
  return Object.keys(JSON.parse(before) as object).filter((group) => !Object.hasOwn(left, group));
}
