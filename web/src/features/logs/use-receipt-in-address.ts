import { useSearchParams } from 'react-router-dom';
import { changedQuery } from '../../lib/changed-query';

/** Which receipt is open; the address says so, that it can be handed on. */
export function useReceiptInAddress(): [id: number | undefined, set: (id: number | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const id = Number(search.get('receipt'));
  return [
    Number.isInteger(id) && id > 0 ? id : undefined,
    (wanted) =>
      setSearch(
        changedQuery((next) => {
          if (wanted === undefined) next.delete('receipt');
          else next.set('receipt', String(wanted));
        }),
        { preventScrollReset: true },
      ),
  ];
}
