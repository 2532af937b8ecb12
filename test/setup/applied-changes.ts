import type { INestApplicationContext } from '@nestjs/common';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { EventBus } from '../../server/core/redis/events.js';
import { OptionsService } from '../../server/options/options.service.js';
import { inTime } from './until.js';

/** Waits until a server and a worker have applied changes of channels and options. */
export class AppliedChanges {
  /** Token ids of marker events; negative, so that no token has them. */
  private markers = 0;
  private readonly registries: readonly ChannelRegistry[];
  private readonly options: readonly OptionsService[];

  constructor(
    private readonly app: INestApplicationContext,
    private readonly worker: INestApplicationContext,
  ) {
    const both = [app, worker];
    this.registries = both.map((process) => process.get(ChannelRegistry, { strict: false }));
    this.options = both.map((process) => process.get(OptionsService, { strict: false }));
  }

  /** Reads channels and options again, after earlier events have arrived; sees changes that a test made in the database. */
  async reload(): Promise<void> {
    // The worker receives events at a time of its own.
    await this.received([this.app]);
    await Promise.all([
      ...this.registries.map((registry) => registry.refresh()),
      ...this.options.map((options) => options.reload()),
    ]);
  }

  /** Waits for the changes that the management API published. Cheaper than `reload`. */
  async applied(): Promise<void> {
    await this.received([this.app, this.worker]);
    await Promise.all([
      ...this.registries.map((registry) => registry.refreshed()),
      ...this.options.map((options) => options.reloaded()),
    ]);
  }

  /**
   * Changes channels. Server and worker read all channels once after `change`, where each change of a channel is read three
   * times otherwise.
   */
  async reloadingOnce(change: () => Promise<void>): Promise<void> {
    for (const registry of this.registries) registry.refresh = () => Promise.resolve();
    try {
      await change();
      await this.received([this.app, this.worker]);
    } finally {
      for (const registry of this.registries) Reflect.deleteProperty(registry, 'refresh');
      await Promise.all(this.registries.map((registry) => registry.refresh()));
    }
  }

  /** Waits until these processes have received all earlier events; each has a subscription of its own. */
  private async received(processes: readonly INestApplicationContext[]): Promise<void> {
    const marker = --this.markers;
    const received = processes.map(
      (process) =>
        new Promise<void>((resolve) => {
          const stop = process.get(EventBus, { strict: false }).on('token.changed', ({ id }) => {
            if (id !== marker) return;
            stop();
            resolve();
          });
        }),
    );
    await this.app.get(EventBus).publish('token.changed', { id: marker, userId: 0 });
    await inTime(Promise.all(received), () => 'an event of our own');
  }
}
