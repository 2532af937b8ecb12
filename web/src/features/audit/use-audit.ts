import type { AuditEntryResponse } from '#contract/resources/audit';
import { useSearchParams } from 'react-router-dom';
import useSWRInfinite from 'swr/infinite';
import { get, withQuery } from '../../lib/api/api';

const PAGE_SIZE = 50;

export interface AuditFilters {
  /** Name or id of an account. */
  account: string;
  action: string;
}

/** The audit log, newest first, page after page; the filters are in the address. */
export function useAudit() {
  const [search, setSearch] = useSearchParams();
  const filters: AuditFilters = { account: search.get('account') ?? '', action: search.get('action') ?? '' };
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite<
    AuditEntryResponse[],
    unknown
  >((index, previous: AuditEntryResponse[] | null) => pathOf(filters, index, previous), get, {
    revalidateFirstPage: false,
    keepPreviousData: true,
  });
  const entries = data?.flat() ?? [];
  return {
    filters,
    entries,
    isLoading: isLoading && !data,
    isBusy: isValidating,
    error: data ? undefined : error,
    hasMore: data?.at(-1)?.length === PAGE_SIZE,
    more: () => void setSize(size + 1),
    refresh: () => mutate(),
    filter: (changed: Partial<AuditFilters>) =>
      setSearch(
        Object.fromEntries(Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== '')),
        { replace: true },
      ),
  };
}

function pathOf(
  { account, action }: AuditFilters,
  index: number,
  previous: AuditEntryResponse[] | null,
): string | null {
  const before = previous?.at(-1)?.id;
  // An empty page was the last one.
  if (index > 0 && before === undefined) return null;
  const name = account.trim();
  return withQuery('/api/audit', {
    size: PAGE_SIZE,
    before,
    action,
    ...(/^\d+$/.test(name) ? { user_id: name } : { username: name }),
  });
}
