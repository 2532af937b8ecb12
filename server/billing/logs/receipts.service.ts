import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogType, Role } from '../../contract/enums.js';
import { requestTime } from '../../core/ids.js';
import type { SignedIn } from '../../core/http/account.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { LogResponse } from '../../contract/resources/log.js';
import type { ReceiptResponse } from '../../contract/resources/receipt.js';
import { channelNames } from './channel-names.js';
import { LOG_COLUMNS } from './log-response.js';
import { ownerReceipt, receiptOf } from './receipt.js';

const ROW_ID = /^\d{1,15}$/;
/** Maximum time from the start of a request to its log row, seconds; longer than any session. */
const MAX_REQUEST_LENGTH = 3 * 60 * 60;

/** Receipts of the requests in the usage log. */
@Injectable()
export class ReceiptsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The receipt of one request, by the id of its row or its request id. Users can read their own, administrators all.
   * @throws ApiError log_not_found
   */
  async get(account: SignedIn, id: string): Promise<ReceiptResponse> {
    const admin = account.role >= Role.admin;
    const row = await this.find(id, admin ? undefined : account.id);
    if (!row) throw new ApiError('log_not_found');
    const receipt = receiptOf(row);
    return admin ? this.named(receipt) : ownerReceipt(receipt);
  }

  private async find(id: string, owner: number | undefined): Promise<LogResponse | undefined> {
    const what = ROW_ID.test(id) ? { sql: 'id = $1', parameters: [id] } : byRequest(id);
    if (!what) return undefined;
    const parameters = [...what.parameters];
    let sql = `SELECT ${LOG_COLUMNS} FROM logs WHERE ${what.sql} AND type = ${LogType.consumption}`;
    if (owner !== undefined) sql += ` AND user_id = $${parameters.push(owner)}`;
    const rows: LogResponse[] = await this.dataSource.query(`${sql} ORDER BY created_at LIMIT 1`, parameters);
    return rows[0];
  }

  /** Adds channel names; log rows contain only channel ids. */
  private async named(receipt: ReceiptResponse): Promise<ReceiptResponse> {
    const names = await channelNames(
      this.dataSource,
      receipt.attempts.map(({ channel }) => channel),
    );
    const attempts = receipt.attempts.map((one) => ({ ...one, channel_name: names.get(one.channel) ?? '' }));
    return { ...receipt, attempts };
  }
}

/**
 * Condition for the row of a request; undefined for an invalid id. The log has no index of request ids. The ledger has one,
 * and its entry has the time of the row. The possible time range limits the partitions
 * that are read.
 */
function byRequest(id: string): { sql: string; parameters: unknown[] } | undefined {
  const begun = requestTime(id);
  if (begun === undefined) return undefined;
  return {
    sql: `request_id = $1 AND created_at BETWEEN $2 AND $3 AND created_at IN (
      SELECT CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END FROM ledger_entries
      WHERE request_id = $1 AND kind = 'consume' AND created_at BETWEEN $2 AND $3)`,
    parameters: [id, begun, begun + MAX_REQUEST_LENGTH],
  };
}
