import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clients, criteria } from '../books/clients.js';
import { expectHonestBooks } from '../books/verdict.js';
import { Program } from '../books/program.js';
import { Fleet } from './fleet.js';
import { OtherTraffic } from './other-traffic.js';
import { buildRelease, hasHistory, RELEASES } from './releases.js';

/** Old and new ones answer at the same time; each further one would be started five times. */
const SERVERS = 2;
/** These clients do not use the CPU up: what is tested is how processes are replaced, and they take seconds to start. */
const CLIENTS = 6;
const PAUSE_MS = 100;
const WAYS = [criteria.json, criteria.stream, criteria.translated];
/** Answers between two replaced processes. */
const SHARE = 40;
const BALANCE = 1_000_000_000;
const LIMIT_MS = 400_000;

const builds = mkdtempSync(join(tmpdir(), 'tollgate-releases-'));
afterAll(() => rmSync(builds, { recursive: true, force: true }));

/** Skipped in a shallow clone. */
const testUpgrade = hasHistory ? test : test.skip;

/** A fleet of an earlier release with traffic of all kinds. */
async function startedFleet(release: keyof typeof RELEASES) {
  const home = buildRelease(RELEASES[release], join(builds, release));
  const fleet = await Fleet.start({ home, servers: SERVERS });
  const { keys } = await fleet.gateway.member(BALANCE, 3);
  const clients = new Clients(fleet.nginx.url);
  const others = await OtherTraffic.start(fleet, release !== 'first');
  clients.start(CLIENTS, keys, WAYS, PAUSE_MS);
  await clients.served(SHARE);
  return {
    fleet,
    home,
    goesOn: () => clients.served(SHARE),
    async verdict() {
      await others.stop();
      await clients.stop();
      const failed = clients.seen.filter(({ whole }) => !whole);
      if (failed.length > 0)
        throw new Error(
          [
            `${failed.length} failed`,
            ...failed.slice(0, 10).map(({ status, text }) => `${status} ${text}`),
            ...fleet.nginx.errors().slice(0, 10),
            fleet.output(),
          ].join('\n'),
        );
      await others.expectAllDone();
      fleet.gateway.clients.seen.push(...clients.seen);
      await expectHonestBooks(fleet.gateway, [others.member.id]);
    },
    async close() {
      await others.close();
      await fleet.close();
    },
  };
}

/** Runs the migrations of this release under traffic, then `replace`, and compares all books at the end. */
async function upgrade(
  release: keyof typeof RELEASES,
  replace: (started: Awaited<ReturnType<typeof startedFleet>>) => Promise<void>,
): Promise<void> {
  const started = await startedFleet(release);
  try {
    await started.fleet.gateway.migrate();
    await started.goesOn();
    await replace(started);
    await started.verdict();
  } finally {
    await started.close();
  }
}

testUpgrade(
  'from the release with the first journal layout, workers first: no request fails, no charge is lost or doubled',
  () =>
    upgrade('first', async ({ fleet, goesOn }) => {
      await fleet.roll('workers', undefined, goesOn);
      // Servers of that release reset connections when they stop.
      await fleet.roll('servers', undefined, goesOn, { drained: true });
    }),
  LIMIT_MS,
);

testUpgrade(
  'from the previous release, back, and again with the servers first: no request fails, no charge is lost or doubled',
  () =>
    upgrade('previous', async ({ fleet, home, goesOn }) => {
      await fleet.roll('workers', undefined, goesOn);
      await fleet.roll('servers', undefined, goesOn);
      await fleet.roll('workers', home, goesOn);
      await fleet.roll('servers', home, goesOn);
      await fleet.roll('servers', undefined, goesOn);
      await fleet.roll('workers', undefined, goesOn);
    }),
  LIMIT_MS,
);

testUpgrade(
  'by the steps of docs/upgrade.md, and back: backup, check, migrate, workers, servers, audit',
  async () => {
    const started = await startedFleet('unmarked');
    const { fleet, home, goesOn } = started;
    const { environment } = fleet.gateway;
    const run = async (script: string, args: readonly string[] = [], release?: string) => {
      const program = new Program(script, environment, release, args);
      return [await program.run(), program.output];
    };
    try {
      const saved = run('server/backup/backup.command.js', ['--to', join(builds, 'backups')], home);
      expect(await saved).toEqual([0, expect.stringContaining('backup: ')]);
      expect(await run('server/database/migrate.js', ['--check'])).toEqual([
        2,
        expect.stringContaining('migrate while everything runs: locks are held for moments only'),
      ]);
      expect(await run('server/database/migrate.js')).toEqual([
        0,
        expect.stringMatching(/\d migrations applied/),
      ]);
      await goesOn();
      await fleet.roll('workers', undefined, goesOn);
      await fleet.roll('servers', undefined, goesOn);
      // Back, with the migrations of the previous release, as orchestrators run them.
      await fleet.gateway.migrate(home);
      await fleet.roll('servers', home, goesOn);
      await fleet.roll('workers', home, goesOn);
      await fleet.gateway.migrate();
      await fleet.roll('workers', undefined, goesOn);
      await fleet.roll('servers', undefined, goesOn);
      expect(await run('server/database/migrate.js', ['--check'])).toEqual([
        0,
        expect.stringContaining('no migrations are pending'),
      ]);
      await started.verdict();
    } finally {
      await started.close();
    }
  },
  LIMIT_MS,
);
