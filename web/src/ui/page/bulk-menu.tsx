import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface BulkChoice {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  onClick: () => void;
}

/** A menu of actions on the selected rows. */
export function BulkMenu({ count, choices }: { count: number; choices: BulkChoice[] }) {
  const { t } = useTranslation();
  return (
    <Menu width={200}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={count === 0}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          {t(count === 0 ? 'bulk.menu' : 'bulk.menuOf', { n: count })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label, icon, danger, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            color={danger ? 'var(--mantine-color-error)' : undefined}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
