import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications.module.js';
import { EGRESS, WebhookEgress } from '../webhook-egress.js';
import { Webhooks } from '../webhooks.js';
import { OutboxDelivery } from './outbox-delivery.js';

/** Delivery of outbox messages, for the worker. */
@Module({
  imports: [NotificationsModule],
  providers: [{ provide: EGRESS, useClass: WebhookEgress }, Webhooks, OutboxDelivery],
  exports: [OutboxDelivery],
})
export class DeliveryModule {}
