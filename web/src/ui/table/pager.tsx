import { Button, Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import { type Filters, PAGE_SIZES, type ShownList } from '../../lib/list/use-list';
import type { Selection } from './data-table.types';
import { PageNumbers } from './page-numbers';

interface PagerProps<T, F extends Filters> {
  list: ShownList<T, F>;
  selection?: Selection<T> | undefined;
}

/** The displayed range, the selection, the page size and the pagination. */
export function Pager<T, F extends Filters>({ list, selection }: PagerProps<T, F>) {
  const { t } = useTranslation();
  const narrow = useIsNarrow();
  const start = (list.page - 1) * list.size + 1;
  const pages = Math.max(1, Math.ceil(list.total / list.size));
  return (
    <Group component="nav" aria-label={t('table.pages')} justify="space-between" gap="sm" pt="sm">
      <Group gap="xs" aria-live="polite" mih={26}>
        <Text size="xs" c="dimmed">
          {t(list.totalUnknown ? 'table.rangeOfMany' : 'table.range', {
            start,
            end: start + list.rows.length - 1,
            total: list.total,
          })}
        </Text>
        {selection && selection.rows.length > 0 && (
          <>
            <Text size="xs" fw={600}>
              {t('common.selected', { count: selection.rows.length })}
            </Text>
            <Button size="compact-xs" variant="subtle" onClick={() => selection.onChange([])}>
              {t('table.unselect')}
            </Button>
          </>
        )}
      </Group>
      <Group gap="sm">
        <Select
          aria-label={t('table.pageSize')}
          size="xs"
          w={112}
          allowDeselect={false}
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('table.perPage', { size }) }))}
          value={String(list.size)}
          onChange={(value) => value && list.setSize(Number(value))}
        />
        <PageNumbers total={pages} value={list.page} onChange={list.setPage} siblings={narrow ? 0 : 1} />
      </Group>
    </Group>
  );
}
