import type { NotificationChannelResponse } from '#contract/resources/notification-channel';
import { Anchor, Checkbox, Collapse, NumberInput, PasswordInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../text/localized';
import { CodeBlock } from '../../ui/text/code-block';
import { type Field, isStored, type SettingValues } from './setting-values';

interface Props {
  form: UseFormReturnType<SettingValues>;
  channel: NotificationChannelResponse;
  /** The stored settings, JSON text. */
  setting: string;
}

/** The fields that a notification channel declares. */
export function ChannelFields({ form, channel, setting }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {channel.fields.map((field) => (
        <ChannelField key={field.name} form={form} field={field} stored={isStored(field, setting)} />
      ))}
      {channel.guide !== '' && (
        <Anchor href={channel.guide} target="_blank" rel="noreferrer" size="sm">
          {t('personalPage.setting.guide')}
        </Anchor>
      )}
      {channel.payload !== '' && <PayloadExample payload={channel.payload} />}
    </>
  );
}

interface FieldProps {
  form: UseFormReturnType<SettingValues>;
  field: Field;
  /** Whether the server has a value that it does not return. */
  stored: boolean;
}

function ChannelField({ form, field, stored }: FieldProps) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { name, kind, secret, required, placeholder, min, max } = field;
  const path = `fields.${name}`;
  const common = {
    label: localized(field.label),
    description: localized(field.hint) || undefined,
    // With a problem, it is not kept.
    placeholder: stored && !form.errors[path] ? t('personalPage.setting.keptSecret') : placeholder,
    withAsterisk: required,
    ...form.getInputProps(path),
  };
  if (kind === 'integer')
    return <NumberInput {...common} allowDecimal={false} min={min ?? -Infinity} max={max ?? Infinity} />;
  if (!secret) return <TextInput {...common} type={kind} />;
  const isRemoved = form.values.fields[name] === null;
  return (
    <div>
      <PasswordInput
        {...common}
        {...(isRemoved && {
          value: '',
          disabled: true,
          placeholder: t('personalPage.setting.removedSecret'),
        })}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
      />
      {stored && !required && (
        <Checkbox
          mt={6}
          size="xs"
          label={t('personalPage.setting.removeSecret')}
          checked={isRemoved}
          onChange={({ currentTarget }) => form.setFieldValue(path, currentTarget.checked ? null : '')}
        />
      )}
    </div>
  );
}

function PayloadExample({ payload }: { payload: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {t('personalPage.setting.structure')}
      </Anchor>
      <Collapse expanded={opened}>
        <Text size="xs" c="dimmed" my={6}>
          {t('personalPage.setting.structureHint', { placeholder: '{{value}}' })}
        </Text>
        <CodeBlock code={payload} language="json" />
      </Collapse>
    </div>
  );
}
