import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../../lib/api/use-status';
import type { Money } from '../../../lib/format/format';
import { NumberInput, TextInput } from '../../../ui/form/inputs';
import { MoneyInput, unitsOf } from '../../../ui/form/money-input';
import classes from '../palette.module.css';
import type { Change, PaletteStep, StepField } from '../palette.types';

interface FormStepProps {
  step: Extract<PaletteStep, { kind: 'form' }>;
  pending: boolean;
  onSubmit: (change: Change) => void;
  onBack: () => void;
}

type Values = Record<string, number | string>;

/** Asks for the numbers and texts that an action needs. */
export function FormStep({ step, pending, onSubmit, onBack }: FormStepProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const id = useId();
  const form = useForm<Values>({
    initialValues: Object.fromEntries(step.fields.map((field) => [field.name, initialOf(field, money)])),
    validate: Object.fromEntries(
      step.fields.map((field) => [
        field.name,
        (value: number | string) =>
          field.kind !== 'text' && (value === '' || !Number.isFinite(Number(value)))
            ? t('palette.needNumber')
            : (field.problem?.(storedOf(field, value, money)) ?? null),
      ]),
    ),
  });

  function submit(values: Values) {
    const stored = step.fields.map((field) => [field.name, storedOf(field, values[field.name] ?? '', money)]);
    onSubmit(step.change(Object.fromEntries(stored) as Values));
  }

  return (
    <form className={classes.step} aria-labelledby={`${id}-title`} onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <div>
          <Text id={`${id}-title`} fw={600}>
            {step.title}
          </Text>
          {step.text && (
            <Text size="sm" c="dimmed" mt={4}>
              {step.text}
            </Text>
          )}
        </div>
        {step.fields.map((field, index) => (
          <Field
            key={field.name}
            field={field}
            first={index === 0}
            money={money}
            value={form.values[field.name] ?? ''}
            inputProps={form.getInputProps(field.name)}
          />
        ))}
        <Group justify="flex-end" gap="sm" mt={4}>
          <Button variant="default" onClick={onBack}>
            {t('palette.back')}
          </Button>
          <Button type="submit" loading={pending}>
            {step.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  field: StepField;
  first: boolean;
  money: Money;
  value: number | string;
  inputProps: ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>;
}

function Field({ field, first, money, value, inputProps }: FieldProps) {
  const { label, kind, maxLength, describe } = field;
  const common = { label, withAsterisk: true, ...inputProps, ...(first && { ref: focusInput }) };
  if (kind === 'text')
    return <TextInput {...common} autoComplete="off" {...(maxLength !== undefined && { maxLength })} />;
  const described = value === '' ? undefined : describe?.(storedOf(field, value, money));
  const Input = kind === 'money' ? MoneyInput : NumberInput;
  return (
    <Input
      {...common}
      hideControls
      {...(kind === 'money' ? {} : { allowDecimal: false })}
      {...(described !== undefined && {
        description: described,
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      })}
    />
  );
}

/** The value in quota units of an amount in money. */
function storedOf({ kind }: StepField, value: number | string, money: Money): number | string {
  if (kind === 'text') return String(value).trim();
  return kind === 'money' ? unitsOf(value, money) : Number(value);
}

function initialOf({ kind, initial }: StepField, money: Money): number | string {
  if (initial === undefined) return '';
  return kind === 'money' && money.asCurrency ? initial / money.perUnit : initial;
}

function focusInput(input: HTMLInputElement | null): void {
  input?.focus();
}
