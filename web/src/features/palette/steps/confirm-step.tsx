import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../palette.module.css';
import type { PaletteStep } from '../palette.types';

interface ConfirmStepProps {
  step: Extract<PaletteStep, { kind: 'confirm' }>;
  pending: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** Asks before an action that affects others: Enter confirms, Esc goes back. */
export function ConfirmStep({ step, pending, onConfirm, onBack }: ConfirmStepProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div
      className={classes.step}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <Text id={`${id}-title`} fw={600}>
        {step.title}
      </Text>
      <Text id={`${id}-text`} size="sm" c="dimmed" mt={4}>
        {step.text}
      </Text>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onBack}>
          {t('palette.back')}
        </Button>
        <Button
          {...(step.danger && { color: 'red.8' })}
          loading={pending}
          ref={focusFirst}
          aria-describedby={`${id}-title ${id}-text`}
          onClick={onConfirm}
        >
          {step.confirm}
        </Button>
      </Group>
    </div>
  );
}

function focusFirst(button: HTMLButtonElement | null): void {
  button?.focus();
}
