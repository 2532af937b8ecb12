import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowButton } from './row-button';
import { useAnchored } from './use-anchored';

interface RowMenuProps {
  /** Accessible name of the button. */
  label: string;
  icon: ReactNode;
  /** Pixels of the menu. */
  width?: number;
  /** The button is less wide, beside what it belongs to. */
  narrow?: boolean;
  loading?: boolean;
  /** The Menu.Dropdown; asked for when it is needed. */
  children: () => ReactNode;
}

/** An icon button of a row that opens a menu. */
export function RowMenu({ label, icon, width, narrow, loading, children }: RowMenuProps) {
  const { button, box, toggle } = useAnchored('menu');
  return (
    <>
      <RowButton {...button} aria-label={label} narrow={narrow} loading={loading} onClick={toggle}>
        {icon}
      </RowButton>
      {box && (
        <Menu {...box.control} {...(width !== undefined && { width })}>
          {box.anchor}
          {children()}
        </Menu>
      )}
    </>
  );
}
