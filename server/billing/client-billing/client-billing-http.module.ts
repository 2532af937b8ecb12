import { Module } from '@nestjs/common';
import { ClientBillingController } from './client-billing.controller.js';
import { KeyHolders } from './key-holder.js';

/** What a token key may still spend, for programs. */
@Module({ controllers: [ClientBillingController], providers: [KeyHolders] })
export class ClientBillingApi {}
