import type { Counter, Gauge, Registry } from 'prom-client';
import { replicaProblem } from '../../contract/resources/status.js';
import type { ReadDatabase } from '../../core/postgres/reads/read-database.js';

/** Registers where this process reads lists and sums; nothing without a replica. */
export function registerReplicaMetrics(
  registry: Registry,
  {
    Counter: NewCounter,
    Gauge: NewGauge,
  }: { readonly Counter: typeof Counter; readonly Gauge: typeof Gauge },
  reads: ReadDatabase,
): void {
  if (reads.state === undefined) return;
  const registers = [registry];
  new NewGauge({
    name: 'tollgate_database_replica_used',
    help: 'Whether this process reads lists and sums from the replica (1) or from the primary (0).',
    registers,
    collect() {
      this.set(reads.state?.from === 'replica' ? 1 : 0);
    },
  });
  new NewGauge({
    name: 'tollgate_database_replica_problem',
    help: 'Why this process does not use the replica: 1 for the problem that it has.',
    labelNames: ['problem'],
    registers,
    collect() {
      for (const problem of replicaProblem.options)
        this.set({ problem }, reads.state?.problem === problem ? 1 : 0);
    },
  });
  new NewGauge({
    name: 'tollgate_database_replica_age_seconds',
    help: 'What the replica shows is not older, as far as this process knows; no value while nothing is known.',
    registers,
    collect() {
      this.reset();
      const age = reads.state?.maxAgeSeconds;
      if (age === undefined) this.remove();
      else this.set(age);
    },
  });
  new NewCounter({
    name: 'tollgate_database_replica_repeated_reads_total',
    help: 'Reads that the replica failed and the primary answered.',
    registers,
    collect() {
      this.reset();
      this.inc(reads.repeated);
    },
  });
}
