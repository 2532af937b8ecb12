import { Interval } from '@nestjs/schedule';
import { exclusive } from '../../../core/intervals.js';
import { shardOfUser, shardName } from '../../../core/redis/cluster/shards.js';
import { sumLedgerStates, type LedgerState } from '../../../core/redis/scripts/readiness.js';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import type { Hold, HoldRequest, Settlement } from '../ledger.types.js';
import { SPOOL_ROUND_MS, type RedisLedgerGate } from './redis-ledger-gate.js';

/**
 * The ledger in a Redis Cluster: one gate for each shard, each with its own epoch, lease, turns and spool. A shard whose node is
 * away rejects the requests of its accounts, and the others go on.
 */
export class ShardedLedgerGate implements Pick<RedisLedgerGate, keyof RedisLedgerGate> {
  private readonly gates: readonly RedisLedgerGate[];
  private readonly maintain = exclusive('ledger.spool', async () => {
    // One after the other: each looks through the same directory.
    for (const gate of this.gates) await gate.maintainSpool();
  });

  /** @param gateOf makes the gate of a shard; `adopter` finds the gate of a settlement that any of them finds on disk */
  constructor(
    shards: number,
    gateOf: (shard: number, adopter: (item: SettleItem) => RedisLedgerGate) => RedisLedgerGate,
  ) {
    this.gates = Array.from({ length: shards }, (_, shard) => gateOf(shard, ({ userId }) => this.of(userId)));
  }

  private of(userId: number): RedisLedgerGate {
    return this.gates[shardOfUser(userId, this.gates.length)]!;
  }

  async start(): Promise<void> {
    await Promise.all(this.gates.map((gate) => gate.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.gates.map((gate) => gate.stop()));
  }

  get renewEveryMs(): number {
    return this.gates[0]!.renewEveryMs;
  }

  async renewLease(): Promise<void> {
    await Promise.all(this.gates.map((gate) => gate.renewLease()));
  }

  @Interval('ledger.spool', SPOOL_ROUND_MS)
  maintainSpool(): Promise<void> {
    return this.maintain();
  }

  get outstanding(): { readonly held: number; readonly unposted: number } {
    let held = 0;
    let unposted = 0;
    for (const { outstanding } of this.gates) {
      held += outstanding.held;
      unposted += outstanding.unposted;
    }
    return { held, unposted };
  }

  get counts(): { pending: number; open: number } {
    let pending = 0;
    let open = 0;
    for (const { counts } of this.gates) {
      pending += counts.pending;
      open += counts.open;
    }
    return { pending, open };
  }

  /** Of all shards together: joined if any of them is, because the accounts of the others can be charged. */
  state(): Promise<LedgerState> {
    return sumLedgerStates(this.gates.map((gate, shard) => [shardName(shard), gate.state()]));
  }

  adopt(item: SettleItem): Promise<void> {
    return this.of(item.userId).adopt(item);
  }

  reserve(request: HoldRequest): Promise<Hold> {
    return this.of(request.userId).reserve(request);
  }

  extend(hold: Hold, amount: number): Promise<boolean> {
    return this.of(hold.userId).extend(hold, amount);
  }

  settle(hold: Hold, settlement: Settlement): Promise<void> {
    return this.of(hold.userId).settle(hold, settlement);
  }

  async report(produced: readonly { hold: Hold; settlement: Settlement }[]): Promise<void> {
    await Promise.all(
      this.gates.map((gate) => gate.report(produced.filter(({ hold }) => this.of(hold.userId) === gate))),
    );
  }

  release(hold: Hold): Promise<void> {
    return this.of(hold.userId).release(hold);
  }

  releaseCharged(hold: Hold): Promise<void> {
    return this.of(hold.userId).releaseCharged(hold);
  }
}
