import { Box, Button, Checkbox, Collapse, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../lib/list/use-list';
import { BriefCard } from './brief-card';
import classes from './card-list.module.css';
import type { Column } from './columns';
import type { DataTableProps } from './data-table.types';
import { type Choose, useChoosing } from './use-choosing';
import { EXPANDER, rowMark } from './use-row-keys';

/** The table for narrow screens: one card per row, from the same columns. */
export function CardList<T extends { id: number }, F extends Filters>(props: DataTableProps<T, F>) {
  const { list, columns, rowName, muted, pending, expand, brief, nested, selection } = props;
  const chosen = new Set(selection?.rows.map((row) => row.id));
  const choose = useChoosing(list.rows, selection);

  return (
    <Stack component="ul" gap={brief ? 'xs' : 'sm'} className={classes.cards}>
      {list.rows.map((row) =>
        brief ? (
          <BriefCard
            key={row.id}
            mark={rowMark(row)}
            name={rowName(row)}
            brief={brief(row)}
            muted={muted?.(row)}
            pending={pending?.(row)}
            choice={
              selection &&
              selection.can?.(row) !== false && (
                <Choice id={row.id} name={rowName(row)} chosen={chosen.has(row.id)} onChoose={choose} />
              )
            }
          >
            {() => {
              const inner = nested?.(row) ?? [];
              return (
                <>
                  <OpenedParts row={row} columns={columns} withHead={!expand} />
                  {expand && <Box pt="md">{expand(row)}</Box>}
                  {inner.length > 0 && (
                    <Box pt="md">
                      <CardList {...props} list={{ ...list, rows: inner }} />
                    </Box>
                  )}
                </>
              );
            }}
          </BriefCard>
        ) : (
          <Card
            key={row.id}
            row={row}
            columns={columns}
            name={rowName(row)}
            muted={muted?.(row)}
            pending={pending?.(row)}
            choosing={
              selection && selection.can?.(row) !== false
                ? { chosen: chosen.has(row.id), onChoose: choose }
                : undefined
            }
          >
            {expand && <CardDetails name={rowName(row)}>{expand(row)}</CardDetails>}
            {nested && nested(row).length > 0 && (
              <CardDetails name={rowName(row)}>
                <CardList {...props} list={{ ...list, rows: nested(row) }} />
              </CardDetails>
            )}
          </Card>
        ),
      )}
    </Stack>
  );
}

interface Choosing {
  chosen: boolean;
  onChoose: Choose;
}

interface CardProps<T> {
  row: T;
  columns: Column<T>[];
  /** Accessible name of the row. */
  name: string;
  muted: boolean | undefined;
  pending: boolean | undefined;
  /** Undefined if the row cannot be selected. */
  choosing: Choosing | undefined;
  /** Content that can be expanded. */
  children: ReactNode;
}

/** The cells render again only when the row or the columns change. */
function Card<T extends { id: number }>(props: CardProps<T>) {
  const { row, columns, name, muted, pending, choosing, children } = props;
  const { titles, statuses, facts, actions } = useMemo(() => partsOf(row, columns), [row, columns]);
  return (
    <li {...rowMark(row)} data-muted={muted || undefined} aria-busy={pending} className={classes.card}>
      <div className={classes.head}>
        <div className={classes.titles}>
          {choosing && <Choice id={row.id} name={name} {...choosing} />}
          {titles}
        </div>
        {statuses}
      </div>
      {facts}
      {children}
      {actions}
    </li>
  );
}

/** The cells of a row below its two lines, and its actions. @param withHead also those that the two lines sum up */
function OpenedParts<T>({ row, columns, withHead }: { row: T; columns: Column<T>[]; withHead: boolean }) {
  const { titles, statuses, facts, actions } = useMemo(() => partsOf(row, columns), [row, columns]);
  return (
    <>
      {withHead && (
        <div className={classes.head}>
          <div className={classes.titles}>{titles}</div>
          {statuses}
        </div>
      )}
      {facts}
      {actions}
    </>
  );
}

function partsOf<T>(row: T, columns: Column<T>[]) {
  const place = (where: Column<T>['card']) => columns.filter((column) => (column.card ?? 'fact') === where);
  return {
    titles: place('title').map((column) => (
      <div key={column.key} className={classes.title}>
        {column.render(row)}
      </div>
    )),
    statuses: place('status').map((column) => (
      <div key={column.key} className={classes.status}>
        {column.render(row)}
      </div>
    )),
    facts: (
      <dl className={classes.facts}>
        {[...place('fact'), ...place('wide')].map((column) => (
          <Fact key={column.key} column={column} value={column.render(row)} />
        ))}
      </dl>
    ),
    actions: place('actions').map((column) => {
      const value = column.render(row);
      return isEmpty(value) ? null : (
        <div key={column.key} className={classes.actions}>
          {value}
        </div>
      );
    }),
  };
}

const Choice = memo(function Choice({ id, name, chosen, onChoose }: { id: number; name: string } & Choosing) {
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t('table.selectRow', { name })}
      checked={chosen}
      onChange={() => onChoose(id, false)}
    />
  );
});

/** Omitted when the value is empty. */
function Fact<T>({ column, value }: { column: Column<T>; value: ReactNode }) {
  if (isEmpty(value)) return null;
  return (
    <div data-wide={column.card === 'wide' || undefined}>
      <dt>{column.title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === false || value === '';
}

function CardDetails({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        mt="xs"
        {...EXPANDER}
        aria-expanded={open}
        aria-label={`${t(open ? 'table.collapse' : 'table.expand')}: ${name}`}
        rightSection={<IconChevronDown size={16} className={classes.chevron} data-open={open || undefined} />}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'table.collapse' : 'table.expand')}
      </Button>
      <Collapse expanded={open}>{open && <Box pt="sm">{children}</Box>}</Collapse>
    </>
  );
}
