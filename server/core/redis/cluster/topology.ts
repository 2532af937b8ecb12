import { Redis } from 'ioredis';
import { within } from '../../deadline.js';
import type { ClusterAddress, ClusterNode } from './cluster-address.js';

/** Connections that open at about the same time share one look. Milliseconds. */
const FRESH_MS = 100;
/** A node that does not say in this time who has which slot is passed over. */
const TIMEOUT_MS = 1000;

/** Slots of one primary. */
interface SlotRange {
  readonly first: number;
  readonly last: number;
  readonly primary: ClusterNode;
}

/** Which node of a cluster has a slot, as the nodes themselves say. Looked at whenever a connection opens. */
export class ClusterTopology {
  private nodes: readonly ClusterNode[];
  private ranges: readonly SlotRange[] = [];
  private lookedAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | undefined;
  /** The node that is asked first: another one each time, since a node that is cut off from the others knows nothing new. */
  private turn = 0;

  constructor(private readonly address: ClusterAddress) {
    this.nodes = address.nodes;
  }

  /** @throws when no node answers, or none has the slot */
  async primaryOf(slot: number): Promise<ClusterNode> {
    await this.look();
    const found = this.ranges.find(({ first, last }) => first <= slot && slot <= last);
    if (!found) throw new Error(`no node of the Redis cluster has slot ${slot}`);
    return found.primary;
  }

  /** Any primary with slots, another one each time. @throws when no node answers */
  async anyPrimary(): Promise<ClusterNode> {
    await this.look();
    const found = this.ranges[this.turn++ % Math.max(1, this.ranges.length)];
    if (!found) throw new Error('no node of the Redis cluster has slots');
    return found.primary;
  }

  private look(): Promise<void> {
    if (performance.now() - this.lookedAt < FRESH_MS) return Promise.resolve();
    this.looking ??= this.lookNow().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const first = this.turn++;
    const seen = new Set<string>();
    const known = [...this.nodes, ...this.address.nodes].filter(({ host, port }) => {
      const isNew = !seen.has(`${host} ${port}`);
      seen.add(`${host} ${port}`);
      return isNew;
    });
    let problem: unknown = new Error('no node of the Redis cluster answers');
    for (let index = 0; index < known.length; index++) {
      try {
        this.take(...(await this.slots(known[(first + index) % known.length]!)));
        return;
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }

  private take(ranges: readonly SlotRange[], nodes: readonly ClusterNode[]): void {
    this.ranges = ranges;
    this.nodes = nodes;
    this.lookedAt = performance.now();
  }

  /** Asks one node for the slots, and for all primaries and replicas. */
  private async slots(node: ClusterNode): Promise<[SlotRange[], ClusterNode[]]> {
    const redis = new Redis({
      ...node,
      ...this.address.login,
      lazyConnect: true,
      retryStrategy: () => null,
      connectTimeout: TIMEOUT_MS,
      enableReadyCheck: false,
    });
    // The command that fails with it reports it.
    redis.on('error', () => undefined);
    try {
      const rows = await within(
        redis.connect().then(() => redis.cluster('SLOTS')),
        TIMEOUT_MS,
        'Redis',
      );
      return readSlots(rows as SlotRow[], node);
    } finally {
      redis.disconnect();
    }
  }
}

/** An element of the reply of CLUSTER SLOTS: first and last slot, then the primary and its replicas. */
type SlotRow = readonly [
  first: number,
  last: number,
  ...nodes: (readonly [string | null, number, ...unknown[]])[],
];

/** @param asked the node that replied: one that does not know its own address means the one it was reached at */
function readSlots(rows: readonly SlotRow[], asked: ClusterNode): [SlotRange[], ClusterNode[]] {
  const ranges: SlotRange[] = [];
  const nodes: ClusterNode[] = [];
  for (const [first, last, ...found] of rows) {
    const addresses = found.map(([host, port]) => ({ host: host || asked.host, port }));
    nodes.push(...addresses);
    if (addresses[0]) ranges.push({ first, last, primary: addresses[0] });
  }
  return [ranges, nodes];
}
