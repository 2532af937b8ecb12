import 'mantine-datatable/styles.css';
import { Paper } from '@mantine/core';
import { clsx } from 'clsx';
import { DataTable as MantineDataTable, type DataTableColumn } from 'mantine-datatable';
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../lib/use-action';
import { useIsNarrow } from '../lib/use-is-phone';
import type { Filters } from '../lib/use-list';
import { useSteady } from '../lib/use-steady';
import { CardList } from './card-list';
import { ColumnHead } from './column-head';
import { ColumnHandle, WidthRules } from './column-width';
import type { Column } from './columns';
import classes from './data-table.module.css';
import type { DataTableProps, SortControl } from './data-table.types';
import { LoadFailed, NoMatch } from './empty-state';
import { Pager } from './pager';
import { TableRow } from './table-row';
import { TableSkeleton } from './table-skeleton';
import { useChoosing } from './use-choosing';
import { useFits } from './use-fits';
import type { WidthControl } from './use-column-widths';
import { useRowKeys } from './use-row-keys';
import { useShownRows } from './use-shown-rows';

/** A list in all its states: loading, failed, empty, no match; a table on wide screens, cards on narrow ones. */
export function DataTable<T extends { id: number }, F extends Filters>(props: DataTableProps<T, F>) {
  const { list, columns, empty, name } = props;
  const narrow = useIsNarrow();
  const keys = useRowKeys(props);
  const { rows, late } = useShownRows(list.rows);
  if (list.isLoading) return <TableSkeleton columns={narrow ? 1 : columns.length} />;
  if (list.error) {
    return (
      <Paper withBorder>
        <LoadFailed message={messageOf(list.error)} onRetry={() => void list.refresh()} />
      </Paper>
    );
  }
  if (list.rows.length === 0) {
    return <Paper withBorder>{list.filtered ? <NoMatch onClear={list.clearFilters} /> : empty}</Paper>;
  }
  const shown = { ...props, list: { ...list, rows } };
  const busy = list.isRefreshing || late;
  return (
    <Rows skeleton={<TableSkeleton columns={narrow ? 1 : columns.length} />}>
      <section
        {...keys}
        aria-label={name}
        aria-busy={busy}
        className={classes.list}
        data-stale={busy || undefined}
      >
        {narrow ? <CardList {...shown} /> : <WideTable {...shown} />}
        <Pager list={list} selection={props.selection} />
      </section>
    </Rows>
  );
}

/** Renders new rows at low priority, because hundreds of them take longer than a keystroke may wait. */
function Rows({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : skeleton;
}

function WideTable<T extends { id: number }, F extends Filters>(props: DataTableProps<T, F>) {
  const { name, list, columns, rowName, muted, pending, expand, nested, selection, sort, widths } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<number[]>([]);
  const { frame, fits } = useFits();
  const crowded = columns.length >= 10;
  const unfolds = expand !== undefined || nested !== undefined;
  const { toggle } = useSteady({
    toggle: (id: number) =>
      setOpen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
  });
  const within = (row: T) => (open.includes(row.id) ? (nested?.(row) ?? []) : []);
  const records = list.rows.flatMap((row) => [row, ...within(row)]);
  const inner = new Set(list.rows.flatMap(within).map(({ id }) => id));
  const chosen = new Set(selection?.rows.map(({ id }) => id));
  const choose = useChoosing(records, selection);
  const scope = useId();
  const { change, heads: edges } = widths ?? {};
  // A new array makes the library measure the headers again.
  const heads = useMemo(
    () => [
      ...(unfolds ? [EXPANDER_HEAD] : []),
      ...columns.map((column) =>
        toDataTableColumn(column, sort, change && edges && { change, heads: edges }),
      ),
    ],
    [unfolds, columns, sort, change, edges],
  );

  return (
    <div data-widths={scope}>
      {widths && (
        <WidthRules
          scope={scope}
          widths={widths.widths}
          columns={columns}
          before={(selection ? 1 : 0) + (unfolds ? 1 : 0)}
        />
      )}
      <MantineDataTable<T>
        aria-label={name}
        withTableBorder
        borderRadius="md"
        highlightOnHover
        verticalSpacing={props.density === 'compact' ? 3 : crowded ? 5 : 10}
        horizontalSpacing={crowded ? 6 : 'sm'}
        fz="sm"
        minHeight={0}
        scrollViewportRef={frame}
        classNames={{
          root: clsx(classes.root, fits && classes.fits),
          header: classes.header,
          table: classes.table,
        }}
        idAccessor="id"
        records={records}
        columns={heads}
        pinLastColumn={columns.at(-1)?.card === 'actions'}
        rowFactory={({ record: row, expandedElement }) => (
          <>
            <TableRow
              row={row}
              columns={columns}
              name={rowName(row)}
              choosing={
                selection && {
                  chosen: chosen.has(row.id),
                  disabled: selection.can?.(row) === false,
                  onChoose: choose,
                }
              }
              unfolding={
                unfolds
                  ? { open: open.includes(row.id), possible: nested?.(row).length !== 0, onToggle: toggle }
                  : undefined
              }
              className={clsx(
                muted?.(row) && classes.muted,
                pending?.(row) && classes.pending,
                inner.has(row.id) && classes.inner,
              )}
              onClick={expand && (() => toggle(row.id))}
            />
            {expandedElement}
          </>
        )}
        {...(expand && {
          rowExpansion: {
            allowMultiple: true,
            trigger: 'never' as const,
            expanded: { recordIds: open },
            content: ({ record }: { record: T }) => <div className={classes.details}>{expand(record)}</div>,
          },
        })}
        {...(selection && {
          selectedRecords: selection.rows,
          onSelectedRecordsChange: selection.onChange,
          ...(selection.can && { isRecordSelectable: selection.can }),
          allRecordsSelectionCheckboxProps: { 'aria-label': t('table.selectAll') },
        })}
      />
    </div>
  );
}

const EXPANDER_HEAD = { accessor: 'expander', title: '', width: 44 };

function toDataTableColumn<T>(
  column: Column<T>,
  sort: SortControl | undefined,
  edges: Pick<WidthControl, 'change' | 'heads'> | undefined,
): DataTableColumn<T> {
  const title =
    column.help || (column.sortable && sort) ? (
      <ColumnHead
        title={column.title}
        help={column.help}
        sort={column.sortable ? sort : undefined}
        column={column.key}
      />
    ) : (
      column.title
    );
  return {
    accessor: column.key,
    title:
      edges && column.card !== 'actions' ? (
        <>
          {title}
          <ColumnHandle column={column.key} {...edges} />
        </>
      ) : (
        title
      ),
    textAlign: column.align ?? (column.card === 'actions' ? 'right' : 'left'),
    ...(column.width !== undefined && { width: column.width }),
  };
}
