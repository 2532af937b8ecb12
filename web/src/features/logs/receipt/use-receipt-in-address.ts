import { useSearchParams } from 'react-router-dom';
import { changedQuery } from '../../../lib/list/changed-query';

/** The open receipt, kept in the URL so that it can be shared. */
export function useReceiptInAddress(): [id: number | undefined, set: (id: number | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const id = Number(search.get('receipt'));
  return [
    Number.isInteger(id) && id > 0 ? id : undefined,
    (opened) =>
      setSearch(
        changedQuery((next) => {
          if (opened === undefined) next.delete('receipt');
          else next.set('receipt', String(opened));
        }),
        { preventScrollReset: true },
      ),
  ];
}
