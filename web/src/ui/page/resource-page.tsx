import { Button } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { toast } from '../../lib/interaction/toast';
import type { Filters } from '../../lib/list/use-list';
import { BulkActions, type BulkJobs } from './bulk-actions';
import type { BulkChoice } from './bulk-menu';
import type { ColumnChoice } from '../table/columns';
import { DataTable } from '../table/data-table';
import type { DataTableProps, Selection } from '../table/data-table.types';
import { EmptyState } from '../feedback/empty-state';
import { FilterBar } from './filter-bar';
import { PageHeader } from './page-header';

type TableProps<T extends { id: number }, F extends Filters> = Pick<
  DataTableProps<T, F>,
  'list' | 'rowName' | 'muted' | 'pending' | 'onEdit'
>;

interface ResourcePageProps<T extends { id: number }, F extends Filters> extends TableProps<T, F> {
  title: string;
  lead: string;
  /** The button that opens the form for a new row; also shown when the list is empty. */
  add: { label: string; onClick: () => void };
  /** Between the header and the filters. */
  notice?: ReactNode;
  /** Fields of the filter bar. */
  filters: ReactNode;
  columns: ColumnChoice<T>;
  selection: Selection<T>;
  /** Copies the selected rows; absent if they have nothing to copy. */
  copy?: {
    label: string;
    /** Shown if no row is selected. */
    nothing: string;
    textOf: (row: T) => string;
  };
  jobs: BulkJobs<T>;
  /** Bulk actions without a confirmation. */
  moreActions?: BulkChoice[];
  /** Buttons before the column menu. */
  tools?: ReactNode;
  empty: { title: string; hint: string };
  /** Panels and dialogs. */
  children: ReactNode;
}

/** A page with a list of rows that can be added, edited, selected and changed together. */
export function ResourcePage<T extends { id: number }, F extends Filters>(props: ResourcePageProps<T, F>) {
  const { title, lead, add, notice, filters, columns, selection, copy, jobs, moreActions, tools } = props;
  const { list, rowName, muted, pending, onEdit, empty, children } = props;

  const addButton = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={add.onClick}>
      {add.label}
    </Button>
  );

  return (
    <>
      <PageHeader title={title} lead={lead}>
        {addButton}
      </PageHeader>
      {notice}
      <FilterBar
        filters={list.filters}
        onApply={list.setFilters}
        extra={
          <>
            {copy && <CopySelected rows={selection.rows} {...copy} />}
            <BulkActions
              selected={selection.rows}
              jobs={jobs}
              nameOf={rowName}
              {...(moreActions && { more: moreActions })}
              onDone={async () => {
                selection.onChange([]);
                await list.refresh();
              }}
            />
            {tools}
            {columns.menu}
          </>
        }
      >
        {filters}
      </FilterBar>
      <DataTable
        name={title}
        list={list}
        columns={columns.visible}
        density={columns.density}
        widths={columns.widths}
        rowName={rowName}
        {...(muted && { muted })}
        {...(pending && { pending })}
        {...(onEdit && { onEdit })}
        selection={selection}
        empty={<EmptyState title={empty.title} hint={empty.hint} action={addButton} />}
      />
      {children}
    </>
  );
}

interface CopySelectedProps<T> {
  rows: T[];
  label: string;
  nothing: string;
  textOf: (row: T) => string;
}

function CopySelected<T>({ rows, label, nothing, textOf }: CopySelectedProps<T>) {
  const { t } = useTranslation();

  function copy() {
    if (rows.length === 0) toast.error(nothing);
    else void copyText(rows.map(textOf).join('\n'), t('common.copiedSecret'));
  }

  return (
    <Button variant="default" leftSection={<IconCopy size={16} stroke={1.75} />} onClick={copy}>
      {label}
    </Button>
  );
}
