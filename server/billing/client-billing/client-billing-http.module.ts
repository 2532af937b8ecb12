import { Module } from '@nestjs/common';
import { ClientBillingController } from './client-billing.controller.js';
import { KeyHolders } from '../key-holder.js';

/** Routes that report the remaining quota of a token key to API clients. */
@Module({ controllers: [ClientBillingController], providers: [KeyHolders] })
export class ClientBillingApi {}
