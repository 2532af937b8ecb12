import { Module } from '@nestjs/common';
import { TopUpsRepository } from './top-ups.repository.js';

/** Worker part of payments. */
@Module({ providers: [TopUpsRepository], exports: [TopUpsRepository] })
export class OrderExpiryModule {}
