import { Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './first-call.module.css';

interface FactProps {
  title: string;
  isDone?: boolean;
  /** Beside the title. */
  note?: ReactNode;
  children?: ReactNode;
}

/** One fact of a first call: whether it holds, and what makes it hold. */
export function Fact({ title, isDone = false, note, children }: FactProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.fact} data-done={isDone || undefined}>
      {isDone ? (
        <IconCircleCheckFilled size={20} role="img" aria-label={t('firstCall.done')} />
      ) : (
        <IconCircleDashed size={20} stroke={1.75} role="img" aria-label={t('firstCall.open')} />
      )}
      <div className={classes.body}>
        <Text fw={600} component="h3">
          {title}
          {note !== undefined && (
            <Text span size="sm" c="dimmed" fw={400} ml={8} style={{ overflowWrap: 'anywhere' }}>
              {note}
            </Text>
          )}
        </Text>
        {children}
      </div>
    </li>
  );
}
