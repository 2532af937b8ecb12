import { Checkbox, Table } from '@mantine/core';
import { memo, type RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnHead, orderOf } from './column-head';
import { ColumnHandle } from './column-width';
import type { Column } from './columns';
import classes from './data-table.module.css';
import type { SortControl } from './data-table.types';
import type { WidthControl } from './use-column-widths';

interface TableHeadProps<T> {
  columns: Column<T>[];
  sort: SortControl | undefined;
  /** Stable parts of the control of column widths; undefined if columns cannot be resized. */
  change: WidthControl['change'] | undefined;
  heads: WidthControl['heads'] | undefined;
  /** Which of the rows of this page are selected; undefined if the table has no selection. */
  chosen: 'all' | 'some' | 'none' | undefined;
  onChooseAll: () => void;
  /** The table has a column of buttons that expand rows. */
  unfolds: boolean;
}

function Head<T>(props: TableHeadProps<T>) {
  const { columns, sort, change, heads, chosen, onChooseAll, unfolds } = props;
  const { t } = useTranslation();
  return (
    <Table.Thead className={classes.header}>
      <Table.Tr>
        {chosen !== undefined && (
          <Table.Th className={classes.choice}>
            <Checkbox
              aria-label={t('table.selectAll')}
              checked={chosen === 'all'}
              indeterminate={chosen === 'some'}
              onChange={onChooseAll}
            />
          </Table.Th>
        )}
        {unfolds && <Table.Th className={classes.expander} />}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} change={change} heads={heads} />
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

/** The header row of a table. */
export const TableHead = memo(Head) as typeof Head;

interface HeadCellProps<T> extends Pick<TableHeadProps<T>, 'sort' | 'change' | 'heads'> {
  column: Column<T>;
}

function HeadCell<T>({ column, sort, change, heads }: HeadCellProps<T>) {
  const { key, title, help, sortable, width, card, align, wraps } = column;
  const control = sortable ? sort : undefined;
  const pinned = card === 'actions';
  const measured: RefCallback<HTMLTableCellElement> = (cell) => {
    if (cell) heads?.set(key, cell);
    return () => {
      heads?.delete(key);
    };
  };
  return (
    <Table.Th
      ref={measured}
      aria-sort={control && orderOf(key, control)}
      data-align={align ?? (pinned ? 'right' : undefined)}
      data-pinned={pinned || undefined}
      data-wraps={wraps || undefined}
      style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
    >
      {help || control ? <ColumnHead title={title} help={help} sort={control} column={key} /> : title}
      {change && heads && !pinned && <ColumnHandle column={key} change={change} heads={heads} />}
    </Table.Th>
  );
}
