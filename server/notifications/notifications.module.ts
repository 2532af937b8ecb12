import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';
import { Notices } from './notices.js';
import { Outbox } from './outbox/outbox.js';

/** What leaves the house for people: mail, and what waits in the outbox to be sent by the worker. */
@Module({ providers: [Mailer, Notices, Outbox], exports: [Mailer, Notices, Outbox] })
export class NotificationsModule {}
