import { Module } from '@nestjs/common';
import { AlertRoutesRepository } from './alert-routes/alert-routes.repository.js';
import { AddresseesRepository } from './addressees.repository.js';
import { Mailer } from './mailer.js';
import { Notices } from './notices.js';
import { OutboxRepository } from './outbox/outbox.repository.js';

/** Outgoing messages: mail, and the outbox whose messages the worker sends. */
@Module({
  providers: [Mailer, AddresseesRepository, AlertRoutesRepository, Notices, OutboxRepository],
  exports: [Mailer, AddresseesRepository, AlertRoutesRepository, Notices, OutboxRepository],
})
export class NotificationsModule {}
