import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Vault } from '../../core/crypto.js';
import { text } from '../../dialects/json/lenient.js';
import { OutboxRepository } from '../../notifications/outbox/outbox.repository.js';
import { timedSignature, webhookSignature } from '../../notifications/webhook-signature.js';
import { OptionsService } from '../../options/options.service.js';
import { hookSecretOf } from '../../tokens/token-key.js';
import { drawingView } from '../drawing/drawing-view.js';
import { TaskOwnersRepository } from './task-owners.repository.js';
import { TasksRepository } from './tasks.repository.js';
import type { StoredTask } from './stored-task.js';

/** Calls the hooks that clients named when they submitted their drawings, while the operator allows it. */
@Injectable()
export class TaskHooks {
  constructor(
    private readonly store: TasksRepository,
    private readonly owners: TaskOwnersRepository,
    private readonly outbox: OutboxRepository,
    private readonly options: OptionsService,
    private readonly vault: Vault,
  ) {}

  /**
   * Enters a call with the task as it is now, in the transaction of its change. A call that has not been sent yet is
   * replaced by it.
   */
  async changed(
    manager: EntityManager,
    { table, id, row }: Pick<StoredTask, 'table' | 'id' | 'row'>,
  ): Promise<void> {
    const url = text(row.notify_hook);
    if (table !== 'drawing' || url === '' || !this.options.get('MjNotifyEnabled')) return;
    const task = await this.store.countHook(manager, table, id);
    const body = JSON.stringify(drawingView(task, this.options));
    const hookId = `${task.publicId}-${Number(task.row.notify_sequence)}`;
    const secret = await this.secret(manager, task.tokenId);
    await this.outbox.replaceHook(manager, {
      key: `task:${table}:${id}`,
      userId: task.userId,
      hook: {
        url,
        headers: {
          'Content-Type': 'application/json',
          'X-Webhook-Id': hookId,
          ...(secret !== undefined && {
            ...timedSignature({ id: hookId, secret, body }, new Date()),
            'X-Webhook-Signature': webhookSignature(secret, body),
          }),
        },
        body,
      },
    });
  }

  /** The SHA-256 of the token's key, which its client knows, too. Undefined: the key is gone. */
  private async secret(manager: EntityManager, tokenId: number): Promise<string | undefined> {
    const token = await this.owners.encryptedKey(manager, tokenId);
    if (token === undefined) return undefined;
    if (token.key !== '') return hookSecretOf(this.vault.open(token.key));
    return token.hookSecret === '' ? undefined : this.vault.open(token.hookSecret);
  }
}
