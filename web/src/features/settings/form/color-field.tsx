import { ColorInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OWN_ACCENT } from '../../../accent';
import { AccentPreview } from './accent-preview';
import type { TextField } from './fields';
import { type Control, lineOf } from './inputs';

/** Offered beside any other colour; the first is the console's own. */
const SWATCHES = [
  OWN_ACCENT,
  '#1d4ed8',
  '#4338ca',
  '#7c3aed',
  '#be185d',
  '#b91c1c',
  '#c2410c',
  '#a16207',
  '#15803d',
];

/** A colour by code or from a palette, and what the console makes of it in both schemes. */
export function ColorField(props: Control<TextField>) {
  const { t } = useTranslation();
  const { field, form, locked } = props;
  const text = form.textOf(field);
  return (
    <div>
      <ColorInput
        {...lineOf(props)}
        maw={360}
        format="hex"
        fixOnBlur={false}
        swatches={SWATCHES}
        swatchesPerRow={SWATCHES.length}
        {...(field.placeholder && { placeholder: field.placeholder })}
        eyeDropperButtonProps={{ 'aria-label': t('settings.form.pickColor') }}
        autoComplete="off"
        value={text}
        onChange={(value) => form.edit(field, value)}
        onBlur={(event) => form.leave(field, event)}
        disabled={locked}
      />
      <AccentPreview color={text.trim()} />
    </div>
  );
}
