import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';

const logger = new Logger('Scheduler');

/**
 * Wraps periodic work so that rounds never overlap: a call during a round returns that round. The promise never rejects;
 * an error is logged under `name`.
 */
export function exclusive(name: string, round: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= round()
      .catch((error: unknown) => logger.error(`${name}: ${String(error)}`))
      .finally(() => (running = undefined)));
}

/**
 * Registers periodic work whose period is only known at runtime; otherwise use `@Interval`. Nest's scheduler stops it in
 * `beforeApplicationShutdown`, which is after the drain.
 * @param everyMs period in milliseconds
 */
export function addInterval(
  registry: SchedulerRegistry,
  name: string,
  everyMs: number,
  round: () => Promise<void>,
): void {
  const run = exclusive(name, round);
  registry.addInterval(
    name,
    setInterval(() => void run(), everyMs),
  );
}
