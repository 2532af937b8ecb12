import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';
import { Notices } from './notices.js';
import { OutboxRepository } from './outbox/outbox.repository.js';

/** Outgoing messages: mail, and the outbox whose messages the worker sends. */
@Module({ providers: [Mailer, Notices, OutboxRepository], exports: [Mailer, Notices, OutboxRepository] })
export class NotificationsModule {}
