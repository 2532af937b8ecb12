import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './overview.module.css';
import { useMostUrgent } from './use-overview';

/** Names the channel in most need of attention to administrators and leads them to the overview; nothing while there is none. */
export function AttentionLine() {
  const { t } = useTranslation();
  const urgent = useMostUrgent();
  if (!urgent) return null;
  return (
    <Anchor component={Link} to="/overview" size="sm" className={classes.attentionLine}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {t('overview.attentionLine', { n: urgent.total, name: urgent.name })}
    </Anchor>
  );
}
