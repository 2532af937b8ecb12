import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDollars, formatExact, formatPrice, formatQuota, trimNumber } from '../../lib/format';
import { useMoney } from '../../lib/use-status';
import classes from './bill-table.module.css';
import type { Bill } from './billing';

/** The lines of a bill, its formula, and the amount actually charged. */
export function BillTable({ bill, charged }: { bill: Bill; charged: number }) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('bill.item')}</th>
              <th scope="col">{t('bill.tokens')}</th>
              <th scope="col">{t('bill.ratio')}</th>
              <th scope="col">{t('bill.price')}</th>
              <th scope="col">{t('bill.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {bill.lines.map((line) => (
              <tr key={line.name}>
                <th scope="row">{t(`bill.${line.name}`)}</th>
                <td>{formatExact(line.tokens)}</td>
                <td>{line.ratio ? `× ${line.ratio}` : '-'}</td>
                <td>{formatPrice(line.price)}</td>
                <td>{formatDollars(line.amount, 6)}</td>
              </tr>
            ))}
            {bill.fees.map((fee) => (
              <Single
                key={fee.name}
                name={t('bill.fee', { name: fee.name, count: fee.count })}
                amount={fee.amount}
              />
            ))}
            {bill.fixed && (
              <Single
                name={
                  bill.fixed.calls === 1
                    ? t('bill.fixed')
                    : t('bill.fee', { name: t('bill.fixed'), count: bill.fixed.calls })
                }
                amount={bill.fixed.price * bill.fixed.calls}
              />
            )}
            <tr>
              <th scope="row">{t(bill.ownGroupDecides ? 'bill.ownGroup' : 'bill.group')}</th>
              <td colSpan={4}>{`× ${trimNumber(bill.groupRatio)}`}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('bill.total')}</th>
              <td colSpan={4}>{formatDollars(bill.total, 6)}</td>
            </tr>
            <tr>
              <th scope="row">{t('bill.charged')}</th>
              <td colSpan={4}>{formatQuota(charged, money, 6)}</td>
            </tr>
            {money.asCurrency && (
              <tr>
                <th scope="row">{t('bill.units')}</th>
                <td colSpan={4}>{formatExact(charged)}</td>
              </tr>
            )}
          </tfoot>
        </table>
      </div>
      <Text
        component="p"
        size="xs"
        ff="monospace"
        mt={8}
        mb={2}
        className={classes.formula}
        aria-label={t('bill.formula')}
      >
        {bill.formula}
      </Text>
      <Text size="xs" c="dimmed">
        {t('bill.note')}
      </Text>
    </>
  );
}

function Single({ name, amount }: { name: string; amount: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td colSpan={4}>{formatDollars(amount, 6)}</td>
    </tr>
  );
}
