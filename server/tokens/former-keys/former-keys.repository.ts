import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, MoreThan, type EntityManager } from 'typeorm';
import { FormerKey } from './former-key.entity.js';

/** Keys that were replaced. */
@Injectable()
export class FormerKeysRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Replaces the former key that the token has already, which ends by that. */
  async put(manager: EntityManager, key: Omit<FormerKey, 'format'>): Promise<void> {
    await manager.upsert(FormerKey, key, ['tokenId']);
  }

  /** @returns the key that was removed; null if there was none */
  async remove(manager: EntityManager, tokenId: number): Promise<FormerKey | null> {
    const key = await manager.findOneBy(FormerKey, { tokenId });
    if (key) await manager.delete(FormerKey, { tokenId });
    return key;
  }

  /** Those that have not ended. @param now Unix seconds */
  ofTokens(tokenIds: readonly number[], now: number): Promise<FormerKey[]> {
    return this.dataSource.manager.findBy(FormerKey, { tokenId: In([...tokenIds]), endsAt: MoreThan(now) });
  }
}
