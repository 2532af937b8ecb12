import { Fieldset, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelTypeForm } from '#contract/resources/channels/channel-type';
import { declaredLanguage } from '../../../text';
import { PasswordInput, TextInput } from '../../../ui/form/inputs';

interface Props {
  forms: ChannelTypeForm['key_forms'];
  /** Index of the form that is shown first. */
  initial: number;
  /** The parts, joined by `|`. */
  value: string;
  required: boolean;
  description: string | undefined;
  error: ReactNode;
  onChange: (value: string) => void;
}

/** A key of several parts, with a field for each. */
export function ChannelKeyParts({ forms, initial, value, required, description, error, onChange }: Props) {
  const { t } = useTranslation();
  const language = declaredLanguage();
  const [chosen, setChosen] = useState(initial);
  const form = forms[chosen] ?? forms[0];
  if (!form) return null;
  const current = value === '' ? [] : value.split('|');

  function change(index: number, text: string) {
    const parts = form!.parts.map((_, at) => (at === index ? text.trim() : (current[at] ?? '')));
    while (parts.at(-1) === '') parts.pop();
    onChange(parts.join('|'));
  }

  return (
    <Fieldset legend={t('channelForm.key')}>
      <Stack gap="sm">
        {forms.length > 1 && (
          <SegmentedControl
            data={forms.map(({ name }, index) => ({ value: String(index), label: name[language] }))}
            value={String(chosen)}
            onChange={(index) => {
              setChosen(Number(index));
              onChange('');
            }}
          />
        )}
        {form.parts.map(({ label, placeholder, secret, optional }, index) => {
          const Input = secret ? PasswordInput : TextInput;
          return (
            <Input
              key={`${chosen}-${label.en}`}
              label={label[language]}
              placeholder={placeholder[language]}
              withAsterisk={required && !optional}
              autoComplete="off"
              value={current[index] ?? ''}
              onChange={(event) => change(index, event.currentTarget.value)}
            />
          );
        })}
        {description && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        {error && (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
