import { Logger } from '@nestjs/common';
import cluster, { type Worker } from 'node:cluster';
import type { Env } from './core/env.js';

/** Delay before a server that exited is replaced, so that a crash loop does not spin. */
const RESTART_DELAY_MS = 1000;
/** Added to the drain delay and the drain limit, for closing connections. */
const GRACE_MS = 10_000;
/**
 * After this many consecutive exits before listening, the primary gives up: this release cannot start in this
 * environment.
 */
const MAX_FAILED_STARTS = 5;

/**
 * Runs `size` server processes on one port (WEB_CONCURRENCY), replaces those that exit, and stops all of them on
 * SIGTERM or SIGINT. The processes share only the port; all other state is in Postgres and Redis.
 */
export function runCluster(size: number, { DRAIN_DELAY, DRAIN_TIMEOUT }: Env): void {
  const logger = new Logger('Cluster');
  let stopping = false;
  let failedStarts = 0;
  const stop = (code = 0) => {
    if (stopping) return;
    stopping = true;
    const workers = Object.values(cluster.workers ?? {});
    for (const worker of workers) worker?.process.kill('SIGTERM');
    setTimeout(
      () => {
        for (const worker of workers) worker?.process.kill('SIGKILL');
      },
      (DRAIN_DELAY + DRAIN_TIMEOUT) * 1000 + GRACE_MS,
    ).unref();
    process.exitCode = code;
    if (workers.length === 0) process.exit();
  };
  const listened = new WeakSet<Worker>();
  cluster.on('listening', (worker) => {
    listened.add(worker);
    failedStarts = 0;
  });
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit();
      return;
    }
    if (!listened.has(worker) && ++failedStarts >= MAX_FAILED_STARTS) {
      logger.error(`${failedStarts} servers in a row ended before one listened; giving up`);
      return stop(1);
    }
    logger.error(`server ${worker.process.pid} ended (${signal || code}); starting another`);
    setTimeout(() => stopping || cluster.fork(), RESTART_DELAY_MS);
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop());
  for (let i = 0; i < size; i++) cluster.fork();
}
