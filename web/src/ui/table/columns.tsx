import {
  ActionIcon,
  Button,
  Checkbox,
  Divider,
  Group,
  Popover,
  SegmentedControl,
  Stack,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { readJson, readText, writeJson, writeText } from '../../lib/browser/storage';
import { pageOf, useViews } from '../../lib/list/views';
import { arranged, movedOrder } from './column-order';
import { WidthButtons } from './column-width';
import { useColumnWidths, type WidthControl } from './use-column-widths';
import { ViewsMenu } from '../page/views-menu';

export interface Column<T> {
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** Pixels. */
  width?: number;
  align?: 'left' | 'center' | 'right';
  /** Position in the card of narrow screens; `fact` by default. */
  card?: 'title' | 'status' | 'fact' | 'wide' | 'actions' | 'none';
  /** Cannot be hidden. */
  fixed?: boolean;
  /** Hidden until the user shows it. */
  optional?: boolean;
  /** The header sorts the rows; see `sort` of the table. */
  sortable?: boolean;
  /** Help text behind an icon in the header. */
  help?: string;
  /** The title may take two lines, for narrow columns. */
  wraps?: boolean;
}

type Choice = Record<string, boolean>;
export type Density = 'normal' | 'compact';

export interface ColumnChoice<T> {
  visible: Column<T>[];
  density: Density;
  widths: WidthControl;
  /** Menus for saved views and for the columns. */
  menu: ReactNode;
}

/**
 * The user's choice of columns, order, widths and density, stored in the browser under `key`.
 * @param key ends with `columns`
 * @param columns must be the same array as long as the cells are unchanged: a new array renders all rows again
 */
export function useColumns<T>(key: string, columns: Column<T>[]): ColumnChoice<T> {
  const views = useViews(pageOf(useLocation().pathname));
  const [choice, setChoice] = useState<Choice>(() => readChoice(key));

  const orderKey = key.replace(/columns$/, 'order');
  const [order, setOrder] = useState<string[]>(() => readOrder(orderKey));

  const densityKey = key.replace(/columns$/, 'density');
  const [density, setDensity] = useState<Density>(() =>
    readText(densityKey) === 'compact' ? 'compact' : 'normal',
  );

  const widths = useColumnWidths(key.replace(/columns$/, 'widths'));

  function choose(next: Choice) {
    setChoice(next);
    writeJson(key, next);
  }

  function arrange(next: string[]) {
    setOrder(next);
    writeText(orderKey, next.length > 0 ? JSON.stringify(next) : undefined);
  }

  function space(next: Density) {
    setDensity(next);
    writeText(densityKey, next);
  }

  const inOrder = useMemo(() => arranged(columns, order), [columns, order]);
  const visible = useMemo(
    () => inOrder.filter((column) => column.fixed === true || isShown(column, choice)),
    [inOrder, choice],
  );
  return {
    visible,
    density,
    widths,
    menu: (
      <>
        <ViewsMenu store={views} />
        <ColumnMenu
          columns={inOrder.filter((column) => !column.fixed)}
          choice={choice}
          onChoose={choose}
          onArrange={arrange}
          density={density}
          onDensity={space}
          widths={widths}
        />
      </>
    ),
  };
}

function isShown<T>({ key, optional }: Column<T>, choice: Choice): boolean {
  return choice[key] ?? optional !== true;
}

function readChoice(key: string): Choice {
  const stored = readJson(key);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

function readOrder(key: string): string[] {
  const stored = readJson(key);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
}

interface ColumnMenuProps<T> {
  columns: Column<T>[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
  onArrange: (order: string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
  widths: WidthControl;
}

function ColumnMenu<T>(props: ColumnMenuProps<T>) {
  const { columns, choice, onChoose, onArrange, density, onDensity, widths } = props;
  const { t } = useTranslation();
  const count = columns.filter((column) => isShown(column, choice)).length;
  const setAll = (shown: boolean) =>
    onChoose(Object.fromEntries(columns.map((column) => [column.key, shown])));
  const reset = () => {
    onChoose({});
    onArrange([]);
    widths.reset();
  };
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.75} />} visibleFrom="sm">
          {t('table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('table.density')}
            data={[
              { value: 'normal', label: t('table.roomy') },
              { value: 'compact', label: t('table.compact') },
            ]}
            value={density}
            onChange={onDensity}
          />
          <Divider />
          <Group justify="space-between">
            <Checkbox
              label={t('table.allColumns')}
              checked={count === columns.length}
              indeterminate={count > 0 && count < columns.length}
              onChange={(event) => setAll(event.currentTarget.checked)}
            />
            <Button size="compact-xs" variant="subtle" onClick={reset}>
              {t('table.resetColumns')}
            </Button>
          </Group>
          {columns.map((column, index) => (
            <Group key={column.key} justify="space-between" wrap="nowrap" gap="xs">
              <Checkbox
                label={column.title}
                checked={isShown(column, choice)}
                onChange={(event) => onChoose({ ...choice, [column.key]: event.currentTarget.checked })}
              />
              <Group gap={2} wrap="nowrap">
                <WidthButtons column={column.key} name={column.title} control={widths} />
                <MoveButton
                  up
                  name={column.title}
                  possible={index > 0}
                  onMove={() => onArrange(movedOrder(columns, column.key, -1))}
                />
                <MoveButton
                  name={column.title}
                  possible={index < columns.length - 1}
                  onMove={() => onArrange(movedOrder(columns, column.key, 1))}
                />
              </Group>
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface MoveButtonProps {
  up?: boolean;
  /** Title of the column. */
  name: string;
  possible: boolean;
  onMove: () => void;
}

/** Moves a column; keeps the focus, so that it can be pressed repeatedly. */
function MoveButton({ up = false, name, possible, onMove }: MoveButtonProps) {
  const { t } = useTranslation();
  const Shape = up ? IconArrowUp : IconArrowDown;

  function move({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (!possible) return;
    onMove();
    // Elements that are moved in the DOM lose the focus.
    requestAnimationFrame(() => currentTarget.focus());
  }

  return (
    <ActionIcon
      size="sm"
      aria-label={t(up ? 'table.moveUp' : 'table.moveDown', { name })}
      aria-disabled={!possible}
      data-disabled={!possible || undefined}
      onClick={move}
    >
      <Shape size={14} stroke={1.75} />
    </ActionIcon>
  );
}
