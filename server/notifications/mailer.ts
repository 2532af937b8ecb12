import { Injectable, Logger } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { ApiError } from '../core/api-error.js';
import { OptionsService } from '../options/options.service.js';

/** Milliseconds to connect and be greeted, and for silence after that. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 10_000;
/** TLS from the first byte is the custom of this port. */
const TLS_PORT = 465;
/** Servers that announce PLAIN and take only LOGIN. */
const WANTS_LOGIN = /outlook|onmicrosoft/i;
const LOGIN_SERVERS = new Set(['smtp.azurecomm.net']);

export interface Mail {
  /** Several, separated by `;`. */
  readonly to: string;
  readonly subject: string;
  /** The sender of this text has escaped what came from outside. */
  readonly html: string;
  /** Stays the same when the mail is sent again, so that a repetition can be told from a second mail. */
  readonly id?: string;
}

/** Sends mail through the server that the options name (spec/tasks-and-workers.md 5.4). */
@Injectable()
export class Mailer {
  private readonly logger = new Logger('Mail');

  constructor(private readonly options: OptionsService) {}

  /** Do the options name a server at all? */
  get configured(): boolean {
    return this.options.text('SMTPServer') !== '' || this.options.text('SMTPAccount') !== '';
  }

  /**
   * Hands one mail to the server. A password only goes over TLS, and certificates are checked.
   * @throws Refusal smtp_not_configured, smtp_account_invalid, mail_not_sent
   */
  async send({ to, subject, html, id }: Mail): Promise<void> {
    const { options } = this;
    const host = options.text('SMTPServer');
    const account = options.text('SMTPAccount');
    if (!this.configured) throw new ApiError('smtp_not_configured');
    const from = options.text('SMTPFrom') || account;
    if (!from.includes('@')) throw new ApiError('smtp_account_invalid');
    const port = options.number('SMTPPort');
    const secure = port === TLS_PORT || options.boolean('SMTPSSLEnabled');
    const password = options.text('SMTPToken');
    const transport = createTransport({
      host,
      port,
      secure,
      requireTLS: !secure && password !== '',
      ...(password !== '' && { auth: { user: account, pass: password } }),
      ...((WANTS_LOGIN.test(account) || LOGIN_SERVERS.has(host)) && { authMethod: 'LOGIN' }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        from: { name: oneLine(options.text('SystemName')), address: from },
        to: to.split(';').map((address) => oneLine(address).trim()),
        subject: oneLine(subject),
        html,
        ...(id !== undefined && { messageId: `<${id}@${oneLine(from.split('@').at(-1) ?? '')}>` }),
      });
    } catch (error) {
      this.logger.warn(`mail not sent: ${String(error)}`);
      throw new ApiError('mail_not_sent', { reason: reasonOf(error) }, { cause: error });
    } finally {
      transport.close();
    }
  }
}

/** Headers end at a line's end. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

/** The server's own words may name accounts and hosts: a code says enough to whoever waits for a mail. */
function reasonOf(error: unknown): string {
  const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number };
  return responseCode === undefined ? code : `${code} ${responseCode}`;
}
