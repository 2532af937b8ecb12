import { ActionIcon, Checkbox, Table } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type ChangeEvent, memo, type SyntheticEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns';
import classes from './data-table.module.css';
import type { Choose } from './use-choosing';
import { EXPANDER, rowMark } from './use-row-keys';

interface Choosing {
  chosen: boolean;
  disabled: boolean;
  onChoose: Choose;
}

interface Unfolding {
  open: boolean;
  /** True if the row has content to expand. */
  possible: boolean;
  onToggle: (id: number) => void;
}

interface TableRowProps<T> {
  row: T;
  columns: Column<T>[];
  /** Accessible name of the row. */
  name: string;
  /** Undefined if the table has no selection. */
  choosing: Choosing | undefined;
  /** Undefined if the table has no expandable rows. */
  unfolding: Unfolding | undefined;
  className: string;
  onClick: (() => void) | undefined;
}

/**
 * A table row. Its cells render again only when the row or the columns change. They are plain elements, because a page
 * of a hundred rows has more than a thousand.
 */
export function TableRow<T extends { id: number }>(props: TableRowProps<T>) {
  const { row, columns, name, choosing, unfolding, className, onClick } = props;
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
        Table.classes.tr,
        'mantine-datatable-row',
        onClick && 'mantine-datatable-pointer-cursor',
        className,
      )}
      data-with-row-border
      data-hover
      data-selected={choosing?.chosen || undefined}
      onClick={onClick}
    >
      {choosing && <ChoiceCell id={row.id} name={name} {...choosing} />}
      {unfolding && <ExpanderCell id={row.id} name={name} {...unfolding} />}
      {cells}
    </tr>
  );
}

/** Attributes as the library sets them; only the last column is ever pinned. */
function attributesOf<T>({ width, align, card }: Column<T>) {
  const pinned = card === 'actions' ? 'right' : undefined;
  return {
    className: clsx(
      Table.classes.td,
      `mantine-datatable-text-align-${align ?? pinned ?? 'left'}`,
      pinned && classes.pinned,
    ),
    'data-pinned': pinned,
    'data-pinned-shadow': pinned,
    style: width === undefined ? undefined : { width, minWidth: width, maxWidth: width },
  };
}

interface RowCell {
  /** Id and name of the row. */
  id: number;
  name: string;
}

const ChoiceCell = memo(function ChoiceCell(props: RowCell & Choosing) {
  const { id, name, chosen, disabled, onChoose } = props;
  const { t } = useTranslation();

  function choose({ nativeEvent }: ChangeEvent) {
    onChoose(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  }

  return (
    <td
      className={clsx(Table.classes.td, 'mantine-datatable-row-selector-cell')}
      data-shadow-visible
      onClick={stopPropagation}
    >
      <Checkbox
        classNames={disabled ? undefined : CLICKABLE}
        aria-label={t('table.selectRow', { name })}
        checked={chosen}
        disabled={disabled}
        onChange={choose}
      />
    </td>
  );
});

const CLICKABLE = { input: 'mantine-datatable-pointer-cursor' };

const ExpanderCell = memo(function ExpanderCell({ id, name, open, possible, onToggle }: RowCell & Unfolding) {
  const { t } = useTranslation();
  return (
    <td className={clsx(Table.classes.td, classes.expander)}>
      {possible && (
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
