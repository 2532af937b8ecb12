import type { Filters, List } from '../../lib/list/use-list';
import type { SortControl } from './data-table.types';

/** The filters of a list that the server sorts; '' = newest first. */
export const NO_SORT = { sort: '', descending: '' };

/**
 * Sorts a list by its heads, with the order in the address.
 * @param columns names that the server has for columns with other keys
 */
export function listSort<F extends Filters & typeof NO_SORT>(
  { filters, setFilters }: Pick<List<unknown, F>, 'filters' | 'setFilters'>,
  columns: Readonly<Record<string, string>> = {},
): SortControl {
  const { sort, descending } = filters;
  const shown = Object.entries(columns).find(([, name]) => name === sort)?.[0] ?? sort;
  return {
    by: sort === '' ? undefined : { column: shown, descending: descending === 'true' },
    onChange: (by) => {
      const change: Partial<typeof NO_SORT> = {
        sort: columns[by.column] ?? by.column,
        descending: by.descending ? 'true' : '',
      };
      setFilters(change as Partial<F>);
    },
  };
}
