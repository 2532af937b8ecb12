import { Module } from '@nestjs/common';
import { OrderExpiry } from './order-expiry.js';

/** The worker's part of payment. */
@Module({ providers: [OrderExpiry], exports: [OrderExpiry] })
export class OrderExpiryModule {}
