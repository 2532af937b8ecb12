import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  openSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, serviceIdentity } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';

/** Not part of a copy: what the processes of the original are, and the changes, which are streamed. */
const NOT_COPIED = /\/(postmaster\.(pid|opts)|pg_wal\/[0-9A-F]{24}|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/** https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT */
const CANCELED_BY_REPLAY = '40001';

/** A streaming replica of a Postgres on this machine, made of a copy of its files while it runs. It logs its statements. */
export class Standby {
  private child: ChildProcess | undefined;
  private readonly log: string;

  private constructor(
    readonly url: string,
    private readonly program: string,
    private readonly data: string,
    private readonly port: number,
  ) {
    this.log = `${data}.log`;
  }

  /** @param primary address of the original, whose user may copy it */
  static async start(directory: string, primary: string): Promise<Standby> {
    const { username, password, hostname, port, pathname } = new URL(primary);
    const data = join(directory, `standby-${process.pid}-${Date.now()}`);
    const original = await copy(primary, data);
    writeFileSync(join(data, 'standby.signal'), '');
    const settings = `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`;
    writeFileSync(join(data, 'postgresql.auto.conf'), settings);
    const identity = serviceIdentity();
    for (const name of ['standby.signal', 'postgresql.auto.conf', 'backup_label'])
      if (identity) chownSync(join(data, name), identity.uid, identity.gid);
    // The command line of the original, whose program stands first.
    const program = /^\S+/.exec(readFileSync(join(original, 'postmaster.opts'), 'utf8'))![0];
    const listen = await freePort();
    const url = `postgres://${username}:${password}@127.0.0.1:${listen}${pathname}`;
    const standby = new Standby(url, program, data, listen);
    await standby.start();
    return standby;
  }

  /** Starts it (again), and waits until it answers. */
  async start(): Promise<void> {
    const settings = [
      'max_connections=200',
      'log_statement=all',
      'max_standby_streaming_delay=0',
      'hot_standby_feedback=off',
    ];
    const flags = ['-D', this.data, '-p', String(this.port), '-h', '127.0.0.1', '-k', ''];
    const output = openSync(this.log, 'a');
    this.child = spawn(this.program, [...flags, ...settings.flatMap((one) => ['-c', one])], {
      ...serviceIdentity(),
      cwd: this.data,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    await until(
      () =>
        this.sql('SELECT 1').then(
          () => true,
          () => false,
        ),
      () => `the standby does not answer: ${this.statements}`,
    );
  }

  /**
   * With a delay of 0, replay cancels whatever stands in its way, statements of the test included (those read the system's tables,
   * which the primary's autovacuum cleans): such a statement is run again.
   */
  async sql<T>(query: string): Promise<T[]> {
    for (;;)
      try {
        return await this.sqlOnce<T>(query);
      } catch (error) {
        if ((error as { code?: string }).code !== CANCELED_BY_REPLAY) throw error;
      }
  }

  private async sqlOnce<T>(query: string): Promise<T[]> {
    const client = new pg.Client(this.url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(query)).rows as T[];
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /** What its log has, statements of clients included. */
  get statements(): string {
    return readFileSync(this.log, 'utf8');
  }

  /** Statements of clients that are logged while `run` does something. */
  async statementsOf(run: () => Promise<unknown>): Promise<string> {
    const { size } = statSync(this.log);
    await run();
    return readFileSync(this.log).subarray(size).toString();
  }

  /** Ends it the hard way. */
  async kill(): Promise<void> {
    if (this.child?.exitCode !== null || this.child.signalCode !== null) return;
    // Connections are cut at once.
    this.child.kill('SIGQUIT');
    await once(this.child, 'exit');
  }

  /** Freezes its processes: connected, and silent. They go on when the returned function is called. */
  async freeze(): Promise<() => void> {
    const backends = await this.sql<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    const frozen = [this.child!.pid!, ...backends.map(({ pid }) => pid)];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    };
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Copies the files of a running Postgres: https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP */
async function copy(primary: string, to: string): Promise<string> {
  const client = new pg.Client(primary);
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const from = rows[0]!.data_directory;
    await client.query(`SELECT pg_backup_start('standby', true)`);
    cpSync(from, to, { recursive: true, filter: (path) => !NOT_COPIED.test(path), preserveTimestamps: true });
    const { rows: stopped } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    writeFileSync(join(to, 'backup_label'), stopped[0]!.labelfile);
    const { uid, gid } = statSync(from);
    // What runs as root copies with root as the owner.
    if (serviceIdentity()) spawnSync('chown', ['-R', `${uid}:${gid}`, to]);
    chmodSync(to, 0o700);
    return from;
  } finally {
    await client.end();
  }
}
