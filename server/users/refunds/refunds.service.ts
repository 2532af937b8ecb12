import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { chargedRequest } from '../../billing/ledger/charge-ids.js';
import { leftOfCharge, returnCharge, wasReturned } from '../../billing/ledger/charge-returns.repository.js';
import { enterInUsage, isLogged, type ReturnedCharge } from '../../billing/ledger/charge-views.repository.js';
import { LedgerService } from '../../billing/ledger/ledger.service.js';
import { LogWriter } from '../../billing/logs/log-writer.js';
import { LogsRepository } from '../../billing/logs/logs.repository.js';
import { loggedQuota } from '../../billing/prices/logged/quota-text.js';
import { LogType } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { LogResponse } from '../../contract/resources/logs/log.js';
import type { RefundRequest, RefundResponse } from '../../contract/resources/logs/refund.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';
import { EventBus } from '../../core/redis/events.js';
import { OptionsService } from '../../options/options.service.js';
import { lockWithActor, outranks, type Actor } from '../actor-permissions.js';
import { UsersRepository } from '../users.repository.js';

/** Refunds that administrators grant, each at most once per request. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly logRows: LogsRepository,
    private readonly users: UsersRepository,
    private readonly ledger: LedgerService,
    private readonly logs: LogWriter,
    private readonly audit: AuditLog,
    private readonly options: OptionsService,
    private readonly events: EventBus,
  ) {}

  /**
   * Gives back all or a part of what a request was charged: to its user, its token, and in the sums of both, of the channel, the log and the
   * dashboard. A repeated call does not refund again.
   * @param id of the log row, or the request
   * @throws ApiError log_not_found, user_not_editable, nothing_to_refund, refund_too_large, already_refunded
   */
  async refund(actor: Actor, id: string, { quota, reason }: RefundRequest): Promise<RefundResponse> {
    const row = await this.logRows.ofRequest(id, undefined);
    if (!row) throw new ApiError('log_not_found');
    const returned = await this.dataSource.transaction((manager) =>
      this.refundIn(manager, actor, row, { quota, reason }),
    );
    const { userId, tokenId } = returned;
    await this.ledger.refreshCache({ users: [userId], ...(tokenId > 0 && { tokens: [tokenId] }) });
    if (tokenId > 0) await this.events.publish('token.changed', { id: tokenId, userId, balanceOnly: true });
    return { refunded: returned.amount };
  }

  private async refundIn(
    manager: EntityManager,
    actor: Actor,
    row: LogResponse,
    { quota, reason }: RefundRequest,
  ): Promise<ReturnedCharge> {
    const { by, user } = await lockWithActor(this.users, manager, actor, row.user_id);
    if (!outranks(by, user)) throw new ApiError('user_not_editable');
    const requestId = chargedRequest(row.request_id);
    const left = requestId === '' ? 0 : await leftOfCharge(manager, requestId);
    const returned =
      left > 0 && (quota ?? left) <= left
        ? await returnCharge(manager, requestId, 'admin_refund', reason, quota)
        : undefined;
    if (!returned) throw new ApiError(await this.refusal(manager, requestId, left));
    const { userId, tokenId, channelId, amount } = returned;
    const { username } = user;
    const model = row.model_name;
    await enterInUsage(manager, { requestId, userId, username, model, quota: -amount, tokens: 0 });
    const shown = loggedQuota(amount, {
      inCurrency: this.options.get('DisplayInCurrencyEnabled'),
      quotaPerUnit: this.options.get('QuotaPerUnit'),
    });
    const text = storedText('request_refunded', { id: requestId, quota: shown, reason });
    await this.logs.write(manager, {
      userId,
      username,
      type: LogType.refund,
      text,
      // Sums of the log subtract it.
      quota: (await isLogged(manager, requestId)) ? amount : 0,
      modelName: model,
      tokenId,
      tokenName: row.token_name,
      channelId,
      group: row.group,
      requestId,
      other: {
        request_id: requestId,
        refunded_quota: amount,
        admin_info: { admin_id: by.id, admin_username: by.username },
      },
    });
    await this.audit.record(manager, {
      action: 'change',
      actor: by,
      userId,
      content: chineseText(text),
      details: { text, request_id: requestId, refunded_quota: amount },
    });
    return returned;
  }

  private async refusal(
    manager: EntityManager,
    requestId: string,
    left: number,
  ): Promise<'already_refunded' | 'nothing_to_refund' | 'refund_too_large'> {
    if (await wasReturned(manager, requestId, 'admin_refund')) return 'already_refunded';
    return left > 0 ? 'refund_too_large' : 'nothing_to_refund';
  }
}
