import type { ImportRunDetailResponse } from '#contract/resources/import';
import { Group, Pagination, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Quota } from '../../ui/badge/quota';
import { ReportTable } from './report-table';
import { useBalances } from './use-imports';

interface BalancesProps {
  run: ImportRunDetailResponse;
  /** Accounts can be listed: they are imported. */
  withAccounts: boolean;
}

/** Sums of balances there, here and in the ledger, and the accounts one by one. */
export function Balances({ run, withAccounts }: BalancesProps) {
  const { t } = useTranslation();
  const { balances } = run.report;
  const differing = balances.flatMap((sums) => sums.differing);
  return (
    <Stack gap="md">
      <ReportTable
        title={t('importing.balances')}
        head={[
          '',
          t('importing.inSource'),
          t('importing.imported'),
          t('importing.oldSum'),
          t('importing.enteredSum'),
          t('importing.nowSum'),
          t('importing.ledgerSum'),
          t('importing.same'),
          t('importing.explained'),
          t('importing.differ'),
        ]}
        rows={balances.map((sums) => [
          t(`importing.kind.${sums.table}`),
          sums.total,
          sums.imported,
          <Quota key="source" value={Number(sums.source)} />,
          <Quota key="entered" value={Number(sums.entered)} />,
          <Quota key="now" value={Number(sums.now)} />,
          <Quota key="ledger" value={Number(sums.ledger)} />,
          sums.equal,
          sums.explained,
          sums.differing.length,
        ])}
      />
      {differing.map((line) => (
        <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      {withAccounts && <Accounts id={run.id} />}
    </Stack>
  );
}

function Accounts({ id }: { id: number }) {
  const { t } = useTranslation();
  const [table, setTable] = useState<'users' | 'tokens'>('users');
  const [page, setPage] = useState(1);
  const { data } = useBalances(id, table, page);
  if (!data) return null;
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('importing.accounts')}
        value={table}
        onChange={(value) => {
          setTable(value);
          setPage(1);
        }}
        data={(['users', 'tokens'] as const).map((value) => ({
          value,
          label: t(`importing.kind.${value}`),
        }))}
        maw={280}
      />
      <ReportTable
        title={t('importing.accounts')}
        head={[t('importing.account'), t('importing.old'), t('importing.now'), t('importing.ledger')]}
        rows={data.items.map((item) => [
          `${item.source_id} ${item.name}`,
          <Quota key="source" value={Number(item.source)} digits={6} />,
          <Quota key="now" value={Number(item.now)} digits={6} />,
          <Quota key="ledger" value={Number(item.ledger)} digits={6} />,
        ])}
      />
      {data.total > data.page_size && (
        <Group>
          <Pagination
            total={Math.ceil(data.total / data.page_size)}
            value={page}
            onChange={setPage}
            size="sm"
            aria-label={t('importing.accounts')}
            getItemProps={(number) => ({ 'aria-label': String(number) })}
            withControls={false}
          />
        </Group>
      )}
    </Stack>
  );
}
