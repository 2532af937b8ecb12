import { Anchor, Group, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { prettyJson } from '../lib/json';

interface JsonFieldProps {
  label: string;
  description?: string;
  /** Filled in by the template button. */
  template: unknown;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** A text area for a JSON object: template, formatting, and an error where it is. */
export function JsonField({ label, description, template, value, error, onChange }: JsonFieldProps) {
  const { t } = useTranslation();
  const pretty = prettyJson(value);
  return (
    <div>
      <Textarea
        label={label}
        description={description}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        placeholder={JSON.stringify(template)}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      />
      <Group gap="md" mt={6}>
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => onChange(JSON.stringify(template, null, 2))}
        >
          {t('common.fillTemplate')}
        </Anchor>
        {pretty !== undefined && pretty !== value && (
          <Anchor component="button" type="button" size="xs" onClick={() => onChange(pretty)}>
            {t('common.format')}
          </Anchor>
        )}
      </Group>
    </div>
  );
}
