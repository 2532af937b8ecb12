import type { ReactNode } from 'react';
import { hint } from '../feedback/hint';
import { RowButton } from './row-button';

interface IconActionProps {
  /** Accessible name: the action and its object. */
  label: string;
  icon: ReactNode;
  /** Why the action is unavailable; replaces the tooltip. */
  why?: string | undefined;
  /** True while the request is pending. */
  loading?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** An icon button with a tooltip. An unavailable one stays focusable to show the reason. */
export function IconAction({ label, icon, why, loading, disabled, onClick }: IconActionProps) {
  return (
    <RowButton
      {...hint(why ?? label, { focus: true, touch: why !== undefined })}
      aria-label={why ? `${label}. ${why}` : label}
      aria-disabled={why !== undefined || undefined}
      data-disabled={why !== undefined || undefined}
      loading={loading}
      disabled={disabled}
      onClick={(event) => {
        if (why === undefined) onClick();
        else event.preventDefault();
      }}
    >
      {icon}
    </RowButton>
  );
}
