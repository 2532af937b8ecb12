import { Button, Group, Popover, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hint } from '../feedback/hint';
import { RowButton } from './row-button';
import { useAnchored } from './use-anchored';

interface ConfirmButtonProps {
  /** Accessible name: the action and its object. */
  label: string;
  /** The question. */
  title: string;
  /** Name of the affected object. */
  name?: string;
  text?: string;
  icon: ReactNode;
  /** Label of the confirming button. */
  confirm: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why the action is unavailable; the button stays focusable to show it. */
  why?: string | undefined;
  onConfirm: () => unknown;
}

/** An icon button that asks for confirmation and names the affected object. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, name, text, icon, confirm, danger = true, disabled, why, onConfirm } = props;
  const { t } = useTranslation();
  const { opened, close, toggle, button, box } = useAnchored('dialog');
  const [pending, setPending] = useState(false);

  async function proceed() {
    setPending(true);
    try {
      await onConfirm();
    } finally {
      setPending(false);
      close();
    }
  }

  return (
    <>
      <RowButton
        {...button}
        {...hint(opened ? undefined : (why ?? label), { focus: why !== undefined, touch: why !== undefined })}
        aria-label={why ? `${label}. ${why}` : label}
        danger={danger}
        disabled={disabled}
        aria-disabled={why !== undefined || undefined}
        data-disabled={why !== undefined || undefined}
        loading={pending}
        onClick={(event) => why === undefined && toggle(event)}
      >
        {icon}
      </RowButton>
      {box && (
        <Popover {...box.control} width={280} position="bottom-end" trapFocus withArrow returnFocus>
          {box.anchor}
          <Popover.Dropdown role="alertdialog" aria-labelledby={`${button.id}-title`}>
            <Text size="sm" fw={600} id={`${button.id}-title`}>
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
              <Button size="xs" variant="default" onClick={close}>
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
      )}
    </>
  );
}
