import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { readNumber, showNumber } from './prices';

/** Significant digits that fit the field; unedited values keep their full precision. */
const DIGITS = 8;

interface NumberCellProps {
  /** Accessible name. */
  label: string;
  value: number | undefined;
  placeholder?: string;
  disabled?: boolean;
  size?: 'xs' | 'sm';
  /** Explanation shown below the field. */
  meaning?: string | undefined;
  onChange: (value: number | undefined) => void;
}

/** A number edited in a table cell; invalid input is rejected and the old value restored. */
export function NumberCell({
  label,
  value,
  placeholder,
  disabled,
  size = 'xs',
  meaning,
  onChange,
}: NumberCellProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string>();

  function leave() {
    if (draft === undefined) return;
    setDraft(undefined);
    const entered = readNumber(draft);
    if (Number.isNaN(entered)) toast.error(t('settings.ratio.editor.number'));
    else if (entered !== value) onChange(entered);
  }

  return (
    <div>
      <TextInput
        aria-label={label}
        size={size}
        w={120}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        disabled={disabled}
        value={draft ?? showNumber(value && Number(value.toPrecision(DIGITS)))}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(undefined);
        }}
        styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      />
      {meaning && (
        <Text size="xs" c="dimmed" mt={2}>
          {meaning}
        </Text>
      )}
    </div>
  );
}
