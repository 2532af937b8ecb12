import { Module } from '@nestjs/common';
import { ClientBillingController } from './client-billing.controller.js';
import { KeyHolders } from '../key-holder.js';
import { KeyHolderRepository } from '../key-holder.repository.js';
import { KeyUsesModule } from '../key-uses/key-uses.module.js';

/** Routes that report the remaining quota of a token key to API clients. */
@Module({
  imports: [KeyUsesModule],
  controllers: [ClientBillingController],
  providers: [KeyHolderRepository, KeyHolders],
})
export class ClientBillingApi {}
