import { Module } from '@nestjs/common';
import { ClientBillingController } from './client-billing.controller.js';
import { KeyHolders } from '../key-holder.js';
import { KeyHolderRepository } from '../key-holder.repository.js';

/** Routes that report the remaining quota of a token key to API clients. */
@Module({ controllers: [ClientBillingController], providers: [KeyHolderRepository, KeyHolders] })
export class ClientBillingApi {}
