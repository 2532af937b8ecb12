import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { Role } from '../../../contract/enums.js';
import type { Env } from '../../env.js';
import { ENV, REDIS } from '../../injection.js';
import { getAll } from '../../redis/cluster/several-keys.js';
import type { AccountState } from './account.js';
import { clearCookie, cookieValues, setCookie, type ConsoleCookie } from './cookies.js';
import { clientAddress } from '../proxies.js';

const SESSION_COOKIE: ConsoleCookie = { name: 'session', path: '/' };
const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;
/** Precision of the stored last-seen time, so that most requests only read the session. */
const SEEN_PRECISION_MS = 60_000;
const MAX_USER_AGENT = 300;

/** Sessions of earlier releases contain the first two members only. */
const stored = z.object({
  userId: z.int().positive(),
  version: z.int(),
  /** Public reference of the session in lists; it cannot be used to sign in. */
  ref: z.string().default(''),
  /** Unix ms. */
  openedAt: z.int().default(0),
  /** Unix ms of the sign-in; a password change does not update it. */
  signedInAt: z.int().default(0),
  /** Unix ms of the last confirmation by password or another proof; 0 = none since the sign-in. */
  confirmedAt: z.int().default(0),
  /** Unix ms, to the minute. */
  lastSeenAt: z.int().default(0),
  address: z.string().default(''),
  userAgent: z.string().default(''),
});

/** A session: the account, the session version of the account, when it was opened and from where. */
export type Session = z.infer<typeof stored>;

/** What of an account decides which of its sessions count. */
export type SessionOwner = Pick<AccountState, 'id' | 'sessionVersion' | 'role'>;

/** The public URL of the console (option ServerAddress); a feature provides it. */
export type PublicAddress = () => string;
export const PUBLIC_ADDRESS = Symbol('public address');

/**
 * Sessions of the console: a random id in a cookie, with the record in Redis under a hash of that id. A session ends
 * after SESSION_IDLE_DAYS without a request, and SESSION_MAX_DAYS after it was opened; that of an administrator
 * ADMIN_SESSION_MAX_HOURS after it was opened, if that is sooner.
 */
@Injectable()
export class Sessions {
  private readonly idleSeconds: number;
  private readonly maxSeconds: number;
  private readonly adminMaxMs: number;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
    @Inject(ENV) env: Env,
  ) {
    this.maxSeconds = env.SESSION_MAX_DAYS * DAY_SECONDS;
    this.adminMaxMs = env.ADMIN_SESSION_MAX_HOURS * HOUR_MS;
    this.idleSeconds = Math.min(env.SESSION_IDLE_DAYS * DAY_SECONDS, this.maxSeconds);
  }

  /**
   * Opens a session under a new id, which prevents session fixation: an id known before the sign-in is useless after it.
   * @returns its public reference
   */
  async open(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Pick<Session, 'userId' | 'version'>,
  ): Promise<string> {
    const now = Date.now();
    const ref = newRef();
    await this.replace(request, reply, {
      ...account,
      ...this.clientOf(request),
      ref,
      openedAt: now,
      signedInAt: now,
      confirmedAt: 0,
      lastSeenAt: now,
    });
    return ref;
  }

  /** Continues the session under a new id, after a new session version ended the account's other sessions. */
  async renew(request: FastifyRequest, reply: FastifyReply, version: number): Promise<void> {
    const session = await this.read(request);
    if (session !== undefined) await this.replace(request, reply, { ...session, version });
  }

  /**
   * Records that the owner of the session has proved who they are.
   * @returns Unix ms, as stored
   */
  async confirm(request: FastifyRequest): Promise<number> {
    const now = Date.now();
    const [id = ''] = cookieValues(request, SESSION_COOKIE);
    const session = await this.read(request);
    if (session !== undefined) {
      const confirmed: Session = { ...session, confirmedAt: now };
      // A session that was ended in the meantime is not recreated.
      await this.redis.set(keyOf(id), JSON.stringify(confirmed), 'EX', this.lifetime(session), 'XX');
    }
    return now;
  }

  /**
   * Unix ms at which a session ends without another request.
   * @param role of its account, as it is now
   */
  endsAt(session: Session, role: number): number {
    const { openedAt, lastSeenAt } = session;
    const idleEnd = lastSeenAt + this.idleSeconds * 1000;
    const lastEnd = openedAt + this.maxSeconds * 1000;
    const adminEnd = role >= Role.admin ? openedAt + this.adminMaxMs : Infinity;
    return Math.min(idleEnd, lastEnd, adminEnd);
  }

  /** Whether a session that `read` found has ended because of the role of its account, which may be newer than the session. */
  isOver({ openedAt }: Session, role: number): boolean {
    return role >= Role.admin && openedAt > 0 && Date.now() >= openedAt + this.adminMaxMs;
  }

  /**
   * The session of a request, if it has one. The caller must compare its version with the user row, and ask `isOver`.
   */
  async read(request: FastifyRequest): Promise<Session | undefined> {
    const [id] = cookieValues(request, SESSION_COOKIE);
    if (id === undefined) return undefined;
    const session = parsed(await this.redis.get(keyOf(id)));
    if (session === undefined || this.remaining(session) <= 0) return undefined;
    return Date.now() - session.lastSeenAt < SEEN_PRECISION_MS ? session : this.touch(id, session, request);
  }

  /** Signs out. The cookie is cleared even if no session exists. */
  async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    clearCookie(request, reply, this.publicAddress(), SESSION_COOKIE);
    for (const id of cookieValues(request, SESSION_COOKIE)) await this.drop(id);
  }

  /** The account's sessions of its present version, most recently seen first. */
  async list({ id: userId, sessionVersion: version, role }: SessionOwner): Promise<Session[]> {
    const keys = await this.redis.hgetall(listOf(userId));
    const refs = Object.keys(keys);
    if (refs.length === 0) return [];
    const texts = await getAll(this.redis, Object.values(keys));
    const found = texts.map((text) => parsed(text));
    const over = refs.filter((_ref, index) => found[index]?.version !== version);
    if (over.length > 0) await this.redis.hdel(listOf(userId), ...over);
    return found
      .filter(
        (session) =>
          session !== undefined &&
          session.version === version &&
          this.remaining(session) > 0 &&
          !this.isOver(session, role),
      )
      .map((session) => session!)
      .toSorted((one, other) => other.lastSeenAt - one.lastSeenAt);
  }

  /**
   * Ends one session of an account.
   * @returns false if the account has no session with this reference
   */
  async end(userId: number, ref: string): Promise<boolean> {
    const key = await this.redis.hget(listOf(userId), ref);
    if (key === null) return false;
    await this.redis.hdel(listOf(userId), ref);
    return (await this.redis.del(key)) === 1;
  }

  private async replace(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    const id = randomBytes(32).toString('base64url');
    await this.redis.set(keyOf(id), JSON.stringify(session), 'EX', this.lifetime(session));
    await this.enlist(session, id);
    // If the reference stayed the same, the list already contains the new id.
    for (const earlier of cookieValues(request, SESSION_COOKIE)) await this.drop(earlier, session.ref);
    setCookie(request, reply, this.publicAddress(), SESSION_COOKIE, id, this.maxSeconds);
  }

  /** Updates the last-seen time. A session that was ended in the meantime is not recreated. */
  private async touch(id: string, session: Session, request: FastifyRequest): Promise<Session> {
    const now = Date.now();
    const seen: Session = {
      ...session,
      ...this.clientOf(request),
      ref: session.ref || newRef(),
      openedAt: session.openedAt || now,
      lastSeenAt: now,
    };
    const result = await this.redis.set(keyOf(id), JSON.stringify(seen), 'EX', this.lifetime(seen), 'XX');
    if (result !== null) await this.enlist(seen, id);
    return seen;
  }

  private async enlist({ userId, ref }: Session, id: string): Promise<void> {
    await this.redis.hset(listOf(userId), ref, keyOf(id));
    await this.redis.expire(listOf(userId), this.maxSeconds);
  }

  private async drop(id: string, exceptRef = ''): Promise<void> {
    const session = parsed(await this.redis.getdel(keyOf(id)));
    if (session !== undefined && session.ref !== '' && session.ref !== exceptRef)
      await this.redis.hdel(listOf(session.userId), session.ref);
  }

  /** Seconds until the session reaches its maximum age, regardless of use. */
  private remaining({ openedAt }: Session): number {
    if (openedAt === 0) return this.maxSeconds;
    return this.maxSeconds - Math.floor((Date.now() - openedAt) / 1000);
  }

  private lifetime(session: Session): number {
    return Math.max(1, Math.min(this.idleSeconds, this.remaining(session)));
  }

  private clientOf(request: FastifyRequest): Pick<Session, 'address' | 'userAgent'> {
    return {
      address: clientAddress(request),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    };
  }
}

function parsed(text: string | null): Session | undefined {
  return text === null ? undefined : stored.parse(JSON.parse(text));
}

function newRef(): string {
  return randomBytes(12).toString('base64url');
}

/** Keys contain a hash of the id, so that access to Redis or a backup of it does not allow signing in. */
function keyOf(id: string): string {
  return `session:${createHash('sha256').update(id).digest('base64url')}`;
}

/** Key of the hash that maps an account's session references to session keys. */
function listOf(userId: number): string {
  return `sessionsOf:${userId}`;
}
