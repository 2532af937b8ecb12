import { Anchor, Group } from '@mantine/core';
import type { FocusEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { prettyJson } from '../../lib/format/json';
import { steady } from '../../lib/interaction/steady';
import { Textarea } from './inputs';

interface JsonFieldProps {
  label?: ReactNode;
  /** Instead of `label`, where the name of the field is shown elsewhere. */
  hiddenLabel?: string;
  description?: string;
  /** Inserted by the template button. */
  template?: unknown;
  value: string;
  error?: ReactNode;
  disabled?: boolean;
  minRows?: number;
  maxRows?: number;
  onChange: (value: string) => void;
  onBlur?: (event: FocusEvent) => void;
  /** More actions on the text, beside the template button. */
  extra?: ReactNode;
}

/** A text area for JSON with template, formatting and error message. */
export const JsonField = steady(function JsonField(props: JsonFieldProps) {
  const {
    label,
    hiddenLabel,
    description,
    template,
    value,
    error,
    disabled,
    minRows = 2,
    maxRows = 12,
  } = props;
  const { onChange, onBlur, extra } = props;
  const { t } = useTranslation();
  const pretty = prettyJson(value);
  return (
    <div>
      <Textarea
        label={label}
        aria-label={hiddenLabel}
        description={description}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        disabled={disabled}
        placeholder={template === undefined ? undefined : JSON.stringify(template)}
        autosize
        minRows={minRows}
        maxRows={maxRows}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      />
      <Group gap="md" mt={6}>
        {template !== undefined && !disabled && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => onChange(JSON.stringify(template, null, 2))}
          >
            {t('common.fillTemplate')}
          </Anchor>
        )}
        {pretty !== undefined && pretty !== value && !disabled && (
          <Anchor component="button" type="button" size="xs" onClick={() => onChange(pretty)}>
            {t('common.format')}
          </Anchor>
        )}
        {extra}
      </Group>
    </div>
  );
});
