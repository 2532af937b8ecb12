import { Controller, Get, Inject } from '@nestjs/common';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Requires } from '../../core/http/requires.js';
import { REDIS } from '../../core/injection.js';
import { checkBooks, type BooksReport } from './books.js';

@Controller('api/books')
export class BooksController {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** Recomputes all balances: for the super administrator only, since it reads the whole ledger. */
  @Get()
  @Requires('root')
  check(): Promise<BooksReport> {
    return checkBooks(this.dataSource, this.redis);
  }
}
