import { NumberInput } from '@mantine/core';
import { useState } from 'react';

interface InlineNumberProps {
  /** Accessible name. */
  label: string;
  value: number;
  min: number;
  /** Resolves to whether it was saved. */
  onSave: (value: number) => Promise<boolean>;
}

/** A whole number edited in its row: saved on Enter or when left, taken back when refused. */
export function InlineNumber({ label, value, min, onSave }: InlineNumberProps) {
  const [draft, setDraft] = useState<number | string>(value);
  const [saved, setSaved] = useState(value);
  if (saved !== value) {
    setSaved(value);
    setDraft(value);
  }

  async function save() {
    const wanted = Math.max(min, Math.trunc(Number(draft)));
    if (draft === '' || !Number.isFinite(wanted) || wanted === value) setDraft(value);
    else if (!(await onSave(wanted))) setDraft(value);
  }

  return (
    <NumberInput
      aria-label={label}
      size="xs"
      w={76}
      min={min}
      allowDecimal={false}
      hideControls
      value={draft}
      onChange={setDraft}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(value);
      }}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}
