import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS } from '../../core/injection.js';
import { ledgerOfUser, ledgersOf } from '../../core/redis/cluster/cluster-redis.js';
import {
  storeBalances,
  storeBalancesAndRelease,
  type PostedBalance,
} from '../../core/redis/scripts/balances.js';
import { BalancesRepository } from './balances.repository.js';
import type { Hold } from './ledger.types.js';
import { within } from '../../core/deadline.js';

const KINDS = ['user', 'token'] as const;
type Kind = (typeof KINDS)[number];

type OwnedBalance = PostedBalance & { readonly userId: number | undefined };

/** How long a request waits for Postgres to load its balance. */
const LOAD_TIMEOUT_MS = 3000;
/** Refreshes of stale balances are collected for this long and read in one query. */
const GATHER_MS = 50;

/** Copies balances from Postgres to Redis: missing ones immediately, stale ones in the background. */
@Injectable()
export class BalanceStore {
  private readonly logger = new Logger('Balances');
  private readonly loading = new Map<string, Promise<void>>();
  private old: Record<Kind, Set<number>> = { user: new Set(), token: new Set() };
  private gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly balances: BalancesRepository,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** Resolves when Redis has the balances of this user and token (0 = none). Concurrent calls share one read. */
  async load(userId: number, tokenId: number, epoch: string): Promise<void> {
    const loads = [this.loadOne('user', userId, epoch, userId)];
    if (tokenId > 0) loads.push(this.loadOne('token', tokenId, epoch, userId));
    await Promise.all(loads);
  }

  private loadOne(kind: Kind, id: number, epoch: string, userId: number): Promise<void> {
    const key = `${kind} ${id} ${epoch}`;
    const running = this.loading.get(key);
    if (running) return running;
    const started = within(this.copy(kind, [id], epoch, userId), LOAD_TIMEOUT_MS, 'Postgres').finally(() =>
      this.loading.delete(key),
    );
    this.loading.set(key, started);
    return started;
  }

  /** Schedules a reload of these balances in the background. Errors are logged only. */
  refreshSoon(userId: number, tokenId: number): void {
    this.old.user.add(userId);
    if (tokenId > 0) this.old.token.add(tokenId);
    this.gathering ??= setTimeout(() => void this.refreshOld(), GATHER_MS).unref();
  }

  private async refreshOld(): Promise<void> {
    const { user, token } = this.old;
    this.old = { user: new Set(), token: new Set() };
    this.gathering = undefined;
    try {
      await this.refresh({ users: [...user], tokens: [...token] });
    } catch (error) {
      this.logger.warn(`old balances stay in use: ${String(error)}`);
    }
  }

  /** Copies the current balances from Postgres to Redis. @throws when Postgres or Redis is unavailable */
  async refresh({ users = [], tokens = [] }: { users?: number[]; tokens?: number[] }): Promise<void> {
    const ids = { user: users, token: tokens };
    for (const kind of KINDS) {
      for (let from = 0; from < ids[kind].length; from += 1000)
        await this.copy(kind, ids[kind].slice(from, from + 1000), '', undefined);
    }
  }

  /** Copies the current balances of a hold's accounts and releases it, at once. @throws when Postgres or Redis is unavailable */
  async refreshAndRelease({ requestId, userId, tokenId }: Hold, owner: string): Promise<void> {
    const balances = await this.read('user', [userId], userId);
    if (tokenId > 0) balances.push(...(await this.read('token', [tokenId], userId)));
    await storeBalancesAndRelease(ledgerOfUser(this.redis, userId), { owner, requestId }, balances);
  }

  /** @param owner the user that they belong to; undefined = as Postgres says */
  private async copy(kind: Kind, ids: number[], epoch: string, owner: number | undefined): Promise<void> {
    const balances = await this.read(kind, ids, owner);
    const ledgers = ledgersOf(this.redis);
    if (ledgers.length === 1) return void (await storeBalances(ledgers[0]!, epoch, balances));
    const ofLedgers = new Map<Redis, OwnedBalance[]>();
    for (const one of balances) {
      // Without a row it is not known where the balance would be; nothing has it then.
      if (one.userId === undefined) continue;
      const ledger = ledgerOfUser(this.redis, one.userId);
      ofLedgers.set(ledger, [...(ofLedgers.get(ledger) ?? []), one]);
    }
    // What one shard does not take now, because its node is away, must not be missed in the others.
    const stored = await Promise.allSettled(
      [...ofLedgers].map(([ledger, its]) => storeBalances(ledger, epoch, its)),
    );
    for (const one of stored) if (one.status === 'rejected') throw one.reason;
  }

  private async read(kind: Kind, ids: number[], owner: number | undefined): Promise<OwnedBalance[]> {
    const rows = await this.balances.read(kind, ids);
    const balances: OwnedBalance[] = rows.map((row) => ({ ...row, kind }));
    // A missing row is stored as balance 0, so that it is not queried again.
    const found = new Set(rows.map(({ id }) => id));
    const userId = (id: number) => (kind === 'user' ? id : owner);
    for (const id of ids)
      if (!found.has(id)) balances.push({ kind, id, balance: 0, version: 0, userId: userId(id) });
    return balances;
  }
}
