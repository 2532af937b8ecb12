import { Module } from '@nestjs/common';
import { SendingModule } from '../sending.module.js';
import { OutboxDelivery } from './outbox-delivery.js';
import { OutboxDeliveryRepository } from './outbox-delivery.repository.js';

/** Delivery of outbox messages, for the worker. */
@Module({
  imports: [SendingModule],
  providers: [OutboxDelivery, OutboxDeliveryRepository],
  exports: [OutboxDelivery, OutboxDeliveryRepository],
})
export class DeliveryModule {}
