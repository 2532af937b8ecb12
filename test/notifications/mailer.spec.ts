import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { Mailer } from '../../server/notifications/mailer.js';
import { OptionsService } from '../../server/options/options.service.js';
import { Management } from '../setup/management.js';

let gateway: Management;
let mailer: Mailer;
const servers: SMTPServer[] = [];

beforeAll(async () => {
  gateway = await Management.start();
  mailer = new Mailer(gateway.app.get(OptionsService));
});

afterEach(() => servers.splice(0).forEach((server) => server.close()));
afterAll(() => gateway?.close());

interface Arrived {
  mails: string[];
  passwords: string[];
}

/** A mail server on loopback, and the options that name it. */
async function mailServer(
  settings: SMTPServerOptions,
  options: Record<string, string> = {},
): Promise<Arrived> {
  const arrived: Arrived = { mails: [], passwords: [] };
  const server = new SMTPServer({
    ...settings,
    onAuth: ({ password }, _session, done) => {
      arrived.passwords.push(password ?? '');
      done(null, { user: 'somebody' });
    },
    onData: (stream, _session, done) => {
      void text(stream).then((mail) => {
        arrived.mails.push(mail);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const root = await gateway.root();
  const wanted = {
    SMTPServer: '127.0.0.1',
    SMTPPort: String(port),
    SMTPFrom: 'gate@example.com',
    ...options,
  };
  for (const [key, value] of Object.entries(wanted)) await root.put('/api/option/', { key, value });
  return arrived;
}

const letter = { to: 'ann@example.com', subject: 'Hello', html: '<p>Hello</p>' };

test('without a server there is nothing to send with', async () => {
  await expect(mailer.send(letter)).rejects.toMatchObject({ code: 'smtp_not_configured' });
});

test('a mail arrives, from the system by name, to every receiver', async () => {
  const { mails } = await mailServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] });
  await mailer.send({ ...letter, to: 'ann@example.com; bob@example.com', subject: '密码重置' });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('gate@example.com');
  expect(mails[0]).toContain('To: ann@example.com, bob@example.com');
  expect(mails[0]).toMatch(/Subject: =\?UTF-8\?/i);
  expect(mails[0]).toContain('Content-Type: text/html; charset=utf-8');
  expect(mails[0]).toContain('<p>Hello</p>');
});

test('a subject cannot smuggle in headers', async () => {
  const { mails } = await mailServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] });
  await mailer.send({ ...letter, subject: 'Hello\r\nBcc: eve@example.com' });
  expect(mails[0]).not.toMatch(/^Bcc:/m);
});

test('a password is not said to a server that cannot encrypt', async () => {
  const { mails, passwords } = await mailServer(
    { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
    { SMTPAccount: 'gate@example.com', SMTPToken: 'a password' },
  );
  await expect(mailer.send(letter)).rejects.toMatchObject({ code: 'mail_not_sent' });
  expect(passwords).toEqual([]);
  expect(mails).toEqual([]);
});

test('nor to one whose certificate nobody vouches for', async () => {
  const { passwords } = await mailServer({});
  const refused = mailer.send(letter);
  await expect(refused).rejects.toMatchObject({ code: 'mail_not_sent' });
  await expect(refused).rejects.not.toThrow(/a password/);
  expect(passwords).toEqual([]);
});

test('a sender without an address is refused', async () => {
  await mailServer({}, { SMTPFrom: 'gate', SMTPAccount: 'gate' });
  await expect(mailer.send(letter)).rejects.toMatchObject({ code: 'smtp_account_invalid' });
});
