import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface TextCellProps {
  /** Accessible name. */
  label: string;
  value: string;
  placeholder?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** A text in a row, taken over when it is left. */
export function TextCell({ value, onChange, label, ...others }: TextCellProps) {
  const [draft, setDraft] = useState<string>();

  function leave() {
    if (draft !== undefined && draft !== value) onChange(draft);
    setDraft(undefined);
  }

  return (
    <TextInput
      {...others}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      value={draft ?? value}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(undefined);
        if (event.key !== 'Enter') return;
        // The form is not sent before the text is in it.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
