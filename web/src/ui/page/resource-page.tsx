import { Button } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import { toast } from '../../lib/interaction/toast';
import type { Filters } from '../../lib/list/use-list';
import { BulkActions, type BulkJobs } from './bulk-actions';
import type { BulkChoice } from './bulk-menu';
import type { ColumnChoice } from '../table/columns';
import { DataTable } from '../table/data-table';
import { Pager } from '../table/pager';
import type { DataTableProps } from '../table/data-table.types';
import { EmptyState } from '../feedback/empty-state';
import { FilterBar } from './filter-bar';
import { PageHeader } from './page-header';

type TableProps<T extends { id: number }, F extends Filters> = Pick<
  DataTableProps<T, F>,
  | 'list'
  | 'rowName'
  | 'tight'
  | 'muted'
  | 'pending'
  | 'expand'
  | 'brief'
  | 'nested'
  | 'onEdit'
  | 'onOpen'
  | 'sort'
  | 'selection'
>;

export interface ResourcePageProps<T extends { id: number }, F extends Filters> extends TableProps<T, F> {
  title: string;
  lead: string;
  /** Above the title. */
  before?: ReactNode;
  /** Beside the title. */
  headerActions?: ReactNode;
  /** The button that opens the form for a new row; also shown when the list is empty. */
  add?: { label: string; onClick: () => void };
  /** Between the header and the filters. */
  notice?: ReactNode;
  /** Fields of the filter bar; a function renders another bar, with the controls at its end. */
  filters: ReactNode | ((controls: ReactNode) => ReactNode);
  /** Between the filters and the rows. */
  beforeRows?: ReactNode;
  columns: ColumnChoice<T>;
  /** Copies the selected rows; absent if they have nothing to copy. */
  copy?: {
    label: string;
    /** Shown if no row is selected. */
    nothing: string;
    textOf: (row: T) => string;
  };
  /** Actions on the selected rows. */
  jobs?: BulkJobs<T>;
  /** Bulk actions without a confirmation. */
  moreActions?: BulkChoice[];
  /** Controls before the column menu. */
  tools?: ReactNode;
  /** Shows the rows instead of the table and its column menu. */
  gallery?: ReactNode;
  /** Shown when the list is empty and no filter is set. `action` is the add button by default. */
  empty: { title: string; hint: string; action?: ReactNode; after?: ReactNode };
  /** Panels and dialogs. */
  children?: ReactNode;
}

/** A page with a list: header, filters, rows. Rows that can be added or selected have the buttons for it. */
export function ResourcePage<T extends { id: number }, F extends Filters>(props: ResourcePageProps<T, F>) {
  const { title, lead, before, headerActions, add, notice, filters, beforeRows, columns, gallery, ...rest } =
    props;
  const { copy, jobs, moreActions, tools, empty, children, ...table } = rest;
  const { list, rowName, selection } = table;

  const addButton = add && (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={add.onClick}>
      {add.label}
    </Button>
  );
  /** On narrow screens, what needs a selection appears with it: the list begins earlier. */
  const isIdle = useIsNarrow() && selection?.rows.length === 0;
  const controls = (
    <>
      {copy && selection && !isIdle && <CopySelected rows={selection.rows} {...copy} />}
      {jobs && selection && !isIdle && (
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
      )}
      {tools}
      {gallery === undefined && columns.menu}
    </>
  );

  return (
    <>
      {before}
      <PageHeader title={title} lead={lead}>
        {(headerActions || addButton) && (
          <>
            {headerActions}
            {addButton}
          </>
        )}
      </PageHeader>
      {notice}
      {typeof filters === 'function' ? (
        filters(controls)
      ) : (
        <FilterBar filters={list.filters} onApply={list.setFilters} extra={controls}>
          {filters}
        </FilterBar>
      )}
      {beforeRows}
      {gallery !== undefined && list.rows.length > 0 ? (
        <section aria-label={title} aria-busy={list.isRefreshing}>
          {gallery}
          <Pager list={list} />
        </section>
      ) : (
        <DataTable
          {...table}
          name={title}
          columns={columns.visible}
          density={columns.density}
          widths={columns.widths}
          empty={
            <>
              <EmptyState title={empty.title} hint={empty.hint} action={empty.action ?? addButton} />
              {empty.after}
            </>
          }
        />
      )}
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
