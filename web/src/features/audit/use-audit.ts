import type { AuditEntryResponse } from '#contract/resources/audit';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { useCursorList } from '../../lib/list/use-cursor-list';
import type { Filters } from '../../lib/list/use-list';

const PAGE_SIZE = 50;

export interface AuditFilters extends Filters {
  /** Name or id of an account. */
  account: string;
  action: string;
  /** Of the client. */
  address: string;
  requestId: string;
  /** Part of the sentence or of the details. */
  text: string;
  /** Epoch seconds as text; '' = no limit. */
  start: string;
  end: string;
}

/** The audit log; the filters are in the address. */
export function useAudit() {
  const [search, setSearch] = useSearchParams();
  const filters: AuditFilters = {
    account: search.get('account') ?? '',
    action: search.get('action') ?? '',
    address: search.get('address') ?? '',
    requestId: search.get('requestId') ?? '',
    text: search.get('text') ?? '',
    start: search.get('start') ?? '',
    end: search.get('end') ?? '',
  };
  const { rows: entries, ...list } = useCursorList<AuditEntryResponse>(
    { size: PAGE_SIZE, path: (before) => pathOf(filters, before) },
    ({ id }) => id,
  );
  return {
    ...list,
    entries,
    filters,
    filter: (changed: Partial<AuditFilters>) =>
      setSearch(
        Object.entries({ ...filters, ...changed }).filter((entry): entry is [string, string] =>
          Boolean(entry[1]),
        ),
        { replace: true },
      ),
  };
}

function pathOf(filters: AuditFilters, before: number | undefined): string {
  return withQuery('/api/audit', { size: PAGE_SIZE, before, ...queryOf(filters) });
}

/** Parameters of lists and exports. */
export function queryOf({ account, action, address, requestId, text, start, end }: AuditFilters) {
  const name = account.trim();
  const who = /^\d+$/.test(name) ? { user_id: name } : { username: name };
  return {
    action,
    address: address.trim(),
    request_id: requestId.trim(),
    text: text.trim(),
    start_timestamp: start,
    end_timestamp: end,
    ...who,
  };
}
