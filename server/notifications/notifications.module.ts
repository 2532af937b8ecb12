import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';
import { Notices } from './notices.js';
import { Outbox } from './outbox/outbox.js';

/** Outgoing messages: mail, and the outbox whose messages the worker sends. */
@Module({ providers: [Mailer, Notices, Outbox], exports: [Mailer, Notices, Outbox] })
export class NotificationsModule {}
