import type { BalanceSumsResponse } from '#contract/resources/ledger/balance-sums';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { formatDollars } from '../../../lib/format/format';
import { get } from '../../../lib/api/api';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';

interface RevaluationDialogProps {
  /** Quota units per US dollar now, and after the change. */
  from: number;
  to: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before all quota changes its worth, with the sums. */
export function RevaluationDialog({ from, to, onConfirm, onCancel }: RevaluationDialogProps) {
  const { t } = useTranslation();
  const { data: sums } = useSWR('/api/books/sums', (path: string) => get<BalanceSumsResponse>(path));
  const rows = sums && [
    [t('settings.form.revaluation.balances', { count: sums.users }), sums.balances] as const,
    [t('settings.form.revaluation.codes', { count: sums.redemptionCodes }), sums.redeemable] as const,
  ];
  return (
    <ConfirmDialog
      opened
      title={t('settings.form.revaluation.title')}
      confirm={t('settings.form.revaluation.confirm')}
      text={
        <>
          <Text size="sm">{t('settings.form.revaluation.text', { from: String(from), to: String(to) })}</Text>
          <Table mt="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('settings.form.revaluation.what')}</Table.Th>
                <Table.Th ta="right">{t('settings.form.revaluation.now')}</Table.Th>
                <Table.Th ta="right">{t('settings.form.revaluation.afterwards')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows?.map(([name, quota]) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ta="right">{formatDollars(quota / from)}</Table.Td>
                  <Table.Td ta="right">{formatDollars(quota / to)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
