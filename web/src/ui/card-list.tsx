import { Box, Button, Checkbox, Collapse, Group, Paper, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../lib/use-list';
import classes from './card-list.module.css';
import type { Column } from './columns';
import type { DataTableProps } from './data-table.types';
import { EXPANDER, rowMark } from './use-row-keys';

/** The same columns on a narrow screen: one card per row. */
export function CardList<T extends { id: number }, F extends Filters>(props: DataTableProps<T, F>) {
  const { list, columns, rowName, muted, pending, expand, nested, selection } = props;
  const { t } = useTranslation();
  const place = (where: Column<T>['card']) => columns.filter((column) => (column.card ?? 'fact') === where);
  const chosen = new Set(selection?.rows.map((row) => row.id));

  function choose(row: T, wanted: boolean) {
    if (!selection) return;
    selection.onChange(wanted ? [...selection.rows, row] : selection.rows.filter(({ id }) => id !== row.id));
  }

  return (
    <Stack component="ul" gap="sm" className={classes.cards}>
      {list.rows.map((row) => (
        <Paper
          key={row.id}
          {...rowMark(row)}
          component="li"
          withBorder
          p="md"
          data-muted={muted?.(row) || undefined}
          aria-busy={pending?.(row)}
          className={classes.card}
        >
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            <Group gap="sm" wrap="nowrap" className={classes.title}>
              {selection && selection.can?.(row) !== false && (
                <Checkbox
                  aria-label={t('table.selectRow', { name: rowName(row) })}
                  checked={chosen.has(row.id)}
                  onChange={(event) => choose(row, event.currentTarget.checked)}
                />
              )}
              {place('title').map((column) => (
                <Box key={column.key} className={classes.title}>
                  {column.render(row)}
                </Box>
              ))}
            </Group>
            {place('status').map((column) => (
              <Box key={column.key}>{column.render(row)}</Box>
            ))}
          </Group>
          <dl className={classes.facts}>
            {[...place('fact'), ...place('wide')].map((column) => (
              <Fact key={column.key} column={column} value={column.render(row)} />
            ))}
          </dl>
          {expand && <CardDetails name={rowName(row)}>{expand(row)}</CardDetails>}
          {nested && nested(row).length > 0 && (
            <CardDetails name={rowName(row)}>
              <CardList {...props} list={{ ...list, rows: nested(row) }} />
            </CardDetails>
          )}
          {place('actions').map((column) => (
            <div key={column.key} className={classes.actions}>
              {column.render(row)}
            </div>
          ))}
        </Paper>
      ))}
    </Stack>
  );
}

/** Left out when the row has nothing to say. */
function Fact<T>({ column, value }: { column: Column<T>; value: ReactNode }) {
  if (value === null || value === undefined || value === false || value === '') return null;
  return (
    <div data-wide={column.card === 'wide' || undefined}>
      <dt>{column.title}</dt>
      <dd>{value}</dd>
    </div>
  );
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
