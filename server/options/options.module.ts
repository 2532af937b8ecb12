import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Vault } from '../core/crypto.js';
import { PUBLIC_ADDRESS } from '../core/http/sessions.js';
import { EventBus } from '../core/redis/events.js';
import { OptionsRepository } from './options.repository.js';
import { OptionsService } from './options.service.js';

/** Loads the options before any class that injects them is created. */
@Global()
@Module({
  providers: [
    OptionsRepository,
    {
      provide: OptionsService,
      useFactory: async (database: DataSource, rows: OptionsRepository, vault: Vault, events: EventBus) => {
        const options = new OptionsService(database, rows, vault, events);
        await options.start();
        return options;
      },
      inject: [DataSource, OptionsRepository, Vault, EventBus],
    },
    {
      provide: PUBLIC_ADDRESS,
      useFactory: (options: OptionsService) => () => options.get('ServerAddress'),
      inject: [OptionsService],
    },
  ],
  exports: [OptionsRepository, OptionsService, PUBLIC_ADDRESS],
})
export class OptionsModule {}
