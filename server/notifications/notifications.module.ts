import { Module } from '@nestjs/common';
import { AlertRoutesRepository } from './alert-routes/alert-routes.repository.js';
import { AccountNotices } from './account-notices.js';
import { AddresseesRepository } from './addressees.repository.js';
import { Mailer } from './mailer.js';
import { Notices } from './notices.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { ReaderLanguage } from './reader-language.js';

/** Outgoing messages: mail, and the outbox whose messages the worker sends. */
@Module({
  providers: [
    AccountNotices,
    Mailer,
    AddresseesRepository,
    AlertRoutesRepository,
    Notices,
    OutboxRepository,
    ReaderLanguage,
  ],
  exports: [
    AccountNotices,
    Mailer,
    AddresseesRepository,
    AlertRoutesRepository,
    Notices,
    OutboxRepository,
    ReaderLanguage,
  ],
})
export class NotificationsModule {}
