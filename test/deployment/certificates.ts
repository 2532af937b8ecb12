import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** PEM files of a certificate and its key. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** A CA that no system trusts, and certificates that it signed; made with the program openssl. */
export class TestAuthority {
  /** PEM file of the CA. */
  readonly ca: string;
  private readonly key: string;

  /** @param directory for the files, made here and readable by all users */
  constructor(private readonly directory: string) {
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o755);
    this.ca = join(directory, 'ca.pem');
    this.key = join(directory, 'ca.key');
    openssl(
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ['-subj', '/CN=Test CA', '-keyout', this.key, '-out', this.ca],
    );
  }

  /** @param names alternative names, such as `IP:127.0.0.1` or `DNS:localhost`; @param owner uid that reads the key */
  sign(name: string, names: string, owner?: number): KeyPair {
    const file = (ending: string) => join(this.directory, `${name}.${ending}`);
    const [key, request, cert, extensions] = [file('key'), file('csr'), file('pem'), file('ext')];
    openssl(
      ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ['-subj', `/CN=${name}`, '-keyout', key, '-out', request],
    );
    writeFileSync(extensions, `subjectAltName=${names}\n`);
    openssl(
      ['x509', '-req', '-in', request, '-CA', this.ca, '-CAkey', this.key, '-CAcreateserial', '-days', '2'],
      ['-extfile', extensions, '-out', cert],
    );
    // Postgres refuses a key that others can read.
    chmodSync(key, 0o600);
    if (owner !== undefined) execFileSync('chown', [`${owner}:${owner}`, key]);
    return { cert, key };
  }
}

function openssl(...words: readonly string[][]): void {
  execFileSync('openssl', words.flat(), { stdio: 'pipe' });
}
