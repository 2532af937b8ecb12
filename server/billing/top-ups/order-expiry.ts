import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Nobody pays after a day; should a payment be reported later all the same, it counts. */
const OPEN_SECONDS = 86_400;

/** Marks orders nobody has paid. */
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
