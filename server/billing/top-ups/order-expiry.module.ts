import { Module } from '@nestjs/common';
import { OrderExpiry } from './order-expiry.js';

/** Worker part of payments. */
@Module({ providers: [OrderExpiry], exports: [OrderExpiry] })
export class OrderExpiryModule {}
