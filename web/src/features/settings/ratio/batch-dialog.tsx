import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { GuardedModal } from '../../../ui/dialog/modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { type Price, readNumber } from './prices';

const TYPES = ['price', 'ratio', 'completion', 'both'] as const;
type Type = (typeof TYPES)[number];

interface BatchDialogProps {
  count: number;
  /** Receives a function that maps a model's old price to the new one. */
  onDone: (change: (before: Price | undefined) => Price) => void;
  onClose: () => void;
}

/** Sets the same values for many models. */
export function BatchDialog({ count, onDone, onClose }: BatchDialogProps) {
  const { t } = useTranslation();
  const [type, setType] = useState<Type>('ratio');
  const [value, setValue] = useState('');
  const [second, setSecond] = useState('');
  const [error, setError] = useState<string>();
  const both = type === 'both';

  const guard = useUnsavedGuard(value !== '' || second !== '', onClose, true);

  function submit() {
    const [first, completion] = [readNumber(value), readNumber(second)];
    if (both && (first === undefined || completion === undefined))
      return setError(t('settings.ratio.unset.needBoth'));
    if (first === undefined) return setError(t('settings.ratio.unset.needValue'));
    if (Number.isNaN(first) || (both && Number.isNaN(completion)))
      return setError(t('settings.ratio.unset.badNumber'));
    onDone((before) => changed(type, before, first, completion));
    toast.success(t('settings.ratio.unset.done', { count, type: t(`settings.ratio.unset.${type}`) }));
    guard.leave();
  }

  return (
    <GuardedModal guard={guard} title={t('settings.ratio.unset.batchTitle')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('settings.ratio.unset.batchText', { count })}
          </Text>
          <Select
            label={t('settings.ratio.unset.type')}
            allowDeselect={false}
            data={TYPES.map((name) => ({ value: name, label: t(`settings.ratio.unset.${name}`) }))}
            value={type}
            onChange={(chosen) => {
              setType(TYPES.find((name) => name === chosen) ?? type);
              setError(undefined);
            }}
          />
          <TextInput
            label={t(both ? 'settings.ratio.unset.ratio' : 'settings.ratio.unset.value')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            error={error}
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              setError(undefined);
            }}
          />
          {both && (
            <TextInput
              label={t('settings.ratio.unset.completion')}
              inputMode="decimal"
              autoComplete="off"
              value={second}
              onChange={(event) => {
                setSecond(event.currentTarget.value);
                setError(undefined);
              }}
            />
          )}
        </Stack>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={guard.close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('common.confirm')}</Button>
        </Group>
      </form>
    </GuardedModal>
  );
}

/** A fixed price clears the ratios; a ratio clears the fixed price. */
function changed(type: Type, before: Price = {}, value: number, second: number | undefined): Price {
  const { ratio, completion } = before;
  if (type === 'price') return { price: value };
  if (type === 'ratio') return { ratio: value, completion };
  if (type === 'completion') return { ratio, completion: value };
  return { ratio: value, completion: second };
}
