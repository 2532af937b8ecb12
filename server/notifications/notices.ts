import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Mailer } from './mailer.js';
import { Outbox, type NoticeLimit } from './outbox/outbox.js';
import { targetOf, type Addressee } from './target.js';

const ROOT = 100;
/** Per type. */
const ROOT_LIMIT: NoticeLimit = { most: 2, withinSeconds: 600 };

/** Tells people what happened in the house. */
@Injectable()
export class Notices {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Tells the super administrator (the first, if there are several) by mail or webhook, as that account chose.
   * @param kind `channel_update_{id}_{status}`, `channel_test`: two of a kind within ten minutes, more are dropped
   * @param text plain text
   * @param manager of the transaction that caused it; without one it is written down on its own
   * @returns whether a notice will go out: the account may have no address, or the limit may be reached
   */
  async toRoot(
    kind: string,
    subject: string,
    text: string,
    manager: EntityManager = this.database.manager,
  ): Promise<boolean> {
    const [root] = await manager.query<({ id: number } & Addressee)[]>(
      'SELECT id, email, setting FROM users WHERE role = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1',
      [ROOT],
    );
    if (!root || !targetOf(root, this.mailer.configured)) return false;
    const notice = { type: kind, title: subject, content: text, format: 'text' as const, values: [] };
    // Joins the caller's transaction if there is one.
    return manager.transaction((inner) =>
      this.outbox.add(inner, { userId: root.id, notice, limit: ROOT_LIMIT }),
    );
  }
}
