import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Services } from '../../scripts/services.mjs';
import { Program } from '../books/program.js';
import { TestAuthority } from './certificates.js';
import { enablePostgresTls, enableRedisTls } from './service-tls.js';

/** A Postgres and a Redis whose access rules, users and TLS a test changes, and programs that connect to them. */
export class Databases {
  readonly authority: TestAuthority;
  /** Port of Redis with TLS; 0 until `enableRedisTls`. */
  redisTlsPort = 0;

  private constructor(
    readonly directory: string,
    readonly password: string,
    private readonly services: Services,
  ) {
    this.authority = new TestAuthority(join(directory, 'tls'));
  }

  static async start(): Promise<Databases> {
    const directory = mkdtempSync(join(tmpdir(), 'tollgate-deployment-'));
    // Postgres and Redis run as nobody under root, and must get here.
    chmodSync(directory, 0o711);
    const password = randomBytes(12).toString('hex');
    const needed = { postgres: true, redis: true };
    const services = new Services({ directory, lasting: false, password, needed, report: () => undefined });
    try {
      await services.start();
    } catch (error) {
      await services.stop();
      throw error;
    }
    return new Databases(directory, password, services);
  }

  async close(): Promise<void> {
    await this.services.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private get env(): { DATABASE_URL: string; REDIS_URL: string } {
    return this.services.env as { DATABASE_URL: string; REDIS_URL: string };
  }

  get postgres(): URL {
    return new URL(this.env.DATABASE_URL);
  }

  get redis(): URL {
    return new URL(this.env.REDIS_URL);
  }

  /** The address of Postgres with some parts changed. */
  postgresUrl(change: { user?: string; password?: string; database?: string; query?: string } = {}): string {
    const { user = 'postgres', password = this.password, database = 'postgres', query = '' } = change;
    const secret = password === '' ? '' : `:${password}`;
    return `postgres://${user}${secret}@127.0.0.1:${this.postgres.port}/${database}${query && `?${query}`}`;
  }

  /** The address of Redis with some parts changed. */
  redisUrl(change: { user?: string; password?: string; path?: string; tls?: boolean } = {}): string {
    const { user = '', password = this.password, path = '', tls = false } = change;
    const credentials = password === '' ? '' : `${user}:${password}@`;
    return tls
      ? `rediss://${credentials}127.0.0.1:${this.redisTlsPort}${path}`
      : `redis://${credentials}127.0.0.1:${this.redis.port}${path}`;
  }

  async sql<T>(query: string, database = 'postgres'): Promise<T[]> {
    const client = new pg.Client(this.postgresUrl({ database }));
    await client.connect();
    try {
      return (await client.query(query)).rows as T[];
    } finally {
      await client.end();
    }
  }

  /** Runs a command of Redis as the administrator. */
  async call(command: string, ...args: readonly string[]): Promise<unknown> {
    const redis = new Redis(this.redis.href);
    try {
      return await redis.call(command, ...args);
    } finally {
      redis.disconnect();
    }
  }

  /** See `enablePostgresTls`; the user `tls_only` is refused without TLS. */
  async enablePostgresTls(): Promise<void> {
    const [file] = await this.sql<{ hba_file: string }>('SHOW hba_file');
    const rules = readFileSync(file!.hba_file, 'utf8');
    writeFileSync(file!.hba_file, `hostnossl all tls_only 127.0.0.1/32 reject\n${rules}`);
    await enablePostgresTls((query) => this.sql(query), this.authority);
  }

  /** See `enableRedisTls`. */
  async enableRedisTls(): Promise<void> {
    this.redisTlsPort = await enableRedisTls((...words) => this.call(...words), this.authority);
  }

  /** A built program on these databases, unless the settings name others. */
  program(script: string, settings: Readonly<Record<string, string>> = {}): Program {
    const environment = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: this.postgresUrl(),
      REDIS_URL: this.redisUrl(),
      TOLLGATE_DATA_DIR: join(this.directory, 'data'),
      TOLLGATE_SECRET: 'the secret of deployments',
      DRAIN_DELAY: '0',
      ...settings,
    };
    return new Program(
      script,
      Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
    );
  }

  /** Runs a program to its end. @returns its exit code and the lines it printed */
  async run(
    script: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<[number | string, string[]]> {
    const program = this.program(script, settings);
    const code = await program.run();
    return [code, program.output.trim().split('\n')];
  }
}
