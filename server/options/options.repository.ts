import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { OptionKey } from '../contract/options/index.js';
import { Option } from './option.entity.js';

/** Rows of `options`: only options with another value than their default have one. Values of secrets are encrypted. */
@Injectable()
export class OptionsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  all(): Promise<Option[]> {
    return this.database.getRepository(Option).find();
  }

  withKeys(manager: EntityManager, keys: readonly OptionKey[]): Promise<Option[]> {
    return manager.findBy(Option, { key: In([...keys]) });
  }

  /** Until the transaction ends, no other process changes the option. An option with its default value has no row to lock. */
  async lock(manager: EntityManager, key: OptionKey): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`option:${key}`]);
  }

  /** Inserts or replaces values. */
  async store(manager: EntityManager, options: Option[]): Promise<void> {
    await manager.upsert(Option, options, { conflictPaths: ['key'] });
  }

  async remove(manager: EntityManager, key: OptionKey): Promise<void> {
    await manager.delete(Option, { key });
  }
}
