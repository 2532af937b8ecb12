import { Paper, Table, Group, Skeleton } from '@mantine/core';
import { Fragment, type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../lib/interaction/use-action';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import type { Filters } from '../../lib/list/use-list';
import { useSteady } from '../../lib/interaction/use-steady';
import { CardList } from './card-list';
import { WidthRules } from './column-width';
import classes from './data-table.module.css';
import type { DataTableProps, Selection } from './data-table.types';
import { LoadFailed, NoMatch } from '../feedback/empty-state';
import { Pager } from './pager';
import { TableFrame } from './table-frame';
import { TableHead } from './table-head';
import { TableRow } from './table-row';
import { useChoosing } from './use-choosing';
import { useRowKeys } from './use-row-keys';

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
  const [open, setOpen] = useState<number[]>([]);
  const scope = useId();
  const tight = props.tight === true || columns.length >= 10;
  const unfolds = expand !== undefined || nested !== undefined;
  const innerOf = (row: T) => (open.includes(row.id) ? (nested?.(row) ?? []) : []);
  const rows = list.rows.flatMap((row) => [row, ...innerOf(row)]);
  const inner = new Set(list.rows.flatMap(innerOf).map(({ id }) => id));
  const chosen = new Set(selection?.rows.map(({ id }) => id));
  const choose = useChoosing(rows, selection);
  const { toggle, chooseAll } = useSteady({
    toggle: (id: number) =>
      setOpen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    chooseAll: () => selection && chooseAllOf(rows, selection),
  });

  const foldOf = (row: T) => {
    if (nested?.(row).length === 0) return 'none';
    return open.includes(row.id) ? 'open' : 'closed';
  };
  const choiceOf = (row: T) => {
    if (chosen.has(row.id)) return 'chosen';
    return selection?.can?.(row) === false ? 'disabled' : 'open';
  };

  return (
    <>
      {widths && (
        <WidthRules
          scope={scope}
          widths={widths.widths}
          columns={columns}
          before={(selection ? 1 : 0) + (unfolds ? 1 : 0)}
        />
      )}
      <TableFrame pinsFirst={selection !== undefined} pinsLast={columns.at(-1)?.card === 'actions'}>
        <Table
          aria-label={name}
          data-widths={scope}
          className={classes.table}
          withRowBorders={false}
          verticalSpacing={props.density === 'compact' ? 3 : tight ? 5 : 10}
          horizontalSpacing={tight ? 6 : 'sm'}
        >
          <TableHead
            columns={columns}
            sort={sort}
            change={widths?.change}
            heads={widths?.heads}
            chosen={selection && shareOf(rows, selection, chosen)}
            onChooseAll={chooseAll}
            unfolds={unfolds}
          />
          <tbody>
            {rows.map((row) => (
              <Fragment key={row.id}>
                <TableRow
                  row={row}
                  columns={columns}
                  name={rowName(row)}
                  choice={selection && choiceOf(row)}
                  onChoose={choose}
                  fold={unfolds ? foldOf(row) : undefined}
                  onToggle={toggle}
                  clickable={expand !== undefined}
                  muted={muted?.(row) ?? false}
                  pending={pending?.(row) ?? false}
                  inner={inner.has(row.id)}
                />
                {expand && open.includes(row.id) && (
                  <tr className={classes.opened}>
                    <td colSpan={columns.length + (selection ? 2 : 1)}>
                      <div className={classes.details}>{expand(row)}</div>
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </>
  );
}

/** How many of the rows that can be selected are. */
function shareOf<T extends { id: number }>(rows: T[], { can }: Selection<T>, chosen: Set<number>) {
  const possible = rows.filter((row) => can?.(row) !== false);
  const count = possible.filter(({ id }) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === possible.length ? 'all' : 'some';
}

/** Selects the rows, or none of them if all are selected. Selected rows of other pages stay selected. */
function chooseAllOf<T extends { id: number }>(
  rows: T[],
  { rows: before, can, onChange }: Selection<T>,
): void {
  const possible = rows.filter((row) => can?.(row) !== false);
  const ids = new Set(possible.map(({ id }) => id));
  const others = before.filter(({ id }) => !ids.has(id));
  const all = before.length - others.length === possible.length;
  onChange(all ? others : [...others, ...possible]);
}

/** Placeholder of a table while its first page loads. */
function TableSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation();
  const cells = Array.from({ length: Math.min(columns, 8) }, (_, index) => index);
  return (
    <Paper withBorder role="status" aria-label={t('common.loading')}>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <Group
          key={row}
          wrap="nowrap"
          gap="xl"
          px="md"
          h={row === 0 ? 40 : 52}
          style={row > 0 ? { borderTop: '1px solid var(--app-line)' } : undefined}
        >
          {cells.map((cell) => (
            <Skeleton key={cell} h={row === 0 ? 10 : 14} w={`${50 + ((row * 7 + cell * 13) % 45)}%`} />
          ))}
        </Group>
      ))}
    </Paper>
  );
}

/** Number of new rows that can render at once without a noticeable delay. */
const MAX_ROWS_AT_ONCE = 20;

interface ShownRows<T> {
  rows: T[];
  /** True while newer rows are still being rendered. */
  late: boolean;
}

/** Renders a new page with many rows at low priority, so that input stays responsive; shows the previous rows until then. */
function useShownRows<T extends { id: number }>(currentRows: T[]): ShownRows<T> {
  // Lists return a new array on every render; only changed rows justify another update.
  const [rows, setRows] = useState(currentRows);
  if (!isSame(rows, currentRows)) setRows(currentRows);
  const before = useDeferredValue(rows);
  const shownIds = new Set(before.map(({ id }) => id));
  const late = shownIds.size > 0 && rows.filter(({ id }) => !shownIds.has(id)).length > MAX_ROWS_AT_ONCE;
  return { rows: late ? before : rows, late };
}

function isSame<T>(one: T[], other: T[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}
