import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';

/** Events published to all processes. Payloads contain ids only; listeners re-read the data from Postgres. */
export interface Events {
  'channel.changed': { ids: number[] };
  'option.changed': { keys: string[] };
  /** `balanceOnly`: the balance changed, and nothing that decides who may use the token for what. */
  'token.changed': { id: number; userId: number; balanceOnly?: true };
  'user.changed': { id: number };
  /** Users and tokens of one group were moved to another one. */
  'group.moved': { from: string; to: string };
  /** Usage log rows older than `before` (Unix seconds) were deleted, so totals computed from them are outdated. */
  'log.deleted': { before: number };
  /** Journal entries of `epoch` up to `lastId` are in Postgres; `shard` in a cluster. */
  'journal.posted': { epoch: string; lastId: string; shard?: number };
}

/** @param shard undefined for a single Redis */
export function postedEvent(
  shard: number | undefined,
  epoch: string,
  lastId: string,
): Events['journal.posted'] {
  return shard === undefined ? { epoch, lastId } : { epoch, lastId, shard };
}

/** Publish/subscribe between processes. Delivery is best effort, so every listener also re-reads its data periodically. */
export class EventBus {
  private readonly local = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  private up = false;
  /** Redis delivers messages across its databases, so that installations that share one server need their own channels. */
  private readonly channel: string;

  constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly onProblem: (error: unknown) => void = () => undefined,
  ) {
    // A cluster has no databases.
    const database = publisher.isCluster ? 0 : (publisher.options.db ?? 0);
    this.channel = database === 0 ? 'tollgate:events' : `tollgate:events:${database}`;
  }

  /**
   * Subscribes now and after every reconnect. `lost` listeners are called on each disconnect, because events may be
   * missed.
   */
  async start(): Promise<void> {
    this.subscriber.on('message', (_channel, text) => this.receive(text));
    this.subscriber.on('close', () => {
      this.up = false;
      this.local.emit('lost');
    });
    const subscribe = async () => {
      await this.subscriber.subscribe(this.channel);
      this.up = true;
      this.local.emit('back');
    };
    this.subscriber.on('ready', () => void subscribe().catch(this.onProblem));
    if (this.subscriber.status === 'ready') await subscribe();
  }

  /** True while subscribed. */
  get connected(): boolean {
    return this.up;
  }

  /** @returns a function that removes the listener */
  on<K extends keyof Events>(event: K, listener: (payload: Events[K]) => void): () => void {
    this.local.on(event, listener);
    return () => void this.local.off(event, listener);
  }

  /** `lost`: the connection broke and events may be missed. `back`: subscribed again; re-read cached data. */
  onConnection(state: 'lost' | 'back', listener: () => void): void {
    this.local.on(state, listener);
  }

  /** Publishes to every process, including this one. A failure is reported, not thrown; the periodic re-read corrects it. */
  async publish<K extends keyof Events>(event: K, payload: Events[K]): Promise<void> {
    try {
      await this.publisher.publish(this.channel, JSON.stringify([event, payload]));
    } catch (error) {
      this.onProblem(error);
      this.local.emit(event, payload);
    }
  }

  private receive(text: string): void {
    try {
      const [event, payload] = JSON.parse(text) as [string, unknown];
      this.local.emit(event, payload);
    } catch (error) {
      // A malformed message or a failing listener must not end the process from within the Redis client.
      this.onProblem(error);
    }
  }
}
