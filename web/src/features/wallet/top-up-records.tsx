import type { CreditResponse } from '#contract/resources/ledger/own-credits';
import { Anchor, Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatFixed, formatTime } from '../../lib/format/format';
import { Quota } from '../../ui/badge/quota';
import { PageNumbers } from '../../ui/table/page-numbers';
import type { Wallet } from './use-wallet';
import classes from './wallet.module.css';

/** What changed the balance besides requests: payments, codes, gifts, and changes by administrators. */
export function TopUpRecords({ records: { data, page, pages, setPage } }: Pick<Wallet, 'records'>) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="records">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="records">
          {t('wallet.records')}
        </Title>
        <Anchor component={Link} to="/costs/statement" size="sm">
          {t('wallet.statement')}
        </Anchor>
      </Group>
      {!data && <Skeleton h={120} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('wallet.noRecords')}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <Table aria-labelledby="records" verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={92}>{t('wallet.time')}</Table.Th>
              <Table.Th>{t('wallet.source')}</Table.Th>
              <Table.Th ta="right">{t('wallet.change')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((credit) => (
              <Table.Tr key={credit.id}>
                <Table.Td>
                  <Text span size="sm" className={classes.time}>
                    {formatTime(credit.created_at)
                      .split(' ')
                      .map((part) => (
                        <span key={part}>{part} </span>
                      ))}
                  </Text>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {sourceOf(credit, t)}
                  {credit.reason !== '' && (
                    <Text size="xs" c="dimmed">
                      {credit.reason}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  {credit.quota > 0 && '+'}
                  <Quota value={credit.quota} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {pages > 1 && (
        <PageNumbers mt="md" total={pages} value={page} onChange={setPage} aria-label={t('table.pages')} />
      )}
    </Paper>
  );
}

function sourceOf({ kind, redemption_id: id, order, paid }: CreditResponse, t: TFunction): string {
  const name = t(`wallet.sources.${kind}`);
  if (id > 0) return `${name} #${id}`;
  if (order === '') return name;
  return [`${name} ${order}`, paid > 0 && t('wallet.paid', { money: formatFixed(paid, 2) })]
    .filter(Boolean)
    .join(' · ');
}
