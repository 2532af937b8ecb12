import { Group, Modal, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatQuota, formatTime } from '../../lib/format';
import { messageOf } from '../../lib/use-action';
import { useMoney } from '../../lib/use-status';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState, LoadFailed } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { Quota } from '../../ui/quota';
import { LogDetails } from './log-details';
import { LogFilterBar } from './log-filter-bar';
import type { LogStat } from './log.types';
import classes from './logs-page.module.css';
import { useLogColumns } from './log-columns';
import { useLogs, useLogUser } from './use-logs';

export function LogsPage() {
  const { t } = useTranslation();
  const { admin, list, stat, refresh } = useLogs();
  const [userId, setUserId] = useState<number>();
  const columns = useColumns('logs-table-columns', useLogColumns(admin, setUserId));
  return (
    <>
      <PageHeader title={t('log.title')} lead={t('log.lead')}>
        <StatLine stat={stat} />
      </PageHeader>
      <LogFilterBar list={list} admin={admin} onRefresh={refresh} columnMenu={columns.menu} />
      <DataTable
        name={t('log.title')}
        list={list}
        columns={columns.visible}
        rowName={(log) => t('log.expandNamed', { time: formatTime(log.created_at) })}
        expand={(log) => <LogDetails log={log} admin={admin} />}
        empty={<EmptyState title={t('log.emptyTitle')} hint={t('log.emptyHint')} />}
      />
      {userId !== undefined && <UserDialog id={userId} onClose={() => setUserId(undefined)} />}
    </>
  );
}

function StatLine({ stat }: { stat: LogStat | undefined }) {
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

function UserDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useLogUser(id);
  return (
    <Modal opened onClose={onClose} title={t('log.userInfo')} size="sm">
      {data ? (
        <dl className={classes.person}>
          <dt>{t('user.username')}</dt>
          <dd>{data.username}</dd>
          <dt>{t('nav.balance')}</dt>
          <dd>
            <Quota value={data.quota} />
          </dd>
          <dt>{t('user.used')}</dt>
          <dd>
            <Quota value={data.used_quota} />
          </dd>
          <dt>{t('personal.requests')}</dt>
          <dd>
            <Text span size="sm">
              {formatNumber(data.request_count)}
            </Text>
          </dd>
        </dl>
      ) : error ? (
        <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />
      ) : (
        <Stack gap="sm">
          <Skeleton h={16} />
          <Skeleton h={16} />
          <Skeleton h={16} />
        </Stack>
      )}
    </Modal>
  );
}
