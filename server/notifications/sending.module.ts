import { Module } from '@nestjs/common';
import { EGRESS, HttpEgress } from './http-egress.js';
import { HttpSender } from './http-sender.js';
import { NoticeSender } from './notice-sender.js';
import { NotificationsModule } from './notifications.module.js';

/** Sending of notices, for the worker and for test notices. */
@Module({
  imports: [NotificationsModule],
  providers: [{ provide: EGRESS, useClass: HttpEgress }, HttpSender, NoticeSender],
  exports: [HttpSender, NoticeSender, NotificationsModule],
})
export class SendingModule {}
