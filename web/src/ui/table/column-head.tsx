import { ActionIcon, Group, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SortControl } from './data-table.types';

interface ColumnHeadProps {
  /** Key of the column. */
  column: string;
  title: string;
  help: string | undefined;
  /** Undefined if the column is not sortable. */
  sort: SortControl | undefined;
}

/** A column header with help text or sorting; a second click reverses the order. */
export function ColumnHead({ column, title, help, sort }: ColumnHeadProps) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {sort ? <SortButton column={column} title={title} sort={sort} /> : title}
      {help && (
        <Tooltip label={help} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon size="xs" aria-label={help}>
            <IconHelpCircle size={14} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

function SortButton({ column, title, sort }: { column: string; title: string; sort: SortControl }) {
  const { t } = useTranslation();
  const order = orderOf(column, sort);
  const active = order !== 'none';
  const down = order === 'descending';
  const Shape = !active ? IconArrowsSort : down ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton fz="inherit" onClick={() => sort.onChange({ column, descending: active && !down })}>
      <Group gap={4} wrap="nowrap" component="span">
        {title}
        <Shape size={14} stroke={1.75} opacity={active ? 1 : 0.6} aria-hidden />
        <VisuallyHidden>
          {t(!active ? 'table.sort' : down ? 'table.sortedDown' : 'table.sortedUp')}
        </VisuallyHidden>
      </Group>
    </UnstyledButton>
  );
}

/** `aria-sort` of the column's header cell. */
export function orderOf(column: string, { by }: SortControl): 'none' | 'ascending' | 'descending' {
  if (by?.column !== column) return 'none';
  return by.descending ? 'descending' : 'ascending';
}
