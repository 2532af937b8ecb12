import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHARGE, Clients, SLOW_MODEL } from '../books/clients.js';
import { expectHonestBooks } from '../books/verdict.js';
import { Fleet } from './fleet.js';
import { buildRelease, RELEASES } from './releases.js';
import { SoakFaults } from './soak-faults.js';
import { SoakSongs } from './soak-songs.js';
import { SOAK_REQUESTS } from './soak-traffic.js';

/** Minutes of traffic; 0: not run, because it takes half an hour. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 100_000);
const CLIENTS = 12;
/** Between two requests of a client, milliseconds. */
const PAUSE_MS = 100;
/** Answers between two replaced processes, and between two pairs of faults. */
const SHARE = 60;
const PLENTY = 1_000_000_000;
/** Answers that an account can pay for which runs out while faults come. */
const FEW = 2000;

/** What clients may get: an answer, or that something is away, or, of those who have little, that it is used up. */
const STATUSES: readonly (number | undefined)[] = [undefined, 200, 502, 503, 504];
const LOW_BALANCE = [402, 403, 429];

const directory = mkdtempSync(join(tmpdir(), 'tollgate-soak-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

(MINUTES > 0 ? test : test.skip)(
  `${MINUTES} minutes of traffic with an upgrade and pairs of faults (seed ${SEED}): nothing lost, doubled or written off`,
  async () => {
    const ends = Date.now() + MINUTES * 60_000;
    const home = buildRelease(RELEASES.previous, directory);
    const fleet = await Fleet.start({ home, ownPostgres: true });
    const { gateway } = fleet;
    gateway.upstream.forModel(SLOW_MODEL, { betweenFramesMs: 500 });
    const songs = await SoakSongs.start(fleet);
    const clients = new Clients(fleet.nginx.url);
    try {
      const rich = await gateway.member(PLENTY, 4);
      const poor = await gateway.member(FEW * CHARGE + 20, 2);
      const limited = await gateway.member(PLENTY, 1, FEW * CHARGE);
      const keys = [...rich.keys, ...poor.keys, ...limited.keys];
      clients.start(CLIENTS, keys, SOAK_REQUESTS, PAUSE_MS);

      await clients.served(SHARE);
      await gateway.migrate();
      await fleet.roll('workers', undefined, () => clients.served(SHARE));
      await fleet.roll('servers', undefined, () => clients.served(SHARE));
      expect(clients.seen.filter(({ endedAt, whole }) => endedAt > 0 && !whole)).toEqual([]);
      say(`upgraded from ${RELEASES.previous.slice(0, 8)}: ${JSON.stringify(clients.counts())}`);

      const faults = new SoakFaults(fleet, SEED);
      while (Date.now() < ends) {
        const pair = await faults.pair();
        await clients.served(SHARE);
        say(`${pair}: ${JSON.stringify(clients.counts())}`);
      }
      await clients.stop();
      await songs.stop();

      const rest = new Set([...poor.keys, ...limited.keys]);
      expect(
        clients.seen.filter(
          ({ status, key }) =>
            !STATUSES.includes(status) && !(rest.has(key) && LOW_BALANCE.includes(status ?? 0)),
        ),
      ).toEqual([]);
      await songs.expectHonestBooks();
      gateway.clients.seen.push(...clients.seen);
      await expectHonestBooks(gateway, [songs.member.id]);
      expect(await gateway.sql('SELECT * FROM write_offs')).toEqual([]);
      expect(await gateway.sql('SELECT * FROM ledger_entries WHERE uncollected <> 0')).toEqual([]);
      say(`faults: ${JSON.stringify(faults.counts)}`);
      say((await gateway.books()).output);
    } catch (error) {
      say(fleet.output().slice(-20_000));
      throw error;
    } finally {
      await songs.close();
      await clients.stop();
      await fleet.close();
    }
  },
  MINUTES * 60_000 + 900_000,
);

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}
