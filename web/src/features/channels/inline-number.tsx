import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../lib/interaction/toast';

interface InlineNumberProps {
  /** Accessible name. */
  label: string;
  /** Undefined = the channels have different values. */
  value: number | undefined;
  min: number;
  /** Error shown if the input is not a number; without it the previous value is restored silently. */
  problem?: string;
  /** Resolves to whether the value was saved. */
  onSave: (value: number) => Promise<boolean>;
}

/** Integer edited in its table row: saved on Enter or blur, restored if the server rejects it. */
export function InlineNumber({ label, value, min, problem, onSave }: InlineNumberProps) {
  const shown = value ?? '';
  const [draft, setDraft] = useState<number | string>(shown);
  const [saved, setSaved] = useState(value);
  if (saved !== value) {
    setSaved(value);
    setDraft(shown);
  }

  async function save() {
    const entered = Math.max(min, Math.trunc(Number(draft)));
    if (draft === shown || entered === value) {
      setDraft(shown);
    } else if (draft === '' || !Number.isFinite(entered)) {
      if (problem) toast.error(problem);
      setDraft(shown);
    } else if (!(await onSave(entered))) {
      setDraft(shown);
    }
  }

  return (
    <NumberInput
      aria-label={label}
      size="xs"
      w="100%"
      miw={48}
      maw={64}
      min={min}
      allowDecimal={false}
      hideControls
      placeholder={value === undefined ? '—' : undefined}
      value={draft}
      onChange={setDraft}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(shown);
      }}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}
