import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import { adjustmentOf } from '../../billing/ledger/charge-ids.js';
import { returnCharge } from '../../billing/ledger/charge-returns.repository.js';
import { enterInUsage, isLogged, type ChargeChange } from '../../billing/ledger/charge-views.repository.js';
import type { JournalEntry } from '../../billing/ledger/journal-entry.js';
import { LedgerService } from '../../billing/ledger/ledger.service.js';
import { postEntries } from '../../billing/ledger/posting/post-batch.js';
import { QuotaWarnings } from '../../billing/ledger/posting/quota-warnings.js';
import { LogWriter } from '../../billing/logs/log-writer.js';
import { chargeFor } from '../../billing/prices/charge/charge.js';
import { loggedPrice } from '../../billing/prices/logged/logged-price.js';
import { loggedQuota } from '../../billing/prices/logged/quota-text.js';
import { LogType } from '../../contract/enums.js';
import { loggedCharge, type LogDetailsInput } from '../../contract/resources/logs/log-details.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';
import type { StoredText } from '../../contract/stored-texts/stored-text.js';
import { EventBus } from '../../core/redis/events.js';
import { noUsage } from '../../dialects/canonical/usage.js';
import { playgroundTokenName } from '../../tokens/token-identity.js';
import { OptionsService } from '../../options/options.service.js';
import type { StoredTask } from './stored-task.js';
import { TaskOwnersRepository } from './task-owners.repository.js';

/**
 * Charges and refunds of tasks, each in the transaction of the state that it belongs to. Unlike relay requests, tasks are
 * charged in Postgres: their state is there, and a reservation in Redis covers the charge until it is committed.
 */
@Injectable()
export class TaskCharges {
  constructor(
    private readonly ledger: LedgerService,
    private readonly warnings: QuotaWarnings,
    private readonly logs: LogWriter,
    private readonly owners: TaskOwnersRepository,
    private readonly options: OptionsService,
    private readonly events: EventBus,
  ) {}

  /**
   * Charges an accepted task, with its log row and all sums.
   * @returns quota units taken: less than the charge where an administrator lowered the balance in the meantime
   */
  async charge(manager: EntityManager, entry: JournalEntry): Promise<number> {
    if (entry.charge === 0) return 0;
    const [entered] = await postEntries(await clientOf(manager), [entry], this.warnings);
    return entered?.charge ?? 0;
  }

  /**
   * Refunds everything that was charged for a failed task, once, and logs it.
   * @returns quota units refunded
   */
  async refund(manager: EntityManager, task: StoredTask): Promise<number> {
    const failed = chineseText(failureText(task));
    const returned = await returnCharge(manager, task.requestId, 'refund', failed);
    if (!returned) return 0;
    await this.logReturn(manager, task, returned.amount, refundText(task, this.quota(returned.amount)));
    return returned.amount;
  }

  /**
   * Charges a successful task by what the upstream used, where its charge was an estimate. The difference is charged, at most
   * what the balance has, or refunded.
   * @param tokens reported by the upstream
   * @returns the total charge in quota units
   */
  async settle(manager: EntityManager, task: StoredTask, tokens: number): Promise<number> {
    const other = loggedCharge.safeParse(task.price);
    if (!other.success || task.settlement !== 'charged' || other.data.model_price >= 0) return task.quota;
    const price = loggedPrice(task.model, other.data);
    const cost = chargeFor({ ...noUsage(), output: tokens }, price);
    const used = { id: task.publicId, tokens };
    if (cost < task.quota) {
      const { requestId, quota } = task;
      const returned = await returnCharge(
        manager,
        requestId,
        'settle',
        chineseText(storedText('task_settled', used)),
        quota - cost,
      );
      if (returned)
        await this.logReturn(
          manager,
          task,
          returned.amount,
          storedText('task_settled_less', { ...used, quota: this.quota(returned.amount) }),
        );
      return quota - (returned?.amount ?? 0);
    }
    if (cost === task.quota) return cost;
    const charged = storedText('task_settled_more', { ...used, quota: this.quota(cost - task.quota) });
    const owner = await this.owner(manager, task);
    const more = await this.charge(manager, {
      requestId: adjustmentOf(task.requestId),
      userId: task.userId,
      tokenId: task.tokenId,
      channelId: task.channelId,
      charge: cost - task.quota,
      createdAt: Math.floor(Date.now() / 1000),
      usageData: undefined,
      log: {
        username: owner?.username ?? '',
        tokenName: owner?.tokenName ?? '',
        modelName: task.model,
        content: chineseText(charged),
        promptTokens: 0,
        completionTokens: tokens,
        useTime: Math.max(0, Math.floor((Date.now() - task.submitTime) / 1000)),
        isStream: false,
        group: task.groupName,
        other: JSON.stringify({
          task_id: task.publicId,
          request_id: task.requestId,
          settled_tokens: tokens,
          // The sums of usage divide by it.
          group_ratio: other.data.group_ratio,
          text: charged,
        } satisfies LogDetailsInput),
      },
    });
    await this.enterInUsage(manager, task, owner, { quota: more, tokens });
    return task.quota + more;
  }

  /** After the commit of a refund or settlement: requests see the new balances at once instead of within a minute. */
  async committed({ userId, tokenId }: Pick<StoredTask, 'userId' | 'tokenId'>): Promise<void> {
    await this.ledger.refreshCache({ users: [userId], ...(tokenId > 0 && { tokens: [tokenId] }) });
    if (tokenId > 0) await this.events.publish('token.changed', { id: tokenId, userId, balanceOnly: true });
  }

  /** The row of the log, and the sums of log and dashboard. @param quota refunded units */
  private async logReturn(
    manager: EntityManager,
    task: StoredTask,
    quota: number,
    text: StoredText,
  ): Promise<void> {
    const owner = await this.owner(manager, task);
    await this.enterInUsage(manager, task, owner, { quota: -quota, tokens: 0 });
    await this.logs.write(manager, {
      userId: task.userId,
      username: owner?.username ?? '',
      type: LogType.refund,
      text,
      // Sums of the log subtract it.
      quota: (await isLogged(manager, task.requestId)) ? quota : 0,
      modelName: task.model,
      tokenId: task.tokenId,
      tokenName: owner?.tokenName ?? '',
      channelId: task.channelId,
      group: task.groupName,
      requestId: task.requestId,
      other: { task_id: task.publicId, request_id: task.requestId, refunded_quota: quota },
    });
  }

  private enterInUsage(
    manager: EntityManager,
    { requestId, userId, model }: StoredTask,
    owner: { username: string } | undefined,
    change: Pick<ChargeChange, 'quota' | 'tokens'>,
  ): Promise<void> {
    return enterInUsage(manager, { requestId, userId, model, username: owner?.username ?? '', ...change });
  }

  /** The name of the token is that of the playground where none was used. */
  private owner(manager: EntityManager, task: StoredTask) {
    const { tokenId, groupName } = task;
    return this.owners.names(manager, task, tokenId === 0 ? playgroundTokenName(groupName) : '');
  }

  private quota(quota: number): StoredText {
    return loggedQuota(quota, {
      inCurrency: this.options.get('DisplayInCurrencyEnabled'),
      quotaPerUnit: this.options.get('QuotaPerUnit'),
    });
  }
}

/** What the entry of a refund in the ledger says. */
function failureText({ table, publicId: id }: StoredTask): StoredText {
  if (table === 'drawing')
    return id === '' ? storedText('drawing_without_id_failed') : storedText('drawing_failed', { id });
  return id === '' ? storedText('task_without_id_failed') : storedText('task_failed', { id });
}

/** What the log row of a refund says. */
function refundText({ table, publicId: id }: StoredTask, quota: StoredText): StoredText {
  if (table === 'drawing')
    return id === ''
      ? storedText('drawing_without_id_refunded', { quota })
      : storedText('drawing_refunded', { id, quota });
  return id === ''
    ? storedText('task_without_id_refunded', { quota })
    : storedText('task_refunded', { id, quota });
}

/** The connection of a transaction, for code that both the journal's poster and tasks use. */
async function clientOf({ queryRunner }: EntityManager): Promise<ClientBase> {
  if (!queryRunner) throw new Error('a charge requires a transaction');
  return (await queryRunner.connect()) as ClientBase;
}
