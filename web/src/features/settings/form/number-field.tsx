import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatQuota } from '../../../lib/format';
import { useMoney } from '../../../lib/use-status';
import { Modal } from '../../../ui/modal';
import type * as Fields from './fields';
import classes from './form.module.css';
import { type Control, lineOf } from './inputs';

export function NumberField(props: Control<Fields.NumberField>) {
  const { t } = useTranslation();
  const { field, form, label } = props;
  const [warned, setWarned] = useState(false);
  const [warning, setWarning] = useState(false);
  const money = useMoney();
  const text = form.textOf(field);
  const words = lineOf(props);
  const worth =
    field.money && money.asCurrency && text !== ''
      ? t('common.equivalent', { amount: formatQuota(Number(text), money) })
      : undefined;

  function warn() {
    if (!field.warning || warned) return;
    setWarned(true);
    setWarning(true);
  }

  return (
    <>
      <NumberInput
        {...words}
        label={
          <>
            {label} {field.unit && <span className={classes.unit}>{t(field.unit)}</span>}
          </>
        }
        description={[words.description, worth].filter(Boolean).join(' · ') || undefined}
        allowDecimal={field.kind === 'number'}
        allowNegative={(field.min ?? 0) < 0}
        min={field.min}
        max={field.max}
        clampBehavior="none"
        hideControls
        value={text}
        onFocus={warn}
        onChange={(value) => form.edit(field, String(value))}
        onBlur={(event) => form.leave(field, event)}
      />
      {field.warning && (
        <Modal opened={warning} onClose={() => setWarning(false)} title={t(field.warning.title)}>
          <Text size="sm">{t(field.warning.text)}</Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={() => setWarning(false)}>{t('common.confirm')}</Button>
          </Group>
        </Modal>
      )}
    </>
  );
}
