import { ActionIcon, Button, Group, Popover, Text, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './confirm-button.module.css';

interface ConfirmButtonProps {
  /** What the button does to which thing: its accessible name. */
  label: string;
  /** The question. */
  title: string;
  /** The thing it is about. */
  name?: string;
  text?: string;
  icon: ReactNode;
  /** Word on the confirming button. */
  confirm: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it cannot be done now; the button stays reachable to say so. */
  why?: string | undefined;
  onConfirm: () => unknown;
}

/** An icon button that asks first and names what it is about to change. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, name, text, icon, confirm, danger = true, disabled, why, onConfirm } = props;
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [pending, setPending] = useState(false);

  async function proceed() {
    setPending(true);
    try {
      await onConfirm();
    } finally {
      setPending(false);
      setOpened(false);
    }
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={280}
      position="bottom-end"
      trapFocus
      withArrow
      returnFocus
    >
      <Popover.Target>
        <Tooltip
          label={why ?? label}
          disabled={opened}
          events={{ hover: true, focus: why !== undefined, touch: why !== undefined }}
        >
          <ActionIcon
            aria-label={why ? `${label}. ${why}` : label}
            className={danger ? classes.danger : classes.quiet}
            disabled={disabled}
            aria-disabled={why !== undefined || undefined}
            data-disabled={why !== undefined || undefined}
            loading={pending}
            onClick={() => why === undefined && setOpened((open) => !open)}
          >
            {icon}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown role="alertdialog" aria-label={title}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {name && (
          <Text size="sm" mt={2} style={{ wordBreak: 'break-all' }}>
            {name}
          </Text>
        )}
        {text && (
          <Text size="xs" c="dimmed" mt={4}>
            {text}
          </Text>
        )}
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={() => setOpened(false)}>
            {t('common.cancel')}
          </Button>
          <Button
            size="xs"
            color={danger ? 'red.8' : undefined}
            loading={pending}
            onClick={() => void proceed()}
          >
            {confirm}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
