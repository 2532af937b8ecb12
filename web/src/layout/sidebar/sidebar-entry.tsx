import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { NavLink } from 'react-router-dom';
import classes from './sidebar.module.css';

interface SidebarEntryProps {
  to: string;
  label: string;
  icon: Icon | undefined;
  collapsed: boolean;
  /** Marks the entry as current only when the URL matches exactly. */
  end?: boolean;
}

export function SidebarEntry({ to, label, icon: EntryIcon, collapsed, end }: SidebarEntryProps) {
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <NavLink
        to={to}
        {...(end && { end })}
        className={classes.entry}
        data-collapsed={collapsed || undefined}
        aria-label={collapsed ? label : undefined}
      >
        {EntryIcon && <EntryIcon size={18} stroke={1.6} aria-hidden />}
        {!collapsed && <span className={classes.label}>{label}</span>}
      </NavLink>
    </Tooltip>
  );
}
