import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

/** A label with its value; a missing value leaves the fact out. */
export type Fact = readonly [label: string, value: ReactNode];

interface FactListProps {
  facts: readonly (Fact | false | undefined)[];
  /** One fact per line, for a narrow place or long values. */
  stacked?: boolean;
}

/** Facts with their labels, in as many columns as fit. */
export function FactList({ facts, stacked = false }: FactListProps) {
  return (
    <dl className={classes.facts} data-stacked={stacked || undefined}>
      {facts
        .filter((fact) => fact !== false && fact !== undefined)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
