import { getDataSourceToken } from '@nestjs/typeorm';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { Vault } from '../../server/core/crypto.js';
import { Sessions } from '../../server/core/http/access/sessions.js';

export interface Person {
  readonly id: number;
  /** Of a session that counts. */
  readonly cookie: string;
  /** Of a session from before the account's sessions were ended. */
  readonly endedCookie: string;
  readonly accessToken: string;
  /** Of the relay, with `sk-`. */
  readonly apiKey: string;
}

/** Makes accounts as rows: fresh ones for every route are cheap then, and no test spoils another's. */
export class People {
  private readonly database: DataSource;
  private readonly vault: Vault;
  private readonly sessions: Sessions;
  private readonly sharedOnes = new Map<string, Promise<Person>>();

  constructor(app: NestFastifyApplication) {
    this.database = app.get<DataSource>(getDataSourceToken());
    this.vault = app.get(Vault);
    this.sessions = app.get(Sessions);
  }

  async make(role: number, status = 1): Promise<Person> {
    const secret = randomBytes(24).toString('hex');
    const key = randomBytes(24).toString('hex');
    const [user] = await this.database.query<{ id: number }[]>(
      `INSERT INTO users (username, role, status, session_version, access_token_hash, aff_code, quota)
       VALUES ($1, $2, $3, 2, $4, $1, 0) RETURNING id`,
      [secret.slice(0, 12), role, status, this.vault.lookupHash(secret)],
    );
    const id = Number(user!.id);
    await this.database.query(
      `INSERT INTO tokens (user_id, key, key_hash, name, unlimited_quota) VALUES ($1, $2, $3, 'key', true)`,
      [id, this.vault.seal(key), this.vault.lookupHash(key)],
    );
    return {
      id,
      cookie: await this.session(id, 2),
      endedCookie: await this.session(id, 1),
      accessToken: secret,
      apiKey: `sk-${key}`,
    };
  }

  /** The same account for all callers, which change nothing of it. */
  shared(role: number, status = 1): Promise<Person> {
    const name = `${role} ${status}`;
    const known = this.sharedOnes.get(name) ?? this.make(role, status);
    this.sharedOnes.set(name, known);
    return known;
  }

  /** Signs in without a password, the way every sign-in ends. */
  private async session(userId: number, version: number): Promise<string> {
    let cookie = '';
    const request = { cookies: {}, headers: {}, ip: '127.0.0.1', protocol: 'http' } as FastifyRequest;
    const reply = {
      setCookie: (name: string, value: string) => {
        cookie = `${name}=${value}`;
      },
    } as unknown as FastifyReply;
    await this.sessions.open(request, reply, { userId, version });
    return cookie;
  }
}
