import { UnstyledButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuickField } from '../exclusions';
import classes from './only-this.module.css';
import type { QuickChoice } from '../use-logs';

interface OnlyThisProps {
  quick: QuickChoice;
  field: QuickField;
  value: string;
  children: ReactNode;
}

/** A value with a button that filters for it, or with Alt excludes it. */
export function OnlyThis({ quick, field, value, children }: OnlyThisProps) {
  const { t } = useTranslation();

  function filter(event: MouseEvent) {
    event.stopPropagation();
    if (event.altKey) quick.exclude({ field, value });
    else quick.only({ field, value });
  }

  return (
    <span className={classes.cell}>
      {children}
      {value !== '' && (
        <UnstyledButton
          className={classes.button}
          aria-label={t('log.only', { value })}
          title={t('log.onlyHint', { value })}
          onClick={filter}
        >
          <IconFilter size={12} stroke={2} />
        </UnstyledButton>
      )}
    </span>
  );
}
