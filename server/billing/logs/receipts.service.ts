import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { chargedRequest } from '../ledger/charge-ids.js';
import { returnedOfCharge } from '../ledger/charge-returns.repository.js';
import { Role } from '../../contract/enums.js';
import type { SignedIn } from '../../core/http/access/account.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { ReceiptResponse } from '../../contract/resources/logs/receipt.js';
import { LogNamesRepository } from './log-names.repository.js';
import { LogsRepository } from './logs.repository.js';
import { ownerReceipt, receiptOf } from './receipt.js';

/** Receipts of the requests in the usage log. */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly logs: LogsRepository,
    private readonly names: LogNamesRepository,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * The receipt of one request, by the id of its row or its request id. Users can read their own, administrators all.
   * @throws ApiError log_not_found
   */
  async get(account: SignedIn, id: string): Promise<ReceiptResponse> {
    const admin = account.role >= Role.admin;
    const row = await this.logs.ofRequest(id, admin ? undefined : account.id);
    if (!row) throw new ApiError('log_not_found');
    const receipt = receiptOf(row, await this.refunded(row.request_id));
    return admin ? this.named(receipt) : ownerReceipt(receipt);
  }

  private async refunded(requestId: string): Promise<number> {
    return requestId === '' ? 0 : returnedOfCharge(this.dataSource.manager, chargedRequest(requestId));
  }

  /** Adds channel names; log rows contain only channel ids. */
  private async named(receipt: ReceiptResponse): Promise<ReceiptResponse> {
    const names = await this.names.channelNames(receipt.attempts.map(({ channel }) => channel));
    const attempts = receipt.attempts.map((one) => ({ ...one, channel_name: names.get(one.channel) ?? '' }));
    return { ...receipt, attempts };
  }
}
