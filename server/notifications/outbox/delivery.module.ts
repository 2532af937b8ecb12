import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications.module.js';
import { Webhooks } from '../webhooks.js';
import { OutboxDelivery } from './outbox-delivery.js';

/** The worker's side of the outbox. */
@Module({
  imports: [NotificationsModule],
  providers: [Webhooks, OutboxDelivery],
  exports: [OutboxDelivery],
})
export class DeliveryModule {}
