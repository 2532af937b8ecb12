import { Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { changedQuery } from '../../../lib/list/changed-query';
import { ConfirmButton } from '../../../ui/button/confirm-button';
import { DataTable } from '../../../ui/table/data-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { IconAction } from '../../../ui/button/icon-action';
import { EditorBar } from './editor-bar';
import { PasteButton } from './paste-dialog';
import { priceRowBrief } from './price-row-brief';
import { usePriceColumns } from './price-columns';
import { useLocalList } from './use-local-list';
import { useNamedRow } from './use-named-row';
import { type PriceRow, usePriceEdits } from './use-price-edits';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog';

const PriceDialog = lazyDialog(async () => (await import('./price-dialog')).PriceDialog);

/**
 * All models with a price in an editable table. The parameter `model` of the address names the row that is shown, or the
 * model that gets its first price.
 */
export function VisualRatios() {
  const { t } = useTranslation();
  const editing = usePriceEdits('visual-ratios');
  const { stored, edits, priceOf } = editing;
  const added = [...edits.keys()].filter((name) => !stored.has(name));
  const rows = [...added, ...stored.keys()]
    .filter((name) => priceOf(name) !== undefined)
    .map((name, id): PriceRow => ({ id, name, edited: edits.has(name), ...priceOf(name) }));
  const { model: named, table: tableRef } = useNamedRow(true);
  const list = useLocalList(rows, priceOf(named) && named);
  const columns = usePriceColumns((name, price) => editing.set([[name, price]]));
  /** The model being edited; '' for a new one. */
  const [chosen, setOpen] = useState<string>();
  const [, setSearch] = useSearchParams();
  const unpriced = named !== '' && priceOf(named) === undefined ? named : undefined;
  const open = chosen ?? unpriced;

  function close() {
    setOpen(undefined);
    if (unpriced === undefined) return;
    setSearch(
      changedQuery((next) => next.delete('model')),
      { preventScrollReset: true, replace: true },
    );
  }

  return (
    <div ref={tableRef}>
      <EditorBar
        editing={editing}
        keyword={list.filters.keyword}
        onSearch={(keyword) => list.setFilters({ keyword })}
        onAdd={() => setOpen('')}
      >
        <PasteButton editing={editing} />
      </EditorBar>
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
        brief={(row) => priceRowBrief(row, t)}
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
