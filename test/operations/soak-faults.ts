import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.js';

/** Longest time that something is away, milliseconds. */
const MAX_AWAY_MS = 8000;
/** The second fault of a pair begins at most this long after the first, milliseconds. */
const SPREAD_MS = 1500;
/** More than any run carries out. */
const PAIRS = 2000;

/** A fault with its recovery. */
interface Fault {
  readonly name: string;
  /** Two faults of a pair concern different parts. */
  readonly part: string;
  /** @param awayMs how long something is away */
  run(awayMs: number): Promise<unknown>;
}

const choice = fc.noBias(
  fc.record({
    first: fc.nat(),
    second: fc.nat(),
    spreadMs: fc.nat(SPREAD_MS),
    awayMs: fc.tuple(fc.nat(MAX_AWAY_MS), fc.nat(MAX_AWAY_MS)),
  }),
);

/** Faults of the processes and databases of a fleet, two at a time, in an order that the seed decides. */
export class SoakFaults {
  /** Number of faults by name. */
  readonly counts: Record<string, number> = {};
  private readonly choices;

  constructor(
    private readonly fleet: Fleet,
    seed: number,
  ) {
    this.choices = fc.sample(choice, { seed, numRuns: PAIRS }).values();
  }

  /** Carries out two faults at once. @returns their names, when both are over and everything serves again */
  async pair(): Promise<string> {
    const chosen = this.choices.next().value;
    if (!chosen) throw new Error('more pairs than were chosen');
    const all = this.faults();
    const first = all[chosen.first % all.length]!;
    const others = all.filter(({ part }) => part !== first.part);
    const second = others[chosen.second % others.length]!;
    await Promise.all(
      [first, second].map(async ({ name, run }, index) => {
        this.counts[name] = (this.counts[name] ?? 0) + 1;
        if (index > 0) await sleep(chosen.spreadMs);
        await run(chosen.awayMs[index]!);
      }),
    );
    await this.fleet.allReady();
    return `${first.name} + ${second.name}`;
  }

  private faults(): Fault[] {
    const { fleet } = this;
    const { gateway } = fleet;
    const processes = (['servers', 'workers'] as const).flatMap((which) =>
      Array.from({ length: fleet.count(which) }, (_, index) => index).flatMap((index) =>
        (['SIGKILL', 'SIGTERM'] as const).map((signal) => ({
          name: `${which} ${signal}`,
          part: `${which} ${index}`,
          run: (awayMs: number) => fleet.interrupt(which, index, signal, awayMs),
        })),
      ),
    );
    const databases = (['redis', 'postgres'] as const).flatMap((part): Fault[] => {
      const killed: Fault = {
        name: `${part} killed`,
        part,
        run: (awayMs) => away(() => gateway.stopHard(part), awayMs),
      };
      const frozen: Fault = {
        name: `${part} frozen`,
        part,
        run: (awayMs) => away(() => gateway.freeze(part), awayMs),
      };
      // Twice, so that databases fail nearly as often as processes.
      return [killed, killed, frozen];
    });
    const emptied: Fault = { name: 'redis emptied', part: 'redis', run: () => gateway.redis.flushall() };
    return [...processes, ...databases, emptied, emptied];
  }
}

async function away(stop: () => Promise<() => unknown>, awayMs: number): Promise<void> {
  const comeBack = await stop();
  await sleep(awayMs);
  await comeBack();
}
