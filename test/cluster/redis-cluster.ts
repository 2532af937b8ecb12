import { Redis } from 'ioredis';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/service-home.mjs';
import { slotOf } from '../../server/core/redis/cluster/shards.js';
import { until } from '../setup/until.js';

const run = promisify(execFile);
/** Milliseconds after which a node that does not answer its peers is replaced by its replica. */
const NODE_TIMEOUT_MS = 1500;

/** First and last slot, then the primary: its host and port. */
type SlotRow = readonly [first: number, last: number, primary: readonly [string, number]];

/** One node of the cluster. */
interface Node {
  readonly port: number;
  readonly child: ChildProcess;
}

/** A Redis Cluster of three primaries with a replica each, made as its manual says, in processes of a test's own. */
export class RedisCluster {
  private constructor(
    private readonly directory: string,
    private readonly nodes: readonly Node[],
  ) {}

  static async start(): Promise<RedisCluster> {
    const directory = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
    const nodes: Node[] = [];
    for (let index = 0; index < 6; index++) nodes.push(await startNode(join(directory, String(index))));
    const cluster = new RedisCluster(directory, nodes);
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    await cluster.cli('--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes');
    // Each replica has to know its primary, and every node the whole cluster.
    await until(async () => (await Promise.all(nodes.map(isSettled))).every(Boolean));
    return cluster;
  }

  get url(): string {
    return `redis+cluster://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  }

  /** Kills the primary that has a hash tag, as with kill -9. @returns its port */
  async killPrimaryOf(tag: string): Promise<number> {
    const port = await this.primaryOf(tag);
    const node = this.nodes.find((one) => one.port === port)!;
    node.child.kill('SIGKILL');
    await once(node.child, 'exit');
    return port;
  }

  /** The port of the primary that has a hash tag, as a node that runs says. */
  async primaryOf(tag: string): Promise<number> {
    const slot = slotOf(tag);
    return (await this.slots()).find(([first, last]) => first <= slot && slot <= last)![2][1];
  }

  /**
   * Moves the first slots of a primary, up to that of a hash tag, to another one, as `redis-cli --cluster reshard` does, while they
   * are used.
   */
  async reshard(tag: string, to: number): Promise<void> {
    const ids = await this.ids();
    const from = await this.primaryOf(tag);
    const slots = await this.slotsBefore(from, slotOf(tag));
    const flags = ['--cluster-from', ids.get(from)!, '--cluster-to', ids.get(to)!];
    const entry = `127.0.0.1:${to}`;
    const much = ['--cluster-slots', String(slots), '--cluster-yes'];
    await this.cli('--cluster', 'reshard', entry, ...flags, ...much);
  }

  /** Empties the primary that has a hash tag, and with it its replica. */
  async empty(tag: string): Promise<void> {
    await withNode(await this.primaryOf(tag), (redis) => redis.flushall());
  }

  /** Begins to move the slot of a hash tag, key by key, as `redis-cli --cluster reshard` does within a moment. */
  async beginMove(tag: string, to: number): Promise<Move> {
    const slot = slotOf(tag);
    const from = await this.primaryOf(tag);
    const ids = await this.ids();
    await withNode(to, (redis) => redis.cluster('SETSLOT', slot, 'IMPORTING', ids.get(from)!));
    await withNode(from, (redis) => redis.cluster('SETSLOT', slot, 'MIGRATING', ids.get(to)!));
    return {
      keys: () =>
        withNode(from, (redis) => redis.cluster('GETKEYSINSLOT', slot, 10_000)) as Promise<string[]>,
      send: (keys) => withNode(from, (redis) => redis.migrate('127.0.0.1', to, '', 0, 5000, 'KEYS', ...keys)),
      finish: async () => {
        for (const port of [to, from])
          await withNode(port, (redis) => redis.cluster('SETSLOT', slot, 'NODE', ids.get(to)!));
      },
    };
  }

  /** Ends all nodes. */
  async stop(): Promise<void> {
    for (const { child } of this.nodes)
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** How many slots of a primary come before a slot, and that slot. */
  private async slotsBefore(port: number, slot: number): Promise<number> {
    return (await this.slots())
      .filter(([first, , primary]) => primary[1] === port && first <= slot)
      .reduce((sum, [first, last]) => sum + Math.min(last, slot) - first + 1, 0);
  }

  private async slots(): Promise<SlotRow[]> {
    return (await this.ask((redis) => redis.cluster('SLOTS'))) as unknown as SlotRow[];
  }

  /** Ids of the nodes by port. */
  private async ids(): Promise<Map<number, string>> {
    const text = String(await this.ask((redis) => redis.cluster('NODES')));
    const found = [...text.matchAll(/^(\w{40}) [\d.]+:(\d+)@/gm)];
    return new Map(found.map(([, id = '', port]) => [Number(port), id]));
  }

  private async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const { port } = this.nodes.find(({ child }) => child.exitCode === null && child.signalCode === null)!;
    return withNode(port, question);
  }

  private async cli(...args: string[]): Promise<void> {
    await run('redis-cli', args);
  }
}

/** A slot on its way to another primary. */
interface Move {
  /** Those of its keys that have not left yet. */
  keys(): Promise<string[]>;
  send(keys: readonly string[]): Promise<unknown>;
  /** Gives the slot, whose keys must all have left, to its new primary. */
  finish(): Promise<void>;
}

async function withNode<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, '127.0.0.1');
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function startNode(directory: string): Promise<Node> {
  mkdirSync(directory);
  const port = await freePort();
  const bus = await freePort();
  const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', String(NODE_TIMEOUT_MS)];
  // The others go on while the slots of one primary are away.
  const others = ['--cluster-require-full-coverage', 'no', '--cluster-port', String(bus)];
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory];
  const child = spawn('redis-server', [...flags, ...cluster, ...others], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('Ready to accept connections')) break;
  }
  child.stdout.resume();
  return { port, child };
}

function isSettled({ port }: Node): Promise<boolean> {
  return withNode(port, async (redis) => {
    const [info, replication] = [String(await redis.cluster('INFO')), await redis.info('replication')];
    const isLinked = !replication.includes('role:slave') || replication.includes('master_link_status:up');
    return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:6') && isLinked;
  });
}
