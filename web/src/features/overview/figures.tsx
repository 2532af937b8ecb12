import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { hint } from '../../ui/feedback/hint';
import { type Change, NOTHING } from './change';
import classes from './overview.module.css';

export interface Figure {
  label: string;
  value: string;
  /** Page with what is behind the figure. */
  to?: string;
  /** Instead of a change. */
  note?: string;
  /** Since the period before; undefined where there is nothing to compare. */
  change?: Change | undefined;
  /** The figure of the period before. */
  before?: string;
}

/** Figures side by side, on phones below each other. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} aria-label={label} data-count={figures.length}>
      {figures.map((figure) => (
        <div key={figure.label} className={classes.figure}>
          <dt>{figure.label}</dt>
          <dd>
            <span className={classes.value}>
              {figure.to ? (
                <Anchor component={Link} to={figure.to} inherit>
                  {figure.value}
                </Anchor>
              ) : (
                figure.value
              )}
            </span>
            <Beside figure={figure} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Beside({ figure: { note, change, before } }: { figure: Figure }) {
  const { t } = useTranslation();
  if (note !== undefined) return <span className={classes.change}>{note}</span>;
  if (before === undefined) return null;
  return (
    <span
      className={classes.change}
      data-good={change?.isGood}
      data-unknown={change === undefined || undefined}
      {...hint(t('overview.before', { value: before }), { touch: true })}
    >
      {change?.text ?? NOTHING}
    </span>
  );
}
