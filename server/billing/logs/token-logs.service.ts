import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Vault } from '../../core/crypto.js';
import type { LogResponse } from '../../contract/resources/log.js';
import { LOG_COLUMNS, ownerView } from './log-response.js';

/** Maximum number of rows, as the list has no pages. */
const MAX_ROWS = 1000;

/** The log of one token, for clients that have its key. */
@Injectable()
export class TokenLogs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
  ) {}

  /** The newest rows, also of deleted tokens; empty for an unknown key. `key` is without `sk-`. */
  async list(key: string): Promise<LogResponse[]> {
    if (key === '') return [];
    const rows = await this.dataSource.query<LogResponse[]>(
      `SELECT ${LOG_COLUMNS} FROM logs WHERE token_id = (SELECT id FROM tokens WHERE key_hash = $1)
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_ROWS}`,
      [this.vault.lookupHash(key)],
    );
    return rows.map(ownerView);
  }
}
