import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KeyHolders } from '../key-holder.js';
import type { LogResponse } from '../../contract/resources/log.js';
import { LOG_COLUMNS, ownerView, withSystemRefund } from './log-response.js';

/** Maximum number of rows, as the list has no pages. */
const MAX_ROWS = 1000;

/** The log of one token, for clients that have its key. */
@Injectable()
export class TokenLogs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly holders: KeyHolders,
  ) {}

  /**
   * The newest rows; none for an unknown or deleted key.
   * @param key without `sk-`
   * @throws ApiError if the key may not be used from this address, or no longer
   */
  async list(key: string, clientIp: string): Promise<LogResponse[]> {
    const holder = await this.holders.identifyReader(key, clientIp);
    if (!holder) return [];
    const rows = await this.dataSource.query<LogResponse[]>(
      `SELECT ${LOG_COLUMNS} FROM logs WHERE token_id = $1
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_ROWS}`,
      [holder.tokenId],
    );
    return rows.map(ownerView).map(withSystemRefund);
  }
}
