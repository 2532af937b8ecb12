import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

/** A label with its value; a missing value leaves the fact out. */
export type Fact = readonly [label: string, value: ReactNode];

/** Short facts with their labels, in as many columns as fit. */
export function FactList({ facts }: { facts: readonly (Fact | false)[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
