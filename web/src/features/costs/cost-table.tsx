import type { CostDimension, CostRow, CostsResponse } from '#contract/resources/costs/costs';
import { ActionIcon, Anchor, Button, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconFilter } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/interaction/use-action';
import { PriceLink } from '../../ui/badge/price-link';
import { type Filtered, FILTERED } from './cost-query';
import { cachedText, changeText, measured, NOTHING, perThousand, valueText } from './cost-values';
import classes from './costs.module.css';
import { logPath } from './log-links';
import { type CostsState, useInnerCosts } from './use-costs';
import type { KeyText } from './use-key-text';

/** Rows that are drawn at first. */
const DRAWN = 50;

interface CostTableProps {
  state: CostsState;
  costs: CostsResponse;
  keyText: KeyText;
  amount: (quota: number) => string;
}

/** The values of the first dimension; a row opens the second one in place. */
export function CostTable({ state, costs, keyText, amount }: CostTableProps) {
  const { t } = useTranslation();
  const { view } = state;
  const [drawn, setDrawn] = useState(DRAWN);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isPriced = costs.totals.purchase !== null;
  const rows = sorted(costs.rows, state);
  const highest = Math.max(1, ...rows.map((row) => measured(row, view.measure) ?? 0));
  const toggle = (key: string) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const columns = columnsOf(isPriced);
  return (
    <>
      <div className={classes.scroll} role="region" tabIndex={0} aria-label={t('costs.table')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-start>
                {t(`costs.dimensions.${view.by}`)}
              </th>
              {columns.map(({ name, wide }) => (
                <th key={name} scope="col" data-wide={wide || undefined}>
                  {name === 'quota' ? t(`costs.measures.${view.measure}`) : t(`costs.columns.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map((row) => {
              const name = keyText(view.by, row.by, costs.names);
              const isOpen = row.by !== null && opened.has(row.by);
              return (
                <Fragment key={row.by ?? 'others'}>
                  <Row
                    {...{ state, row, name, amount, isPriced, highest, isOpen }}
                    to={logPath(state.span, view.filters, [{ dimension: view.by, key: row.by, name }])}
                    onToggle={
                      view.thenBy !== undefined && row.by !== null ? () => toggle(row.by ?? '') : undefined
                    }
                  />
                  {isOpen && view.thenBy !== undefined && row.by !== null && (
                    <InnerRows
                      {...{ state, keyText, amount, isPriced, highest }}
                      thenBy={view.thenBy}
                      outer={{ key: row.by, name }}
                      width={columns.length + 1}
                    />
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > drawn ? (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setDrawn(drawn + 10 * DRAWN)}>
          {t('costs.more', { n: rows.length - drawn })}
        </Button>
      ) : (
        state.readRest &&
        rows.at(-1)?.by === null && (
          <Button variant="subtle" size="xs" mt="xs" onClick={state.readRest} loading={state.isChanging}>
            {t('costs.all')}
          </Button>
        )
      )}
    </>
  );
}

function columnsOf(isPriced: boolean) {
  return [
    { name: 'quota', wide: false },
    { name: 'change', wide: false },
    { name: 'requests', wide: false },
    { name: 'perThousand', wide: true },
    { name: 'cached', wide: true },
    ...(isPriced ? ([{ name: 'margin', wide: true }] as const) : []),
  ] as const;
}

/** By the measure, times in their order. */
function sorted(rows: readonly CostRow[], { view: { by, measure } }: CostsState): readonly CostRow[] {
  if (by === 'day' || by === 'hour') return rows.toReversed();
  return rows.toSorted(
    (a, b) =>
      Number(a.by === null) - Number(b.by === null) ||
      (measured(b, measure) ?? 0) - (measured(a, measure) ?? 0),
  );
}

interface RowProps {
  state: CostsState;
  row: CostRow;
  name: string;
  amount: (quota: number) => string;
  isPriced: boolean;
  highest: number;
  /** The log with the requests of the row. */
  to: string | undefined;
  isOpen?: boolean;
  onToggle?: (() => void) | undefined;
  inner?: boolean;
}

function Row({ state, row, name, amount, isPriced, highest, to, isOpen, onToggle, inner }: RowProps) {
  const { t } = useTranslation();
  const { view, setFilter } = state;
  const value = measured(row, view.measure);
  const each = perThousand(row);
  const spent = view.measure === 'quota' ? amount(row.quota) : valueText(value, view.measure, amount);
  const filtered = inner ? undefined : FILTERED.find((one) => one === view.by);
  return (
    <tr data-inner={inner || undefined}>
      <th scope="row" data-start>
        <div className={classes.name}>
          {onToggle ? (
            <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? (
                <IconChevronDown size={14} aria-hidden />
              ) : (
                <IconChevronRight size={14} aria-hidden />
              )}
              <span title={name}>{name}</span>
            </UnstyledButton>
          ) : (
            <span title={name}>{name}</span>
          )}
          <Group gap={0} wrap="nowrap">
            {(inner ? view.thenBy : view.by) === 'model' && <PriceLink model={row.by ?? ''} />}
            {filtered && row.by !== null && row.by !== '' && (
              <FilterButton {...{ filtered, name }} onFilter={() => setFilter(filtered, [row.by ?? ''])} />
            )}
          </Group>
        </div>
        <span className={classes.share} aria-hidden>
          <span style={{ width: `${Math.max(0, ((value ?? 0) / highest) * 100)}%` }} />
        </span>
      </th>
      <td>
        {to ? (
          <Anchor component={Link} to={to} size="sm" aria-label={t('costs.toLog', { name, value: spent })}>
            {spent}
          </Anchor>
        ) : (
          spent
        )}
      </td>
      <td>{row.by === null || view.measure !== 'quota' ? NOTHING : changeText(row.quota, row.before)}</td>
      <td>{valueText(row.requests, 'requests', amount)}</td>
      <td data-wide>{each === null ? NOTHING : amount(each)}</td>
      <td data-wide>{cachedText(row)}</td>
      {isPriced && (
        <td data-wide data-loss={(row.margin ?? 0) < 0 || undefined}>
          {row.margin === null ? NOTHING : amount(row.margin)}
        </td>
      )}
    </tr>
  );
}

function FilterButton({
  filtered,
  name,
  onFilter,
}: {
  filtered: Filtered;
  name: string;
  onFilter: () => void;
}) {
  const { t } = useTranslation();
  const label = t('costs.onlyThis', { dimension: t(`costs.dimensions.${filtered}`), name });
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} title={label} onClick={onFilter}>
      <IconFilter size={14} stroke={1.75} />
    </ActionIcon>
  );
}

interface InnerRowsProps extends Omit<CostTableProps, 'costs'> {
  thenBy: CostDimension;
  outer: { key: string; name: string };
  isPriced: boolean;
  highest: number;
  /** Columns of the table. */
  width: number;
}

function InnerRows({ state, keyText, amount, thenBy, outer, isPriced, highest, width }: InnerRowsProps) {
  const { t } = useTranslation();
  const { data, error } = useInnerCosts(state, thenBy, outer.key);
  if (!data)
    return (
      <tr data-inner>
        <td colSpan={width} data-start>
          {error === undefined ? <Skeleton h={20} /> : <Text size="sm">{messageOf(error)}</Text>}
        </td>
      </tr>
    );
  if (data.rows.length === 0)
    return (
      <tr data-inner>
        <td colSpan={width} data-start>
          {t('costs.empty')}
        </td>
      </tr>
    );
  return data.rows.map((row) => {
    const name = keyText(thenBy, row.by, data.names);
    return (
      <Row
        key={row.by ?? 'others'}
        {...{ state, row, name, amount, isPriced, highest }}
        to={logPath(state.span, state.view.filters, [
          { dimension: state.view.by, key: outer.key, name: outer.name },
          { dimension: thenBy, key: row.by, name },
        ])}
        inner
      />
    );
  });
}
