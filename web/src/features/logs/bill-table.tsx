import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDollars, formatExact, formatPrice, formatQuota, trimNumber } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import classes from './bill-table.module.css';
import { lineName, ratioName } from './line-name';
import type { ReceiptResponse, ReceiptLine, ReceiptPrice } from '#contract/resources/logs/receipt';

interface BillTableProps {
  receipt: ReceiptResponse;
  price: ReceiptPrice;
}

/** The lines of a receipt in US dollars, the formula, and the amount actually charged. */
export function BillTable({ receipt, price }: BillTableProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const { lines, ratios, charged, uncollected } = receipt;
  const total = receipt.total_usd ?? 0;
  const usual = lines.filter(({ kind }) => kind !== 'step');
  const steps = lines.filter(({ kind }) => kind === 'step');
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
            {usual.map((line, index) => (
              <LineRow key={index} line={line} lines={lines} />
            ))}
            {ratios.map(({ name, ratio }) => (
              <Single key={name} name={ratioName(name, t)}>
                {`× ${trimNumber(ratio, 4)}`}
              </Single>
            ))}
            <Single name={t(price.user_group_ratio === null ? 'bill.group' : 'bill.ownGroup')}>
              {`× ${trimNumber(price.group_ratio)}`}
            </Single>
            {steps.map((line, index) => (
              <Single key={index} name={lineName(line, lines, t)}>
                {formatDollars(line.amount_usd, 6)}
              </Single>
            ))}
          </tbody>
          <tfoot>
            <Single name={t('bill.total')}>{formatDollars(total, 6)}</Single>
            <Single name={t('bill.charged')}>{formatQuota(charged, money, 6)}</Single>
            {money.asCurrency && <Single name={t('bill.units')}>{formatExact(charged)}</Single>}
            {uncollected > 0 && (
              <Single name={t('receipt.uncollected')}>{formatQuota(uncollected, money, 6)}</Single>
            )}
          </tfoot>
        </table>
      </div>
      {lines.length > 0 && (
        <Text
          component="p"
          size="xs"
          ff="monospace"
          mt={8}
          mb={2}
          className={classes.formula}
          aria-label={t('bill.formula')}
        >
          {formulaOf(usual, steps, price.group_ratio, total)}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('bill.note')}
      </Text>
    </>
  );
}

function LineRow({ line, lines }: { line: ReceiptLine; lines: ReceiptLine[] }) {
  const { t } = useTranslation();
  const { kind, name, count, tokens, factors, usd_per_million: price, amount_usd: amount } = line;
  if (tokens === null || price === null) {
    const what = kind === 'tool' ? name : t('bill.fixed');
    const once = kind === 'calls' && count === 1;
    return (
      <Single name={once ? what : t('bill.fee', { name: what, count })}>{formatDollars(amount, 6)}</Single>
    );
  }
  return (
    <tr>
      <th scope="row">{lineName(line, lines, t)}</th>
      <td>{formatExact(tokens)}</td>
      <td>{factors.length > 0 ? `× ${factors.map((factor) => trimNumber(factor)).join(' × ')}` : '–'}</td>
      <td>{formatPrice(price)}</td>
      <td>{formatDollars(amount, 6)}</td>
    </tr>
  );
}

/** A row with one value. */
function Single({ name, children }: { name: string; children: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td colSpan={4}>{children}</td>
    </tr>
  );
}

/** The total as a formula of the lines, e.g. `(800 / 1M × $2.5 + 500 / 1M × $10) × 1 = $0.007000`. */
function formulaOf(usual: ReceiptLine[], steps: ReceiptLine[], groupRatio: number, total: number): string {
  const sum = usual.map(termOf).join(' + ');
  const terms = [
    ...(sum ? [`(${sum}) × ${trimNumber(groupRatio)}`] : []),
    ...steps.map((step) => formatPrice(step.amount_usd)),
  ];
  return `${terms.join(' + ')} = ${formatDollars(total, 6)}`;
}

function termOf({
  kind,
  count,
  tokens,
  usd,
  usd_per_million: price,
  amount_usd: amount,
}: ReceiptLine): string {
  if (tokens !== null && price !== null) return `${tokens} / 1M × ${formatPrice(price)}`;
  if (kind !== 'calls' || usd === null) return formatPrice(amount);
  return count === 1 ? formatPrice(usd) : `${count} × ${formatPrice(usd)}`;
}
