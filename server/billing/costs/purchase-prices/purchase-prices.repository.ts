import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { PurchasePrice } from './purchase-cost.js';

export interface StoredPurchasePrice extends PurchasePrice {
  readonly id: number;
}

const COLUMNS = `id, channel_id AS "channelId", model, valid_from AS "validFrom", kind, ratio, input, output, cached,
  cache_write AS "cacheWrite", call`;

@Injectable()
export class PurchasePricesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** By channel and model, the latest of each first. @param channelId undefined = of all channels */
  list(channelId: number | undefined): Promise<StoredPurchasePrice[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM purchase_prices WHERE $1::bigint IS NULL OR channel_id = $1
       ORDER BY channel_id, model, valid_from DESC`,
      [channelId ?? null],
    );
  }

  /** @returns undefined if the channel and model have a price from that time */
  async add(manager: EntityManager, price: PurchasePrice): Promise<number | undefined> {
    const { channelId, model, validFrom, kind, ratio, input, output, cached, cacheWrite, call } = price;
    const [row]: { id: number }[] = await manager.query(
      `INSERT INTO purchase_prices (channel_id, model, valid_from, kind, ratio, input, output, cached, cache_write, call)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (channel_id, model, valid_from) DO NOTHING RETURNING id`,
      [channelId, model, validFrom, kind, ratio, input, output, cached, cacheWrite, call],
    );
    return row?.id;
  }

  /** @returns what was removed */
  async remove(manager: EntityManager, id: number): Promise<StoredPurchasePrice | undefined> {
    const [rows]: [StoredPurchasePrice[], number] = await manager.query(
      `DELETE FROM purchase_prices WHERE id = $1 RETURNING ${COLUMNS}`,
      [id],
    );
    return rows[0];
  }

  async channelExists(manager: EntityManager, id: number): Promise<boolean> {
    const rows: unknown[] = await manager.query('SELECT 1 FROM channels WHERE id = $1', [id]);
    return rows.length > 0;
  }
}
