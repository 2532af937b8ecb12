import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { email } from '../channels/email.js';
import { assertDelivered, judgeStatus } from '../delivery-verdict.js';
import { errorCode } from '../error-code.js';
import { HttpSender } from '../http-sender.js';
import { Mailer } from '../mailer.js';
import { notice, type Notice } from '../notice.js';
import { NoticeSender } from '../notice-sender.js';
import { AddresseesRepository } from '../addressees.repository.js';
import { AlertRoutesRepository } from '../alert-routes/alert-routes.repository.js';
import { targetOf } from '../target.js';
import { DeliveryFailure } from './delivery-failure.js';
import { hookMessage, type Hook } from './hook.js';
import { OutboxDeliveryRepository, type Claimed } from './outbox-delivery.repository.js';

const MAX_ATTEMPTS = 5;
/**
 * Seconds after the first failure of a hook, which double with each attempt. A notice has the wait of its channel, a mail that of
 * notices by mail.
 */
const FIRST_HOOK_WAIT_SECONDS = 5;
/** Receivers can ask for a longer wait than the usual one, up to this. */
const MAX_REQUESTED_WAIT_SECONDS = 3600;
const MAX_ERROR_LENGTH = 500;

const content = z.union([
  z.strictObject({
    mail: z.strictObject({
      to: z.string(),
      subject: z.string(),
      html: z.string(),
      id: z.string().optional(),
    }),
  }),
  z.strictObject({ notice, via: z.string().optional() }),
  hookMessage,
]);

/** What an attempt learns from its message. */
interface Attempt {
  firstWaitSeconds: number;
  /** Attempts that belong to earlier calls of the same hook. */
  earlierAttempts: number;
}

/**
 * Sends the messages in the outbox. Any number of processes may run it: a claimed message is invisible to the others until
 * its lease expires, which happens only when the process has died.
 */
@Injectable()
export class OutboxDelivery {
  private readonly logger = new Logger('Outbox');

  constructor(
    private readonly messages: OutboxDeliveryRepository,
    private readonly addressees: AddresseesRepository,
    private readonly alertRoutes: AlertRoutesRepository,
    private readonly mailer: Mailer,
    private readonly http: HttpSender,
    private readonly sender: NoticeSender,
  ) {}

  /**
   * Claims due messages and tries to send them.
   * @param only hooks, or all others: clients whose hooks do not answer must not delay mails
   * @returns the number of claimed messages
   * @throws Error when a result cannot be stored in Postgres
   */
  async deliverDue(most: number, only?: 'hooks' | 'notices'): Promise<number> {
    const claimed = await this.messages.claim(most, only);
    const attempts = await Promise.allSettled(claimed.map((message) => this.attempt(message)));
    for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
    return claimed.length;
  }

  private async attempt(message: Claimed): Promise<void> {
    const attempt: Attempt = { firstWaitSeconds: email.firstWaitSeconds, earlierAttempts: 0 };
    try {
      await this.send(message, attempt);
    } catch (error) {
      return this.failed(message, attempt, error);
    }
    await this.messages.finish(message, 'sent', '');
  }

  private async send(message: Claimed, attempt: Attempt): Promise<void> {
    const parsed = content.safeParse(JSON.parse(message.message));
    if (!parsed.success) throw new DeliveryFailure('not a message of this release', false);
    if ('hook' in parsed.data) {
      attempt.firstWaitSeconds = FIRST_HOOK_WAIT_SECONDS;
      attempt.earlierAttempts = parsed.data.after;
    }
    if (message.attempts - attempt.earlierAttempts > MAX_ATTEMPTS)
      throw new DeliveryFailure('every attempt was interrupted', true);
    if ('hook' in parsed.data) return this.call(parsed.data.hook);
    if ('mail' in parsed.data) return this.mailer.send({ ...parsed.data.mail, id: message.id });
    await this.notify(message, parsed.data, attempt);
  }

  private async call(hook: Hook): Promise<void> {
    assertDelivered(judgeStatus(await this.http.send({ method: 'POST', ...hook })));
  }

  private async notify(
    message: Claimed,
    { notice, via }: { readonly notice: Notice; readonly via?: string | undefined },
    attempt: Attempt,
  ): Promise<void> {
    const account = await this.addressees.find(message.user_id);
    const setting = via === undefined ? account?.setting : (await this.alertRoutes.findTarget(via))?.setting;
    const target =
      account && setting !== undefined
        ? targetOf({ email: account.email, setting }, this.mailer.configured)
        : undefined;
    if (!target) throw new DeliveryFailure('the account cannot be reached', true);
    attempt.firstWaitSeconds = target.channel.firstWaitSeconds;
    const { id, created_at: createdAt } = message;
    await this.sender.send(target, { id, notice, createdAt, now: new Date() });
  }

  private async failed(message: Claimed, attempt: Attempt, error: unknown): Promise<void> {
    const { id, type, user_id: userId } = message;
    const attempts = message.attempts - attempt.earlierAttempts;
    const reason = ((error instanceof Error && error.message) || errorCode(error)).slice(0, MAX_ERROR_LENGTH);
    const failure = error instanceof DeliveryFailure ? error : undefined;
    if (failure?.final || attempts >= MAX_ATTEMPTS) {
      this.logger.warn(`${type} for user ${userId} (${id}) given up after ${attempts} attempts: ${reason}`);
      return this.messages.finish(message, 'dead', reason);
    }
    const requested = Math.min(failure?.afterSeconds ?? 0, MAX_REQUESTED_WAIT_SECONDS);
    const wait = Math.max(waitSeconds(attempt.firstWaitSeconds, attempts), requested);
    await this.messages.postpone(message, wait, reason);
  }
}

/**
 * Doubles with each attempt, plus up to half of that at random, so that messages that failed together are not retried
 * together.
 */
function waitSeconds(firstWaitSeconds: number, attempts: number): number {
  return firstWaitSeconds * 2 ** (attempts - 1) * (1 + Math.random() / 2);
}
