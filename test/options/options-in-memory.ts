import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import type { DataSource, EntityManager } from 'typeorm';
import { Role } from '../../server/contract/enums.js';
import type { OptionKey } from '../../server/contract/options/index.js';
import type { Vault } from '../../server/core/crypto.js';
import { EventBus } from '../../server/core/redis/events.js';
import type { Option } from '../../server/options/option.entity.js';
import { OptionsRepository } from '../../server/options/options.repository.js';
import { OptionsEditor } from '../../server/options/options-editor.js';
import { OptionsService } from '../../server/options/options.service.js';

/** The table `options`, with the SQL left out. */
class RowsInMemory extends OptionsRepository {
  private readonly rows = new Map<string, string>();

  constructor() {
    super(undefined as unknown as DataSource);
  }

  override all(): Promise<Option[]> {
    return Promise.resolve([...this.rows].map(([key, value]) => ({ key, value })));
  }

  override async withKeys(_manager: EntityManager, keys: readonly string[]): Promise<Option[]> {
    return (await this.all()).filter(({ key }) => keys.includes(key));
  }

  override async lock(): Promise<void> {}

  override store(_manager: EntityManager, options: Option[]): Promise<void> {
    for (const { key, value } of options) this.rows.set(key, value);
    return Promise.resolve();
  }

  override remove(_manager: EntityManager, key: string): Promise<void> {
    this.rows.delete(key);
    return Promise.resolve();
  }

  /** Runs a transaction: what a failed one stored is taken back. */
  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    const before = [...this.rows];
    try {
      return await run({} as EntityManager);
    } catch (error) {
      this.rows.clear();
      for (const [key, value] of before) this.rows.set(key, value);
      throw error;
    }
  }
}

/** One process's connection to Redis that delivers what it publishes. Emit `ready` for a connection that is back. */
class ConnectionInMemory extends EventEmitter {
  readonly options = {};
  readonly status = 'ready';

  subscribe(): Promise<void> {
    return Promise.resolve();
  }

  publish(channel: string, text: string): Promise<void> {
    this.emit('message', channel, text);
    return Promise.resolve();
  }
}

export interface OptionsInMemory {
  readonly options: OptionsService;
  readonly editor: OptionsEditor;
  readonly events: EventBus;
  /** Emits `ready` after a lost connection. */
  readonly redis: EventEmitter;
  /** Saves as a super administrator. */
  readonly save: (key: OptionKey, value: unknown, terms?: { confirmed?: boolean }) => Promise<void>;
  /** Stores a text as another process, whose event has not arrived yet. */
  readonly storeElsewhere: (key: OptionKey, value: string) => Promise<void>;
}

/** The options and events of the gateway, for unit tests: Postgres and Redis are maps in memory. */
export async function optionsInMemory(
  values: Partial<Record<OptionKey, unknown>> = {},
): Promise<OptionsInMemory> {
  const rows = new RowsInMemory();
  const redis = new ConnectionInMemory();
  const connection = redis as unknown as Redis;
  const events = new EventBus(connection, connection);
  await events.start();
  // Secrets are not stored by these tests.
  const vault = undefined as unknown as Vault;
  const options = new OptionsService(rows, vault, events);
  const editor = new OptionsEditor(options, rows as unknown as DataSource, rows, vault, events);
  const root = { id: 1, username: 'root', role: Role.root };
  const save: OptionsInMemory['save'] = (key, value, terms) => editor.save(root, key, value, terms);
  for (const [key, value] of Object.entries(values)) await save(key as OptionKey, value);
  const storeElsewhere: OptionsInMemory['storeElsewhere'] = (key, value) =>
    rows.store({} as EntityManager, [{ key, value }]);
  return { options, editor, events, redis, save, storeElsewhere };
}
