import { Module } from '@nestjs/common';
import { BooksController } from './ledger-audit.controller.js';

/** The ledger's routes. */
@Module({ controllers: [BooksController] })
export class LedgerApi {}
