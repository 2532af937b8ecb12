import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';
import type { Series } from './series';

interface ModelLegendProps {
  series: readonly Series[];
  /** The only model shown; '' = all. */
  only: string;
  onOnly: (model: string) => void;
}

/** Legend of the chart. A click shows only that model, another click shows all again. */
export function ModelLegend({ series, only, onOnly }: ModelLegendProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.legend} aria-label={t('dashboard.models')}>
      {series.map(({ key, label, color, model }) => {
        const content = (
          <>
            <span className={classes.swatch} style={{ background: color }} />
            <span>{label}</span>
          </>
        );
        return (
          <li key={key}>
            {model === undefined ? (
              <span className={classes.key}>{content}</span>
            ) : (
              <UnstyledButton
                className={classes.key}
                aria-pressed={only === model}
                title={only === model ? t('dashboard.showAll') : t('dashboard.isolate', { model })}
                onClick={() => onOnly(only === model ? '' : model)}
              >
                {content}
              </UnstyledButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
