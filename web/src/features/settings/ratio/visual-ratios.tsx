import { Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { changedQuery } from '../../../lib/list/changed-query';
import { ConfirmButton } from '../../../ui/button/confirm-button';
import { DataTable } from '../../../ui/table/data-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { IconAction } from '../../../ui/button/icon-action';
import { EditorBar } from './editor-bar';
import { PriceDialog } from './price-dialog';
import { usePriceColumns } from './price-columns';
import { useLocalList } from './use-local-list';
import { type PriceRow, usePriceEdits } from './use-price-edits';

/** All models with a price in an editable table. The parameter `model` of the address opens the price of one. */
export function VisualRatios() {
  const { t } = useTranslation();
  const editing = usePriceEdits('visual-ratios');
  const { stored, edits, priceOf } = editing;
  const added = [...edits.keys()].filter((name) => !stored.has(name));
  const rows = [...added, ...stored.keys()]
    .filter((name) => priceOf(name) !== undefined)
    .map((name, id): PriceRow => ({ id, name, edited: edits.has(name), ...priceOf(name) }));
  const list = useLocalList(rows);
  const columns = usePriceColumns((name, price) => editing.set([[name, price]]));
  /** The model being edited; '' for a new one. */
  const [chosen, setOpen] = useState<string>();
  const table = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useSearchParams();
  const named = search.get('model') ?? undefined;
  const open = chosen ?? named;

  function close() {
    setOpen(undefined);
    if (named === undefined) return;
    setSearch(
      changedQuery((next) => next.delete('model')),
      { preventScrollReset: true, replace: true },
    );
    // The table, with the change that is not saved yet, is far down the page.
    table.current?.scrollIntoView();
  }

  return (
    <div ref={table}>
      <EditorBar
        editing={editing}
        keyword={list.filters.keyword}
        onSearch={(keyword) => list.setFilters({ keyword })}
        onAdd={() => setOpen('')}
      />
      <DataTable
        name={t('settings.ratio.tab.visual')}
        list={list}
        columns={[
          ...columns,
          {
            key: 'actions',
            title: t('common.actions'),
            card: 'actions',
            width: 100,
            render: ({ name }) => (
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <IconAction
                  label={t('settings.ratio.editor.editNamed', { name })}
                  icon={<IconPencil size={16} stroke={1.75} />}
                  onClick={() => setOpen(name)}
                />
                <ConfirmButton
                  label={t('settings.ratio.editor.removeNamed', { name })}
                  title={t('settings.ratio.editor.removeTitle')}
                  name={name}
                  text={t('settings.ratio.editor.removeText')}
                  icon={<IconTrash size={16} stroke={1.75} />}
                  confirm={t('common.delete')}
                  onConfirm={async () => editing.set([[name, null]])}
                />
              </Group>
            ),
          },
        ]}
        rowName={({ name }) => name}
        empty={
          <EmptyState title={t('settings.ratio.editor.empty')} hint={t('settings.ratio.editor.emptyHint')} />
        }
      />
      {open !== undefined && (
        <PriceDialog
          key={open}
          name={open}
          price={priceOf(open)}
          taken={(name) => priceOf(name) !== undefined}
          onDone={(name, price) => editing.set([[name, price]])}
          onClose={close}
        />
      )}
    </div>
  );
}
