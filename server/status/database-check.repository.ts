import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Whether Postgres responds. */
@Injectable()
export class DatabaseCheckRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws when Postgres does not respond */
  async check(): Promise<void> {
    await this.database.query('SELECT 1');
  }
}
