import { Pagination, type PaginationProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Buttons for the pages of a list. */
export function PageNumbers(
  props: Pick<PaginationProps, 'total' | 'value' | 'onChange' | 'siblings' | 'mt' | 'aria-label'>,
) {
  const { t } = useTranslation();
  const labels = { previous: t('table.previous'), next: t('table.next') };
  return (
    <Pagination
      size="sm"
      {...props}
      getControlProps={(control) =>
        control === 'previous' || control === 'next' ? { 'aria-label': labels[control] } : {}
      }
    />
  );
}
