import { Module } from '@nestjs/common';
import { SendingModule } from '../sending.module.js';
import { OutboxDelivery } from './outbox-delivery.js';

/** Delivery of outbox messages, for the worker. */
@Module({ imports: [SendingModule], providers: [OutboxDelivery], exports: [OutboxDelivery] })
export class DeliveryModule {}
