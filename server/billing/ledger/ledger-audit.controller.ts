import { Controller, Get, Inject } from '@nestjs/common';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { Env } from '../../core/env.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/requires.js';
import { ENV, REDIS } from '../../core/injection.js';
import { checkBooks, openBooks, type BooksReport } from './ledger-audit.js';

const checked = z.object({
  checked: z.int(),
  wrong: z.int(),
  differing: z.array(z.object({ id: z.int(), balance: z.number(), entries: z.number() })),
});
const account = z.object({ account: z.string(), outstanding: z.number(), expected: z.number() });
const report = z.object({
  balanced: z.boolean(),
  users: checked,
  tokens: checked,
  rejected: z.object({ entries: z.int(), quota: z.number() }),
  writtenOff: z.object({ charges: z.int(), quota: z.number() }),
  memory: z
    .object({
      skipped: z.boolean(),
      journalEntries: z.int(),
      openHolds: z.int(),
      wrong: z.array(account),
    })
    .optional(),
});

@Controller('api/books')
export class BooksController {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Recomputes all balances. Restricted to the super administrator because it reads the whole ledger. */
  @Get()
  @Requires('root')
  @ApiResponse(report)
  async check(): Promise<BooksReport> {
    const books = await openBooks(this.env.DATABASE_URL);
    try {
      return await checkBooks(books, this.redis);
    } finally {
      await books.destroy();
    }
  }
}
