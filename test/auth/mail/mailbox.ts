import type { Redis } from 'ioredis';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { SMTPServer } from 'smtp-server';
import { REDIS } from '../../../server/core/injection.js';
import type { Management, Visitor } from '../../setup/management.js';
import { until } from '../../setup/until.js';
import { startGateway } from '../oauth/start-gateway.js';

/** A mail as it arrived. */
export interface Arrived {
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string;
}

/** A mail server on loopback that keeps what it is given. */
export class Mailbox {
  readonly mails: Arrived[] = [];
  /** Refuses everything while true. */
  isBroken = false;
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onMailFrom: (_address, _session, done) => done(this.isBroken ? new Error('out of order') : null),
      onData: (stream, { envelope }, done) => {
        void text(stream).then((raw) => {
          this.mails.push({ ...read(raw), to: envelope.rcptTo.map(({ address }) => address) });
          done();
        });
      },
    });
  }

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    await new Promise<void>((resolve) => mailbox.server.listen(0, '127.0.0.1', resolve));
    return mailbox;
  }

  /** The options that name this server. */
  get options(): Record<string, string> {
    const { port } = this.server.server.address() as AddressInfo;
    return { SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPFrom: 'gate@example.com' };
  }

  /** The last mail to somebody. */
  last(to: string): Arrived {
    const mail = this.mails.findLast((arrived) => arrived.to.includes(to));
    if (mail === undefined) throw new Error(`no mail to ${to}`);
    return mail;
  }

  /** As `last`, for mails that are sent after the answer. */
  async arrived(to: string, count = 1): Promise<Arrived> {
    const mails = () => this.mails.filter((mail) => mail.to.includes(to));
    await until(
      () => mails().length >= count,
      () => `${count} mails to ${to}`,
    );
    return this.last(to);
  }

  /** Number of mails to somebody that have arrived. */
  to(to: string): number {
    return this.mails.filter((mail) => mail.to.includes(to)).length;
  }

  code(to: string): string {
    return /<strong>([0-9a-f]{6})<\/strong>/.exec(this.last(to).html)?.[1] ?? '';
  }

  /** The link of a reset, as a browser reads it. */
  link(to: string): URL {
    const href = /<a href='([^']+)'>/.exec(this.last(to).html)?.[1] ?? '';
    return new URL(href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

/** A fresh installation that mails into a mailbox. */
export async function gatewayWithMailbox(
  options: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<{ gateway: Management; mailbox: Mailbox; close: () => Promise<void> }> {
  const mailbox = await Mailbox.open();
  const { gateway, close } = await startGateway(environment, { ...mailbox.options, ...options });
  return {
    gateway,
    mailbox,
    close: async () => {
      await close();
      await mailbox.close();
    },
  };
}

/** Calls that need nobody to be signed in. */
export class Stranger {
  constructor(private readonly gateway: Management) {}

  get(path: string, query: Record<string, string> = {}): request.Test {
    return request(this.gateway.app.getHttpServer()).get(path).query(query);
  }

  post(path: string, body: object, query: Record<string, string> = {}): request.Test {
    return request(this.gateway.app.getHttpServer()).post(path).query(query).send(body);
  }

  /** Asks for a code and reads the mail. */
  async code(mailbox: Mailbox, email: string): Promise<string> {
    const { body } = await this.get('/api/verification', { email });
    if (!body.success) throw new Error(body.message);
    return mailbox.code(email);
  }
}

/** The time between two mails to one address is over. */
export async function someTimeLater(gateway: Management): Promise<void> {
  const redis = gateway.app.get<Redis>(REDIS);
  const keys = await redis.keys('rateLimit:mail:*');
  if (keys.length > 0) await redis.del(keys);
}

/** Asks for a code as somebody who is signed in. */
export async function codeFor(visitor: Visitor, mailbox: Mailbox, email: string): Promise<string> {
  const { success, message } = await visitor.get(`/api/verification?email=${encodeURIComponent(email)}`);
  if (!success) throw new Error(message);
  return mailbox.code(email);
}

function read(raw: string): { subject: string; html: string } {
  const split = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, split).replaceAll(/\r\n\s+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '';
  const body = raw.slice(split + 4);
  const html =
    header('Content-Transfer-Encoding') === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : quotedPrintable(body.replaceAll('=\r\n', ''));
  return { subject: words(header('Subject')), html: html.trim() };
}

/** RFC 2047. */
function words(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_whole, kind: string, value: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(value, 'base64').toString('utf8')
        : quotedPrintable(value.replaceAll('_', ' ')),
    );
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
