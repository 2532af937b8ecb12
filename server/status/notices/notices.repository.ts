import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { MAX_NOTICES } from '../../contract/limits.js';
import { Notice } from './notice.entity.js';

/** Notices that were published. */
@Injectable()
export class NoticesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first. */
  newest(): Promise<Notice[]> {
    return this.database.getRepository(Notice).find({ order: { id: 'DESC' }, take: MAX_NOTICES });
  }

  /** Adds one, and removes those that are not among the newest any more. */
  async add(manager: EntityManager, text: string, createdAt: number): Promise<void> {
    await manager.insert(Notice, { text, createdAt });
    await manager.query(
      'DELETE FROM notices WHERE id NOT IN (SELECT id FROM notices ORDER BY id DESC LIMIT $1)',
      [MAX_NOTICES],
    );
  }

  /** @returns whether there was such a notice */
  async remove(manager: EntityManager, id: number): Promise<boolean> {
    return (await manager.delete(Notice, { id })).affected === 1;
  }
}
