import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { TopUp } from './top-up.entity.js';

/** Orders expire after a day. A payment reported later is still credited. */
const OPEN_SECONDS = 86_400;

/** Orders of top-ups. */
@Injectable()
export class TopUpsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(order: Partial<TopUp>): Promise<void> {
    await this.dataSource.manager.insert(TopUp, order);
  }

  /** Reads an order and locks the row until the transaction ends. */
  findLocked(manager: EntityManager, tradeNo: string): Promise<TopUp | null> {
    return manager.findOne(TopUp, {
      where: { tradeNo },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** @param completeTime Unix seconds */
  async markPaid(manager: EntityManager, id: number, completeTime: number): Promise<void> {
    await manager.update(TopUp, { id }, { status: 'success', completeTime });
  }

  /** Marks unpaid orders as expired. @returns how many orders expired */
  async expire(): Promise<number> {
    const [, expired]: [unknown, number] = await this.dataSource.query(
      `UPDATE top_ups SET status = 'expired' WHERE status = 'pending' AND create_time < $1`,
      [Math.floor(Date.now() / 1000) - OPEN_SECONDS],
    );
    return expired;
  }
}
