import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatQuota } from '../../../lib/format/format';
import { useMoney } from '../../../lib/api/use-status';
import { useLocalized } from '../../../text/localized';
import { Modal } from '../../../ui/dialog/modal';
import type { NumberField } from './fields';
import classes from './form.module.css';
import { type Control, lineOf } from './inputs';
import { NumberInput } from '../../../ui/form/inputs';

export function NumberInputField(props: Control<NumberField>) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { field, form, label } = props;
  const [warned, setWarned] = useState(false);
  const [warning, setWarning] = useState(false);
  const money = useMoney();
  const text = form.textOf(field);
  const line = lineOf(props);
  const worth =
    field.unit === 'quota' && money.asCurrency && text !== ''
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
        {...line}
        label={
          <>
            {label} {field.unit && <span className={classes.unit}>{t(`settings.unit.${field.unit}`)}</span>}
          </>
        }
        description={[line.description, worth].filter(Boolean).join(' · ') || undefined}
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
        <Modal opened={warning} onClose={() => setWarning(false)} title={localized(field.warning.title)}>
          <Text size="sm">{localized(field.warning.text)}</Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={() => setWarning(false)}>{t('common.confirm')}</Button>
          </Group>
        </Modal>
      )}
    </>
  );
}
