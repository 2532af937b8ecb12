import type { ReactNode } from 'react';
import { hint } from './hint';
import { RowButton } from './row-button';

interface IconActionProps {
  /** What the button does to which thing: its accessible name. */
  label: string;
  icon: ReactNode;
  /** Why it cannot be done now; said instead of what it does. */
  why?: string | undefined;
  /** It was pressed and the answer is awaited. */
  loading?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** An icon button that says what it does. One that cannot be used stays reachable, to say why. */
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
