import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowButton } from './row-button';
import { useAnchored } from './use-anchored';

interface RowMenuProps {
  /** Accessible name of the button. */
  label: string;
  icon: ReactNode;
  /** Width of the menu in pixels. */
  width?: number;
  /** Narrower button, for placement beside the element it belongs to. */
  narrow?: boolean;
  loading?: boolean;
  /** Returns the Menu.Dropdown; called when the menu is needed. */
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
