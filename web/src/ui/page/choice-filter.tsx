import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ChoiceFilterProps {
  label: string;
  /** Placeholder while nothing is selected. */
  any: string;
  choices: readonly (string | { value: string; label: string })[];
  /** '' = no filter. */
  value: string;
  onChange: (value: string) => void;
  /** Pixels, on wide screens. */
  width: number;
  /** Allows typing to search in long lists. */
  searchable?: boolean;
}

/** A filter with a list of values that applies immediately. */
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
