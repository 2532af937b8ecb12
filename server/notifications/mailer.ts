import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../contract/errors/api-error.js';
import { OptionsService } from '../options/options.service.js';
import { errorCode } from './error-code.js';

/** Milliseconds to connect and receive the greeting, and of inactivity after that. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 10_000;
/** The port on which TLS starts with the first byte. */
const TLS_PORT = 465;
/** Servers that announce PLAIN but accept only LOGIN. */
const WANTS_LOGIN = /outlook|onmicrosoft/i;
const LOGIN_SERVERS = new Set(['smtp.azurecomm.net']);

export interface Mail {
  /** One or several addresses, separated by `;`. */
  readonly to: string;
  readonly subject: string;
  /** HTML in which the caller has escaped all external text. */
  readonly html: string;
  /** Same value in every attempt, so that receivers can recognise a repeated mail. */
  readonly id?: string;
}

/** Sends mail through the SMTP server configured in the options. */
@Injectable()
export class Mailer {
  private readonly logger = new Logger('Mail');

  constructor(private readonly options: OptionsService) {}

  /** True if the options contain a mail server or account. */
  get configured(): boolean {
    return this.options.get('SMTPServer') !== '' || this.options.get('SMTPAccount') !== '';
  }

  /**
   * Sends one mail. Passwords are sent over TLS only, and certificates are checked.
   * @throws ApiError smtp_not_configured, smtp_account_invalid, mail_not_sent
   */
  async send({ to, subject, html, id }: Mail): Promise<void> {
    const { options } = this;
    const host = options.get('SMTPServer');
    const account = options.get('SMTPAccount');
    if (!this.configured) throw new ApiError('smtp_not_configured');
    const from = options.get('SMTPFrom') || account;
    if (!from.includes('@')) throw new ApiError('smtp_account_invalid');
    const port = options.get('SMTPPort');
    const secure = port === TLS_PORT || options.get('SMTPSSLEnabled');
    const password = options.get('SMTPToken');
    // Loaded with the first mail: most processes send none.
    const { createTransport } = await import('nodemailer');
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
        from: { name: oneLine(options.get('SystemName')), address: from },
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

/** Removes line breaks, which would end a mail header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

/** The server's message may contain account and host names, so users see only the codes. */
function reasonOf(error: unknown): string {
  const { responseCode } = error as { responseCode?: number };
  const code = errorCode(error);
  return responseCode === undefined ? code : `${code} ${responseCode}`;
}
