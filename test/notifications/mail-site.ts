import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Visitor } from '../setup/management.js';

/** A mail server on loopback that keeps what it is given. */
export class MailSite {
  readonly mails: string[] = [];
  /** What it says to the next mails instead of taking them. */
  readonly refusals: number[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      void text(stream).then((mail) => {
        const refusal = this.refusals.shift();
        if (refusal !== undefined)
          return done(Object.assign(new Error('not now'), { responseCode: refusal }));
        this.mails.push(mail);
        done();
      });
    },
  });

  /** Starts one, and names it in the options. */
  static async start(root: Visitor): Promise<MailSite> {
    const site = new MailSite();
    await new Promise<void>((resolve) => site.server.listen(0, '127.0.0.1', resolve));
    const { port } = site.server.server.address() as AddressInfo;
    const options = { SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPFrom: 'gate@example.com' };
    for (const [key, value] of Object.entries(options)) await root.put('/api/option/', { key, value });
    return site;
  }

  close(): void {
    this.server.close();
  }
}
