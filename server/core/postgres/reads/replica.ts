import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { ReplicaProblem } from '../../../contract/resources/status.js';
import { RepeatedWarnings } from '../../repeated-warnings.js';
import { isOfConnection, ReplicaLost } from './replica-errors.js';
import { ReplicaProbe, UnusableReplica } from './replica-probe.js';
import { ReplicaProgress } from './replica-progress.js';

/** Between two checks, milliseconds. */
const CHECK_MS = 1000;

const logger = new Logger('Replica');

export interface ReplicaSettings {
  readonly url: string;
  /** How old what it shows may be. */
  readonly maxLagMs: number;
}

/** A replica of Postgres, which is read from while it shows what the primary showed a moment ago. */
export class Replica {
  private readonly warnings = new RepeatedWarnings(logger);
  private readonly progress = new ReplicaProgress();
  private readonly probe: ReplicaProbe;
  private readonly stopping = new AbortController();
  /** Reads that have no answer yet. */
  private readonly reading = new Set<(error: Error) => void>();
  private fault: ReplicaProblem | undefined = 'starting';
  /** What was committed before must be visible. */
  private needed = Number.NEGATIVE_INFINITY;

  /**
   * @param primary initialized
   * @param pool of the replica; not initialized, because the replica may be unreachable
   */
  constructor(
    private readonly primary: DataSource,
    private readonly pool: DataSource,
    private readonly settings: ReplicaSettings,
  ) {
    this.probe = new ReplicaProbe(settings.url, primary);
  }

  /** Why it is not read from now; undefined = it is. */
  get problem(): ReplicaProblem | undefined {
    if (this.fault !== undefined) return this.fault;
    const { completeTo } = this.progress;
    const isLate = performance.now() - completeTo > this.settings.maxLagMs || completeTo < this.needed;
    return isLate ? 'late' : undefined;
  }

  /** Seconds: what it shows is not older. Undefined if nothing is known about it. */
  get maxAgeSeconds(): number | undefined {
    const { completeTo } = this.progress;
    return Number.isFinite(completeTo) ? (performance.now() - completeTo) / 1000 : undefined;
  }

  /** Does not use the replica until it shows everything that is committed by now. */
  waitForPresent(): void {
    this.needed = performance.now();
  }

  /** @throws ReplicaLost if the replica becomes unusable meanwhile, or what `run` throws */
  async read<T>(run: (database: DataSource) => Promise<T>): Promise<T> {
    let give: ((error: Error) => void) | undefined;
    const lost = new Promise<never>((_, reject) => this.reading.add((give = reject)));
    try {
      return await Promise.race([run(this.pool), lost]);
    } catch (error) {
      if (isOfConnection(error)) this.lose('unreachable', error);
      throw error;
    } finally {
      if (give) this.reading.delete(give);
    }
  }

  /** Checks the replica until `stop` is called. */
  async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.check();
      await sleep(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.fault = 'starting';
    this.probe.close();
    if (this.pool.isInitialized) await this.pool.destroy();
  }

  private async check(): Promise<void> {
    try {
      await this.sample();
    } catch {
      // Without the primary, the age of what the replica shows is not known; it grows until the primary answers.
      return;
    }
    try {
      const position = await this.probe.position();
      if (this.progress.isAhead)
        throw new UnusableReplica('ahead', 'it has changes that the primary does not have');
      this.progress.replayed(position);
      if (!this.pool.isInitialized) await this.pool.initialize();
      if (this.stopping.signal.aborted) await this.pool.destroy();
      else this.works();
    } catch (error) {
      this.lose(error instanceof UnusableReplica ? error.problem : 'unreachable', error);
    }
  }

  /** Reads the position of the primary. The time counts from when there is a connection. */
  private async sample(): Promise<void> {
    const runner = this.primary.createQueryRunner();
    try {
      await runner.connect();
      const at = performance.now();
      const rows: { position: number }[] = await runner.query(
        `SELECT pg_current_wal_lsn() - '0/0' AS position`,
      );
      this.progress.sampled(Number(rows[0]?.position), at);
    } finally {
      await runner.release();
    }
  }

  private works(): void {
    this.fault = undefined;
    if (this.problem === 'late')
      return this.warnings.warn(
        `lists and sums are read from the primary: the replica (DATABASE_READ_URL) is more than ${this.settings.maxLagMs / 1000} s late`,
      );
    if (this.warnings.clear()) logger.log('lists and sums are read from the replica (DATABASE_READ_URL)');
  }

  private lose(problem: ReplicaProblem, error: unknown): void {
    if (this.stopping.signal.aborted) return;
    this.fault = problem;
    if (problem === 'other_installation' || problem === 'no_replica' || problem === 'ahead')
      this.progress.forget();
    const cause = error instanceof Error ? error.message : String(error);
    if (!(error instanceof ReplicaLost))
      this.warnings.warn(
        `lists and sums are read from the primary: the replica (DATABASE_READ_URL) cannot be used: ${cause}`,
      );
    const waiting = [...this.reading];
    this.reading.clear();
    for (const give of waiting) give(new ReplicaLost(cause));
  }
}
