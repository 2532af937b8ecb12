import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findPgbouncer } from '../../scripts/pgbouncer.mjs';
import { freePort, serviceIdentity } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';

/** PgBouncer in front of a Postgres, with its defaults but for paths, ports, users and the mode. */
export class PgBouncer {
  private constructor(
    /** The address of the database through the pool. */
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly logFile: string,
  ) {}

  /**
   * @param directory for its files, which other users may pass
   * @param postgres address of the database, whose user and password clients use, too
   */
  static async start(
    directory: string,
    postgres: string,
    mode: 'session' | 'transaction',
  ): Promise<PgBouncer> {
    const program = findPgbouncer();
    if (!program) throw new Error('pgbouncer is not installed: npm test installs it');
    const { username, password, hostname, port, pathname } = new URL(postgres);
    const home = join(directory, `pgbouncer-${mode}`);
    const listen = await freePort();
    const identity = serviceIdentity();
    mkdirSync(home);
    chmodSync(home, 0o700);
    const files = {
      'pgbouncer.ini': configuration(home, listen, `host=${hostname} port=${port}`, mode),
      'users.txt': `"${username}" "${password}"\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text, { mode: 0o644 });
    if (identity) chownSync(home, identity.uid, identity.gid);
    const child = spawn(program, [join(home, 'pgbouncer.ini')], { ...identity, cwd: '/', stdio: 'ignore' });
    const log = join(home, 'log');
    await until(
      () => accepts(listen),
      () => `PgBouncer does not listen: ${readFileSync(log, 'utf8')}`,
    );
    return new PgBouncer(`postgres://${username}:${password}@127.0.0.1:${listen}${pathname}`, child, log);
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  async close(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill('SIGQUIT');
    await once(this.process, 'exit');
  }
}

function configuration(home: string, port: number, database: string, mode: string): string {
  return `
[databases]
* = ${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${home}/users.txt
logfile = ${home}/log
pool_mode = ${mode}
# More than two servers and a worker keep open.
default_pool_size = 40
`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
