import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './overview.module.css';

/** As high as the overview, so that the footer stays where it is. */
export function OverviewSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.rows} role="status" aria-label={t('common.loading')}>
      <Skeleton h={76} />
      <Skeleton h={92} />
      <Skeleton h={238} />
      <Skeleton h={208} />
    </div>
  );
}
