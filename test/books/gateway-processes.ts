import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { KeptRunning } from '../../scripts/keep-running.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { Services } from '../../scripts/services.mjs';
import { isClusterAddress } from '../../server/core/redis/cluster/cluster-address.js';
import { ledgersOf } from '../../server/core/redis/cluster/cluster-redis.js';
import { connectRedis } from '../../server/core/redis/redis.js';
import { auditJournal } from '../../server/core/redis/scripts/audit.js';
import { freshDatabase } from '../setup/fresh-databases.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Clients, SLOW_MODEL, criteria, type Seen } from './clients.js';
import { Program } from './program.js';

/** A process that has just been started on two busy cores, milliseconds. */
const START_LIMIT_MS = 60_000;
/** Seconds: as short as allowed, since tests wait for it. */
const HOLD_TTL = 5;
/** A sweep comes every 15 s; a schedule lost with Redis's memory is back within a minute more. */
const QUIET_LIMIT_MS = 90_000;
const BEGIN_LIMIT_MS = 10_000;
const PASSWORD = 'password 1';

/** An account made for a test. */
export interface Member {
  id: number;
  /** What it was given. */
  quota: number;
  /** Tokens without limit of their own, with `sk-`. */
  keys: string[];
}

/** What is not the usual of the processes of a test. */
export interface ProcessesOptions {
  /** The checkout whose build is run; undefined: this one. */
  readonly home?: string | undefined;
  /** Whether Postgres is theirs alone and keeps its data, for tests that stop, freeze or configure it. */
  readonly ownPostgres?: boolean;
  /** A Redis of the test, instead of one that is theirs alone. */
  readonly redisUrl?: string | undefined;
}

/**
 * Tollgate as it is run: built programs as processes, with a Redis of their own that keeps its data, and a database in the
 * Postgres of all tests.
 */
export class GatewayProcesses {
  readonly clients: Clients;
  readonly members: Member[] = [];
  /** Data directories of all processes. */
  readonly dataDirectories: string[];
  private cookie = '';

  private constructor(
    readonly url: string,
    readonly directory: string,
    readonly upstream: ScriptedUpstream,
    private readonly services: Services,
    readonly environment: Readonly<Record<string, string>>,
    readonly server: Program,
    readonly worker: Program,
    readonly redis: Redis,
  ) {
    this.clients = new Clients(url);
    this.dataDirectories = [directory];
  }

  /**
   * @param settings environment on top of the usual
   */
  static async open(
    settings: Record<string, string> = {},
    { home, ownPostgres = false, redisUrl }: ProcessesOptions = {},
  ): Promise<GatewayProcesses> {
    const directory = mkdtempSync(join(tmpdir(), 'tollgate-books-'));
    // Postgres and Redis run as nobody under root, and must get here.
    chmodSync(directory, 0o711);
    const services = new Services({
      directory,
      lasting: true,
      password: randomBytes(12).toString('hex'),
      needed: { postgres: ownPostgres, redis: redisUrl === undefined },
      report: () => undefined,
    });
    try {
      await services.start();
    } catch (error) {
      await services.stop();
      throw error;
    }
    const { REDIS_URL = redisUrl!, ...own } = services.env as { DATABASE_URL?: string; REDIS_URL?: string };
    // Another release migrates its database itself.
    const migrated = !ownPostgres && home === undefined;
    const DATABASE_URL = own.DATABASE_URL ?? (await freshDatabase({ migrated })).url;
    const port = await freePort();
    const environment = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL,
      REDIS_URL,
      TOLLGATE_DATA_DIR: directory,
      TOLLGATE_SECRET: randomBytes(32).toString('hex'),
      HOLD_TTL: String(HOLD_TTL),
      // Nothing asks for readiness before it sends.
      DRAIN_DELAY: '0',
      GLOBAL_API_RATE_LIMIT: '0',
      // The machine that runs the tests may be too slow for their load.
      MAX_EVENT_LOOP_DELAY: '0',
      CRITICAL_RATE_LIMIT: '0',
      ...settings,
    };
    const redis = isClusterAddress(REDIS_URL)
      ? connectRedis(REDIS_URL, { shards: Number(settings.REDIS_CLUSTER_SHARDS) })
      : new Redis(REDIS_URL, { maxRetriesPerRequest: null, retryStrategy: () => 200 });
    for (const one of new Set([redis, ...ledgersOf(redis)])) one.on('error', () => undefined);
    const gateway = new GatewayProcesses(
      `http://127.0.0.1:${port}`,
      directory,
      await ScriptedUpstream.start(),
      services,
      environment,
      new Program('server/main.js', environment, home),
      new Program('worker/main.js', environment, home),
      redis,
    );
    try {
      if (!migrated) await gateway.migrate(home);
      await gateway.configureApp();
    } catch (error) {
      await gateway.close();
      throw error;
    }
    return gateway;
  }

  /** Runs the migrations of a release. */
  async migrate(home?: string): Promise<void> {
    const migration = new Program('server/database/migrate.js', this.environment, home);
    if ((await migration.run()) !== 0) throw new Error(`not migrated:\n${migration.output}`);
  }

  private async configureApp(): Promise<void> {
    this.server.start();
    this.worker.start();
    await this.answering();
    await this.signIn();
    await this.manage('POST', '/api/channel/', {
      type: 1,
      name: 'scripted',
      key: 'sk-upstream',
      group: 'default',
      base_url: this.upstream.url,
      models: `gpt-4o,${SLOW_MODEL}`,
    });
  }

  /** Ends everything, whatever state it is in. */
  async close(): Promise<void> {
    this.redis.disconnect();
    await this.upstream.close();
    await Promise.all([this.server.end('SIGKILL'), this.worker.end('SIGKILL')]);
    await this.clients.stop();
    await this.services.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** The server takes requests. */
  async answering(): Promise<void> {
    const end = Date.now() + START_LIMIT_MS;
    while ((await this.readiness()) !== 200) {
      if (!this.server.running || Date.now() > end)
        throw new Error(`the server does not answer:\n${this.server.output}`);
      await sleep(50);
    }
  }

  /** Status of the readiness probe; undefined when nobody answers. */
  readiness(): Promise<number | undefined> {
    return fetch(`${this.url}/api/health/ready`).then(
      ({ status }) => status,
      () => undefined,
    );
  }

  /** Signs in as root; again after Redis has lost its sessions. */
  async signIn(username = 'root', password = '123456'): Promise<void> {
    this.cookie = '';
    const response = await this.call('POST', '/api/user/login', { username, password });
    this.cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  /** A management call by whoever signed in last; `userId` says who that is. */
  call(method: string, path: string, body?: object, userId = 1, url = this.url): Promise<Response> {
    return fetch(url + path, {
      method,
      headers: {
        cookie: this.cookie,
        'new-api-user': String(userId),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  private async manage<T>(method: string, path: string, body?: object, userId?: number): Promise<T> {
    const response = await this.call(method, path, body, userId);
    const envelope = (await response.json()) as { success: boolean; message: string; data: T };
    if (!envelope.success) throw new Error(`${method} ${path}: ${response.status} ${envelope.message}`);
    return envelope.data;
  }

  /** Makes an account with this balance and `tokens` keys, limited to `remainQuota` each where that is given. */
  async member(quota: number, tokens = 1, remainQuota?: number): Promise<Member> {
    const username = `member ${this.members.length + 1}`;
    await this.manage('POST', '/api/user/', { username, password: PASSWORD });
    const [row] = await this.sql<{ id: number }>('SELECT id::int FROM users WHERE username = $1', [username]);
    const id = row!.id;
    await this.manage('PUT', '/api/user/', { id, username, quota });
    await this.signIn(username, PASSWORD);
    for (let i = 0; i < tokens; i++) {
      const limit = remainQuota === undefined ? { unlimited_quota: true } : { remain_quota: remainQuota };
      await this.manage('POST', '/api/token/', { name: `token ${i}`, ...limit }, id);
    }
    const rows = await this.manage<{ key: string }[]>('GET', '/api/token/?p=0&size=100', undefined, id);
    await this.signIn();
    const member = { id, quota, keys: rows.map(({ key }) => `sk-${key}`) };
    this.members.push(member);
    return member;
  }

  /** Opens streams of the slow model, and waits until the upstream has been asked for each. */
  async openStreams(key: string, count: number): Promise<Promise<Seen>[]> {
    const received = () => this.upstream.requests.filter(({ model }) => model === SLOW_MODEL).length;
    const expected = received() + count;
    const streams = Array.from({ length: count }, () => this.clients.ask(key, criteria.slow));
    for (const end = Date.now() + BEGIN_LIMIT_MS; received() < expected; await sleep(20))
      if (Date.now() > end) throw new Error(`the streams did not begin:\n${this.server.output}`);
    return streams;
  }

  /** On a connection of its own: Postgres may have been away since the last one. */
  async sql<T>(query: string, parameters: unknown[] = []): Promise<T[]> {
    const client = new pg.Client(this.environment.DATABASE_URL);
    await client.connect();
    try {
      return (await client.query(query, parameters)).rows as T[];
    } finally {
      await client.end();
    }
  }

  /** Stops a database the hard way. It stays away until the returned function is called. */
  async stopHard(which: 'redis' | 'postgres'): Promise<() => Promise<void>> {
    const kept: KeptRunning | undefined = this.services[which];
    if (!kept) throw new Error(`${which} does not run`);
    // SIGQUIT is Postgres's immediate stop: nothing is written, recovery at the next start.
    kept.program.ending.signal = which === 'redis' ? 'SIGKILL' : 'SIGQUIT';
    await kept.stop();
    return () => kept.start();
  }

  /** Freezes a database: connected, and silent. It goes on when the returned function is called. */
  async freeze(which: 'redis' | 'postgres'): Promise<() => void> {
    const pid = this.services[which]?.recorded?.pid;
    if (pid === undefined) throw new Error(`${which} does not run`);
    const frozen = [pid];
    if (which === 'postgres') {
      const client = new pg.Client(this.environment.DATABASE_URL);
      await client.connect();
      // First the one that makes the others, so that none is missed.
      process.kill(pid, 'SIGSTOP');
      const { rows } = await client.query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
      );
      frozen.push(...rows.map((row) => row.pid));
      await client.end();
    }
    for (const one of frozen) process.kill(one, 'SIGSTOP');
    return () => {
      for (const one of frozen.toReversed()) process.kill(one, 'SIGCONT');
    };
  }

  /** Files with settlements that Redis did not take. */
  spooled(): string[] {
    return this.settlementFiles().filter((name) => !/~s\d+\.jsonl$/.test(name));
  }

  /** Files with settlements that may not be posted yet. */
  private settlementFiles(): string[] {
    return this.dataDirectories
      .map((directory) => join(directory, 'spool'))
      .filter((spool) => existsSync(spool))
      .flatMap((spool) =>
        readdirSync(spool).filter((name) => name.endsWith('.jsonl') && hasContent(join(spool, name))),
      );
  }

  /** Waits until every settlement is posted and every hold is gone. */
  async quiet(): Promise<void> {
    const end = Date.now() + QUIET_LIMIT_MS;
    for (;;) {
      // Nodes of a cluster may change meanwhile.
      const waiting = await this.waiting().catch((error: unknown) => String(error));
      const files = this.settlementFiles();
      if (waiting === '' && !files.length) return;
      if (Date.now() > end)
        throw new Error(
          `still not quiet: ${waiting}, files ${files.join()}\n${this.server.output}\n${this.worker.output}`,
        );
      await sleep(200);
    }
  }

  /** What waits in Redis, in a cluster in all shards. */
  private async waiting(): Promise<string> {
    const found: string[] = [];
    for (const ledger of ledgersOf(this.redis)) {
      const { journalEntries, openHolds } = await auditJournal(ledger);
      if (journalEntries || openHolds) found.push(`${journalEntries} entries, ${openHolds} holds`);
    }
    return found.join('; ');
  }

  /** What `npm run books` says. */
  async books(): Promise<{ code: number | string; output: string }> {
    const command = new Program('server/billing/ledger/ledger-audit.command.js', this.environment);
    const code = await command.run();
    return { code, output: command.output };
  }
}

function hasContent(path: string): boolean {
  // A file may be removed between the listing and this.
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
