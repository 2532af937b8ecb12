import { TextInput } from '../../../ui/form/inputs';
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

/** A text edited in a table cell; committed on blur. */
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
        // Prevents the form from being submitted before the text is committed.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
