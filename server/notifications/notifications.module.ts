import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

/** What leaves the house for people: mail. */
@Module({ providers: [Mailer], exports: [Mailer] })
export class NotificationsModule {}
