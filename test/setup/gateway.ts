import './response-check.js';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Redis } from 'ioredis';
import { createApp, type AppOptions } from '../../server/app.js';
import { Drain } from '../../server/core/drain.js';
import { REDIS } from '../../server/core/injection.js';
import { auditJournal } from '../../server/core/redis/scripts/audit.js';
import { KEYS } from '../../server/core/redis/scripts/keys.js';
import { Poster } from '../../server/billing/ledger/posting/poster.js';
import { OptionsService } from '../../server/options/options.service.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { AppliedChanges } from './applied-changes.js';
import { until } from './until.js';
import { freshWorld, withoutConsole } from './fresh-databases.js';

/** A row of the usage log with `other` parsed. */
export interface LogRow {
  user_id: number;
  type: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  model_name: string;
  token_name: string;
  content: string;
  is_stream: boolean;
  channel_id: number;
  group: string;
  other: Record<string, unknown>;
}

export interface ChannelFields {
  type?: number;
  name?: string;
  key?: string;
  base_url: string;
  models: string;
  [field: string]: unknown;
}

/** Server and worker in this process, configured through the management API. */
export class Gateway {
  readonly poster: Poster;
  private readonly changes: AppliedChanges;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly worker: INestApplicationContext,
    readonly url: string,
    private readonly cookie: string,
  ) {
    this.poster = worker.get(Poster, { strict: false });
    this.changes = new AppliedChanges(app, worker);
  }

  /**
   * @param environment variables set after the defaults of the test environment
   * @param options `webRoot`: undefined for the built console; without options, no console is served
   */
  static async start(
    environment: Record<string, string> = {},
    options: AppOptions = withoutConsole,
  ): Promise<Gateway> {
    await freshWorld();
    Object.assign(process.env, environment);
    const app = await createApp(options);
    await app.listen(0, '127.0.0.1');
    const worker = await NestFactory.createApplicationContext(WorkerModule, { logger: ['error'] });
    const url = await app.getUrl();
    return new Gateway(app, worker, url, await signIn(url, 'root', '123456'));
  }

  /** Request headers of a browser session of root or the given user. */
  async session(username = 'root', password = '123456'): Promise<Record<string, string>> {
    const cookie = username === 'root' ? this.cookie : await signIn(this.url, username, password);
    const [user] = await this.sql<{ id: number }>('SELECT id FROM users WHERE username = $1', [username]);
    return { cookie, 'new-api-user': String(user!.id) };
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.app.close();
  }

  /**
   * A management call as root.
   * @throws Error unless the envelope reports success
   */
  async manage<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        'new-api-user': '1',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as { success: boolean; message: string; data: T };
    if (!envelope.success) throw new Error(`${method} ${path}: ${response.status} ${envelope.message}`);
    return envelope.data;
  }

  option(key: string, value: string): Promise<unknown> {
    return this.manage('PUT', '/api/option/', { key, value, confirmed: true });
  }

  /** Adds prices for models and waits until the relay has applied them. */
  async sell(ratios: Record<string, number>): Promise<void> {
    // The list of all options is long, and this is called by most tests.
    const sold = JSON.parse(this.app.get(OptionsService).text('ModelRatio')) as Record<string, number>;
    await this.option('ModelRatio', JSON.stringify({ ...sold, ...ratios }));
    await this.changes.applied();
  }

  /** Adds a channel, waits until the relay has loaded it, and returns its id. */
  async addChannel(fields: ChannelFields): Promise<number> {
    const [id] = await this.addChannels([fields]);
    return id!;
  }

  /** Adds channels one after the other, waits until the relay has loaded them, and returns their ids. */
  async addChannels(channels: readonly ChannelFields[]): Promise<number[]> {
    const names = channels.map(({ name }) => name ?? `channel ${Math.random()}`);
    await this.changes.reloadingOnce(async () => {
      for (const [index, fields] of channels.entries())
        await this.manage('POST', '/api/channel/', {
          type: 1,
          key: 'sk-upstream',
          group: 'default',
          ...fields,
          name: names[index],
        });
    });
    const rows = await this.sql<{ id: number; name: string }>(
      'SELECT id, name FROM channels WHERE name = ANY($1) ORDER BY id',
      [names],
    );
    // Names need not be unique: these channels are the last ones of their names, in their order.
    return names.map((name, index) => {
      const later = names.slice(index + 1).filter((other) => other === name).length;
      return rows.filter((row) => row.name === name).at(-1 - later)!.id;
    });
  }

  /** Adds a token for root and returns its key with `sk-`. */
  async addToken(fields: Record<string, unknown> = {}): Promise<string> {
    const name = typeof fields.name === 'string' ? fields.name : `token ${Math.random()}`.slice(0, 30);
    await this.manage('POST', '/api/token/', { unlimited_quota: true, ...fields, name });
    const tokens = await this.manage<{ name: string; key: string }[]>('GET', '/api/token/?p=0&size=100');
    return `sk-${tokens.find((token) => token.name === name)!.key}`;
  }

  /** Sets a user's balance as an administrator, in quota units, if it is another one. */
  async setQuota(quota: number, userId = 1): Promise<void> {
    await this.quiet();
    const [user] = await this.sql<{ username: string; quota: number }>(
      'SELECT username, quota FROM users WHERE id = $1',
      [userId],
    );
    if (user!.quota === quota) return;
    await this.manage('PUT', '/api/user/', { id: userId, username: user!.username, quota });
  }

  /** The user's balance in quota units, after all open requests have been charged. */
  async quota(userId = 1): Promise<number> {
    await this.quiet();
    const [row] = await this.sql<{ quota: number }>('SELECT quota FROM users WHERE id = $1', [userId]);
    return row!.quota;
  }

  /** Waits until everything settled so far is in Postgres. */
  async posted(): Promise<void> {
    const redis = this.app.get<Redis>(REDIS);
    await until(
      async () => {
        const entries = await redis.xlen(KEYS.journal);
        if (entries > 0) this.poster.prompt();
        return entries === 0;
      },
      () => 'the journal is posted',
    );
  }

  /** Waits until no request is open: each has been charged or released, and the result is in Postgres. */
  async quiet(): Promise<void> {
    const redis = this.app.get<Redis>(REDIS);
    const look = async () => {
      const { openHolds, journalEntries } = await auditJournal(redis);
      if (journalEntries > 0) this.poster.prompt();
      return openHolds + journalEntries + this.app.get(Drain).inFlight;
    };
    let open = 0;
    await until(
      async () => (open = await look()) === 0,
      () => `nothing under way, instead of ${open}`,
    );
  }

  /** Consumption rows, oldest first, after all open requests have been charged. */
  async logs(): Promise<LogRow[]> {
    await this.quiet();
    return this.logsSoFar();
  }

  /** Consumption rows, oldest first; does not wait for open requests. */
  async logsSoFar(): Promise<LogRow[]> {
    const rows = await this.sql<Omit<LogRow, 'other'> & { other: string }>(
      'SELECT * FROM logs WHERE type = 2 ORDER BY id',
    );
    return rows.map((row) => ({ ...row, other: JSON.parse(row.other) as Record<string, unknown> }));
  }

  async sql<T>(query: string, parameters: unknown[] = []): Promise<T[]> {
    return this.app.get<DataSource>(getDataSourceToken()).query(query, parameters);
  }

  relay(
    path: string,
    key: string,
    body: object | string | FormData,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const form = body instanceof FormData;
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: {
        ...(!form && { 'content-type': 'application/json' }),
        authorization: `Bearer ${key}`,
        ...headers,
      },
      body: form || typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /**
   * Waits until the relay has applied all stored changes: earlier events have arrived, and channels and options are
   * reloaded.
   */
  async settledEvents(): Promise<void> {
    await this.changes.reload();
  }

  /** Waits until the channel has this status in the database and in the relay. */
  async channelStatus(id: number, status: number): Promise<void> {
    const read = 'SELECT status FROM channels WHERE id = $1';
    await until(
      async () => (await this.sql<{ status: number }>(read, [id]))[0]?.status === status,
      () => `channel ${id} comes to status ${status}`,
    );
    await this.settledEvents();
  }
}

/** @returns the session's cookie */
async function signIn(url: string, username: string, password: string): Promise<string> {
  const login = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
