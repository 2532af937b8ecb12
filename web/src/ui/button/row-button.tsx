import { Loader, UnstyledButton } from '@mantine/core';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import classes from './row-button.module.css';

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** Accessible name. */
  'aria-label': string;
  /** The action is hard to undo. */
  danger?: boolean;
  /** Narrower, for placement beside the element it belongs to. */
  narrow?: boolean | undefined;
  /** True while the request is pending. */
  loading?: boolean | undefined;
}

/**
 * Looks and behaves like an ActionIcon, as a plain element: tables contain hundreds of them, and ActionIcon is
 * expensive to render.
 */
export function RowButton({ danger, narrow, loading, disabled, children, ...others }: RowButtonProps) {
  return (
    <button
      type="button"
      {...others}
      className={clsx(ROW_BUTTON, danger && classes.danger)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
      data-narrow={narrow || undefined}
    >
      {loading ? <Loader size={16} color="gray" /> : children}
    </button>
  );
}

/** Of elements that are no buttons, such as links. */
export const ROW_BUTTON = clsx(
  UnstyledButton.classes.root,
  'mantine-focus-auto mantine-active',
  classes.button,
);
