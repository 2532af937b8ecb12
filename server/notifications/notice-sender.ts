import { Injectable } from '@nestjs/common';
import { brokenRule } from '../contract/notification-settings.js';
import { Vault } from '../core/crypto.js';
import type { NotificationSettingValues, OutgoingNotice } from './channels/notification-channel.js';
import { shortened } from './channels/shortened.js';
import { assertDelivered } from './delivery-verdict.js';
import { errorCode } from './error-code.js';
import { HttpSender } from './http-sender.js';
import { Mailer } from './mailer.js';
import { maskSecrets } from './mask-secrets.js';
import { noticeHtml } from './notice.js';
import { DeliveryFailure, NoAnswer } from './outbox/delivery-failure.js';
import { recipientOf, type Target } from './target.js';

/** Of an error, in UTF-16 units: services can answer with long messages. */
const MAX_REASON_LENGTH = 300;

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
   * @throws NoAnswer if the receiver was not reached
   * @throws ApiError of the mailer
   */
  async send(target: Target, outgoing: OutgoingNotice): Promise<void> {
    const { delivery, fields } = target.channel;
    if ('mail' in delivery) {
      const { notice, id } = outgoing;
      const to = recipientOf(target);
      return this.mailer.send({ to, subject: notice.title, html: noticeHtml(notice), id });
    }
    const settings = this.opened(target);
    try {
      const response = await this.http.send(delivery.http.request(outgoing, settings));
      assertDelivered(delivery.http.judge(response));
    } catch (error) {
      throw masked(
        error,
        fields.filter(({ secret }) => secret).map(({ name }) => String(settings[name])),
      );
    }
  }

  /** The settings with decrypted secrets. @throws DeliveryFailure for an imported secret that its field does not accept */
  private opened({ channel, sealed }: Target): NotificationSettingValues {
    const values = channel.fields.map((field) => {
      const value = sealed[field.name] ?? '';
      if (!field.secret || typeof value !== 'string') return [field.name, value] as const;
      const plain = this.vault.open(value);
      if (brokenRule(field, plain) !== undefined)
        throw new DeliveryFailure('the account cannot be reached', true);
      return [field.name, plain] as const;
    });
    return Object.fromEntries(values);
  }
}

/** The error without secrets, which services and HTTP clients may repeat. */
function masked(error: unknown, secrets: readonly string[]): DeliveryFailure | NoAnswer {
  const message = error instanceof Error ? error.message : String(error);
  const reason = shortened(maskSecrets(message, secrets), MAX_REASON_LENGTH);
  return error instanceof DeliveryFailure
    ? new DeliveryFailure(reason, error.final, error.afterSeconds)
    : new NoAnswer(reason, errorCode(error));
}
