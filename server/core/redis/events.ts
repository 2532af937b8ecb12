import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';

/** What one process tells all others. Payloads are small: ids only, everyone re-reads from Postgres. */
export interface Events {
  'channel.changed': { ids: number[] };
  'option.changed': { keys: string[] };
  'token.changed': { id: number; userId: number };
  'user.changed': { id: number };
  /** Rows of the usage log older than `before` (Unix seconds) are gone: what was added up from them is no longer true. */
  'log.deleted': { before: number };
  /** Journal entries up to `lastId` of this Redis memory (`epoch`) are in Postgres. */
  'journal.posted': { epoch: string; lastId: string };
}

const CHANNEL = 'tollgate:events';

/** Publish and subscribe between processes. Delivery is best effort: every listener also re-reads from time to time. */
export class EventBus {
  private readonly local = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  private up = false;

  constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly onProblem: (error: unknown) => void = () => undefined,
  ) {}

  /** Subscribes now and after every reconnect. `lost` listeners hear of each break, since events were missed. */
  async start(): Promise<void> {
    this.subscriber.on('message', (_channel, text) => this.receive(text));
    this.subscriber.on('close', () => {
      this.up = false;
      this.local.emit('lost');
    });
    const subscribe = async () => {
      await this.subscriber.subscribe(CHANNEL);
      this.up = true;
      this.local.emit('back');
    };
    this.subscriber.on('ready', () => void subscribe().catch(this.onProblem));
    if (this.subscriber.status === 'ready') await subscribe();
  }

  /** Are events arriving right now? */
  get connected(): boolean {
    return this.up;
  }

  on<K extends keyof Events>(event: K, listener: (payload: Events[K]) => void): void {
    this.local.on(event, listener);
  }

  /** `lost`: the connection broke, events may be missed. `back`: subscribed again, re-read what you cache. */
  onConnection(state: 'lost' | 'back', listener: () => void): void {
    this.local.on(state, listener);
  }

  /** Tells every process, this one included. A failure is reported, not thrown: the periodic re-read heals it. */
  async publish<K extends keyof Events>(event: K, payload: Events[K]): Promise<void> {
    try {
      await this.publisher.publish(CHANNEL, JSON.stringify([event, payload]));
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
      // A foreign message or a failing listener must not end the process from inside the Redis client.
      this.onProblem(error);
    }
  }
}
