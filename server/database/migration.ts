import type { MigrationInterface } from 'typeorm';

/** A part of a migration that takes longer the larger a table is. */
export interface LongStep {
  readonly table: string;
  readonly action: 'builds an index' | 'checks rows' | 'copies rows';
  /** What other programs cannot do with the table meanwhile. */
  readonly blocks: 'nothing' | 'writes' | 'reads and writes';
}

/** A migration and what `npm run migrate -- --check` reports of it. */
export interface Migration extends MigrationInterface {
  /** Class name: a description and the time in milliseconds, which is the order. */
  readonly name: string;
  /**
   * `expand`: every program that ran before it works on beside it. `contract`: it removes what an earlier migration replaced, and
   * only programs that know that one work on.
   */
  readonly phase: 'expand' | 'contract';
  /** Of a contraction: name of the migration that added the replacement. It belongs to an earlier release. */
  readonly expansion?: string;
  /** Long steps on tables that exist before the migration; none if it is absent. */
  readonly longSteps?: readonly LongStep[];
}
