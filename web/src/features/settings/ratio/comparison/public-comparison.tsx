import type { PriceComparison } from '#contract/resources/price-comparison';
import { Anchor, Button, Group, ScrollArea, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../../layout/page-skeleton';
import { messageOf } from '../../../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../../../ui/feedback/empty-state';
import { DataTable } from '../../../../ui/table/data-table';
import { useLocalList } from '../use-local-list';
import { comparisonBrief } from './comparison-brief';
import { canAdopt, type Comparison, comparedRows, COMPARISONS } from './compared-rows';
import { useComparisonColumns } from './comparison-columns';
import { usePriceComparison } from './use-comparison';
import { lazyDialog } from '../../../../ui/dialog/lazy-dialog';

const AdoptDialog = lazyDialog(async () => (await import('./adopt-dialog')).AdoptDialog);

/** The prices here beside those of the public list, differences first. */
export function PublicComparison() {
  const { comparison, isLoading, error, refresh } = usePriceComparison();
  if (error !== undefined) return <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />;
  if (isLoading || !comparison) return <PageSkeleton />;
  return <Compared comparison={comparison} refresh={refresh} />;
}

interface ComparedProps {
  comparison: PriceComparison;
  refresh: () => Promise<void>;
}

function Compared({ comparison: { list: source, models }, refresh }: ComparedProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Comparison>('all');
  const [equal, setEqual] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [adopting, setAdopting] = useState(false);
  const rows = comparedRows(models, shown, equal);
  const list = useLocalList(rows);
  const columns = useComparisonColumns();
  const selected = models.filter((row) => chosen.includes(row.model) && canAdopt(row));
  const count = (state: string) => models.filter((row) => row.state === state).length;

  function show(comparison: Comparison) {
    setShown(comparison);
    list.setPage(1);
  }

  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('settings.ratio.comparison.lead')}{' '}
        <Anchor href={source.url} target="_blank" rel="noreferrer" size="sm" underline="always">
          {t('settings.ratio.comparison.source', source)}
        </Anchor>
        {!source.enabled && ` ${t('settings.ratio.comparison.notUsed')}`}
      </Text>
      <Group gap="sm" mb="sm">
        <TextInput
          aria-label={t('settings.ratio.editor.search')}
          placeholder={t('settings.ratio.editor.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          w={{ base: '100%', xs: 220 }}
          value={list.filters.keyword}
          onChange={(event) => list.setFilters({ keyword: event.currentTarget.value })}
        />
        <ScrollArea type="never" maw="100%">
          <SegmentedControl
            aria-label={t('settings.ratio.comparison.filter')}
            value={shown}
            data={COMPARISONS.map((value) => ({
              value,
              label:
                value === 'all'
                  ? t('settings.ratio.comparison.all')
                  : t('settings.ratio.comparison.counted', {
                      state: t(`settings.ratio.comparison.state.${value}`),
                      count: count(value),
                    }),
            }))}
            onChange={(value) => show(COMPARISONS.find((name) => name === value) ?? 'all')}
          />
        </ScrollArea>
        <Button
          variant={selected.length > 0 ? 'filled' : 'default'}
          disabled={selected.length === 0}
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() => setAdopting(true)}
        >
          {t('settings.ratio.comparison.adopt', { count: selected.length })}
        </Button>
      </Group>
      <DataTable
        name={t('settings.ratio.tab.public')}
        list={{ ...list, refresh }}
        columns={columns}
        rowName={({ name }) => name}
        brief={(row) => comparisonBrief(row, t)}
        selection={{
          rows: rows.filter((row) => chosen.includes(row.model) && canAdopt(row)),
          can: canAdopt,
          onChange: (next) => {
            // Rows that are not shown stay ticked.
            const others = chosen.filter((name) => !rows.some(({ model }) => model === name));
            setChosen([...others, ...next.map(({ model }) => model)]);
          },
        }}
        empty={<EmptyState title={t('settings.ratio.comparison.empty')} />}
      />
      {shown === 'all' && count('equal') > 0 && (
        <Button variant="subtle" mt="xs" aria-expanded={equal} onClick={() => setEqual(!equal)}>
          {t(equal ? 'settings.ratio.comparison.hideEqual' : 'settings.ratio.comparison.showEqual', {
            count: count('equal'),
          })}
        </Button>
      )}
      {adopting && (
        <AdoptDialog rows={selected} onDone={() => setChosen([])} onClose={() => setAdopting(false)} />
      )}
    </>
  );
}
