import { Box, Button, Checkbox, Collapse, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../lib/list/use-list';
import classes from './card-list.module.css';
import type { Column } from './columns';
import type { Brief, DataTableProps } from './data-table.types';
import { type Choose, useChoosing } from './use-choosing';
import { EXPANDER, rowMark } from './use-row-keys';

/** The table for narrow screens: one card per row, from the same columns. */
export function CardList<T extends { id: number }, F extends Filters>(props: DataTableProps<T, F>) {
  const { list, columns, rowName, muted, pending, expand, brief, nested, selection } = props;
  const chosen = new Set(selection?.rows.map((row) => row.id));
  const choose = useChoosing(list.rows, selection);

  return (
    <Stack component="ul" gap="sm" className={classes.cards}>
      {list.rows.map((row) =>
        brief ? (
          <BriefCard key={row.id} row={row} columns={columns} name={rowName(row)} brief={brief(row)}>
            {() => expand?.(row)}
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

interface BriefCardProps<T> {
  row: T;
  columns: Column<T>[];
  /** Accessible name of the row. */
  name: string;
  brief: Brief;
  /** What is shown below the facts when the card is open. */
  children: () => ReactNode;
}

/** Two lines; the button around them opens the rest of the row. */
function BriefCard<T extends { id: number }>({ row, columns, name, brief, children }: BriefCardProps<T>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <li {...rowMark(row)} className={classes.briefCard}>
      <UnstyledButton
        className={classes.brief}
        {...EXPANDER}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <VisuallyHidden>{`${t(open ? 'table.collapse' : 'table.expand')}: ${name}`}</VisuallyHidden>
        <span className={classes.briefTitle}>{brief.title}</span>
        <span className={classes.briefValue}>{brief.value}</span>
        <span className={classes.briefLine}>{brief.line}</span>
        <span className={classes.briefStatus}>{brief.status}</span>
      </UnstyledButton>
      <Collapse expanded={open}>
        {open && (
          <Box className={classes.briefDetails}>
            {partsOf(row, columns).facts}
            <Box pt="md">{children()}</Box>
          </Box>
        )}
      </Collapse>
    </li>
  );
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
