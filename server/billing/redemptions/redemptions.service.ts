import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { RedemptionStatus, LogType } from '../../contract/enums.js';
import { assertUnchangedSince } from '../../core/concurrent-edit.js';
import { Vault } from '../../core/crypto.js';
import type { ColumnsFor } from '../../core/postgres/entity-columns.js';
import type { Acting } from '../../core/http/access/account.js';
import type { Page } from '../../core/http/paging.js';
import { isPostponed } from '../../core/postgres/postponed-steps.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { LogWriter } from '../logs/log-writer.js';
import { SEALING } from './code-sealing.repository.js';
import type { Redemption } from './redemption.entity.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { RedemptionsRepository } from './redemptions.repository.js';
import type {
  ChangeCampaignRequest,
  CreateRedemptionsRequest,
  RedemptionChange,
  RedemptionSearchQuery,
  UpdateRedemptionRequest,
  UpdateRedemptionStatusRequest,
} from '../../contract/resources/redemption.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import type { StoredText } from '../../contract/stored-texts/stored-text.js';

/** Number of leading key characters in the log: enough to tell codes apart, too few to redeem one. */
const SHOWN_OF_KEY = 4;

const CAMPAIGN_TEXTS = {
  enable: 'campaign_enabled',
  disable: 'campaign_disabled',
  delete: 'campaign_deleted',
} as const;

type Actor = Acting;
type Fields = Readonly<Record<string, string | number>>;

/** Manages redemption codes for administrators. */
@Injectable()
export class RedemptionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly codes: RedemptionsRepository,
    private readonly campaigns: CampaignsRepository,
    private readonly logs: LogWriter,
    private readonly vault: Vault,
  ) {}

  /** Lists codes, newest first; with a keyword, those whose name begins with it or whose id equals it. */
  async list(
    page: Page,
    { keyword = '', status, campaign = '', sort, descending = false }: Partial<RedemptionSearchQuery>,
  ): Promise<{ items: Redemption[]; total: number }> {
    const filter = { keyword: keyword.trim(), status, campaign, sort, descending };
    return this.opened(await this.codes.page(page, filter));
  }

  /** @throws ApiError redemption_not_found */
  async find(id: number): Promise<Redemption> {
    return this.open(await this.live(undefined, id));
  }

  /** Creates all codes in one transaction. @returns the keys in plain text */
  async create(actor: Actor, { name, campaign, quota, count }: CreateRedemptionsRequest): Promise<string[]> {
    const keys = Array.from({ length: count }, () => randomUUID().replaceAll('-', ''));
    const createdTime = now();
    await this.dataSource.transaction(async (manager) => {
      // Servers of the release before find codes by their plain text only.
      const isPlain = await isPostponed(manager, SEALING);
      const made = keys.map((key) => ({
        userId: actor.id,
        key: isPlain ? key : this.vault.seal(key),
        keyHash: isPlain ? null : this.vault.lookupHash(key),
        status: RedemptionStatus.unused,
        name,
        campaign,
        quota,
        createdTime,
      }));
      const ids = await this.codes.insert(manager, made);
      const codes = keys.map((key) => key.slice(0, SHOWN_OF_KEY)).join(',');
      const first = Math.min(...ids);
      await this.audit(
        manager,
        actor,
        storedText('redemptions_created', { count, ids: `${first}-${Math.max(...ids)}` }),
        {
          after: { name, ...(campaign && { campaign }), quota, count, keys: codes },
        },
      );
    });
    return keys;
  }

  /**
   * Changes the members in the body.
   * @throws ApiError redemption_not_found, redemption_used, redemption_not_editable, changed_meanwhile
   */
  async update(actor: Actor, { id, before, ...changes }: UpdateRedemptionRequest): Promise<Redemption> {
    return this.change(actor, id, (code) => {
      if (code.status !== RedemptionStatus.unused) throw new ApiError('redemption_not_editable');
      assertUnchangedSince(code, changes, before);
      return {
        name: changes.name ?? code.name,
        quota: changes.quota ?? code.quota,
      } satisfies ColumnsFor<Exclude<keyof RedemptionChange, 'before'>>;
    });
  }

  /** Enables or disables a code. Used codes cannot be changed. @throws ApiError redemption_not_found, redemption_used */
  async switch(actor: Actor, { id, status }: UpdateRedemptionStatusRequest): Promise<Redemption> {
    return this.change(actor, id, () => ({ status }));
  }

  /** Soft delete: the row is kept as a record of who redeemed the code. @throws ApiError redemption_not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const code = await this.live(manager, id, 'lock');
      await this.codes.update(manager, id, { deletedAt: new Date() });
      const { name, quota, status } = code;
      await this.audit(manager, actor, storedText('redemption_deleted', { id }), {
        before: { name, quota, status },
      });
    });
  }

  /**
   * Changes all codes of a campaign that are not used, in one statement: a code that is redeemed meanwhile stays as it is.
   * @returns the number of changed codes
   * @throws ApiError redemption_not_found
   */
  async changeCampaign(actor: Actor, body: ChangeCampaignRequest): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const { name, action } = body;
      if (!(await this.campaigns.exists(manager, name))) throw new ApiError('redemption_not_found');
      const count = await this.campaigns.change(manager, body);
      if (count > 0)
        await this.audit(manager, actor, storedText(CAMPAIGN_TEXTS[action], { name, count }), {});
      return count;
    });
  }

  private async change(
    actor: Actor,
    id: number,
    decide: (code: Redemption) => Partial<Pick<Redemption, 'name' | 'quota' | 'status'>>,
  ): Promise<Redemption> {
    return this.dataSource.transaction(async (manager) => {
      const code = await this.live(manager, id, 'lock');
      if (code.status === RedemptionStatus.used) throw new ApiError('redemption_used');
      const { name, quota, status } = code;
      const after = { name, quota, status, ...decide(code) };
      await this.codes.update(manager, id, after);
      await this.audit(manager, actor, storedText('redemption_changed', { id }), {
        before: { name, quota, status },
        after,
      });
      return this.open(Object.assign(code, after));
    });
  }

  /**
   * Finds a code that is not deleted; with `lock` it cannot be redeemed until the transaction ends.
   * @throws ApiError redemption_not_found
   */
  private async live(manager: EntityManager | undefined, id: number, lock?: 'lock'): Promise<Redemption> {
    const code = await this.codes.find(manager, id, lock);
    if (code === null) throw new ApiError('redemption_not_found');
    return code;
  }

  /** Decrypts the key for administrators. */
  private open(code: Redemption): Redemption {
    return Object.assign(code, { key: this.vault.open(code.key) });
  }

  private opened(page: { items: Redemption[]; total: number }): { items: Redemption[]; total: number } {
    return { ...page, items: page.items.map((code) => this.open(code)) };
  }

  private async audit(
    manager: EntityManager,
    by: Actor,
    text: StoredText,
    change: { readonly before?: Fields; readonly after?: Fields },
  ): Promise<void> {
    const { id, username } = by;
    const other = { admin_info: { admin_id: id, admin_username: username, ...change } };
    await this.logs.write(manager, { by, userId: id, username, type: LogType.management, text, other });
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
