import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StoredTask } from './stored-task.js';

/** Users and tokens that submitted tasks. */
@Injectable()
export class TaskOwnersRepository {
  /** @param withoutToken the name of the token where none was used */
  async names(
    manager: EntityManager,
    { userId, tokenId }: Pick<StoredTask, 'userId' | 'tokenId'>,
    withoutToken: string,
  ): Promise<{ username: string; tokenName: string } | undefined> {
    const [owner]: { username: string; tokenName: string }[] = await manager.query(
      `SELECT username, coalesce((SELECT name FROM tokens WHERE id = $2), $3) AS "tokenName" FROM users WHERE id = $1`,
      [userId, tokenId, withoutToken],
    );
    return owner;
  }

  /** The encrypted key of a token, or the encrypted secret of its hooks if the key is not stored; undefined if the token is gone. */
  async encryptedKey(
    manager: EntityManager,
    tokenId: number,
  ): Promise<{ key: string; hookSecret: string } | undefined> {
    const [token]: { key: string; hookSecret: string }[] = await manager.query(
      'SELECT key, hook_secret AS "hookSecret" FROM tokens WHERE id = $1',
      [tokenId],
    );
    return token;
  }
}
