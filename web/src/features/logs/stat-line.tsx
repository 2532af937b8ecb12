import { Group, Skeleton, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import type { LogSumsResponse } from '#contract/resources/logs/log';
import classes from './logs-page.module.css';

/** Quota spent in the range, and the current requests and tokens per minute. */
export function StatLine({ stat }: { stat: LogSumsResponse | undefined }) {
  const { t } = useTranslation();
  const money = useMoney();
  if (!stat) return <Skeleton h={36} w={300} aria-hidden />;
  const facts = [
    { text: t('log.spent', { quota: formatQuota(stat.quota, money) }), hint: t('log.spentHint') },
    { text: t('log.rpm', { n: formatNumber(stat.rpm) }), hint: t('log.rpmHint') },
    { text: t('log.tpm', { n: formatNumber(stat.tpm) }), hint: t('log.tpmHint') },
  ];
  return (
    <Group component="ul" gap={0} className={classes.stat} aria-live="polite">
      {facts.map(({ text, hint }) => (
        <Tooltip key={hint} label={hint}>
          <li>{text}</li>
        </Tooltip>
      ))}
    </Group>
  );
}
