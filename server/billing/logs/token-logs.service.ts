import { Injectable } from '@nestjs/common';
import { KeyHolders, type KeyArrival } from '../key-holder.js';
import type { LogResponse } from '../../contract/resources/logs/log.js';
import { ownerView, withSystemRefund } from './log-response.js';
import { LogsRepository } from './logs.repository.js';

/** The log of one token, for clients that have its key. */
@Injectable()
export class TokenLogs {
  constructor(
    private readonly logs: LogsRepository,
    private readonly holders: KeyHolders,
  ) {}

  /**
   * The newest rows; none for an unknown or deleted key.
   * @param key without `sk-`
   * @throws ApiError if the key may not be used from this address, or no longer
   */
  async list(key: string, arrival: KeyArrival): Promise<LogResponse[]> {
    const holder = await this.holders.identifyReader(key, arrival);
    if (!holder) return [];
    const rows = await this.logs.ofToken(holder.tokenId);
    return rows.map(ownerView).map(withSystemRefund);
  }
}
