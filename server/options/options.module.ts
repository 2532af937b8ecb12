import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Vault } from '../core/crypto.js';
import { CONFIRMATION_RULES, type ConfirmationRules } from '../core/http/access/confirmation.js';
import { PUBLIC_ADDRESS } from '../core/http/access/sessions.js';
import { EventBus } from '../core/redis/events.js';
import { OptionsEditor } from './options-editor.js';
import { OptionsRepository } from './options.repository.js';
import { OptionsService } from './options.service.js';

/** Loads the options before any class that injects them is created. */
@Global()
@Module({
  providers: [
    OptionsRepository,
    {
      provide: OptionsService,
      useFactory: async (rows: OptionsRepository, vault: Vault, events: EventBus) => {
        const options = new OptionsService(rows, vault, events);
        await options.start();
        return options;
      },
      inject: [OptionsRepository, Vault, EventBus],
    },
    {
      provide: OptionsEditor,
      useFactory: (
        options: OptionsService,
        database: DataSource,
        rows: OptionsRepository,
        vault: Vault,
        events: EventBus,
      ) => new OptionsEditor(options, database, rows, vault, events),
      inject: [OptionsService, DataSource, OptionsRepository, Vault, EventBus],
    },
    {
      provide: PUBLIC_ADDRESS,
      useFactory: (options: OptionsService) => () => options.get('ServerAddress'),
      inject: [OptionsService],
    },
    {
      provide: CONFIRMATION_RULES,
      useFactory: (options: OptionsService) => (): ConfirmationRules => ({
        isRequired: options.get('ConfirmationRequired'),
        needsSession: options.get('SensitiveActionsNeedSession'),
      }),
      inject: [OptionsService],
    },
  ],
  exports: [CONFIRMATION_RULES, OptionsEditor, OptionsRepository, OptionsService, PUBLIC_ADDRESS],
})
export class OptionsModule {}
