import { Injectable } from '@nestjs/common';
import { Vault } from '../core/crypto.js';
import type { ChannelSettings, OutgoingNotice } from './channels/notification-channel.js';
import { HttpSender } from './http-sender.js';
import { Mailer } from './mailer.js';
import { noticeHtml } from './notice.js';
import { DeliveryFailure } from './outbox/delivery-failure.js';
import { isHttps, type Target } from './target.js';

/** Shorter texts, such as the segment `v2` of a secret address, are not masked. */
const MIN_SECRET_LENGTH = 8;
const MASK = '***';

/** Sends notices by the channel that an account chose. */
@Injectable()
export class NoticeSender {
  constructor(
    private readonly vault: Vault,
    private readonly mailer: Mailer,
    private readonly http: HttpSender,
  ) {}

  /**
   * Performs one attempt. Secrets of the settings do not appear in errors.
   * @throws DeliveryFailure if the receiver answered that the notice was not delivered
   * @throws Error if the receiver was not reached, or an error of the mail server
   */
  async send(target: Target, outgoing: OutgoingNotice): Promise<void> {
    const { delivery } = target.channel;
    if ('mail' in delivery) {
      const { notice, id } = outgoing;
      const to = delivery.mail.recipient(target.sealed, target.email);
      return this.mailer.send({ to, subject: notice.title, html: noticeHtml(notice), id });
    }
    const settings = this.opened(target);
    const secrets = target.channel.fields.flatMap(({ name, secret }) => (secret ? [settings[name]] : []));
    try {
      const response = await this.http.send(delivery.http.request(outgoing, settings));
      const verdict = delivery.http.judge(response);
      if (verdict.outcome === 'delivered') return;
      const afterSeconds = verdict.outcome === 'retry' ? verdict.afterSeconds : undefined;
      throw new DeliveryFailure(verdict.reason, verdict.outcome === 'refused', afterSeconds);
    } catch (error) {
      throw masked(error, secrets);
    }
  }

  /** The settings with decrypted secrets. @throws DeliveryFailure for an address that is not https */
  private opened({ channel, sealed }: Target): ChannelSettings {
    const values = channel.fields.map(({ name, kind, secret }) => {
      const value = sealed[name] ?? '';
      const plain = secret && typeof value === 'string' ? this.vault.open(value) : value;
      if (kind === 'url' && plain !== '' && !isHttps(String(plain)))
        throw new DeliveryFailure('the account cannot be reached', true);
      return [name, plain] as const;
    });
    return Object.fromEntries(values);
  }
}

/** The error without secrets, which services and HTTP clients may repeat. */
function masked(error: unknown, secrets: readonly unknown[]): Error {
  const failure = error instanceof DeliveryFailure ? error : undefined;
  let message = error instanceof Error ? error.message : String(error);
  for (const secret of secrets.flatMap((value) => (typeof value === 'string' ? partsOf(value) : [])))
    message = message.replaceAll(secret, MASK);
  return failure ? new DeliveryFailure(message, failure.final, failure.afterSeconds) : new Error(message);
}

/** The secret and, if it is an address, the parts of it that can be secret. */
function partsOf(secret: string): string[] {
  const url = URL.parse(secret);
  const parts = url ? [...url.pathname.split('/'), ...url.searchParams.values()] : [];
  return [secret, ...parts].filter((part) => part.length >= MIN_SECRET_LENGTH);
}
