import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Orders expire after a day. A payment reported later is still credited. */
const OPEN_SECONDS = 86_400;

/** Marks unpaid orders as expired. */
@Injectable()
export class OrderExpiry {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns how many orders expired */
  async expire(): Promise<number> {
    const [, expired]: [unknown, number] = await this.dataSource.query(
      `UPDATE top_ups SET status = 'expired' WHERE status = 'pending' AND create_time < $1`,
      [Math.floor(Date.now() / 1000) - OPEN_SECONDS],
    );
    return expired;
  }
}
