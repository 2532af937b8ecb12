import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type ChangeEvent, memo, type SyntheticEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns';
import classes from './data-table.module.css';
import type { Choose } from './use-choosing';
import { EXPANDER, rowMark } from './use-row-keys';

interface TableRowProps<T> {
  row: T;
  columns: Column<T>[];
  /** Accessible name of the row. */
  name: string;
  /** Undefined if the table has no selection. */
  choice: 'chosen' | 'open' | 'disabled' | undefined;
  onChoose: Choose;
  /** State of the button that expands the row; undefined if the table has no such column. */
  fold: 'open' | 'closed' | 'none' | undefined;
  onToggle: (id: number) => void;
  /** A click on the row expands it. */
  clickable: boolean;
  muted: boolean;
  pending: boolean;
  /** Belongs to the row above. */
  inner: boolean;
}

/**
 * Cells are plain elements: a page of a hundred rows has more than a thousand, and `Table.Td` takes ten times as long
 * to render.
 */
function Row<T extends { id: number }>(props: TableRowProps<T>) {
  const { row, columns, name, choice, onChoose, fold, onToggle, clickable, muted, pending, inner } = props;
  // The selection changes more often than the row.
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td key={column.key} {...attributesOf(column)}>
          {column.render(row)}
        </td>
      )),
    [row, columns],
  );

  return (
    <tr
      {...rowMark(row)}
      className={clsx(
        classes.row,
        clickable && classes.clickable,
        muted && classes.muted,
        pending && classes.pending,
        inner && classes.inner,
      )}
      data-selected={choice === 'chosen' || undefined}
      onClick={clickable ? () => onToggle(row.id) : undefined}
    >
      {choice && <ChoiceCell id={row.id} name={name} choice={choice} onChoose={onChoose} />}
      {fold && <ExpanderCell id={row.id} name={name} fold={fold} onToggle={onToggle} />}
      {cells}
    </tr>
  );
}

/** A table row. Renders again only when its own properties change. */
export const TableRow = memo(Row) as typeof Row;

function attributesOf<T>({ width, align, card }: Column<T>) {
  const pinned = card === 'actions';
  return {
    'data-align': align ?? (pinned ? 'right' : undefined),
    'data-pinned': pinned || undefined,
    style: width === undefined ? undefined : { width, minWidth: width, maxWidth: width },
  };
}

interface RowCell {
  /** Id and name of the row. */
  id: number;
  name: string;
}

interface ChoiceCellProps extends RowCell {
  choice: NonNullable<TableRowProps<never>['choice']>;
  onChoose: Choose;
}

const ChoiceCell = memo(function ChoiceCell({ id, name, choice, onChoose }: ChoiceCellProps) {
  const { t } = useTranslation();

  function choose({ nativeEvent }: ChangeEvent) {
    onChoose(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  }

  return (
    <td className={classes.choice} onClick={stopPropagation}>
      <Checkbox
        aria-label={t('table.selectRow', { name })}
        checked={choice === 'chosen'}
        disabled={choice === 'disabled'}
        onChange={choose}
      />
    </td>
  );
});

interface ExpanderCellProps extends RowCell {
  fold: NonNullable<TableRowProps<never>['fold']>;
  onToggle: (id: number) => void;
}

const ExpanderCell = memo(function ExpanderCell({ id, name, fold, onToggle }: ExpanderCellProps) {
  const { t } = useTranslation();
  const open = fold === 'open';
  return (
    <td className={classes.expander}>
      {fold !== 'none' && (
        <ActionIcon
          size="sm"
          {...EXPANDER}
          aria-expanded={open}
          aria-label={`${t(open ? 'table.collapse' : 'table.expand')}: ${name}`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(id);
          }}
        >
          <IconChevronRight size={16} className={classes.chevron} data-open={open || undefined} />
        </ActionIcon>
      )}
    </td>
  );
});

function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}
