import { Injectable, Logger } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Refusal } from '../../core/refusal.js';
import { OptionsService } from '../../options/options.service.js';
import type { Letter } from './letters.js';

/** Milliseconds to connect, to be greeted, and for any silence after that. */
const TIMEOUT_MS = 10_000;
/** The port on which TLS begins at once. */
const TLS_PORT = 465;

/** Sends mail by the operator's SMTP server (options SMTP*). Certificates are checked. */
@Injectable()
export class Mailer {
  private readonly logger = new Logger('Mail');

  constructor(private readonly options: OptionsService) {}

  /** @throws Refusal smtp_missing, smtp_account_invalid, mail_failed */
  async send({ to, subject, html }: Letter & { readonly to: string }): Promise<void> {
    const host = this.options.text('SMTPServer');
    const user = this.options.text('SMTPAccount');
    const from = this.options.text('SMTPFrom') || user;
    if (host === '' || from === '') throw new Refusal('smtp_missing');
    if (!from.includes('@')) throw new Refusal('smtp_account_invalid');
    const port = this.options.number('SMTPPort');
    const byLogin = /outlook|onmicrosoft/i.test(user) || host === 'smtp.azurecomm.net';
    const pass = this.options.text('SMTPToken');
    const transport = createTransport({
      host,
      port,
      secure: port === TLS_PORT || this.options.boolean('SMTPSSLEnabled'),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      ...(pass === '' ? {} : { auth: { user, pass } }),
      ...(byLogin ? { authMethod: 'LOGIN' } : {}),
    });
    try {
      await transport.sendMail({
        from: { name: this.options.text('SystemName'), address: from },
        to: { name: '', address: to },
        subject,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      this.logger.warn(`not sent: ${String(error)}`);
      throw new Refusal('mail_failed', {}, { cause: error });
    } finally {
      transport.close();
    }
  }
}
