import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ChoiceFilterProps {
  label: string;
  /** What the field says while it limits nothing. */
  any: string;
  choices: readonly (string | { value: string; label: string })[];
  /** '' limits nothing. */
  value: string;
  onChange: (value: string) => void;
  /** Pixels, on wide screens. */
  width: number;
  /** There are many: they are found by typing. */
  searchable?: boolean;
}

/** A filter of known values, which acts as soon as one is chosen. */
export function ChoiceFilter({
  label,
  any,
  choices,
  value,
  onChange,
  width,
  searchable = false,
}: ChoiceFilterProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={label}
      placeholder={any}
      data={choices}
      w={{ sm: width }}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      searchable={searchable}
      {...(searchable && { nothingFoundMessage: t('table.noMatch') })}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
