import { LogType } from '#contract/enums';
import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatTime } from '../../lib/format/format';
import { readContent } from '../logs/rows/read-log-row';
import classes from './wallet.module.css';
import type { LogResponse } from '#contract/resources/logs/log';

/** The latest top-ups, as described in the usage log. */
export function TopUpRecords({ records }: { records: LogResponse[] | undefined }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="records">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="records">
          {t('wallet.records')}
        </Title>
        <Anchor component={Link} to={`/log?type=${LogType.topUp}&start=`} size="sm">
          {t('wallet.allRecords')}
        </Anchor>
      </Group>
      {!records && <Skeleton h={80} />}
      {records?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('wallet.noRecords')}
        </Text>
      )}
      <ul className={classes.records}>
        {records?.map((record) => (
          <li key={record.id}>
            <Text size="sm">{readContent(record)}</Text>
            <Text size="xs" c="dimmed">
              {formatTime(record.created_at)}
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
