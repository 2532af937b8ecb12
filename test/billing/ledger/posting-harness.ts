import pg from 'pg';
import { Poster } from '../../../server/billing/ledger/posting/poster.js';
import { freshWorld } from '../../setup/fresh-databases.js';
import { until } from '../../setup/until.js';
import { charge, LedgerHarness, PAUSE_MS, holdFor, type Process } from './ledger-harness.js';

/** A ledger with one process and any number of posters, shared by all tests of a file; posters end with their test. */
export class PostingHarness {
  gateway!: LedgerHarness;
  here!: Process;
  private readonly posters: Poster[] = [];

  static forAllTests(): PostingHarness {
    const ledger = new PostingHarness();
    beforeAll(async () => {
      await freshWorld();
      ledger.gateway = await LedgerHarness.open();
      ledger.here = await ledger.gateway.process();
    });
    afterEach(async () => {
      await Promise.all(ledger.posters.splice(0).map((one) => one.stop()));
    });
    afterAll(() => ledger.gateway.close());
    return ledger;
  }

  startPoster(): Poster {
    const { redis, events } = this.here;
    const poster = new Poster(process.env.DATABASE_URL!, redis, events, PAUSE_MS);
    poster.start();
    this.posters.push(poster);
    return poster;
  }

  /** Number of journal entries that are not posted. */
  waiting(): Promise<number> {
    return this.here.redis.xlen('tollgate:journal');
  }

  async allPosted(): Promise<void> {
    await until(async () => (await this.waiting()) === 0 && this.here.gate.counts.pending === 0);
  }

  /** Reserves and settles the quota. @returns the id of the request */
  async spend(
    userId: number,
    quota: number,
    more: Parameters<typeof charge>[1] = {},
    tokenId = 0,
    { gate }: Process = this.here,
  ): Promise<string> {
    const hold = await gate.reserve(holdFor(userId, quota, { tokenId }));
    await gate.settle(hold, charge(quota, more));
    return hold.requestId;
  }

  async rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.gateway.dataSource.query(sql, parameters);
  }

  async connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(process.env.DATABASE_URL);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
