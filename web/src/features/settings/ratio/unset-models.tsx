import { Alert, Button } from '@mantine/core';
import { IconInfoCircle, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import i18next from 'i18next';
import useSWR from 'swr';
import { toast } from '../../../lib/interaction/toast';
import { hasDefaultPrice, priceNames } from '../../../lib/models/task-price-names';
import { DataTable } from '../../../ui/table/data-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { EditorBar } from './editor-bar';
import { priceRowBrief } from './price-row-brief';
import { usePriceColumns } from './price-columns';
import { useLocalList } from './use-local-list';
import { useNamedRow } from './use-named-row';
import { type PriceRow, usePriceEdits } from './use-price-edits';
import { get } from '../../../lib/api/api';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog';

const BatchDialog = lazyDialog(async () => (await import('./batch-dialog')).BatchDialog);
const PriceDialog = lazyDialog(async () => (await import('./price-dialog')).PriceDialog);

/** Enabled models without a price, priced one by one or in bulk. */
export function UnsetModels() {
  const { t } = useTranslation();
  const editing = usePriceEdits('unset-models');
  const enabled = useEnabledModels();
  const { stored, edits, priceOf } = editing;
  const names = enabled.names.filter(
    (name) => !hasDefaultPrice(name) && !priceNames(name).some((each) => isPriced(stored.get(each))),
  );
  const added = [...edits.keys()].filter((name) => !names.includes(name));
  const rows = [...names, ...added].map((name, id): PriceRow => ({
    id,
    name,
    edited: edits.has(name),
    ...priceOf(name),
  }));
  const { model: named, table: tableRef } = useNamedRow(!enabled.isLoading);
  const list = useLocalList(rows, named);
  const columns = usePriceColumns((name, price) => editing.set([[name, price]]));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<'add' | 'batch'>();
  const selected = rows.filter(({ name }) => chosen.includes(name));

  return (
    <div ref={tableRef}>
      <Alert mb="md" p="sm" icon={<IconInfoCircle size={18} stroke={1.75} />}>
        {t('settings.ratio.unset.note')}
      </Alert>
      <EditorBar
        editing={editing}
        keyword={list.filters.keyword}
        onSearch={(keyword) => list.setFilters({ keyword })}
        onAdd={() => setDialog('add')}
      >
        <Button
          variant="default"
          leftSection={<IconListCheck size={16} stroke={1.75} />}
          onClick={() =>
            selected.length > 0 ? setDialog('batch') : toast.error(t('settings.ratio.unset.needSelect'))
          }
        >
          {t('settings.ratio.unset.batch', { count: selected.length })}
        </Button>
      </EditorBar>
      <DataTable
        name={t('settings.ratio.tab.unset')}
        list={{ ...list, isLoading: enabled.isLoading, error: enabled.error, refresh: enabled.refresh }}
        columns={columns}
        rowName={({ name }) => name}
        brief={(row) => priceRowBrief(row, t)}
        selection={{
          rows: selected,
          onChange: (selectedRows) => setChosen(selectedRows.map(({ name }) => name)),
        }}
        empty={
          <EmptyState title={t('settings.ratio.unset.empty')} hint={t('settings.ratio.unset.emptyHint')} />
        }
      />
      {dialog === 'add' && (
        <PriceDialog
          name=""
          price={undefined}
          taken={(name) => isPriced(priceOf(name))}
          onDone={(name, price) => editing.set([[name, price]])}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'batch' && (
        <BatchDialog
          count={selected.length}
          onDone={(change) => {
            editing.set(selected.map((row) => [row.name, change(priceOf(row.name))]));
            setChosen([]);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}

/** A completion ratio alone does not make a price. */
function isPriced(price: { price?: number | undefined; ratio?: number | undefined } | undefined): boolean {
  return price?.price !== undefined || price?.ratio !== undefined;
}

const NO_NAMES: string[] = [];

/** Names of all models of enabled channels, sorted. */
function useEnabledModels() {
  const { data, error, isLoading, mutate } = useSWR<string[], unknown>(
    '/api/channel/models_enabled',
    fetchNames,
  );
  return {
    names: data ?? NO_NAMES,
    isLoading: isLoading && !data,
    error: data ? undefined : error,
    refresh: async () => {
      await mutate();
    },
  };
}

async function fetchNames(path: string): Promise<string[]> {
  try {
    return (await get<string[]>(path)).toSorted();
  } catch (problem) {
    throw new Error(i18next.t('settings.ratio.unset.failed'), { cause: problem });
  }
}
