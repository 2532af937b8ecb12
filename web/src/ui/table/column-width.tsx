import { ActionIcon } from '@mantine/core';
import { IconArrowBarToLeft, IconArrowBarToRight } from '@tabler/icons-react';
import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './column-width.module.css';
import { type WidthControl, type Widths, within } from './use-column-widths';

/** Pixels per press of a width button. */
const STEP = 24;

interface HandleProps {
  /** Key of the column. */
  column: string;
  change: WidthControl['change'];
  heads: WidthControl['heads'];
}

/**
 * The resize handle of a column header; a double click resets the width to fit the content. The column menu has buttons
 * for keyboard users.
 */
export function ColumnHandle({ column, change, heads }: HandleProps) {
  const { t } = useTranslation();
  /** Difference of column width and pointer position in pixels while dragging. */
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
    // The first move creates the CSS rule; later ones only set its custom property, so that no row renders again.
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
  /** Value of `data-widths` on the table. */
  scope: string;
  widths: Widths;
  columns: readonly { key: string }[];
  /** Number of table columns before these. */
  before: number;
}

/** Column widths as a style sheet, so that a change does not render any cell again. */
export function WidthRules({ scope, widths, columns, before }: RulesProps) {
  const rules = columns.flatMap(({ key }, index) => {
    if (widths[key] === undefined) return [];
    const cells = `[data-widths="${scope}"] > * > tr > :nth-child(${before + index + 1})`;
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

/** Resizes a column without a pointer. */
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
