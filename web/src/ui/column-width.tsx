import { ActionIcon } from '@mantine/core';
import { IconArrowBarToLeft, IconArrowBarToRight } from '@tabler/icons-react';
import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './column-width.module.css';
import { type WidthControl, type Widths, within } from './use-column-widths';

/** Pixels that a press on a button adds or takes. */
const STEP = 24;

interface HandleProps {
  /** Key of the column. */
  column: string;
  change: WidthControl['change'];
  heads: WidthControl['heads'];
}

/**
 * The edge of a head that is drawn with the pointer; twice pressed, the column is as wide as what it holds. For people
 * without a pointer there are buttons in the menu of the columns.
 */
export function ColumnHandle({ column, change, heads }: HandleProps) {
  const { t } = useTranslation();
  /** What the width and the place of the pointer differ by, while it is down. */
  const grip = useRef<number>(undefined);
  const moved = useRef(false);

  function take(event: PointerEvent<HTMLSpanElement>) {
    const head = heads.get(column);
    if (!head || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = head.offsetWidth - event.clientX;
    moved.current = false;
  }

  function draw(event: PointerEvent<HTMLSpanElement>) {
    if (grip.current === undefined) return;
    const width = within(grip.current + event.clientX);
    // The first time a rule has to be there; after it only its value changes, and no row is drawn again.
    if (!moved.current) change(column, width);
    moved.current = true;
    heads.get(column)?.closest('table')?.style.setProperty(propertyOf(column), `${width}px`);
  }

  function leave(event: PointerEvent<HTMLSpanElement>) {
    if (grip.current !== undefined && moved.current) change(column, within(grip.current + event.clientX));
    grip.current = undefined;
    heads.get(column)?.closest('table')?.style.removeProperty(propertyOf(column));
  }

  return (
    <span
      ref={(handle) => {
        const head = handle?.closest('th');
        if (head) heads.set(column, head);
        return () => {
          heads.delete(column);
        };
      }}
      className={classes.handle}
      aria-hidden
      title={t('table.resize')}
      onPointerDown={take}
      onPointerMove={draw}
      onPointerUp={leave}
      onPointerCancel={leave}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => change(column, undefined)}
    />
  );
}

interface RulesProps {
  /** Value of `data-widths` around the table. */
  scope: string;
  widths: Widths;
  columns: readonly { key: string }[];
  /** Columns that stand before these. */
  before: number;
}

/** The widths as a style sheet: another one draws no cell again. */
export function WidthRules({ scope, widths, columns, before }: RulesProps) {
  const rules = columns.flatMap(({ key }, index) => {
    if (widths[key] === undefined) return [];
    const cells = `[data-widths="${scope}"] .mantine-datatable-table > * > tr > :nth-child(${before + index + 1})`;
    const width = `var(${propertyOf(key)}, ${widths[key]}px) !important`;
    return [
      `${cells} { width: ${width}; min-width: ${width}; max-width: ${width}; overflow: hidden; text-overflow: ellipsis; }`,
    ];
  });
  return rules.length > 0 && <style>{rules.join('\n')}</style>;
}

function propertyOf(column: string): string {
  return `--width-of-${column}`;
}

/** For people without a pointer. */
export function WidthButtons({
  column,
  name,
  control,
}: {
  column: string;
  name: string;
  control: WidthControl;
}) {
  const { t } = useTranslation();
  const { heads, change } = control;
  const add = (pixels: number) => {
    const head = heads.get(column);
    if (head) change(column, head.offsetWidth + pixels);
  };
  return (
    <>
      <ActionIcon
        size="sm"
        aria-label={t('table.narrower', { name })}
        title={t('table.narrower', { name })}
        onClick={() => add(-STEP)}
      >
        <IconArrowBarToLeft size={14} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={t('table.wider', { name })}
        title={t('table.wider', { name })}
        onClick={() => add(STEP)}
      >
        <IconArrowBarToRight size={14} stroke={1.75} />
      </ActionIcon>
    </>
  );
}
