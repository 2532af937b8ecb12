import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useServerViews } from '../../lib/list/use-server-views';
import type { ViewStore } from '../../lib/list/views';

/** Saved views of the costs. The default one is applied once, if the page was opened without filters and has none yet. */
export function useCostViews(): ViewStore {
  const [search, setSearch] = useSearchParams();
  const { store, views } = useServerViews('costs');
  const isDecided = useRef(search.size > 0);
  useEffect(() => {
    if (isDecided.current || views === undefined) return;
    isDecided.current = true;
    const standard = views.find((view) => view.default);
    if (standard && search.size === 0) setSearch(new URLSearchParams(standard.query), { replace: true });
  }, [views, search, setSearch]);
  return store;
}
