import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../core/cache-limit.js';
import { Vault } from '../core/crypto.js';
import { dependencyError } from '../core/http/dependency-failure.js';
import { EventBus } from '../core/redis/events.js';
import { KeyUseKind, KeyUses, type KeyUseOrigin } from '../billing/key-uses/key-uses.js';
import { keyHashes } from '../billing/token-key.js';
import { identityOf, type IdentityRow, type TokenIdentity } from './token-identity.js';
import { TokenIdentitiesRepository } from './token-identities.repository.js';
import { TokenExpiry } from './token-expiry.service.js';
import { unstoredKey } from './token-key.js';

const MAX_TOKENS = 50_000;
const MAX_UNKNOWN = 10_000;
/** Milliseconds for which an unknown key is remembered. */
const UNKNOWN_MS = 2000;
/** Milliseconds after which a token is reloaded in the background. */
const REFRESH_MS = 60_000;
/** Milliseconds until a failed reload is retried. */
const RETRY_MS = 5000;
/** Keys have 48 characters; longer strings cannot be keys. */
const MAX_KEY_LENGTH = 128;

interface Entry {
  readonly identity: TokenIdentity;
  /** `performance.now()` at which the token is reloaded. */
  refreshAt: number;
  /**
   * Reload before use, unless the database is unavailable: events may have been lost since the read, or the balance changed.
   * In the second case a failed reload is repeated after a while only.
   */
  doubt: 'events' | 'balance' | undefined;
}

/**
 * In-memory cache of tokens in use. A cached token costs one map look-up, without hashing or waiting. Changes arrive as
 * events and take effect with the next request: a changed token is never served from the cache, an outdated one, or one whose
 * balance alone changed, only while Postgres is unavailable. Balances are checked in Redis before anything is served.
 */
@Injectable()
export class TokenCache {
  private readonly logger = new Logger('Tokens');
  private readonly cache = new LRUCache<string, Entry>({
    ...maxEntries(MAX_TOKENS),
    dispose: (entry, key) => this.forget(key, entry.identity),
  });
  private readonly unknown = new LRUCache<string, true>({ ...maxEntries(MAX_UNKNOWN), ttl: UNKNOWN_MS });
  private readonly loading = new Map<string, Promise<TokenIdentity | undefined>>();
  /** The token's own key, and the one that was replaced. */
  private readonly keysOfToken = new Map<number, Set<string>>();
  private readonly keysOfUser = new Map<number, Set<string>>();
  /** Counts changes, so that a read that started before a change is not cached after it. */
  private changes = 0;

  constructor(
    private readonly identities: TokenIdentitiesRepository,
    private readonly vault: Vault,
    private readonly retirement: TokenExpiry,
    private readonly uses: KeyUses,
    events: EventBus,
  ) {
    events.on('token.changed', ({ id, balanceOnly }) => {
      const keys = this.keysOfToken.get(id) ?? [];
      if (balanceOnly) this.doubt(keys);
      else this.changed(keys);
    });
    events.on('user.changed', ({ id }) => this.changed(this.keysOfUser.get(id) ?? []));
    events.on('group.moved', () => this.doubtAll());
    events.onConnection('back', () => this.doubtAll());
  }

  /**
   * Returns the token of a key; synchronously if it is cached.
   * @param key without `sk-`
   * @throws ApiError database_unavailable if it is not cached and Postgres is unavailable
   */
  find(key: string): TokenIdentity | undefined | Promise<TokenIdentity | undefined> {
    const entry = this.cache.get(key);
    if (entry === undefined) {
      if (key === '' || key.length > MAX_KEY_LENGTH || this.unknown.has(key)) return undefined;
      return this.load(key);
    }
    if (entry.doubt) return this.verify(key, entry);
    const now = performance.now();
    if (now >= entry.refreshAt) {
      entry.refreshAt = now + RETRY_MS;
      this.load(key).catch((error: unknown) =>
        this.logger.warn(`token ${entry.identity.id} not refreshed: ${String(error)}`),
      );
    }
    return entry.identity;
  }

  /** Notes that a request used a key. Costs one look-up. @param refusal the error code; '' if the token was accepted */
  noteUse({ id, formerUntil }: TokenIdentity, origin: KeyUseOrigin, refusal = ''): void {
    const accepted = formerUntil === undefined ? KeyUseKind.current : KeyUseKind.former;
    this.uses.note(id, refusal === '' ? accepted : KeyUseKind.refused, origin, refusal);
  }

  private async verify(key: string, entry: Entry): Promise<TokenIdentity | undefined> {
    try {
      return await this.load(key);
    } catch (error) {
      this.logger.warn(`token ${entry.identity.id} served as remembered: ${String(error)}`);
      if (entry.doubt === 'balance')
        Object.assign(entry, { doubt: undefined, refreshAt: performance.now() + RETRY_MS });
      return entry.identity;
    }
  }

  /** Reads a token; concurrent calls for the same key share one query. */
  private load(key: string): Promise<TokenIdentity | undefined> {
    const running = this.loading.get(key);
    if (running) return running;
    const loading = this.read(key).finally(() => {
      if (this.loading.get(key) === loading) this.loading.delete(key);
    });
    this.loading.set(key, loading);
    return loading;
  }

  private async read(key: string): Promise<TokenIdentity | undefined> {
    const before = this.changes;
    const row = await this.readRow(key);
    const identity = row && identityOf(key, row);
    if (identity) this.retirement.consider(identity);
    if (before !== this.changes) return identity;
    if (identity) this.remember(key, identity);
    else {
      this.cache.delete(key);
      this.unknown.set(key, true);
    }
    return identity;
  }

  private async readRow(key: string): Promise<IdentityRow | undefined> {
    try {
      return await this.vault.lookUp(key, async (hash, lookup) => {
        const hashes = keyHashes(key, lookup);
        const row = await this.identities.byKeyHash(hashes);
        if (row?.by_sha256) await this.identities.adoptKey(hashes.bySha256, unstoredKey(key, this.vault));
        else if (row && lookup.isFormer)
          await this.identities.renewHash(hash, this.vault.lookupHash(key), this.vault.keyId);
        return row;
      });
    } catch (error) {
      throw dependencyError(error) ?? error;
    }
  }

  private remember(key: string, identity: TokenIdentity): void {
    this.cache.set(key, { identity, refreshAt: performance.now() + REFRESH_MS, doubt: undefined });
    addTo(this.keysOfToken, identity.id, key);
    addTo(this.keysOfUser, identity.user.id, key);
  }

  private forget(key: string, { id, user }: TokenIdentity): void {
    removeFrom(this.keysOfToken, id, key);
    removeFrom(this.keysOfUser, user.id, key);
  }

  private changed(keys: Iterable<string>): void {
    this.changes++;
    this.loading.clear();
    this.unknown.clear();
    for (const key of keys) this.cache.delete(key);
  }

  /** Reloads the token before its next use, unless Postgres is unavailable then. */
  private doubt(keys: Iterable<string>): void {
    this.changed([]);
    for (const key of keys) {
      const entry = this.cache.get(key);
      if (entry) entry.doubt ??= 'balance';
    }
  }

  private doubtAll(): void {
    this.changed([]);
    for (const entry of this.cache.values()) entry.doubt = 'events';
  }
}

function addTo(keys: Map<number, Set<string>>, id: number, key: string): void {
  keys.set(id, (keys.get(id) ?? new Set()).add(key));
}

function removeFrom(keys: Map<number, Set<string>>, id: number, key: string): void {
  const known = keys.get(id);
  known?.delete(key);
  if (known?.size === 0) keys.delete(id);
}
