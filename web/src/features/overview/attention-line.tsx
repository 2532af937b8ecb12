import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './overview.module.css';
import { useAttentionTotal } from './use-overview';

/** Leads administrators to the overview while channels need attention; else nothing. */
export function AttentionLine() {
  const { t } = useTranslation();
  const total = useAttentionTotal();
  if (total === 0) return null;
  return (
    <Anchor component={Link} to="/overview" size="sm" className={classes.attentionLine}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {t('overview.attentionLine', { n: total })}
    </Anchor>
  );
}
