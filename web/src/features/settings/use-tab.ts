import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TABS, type Tab } from './all-cards';

/** The tab in the URL; without one, the first tab, which is then added to the URL. */
export function useTab(): Tab {
  const [search, setSearch] = useSearchParams();
  const given = search.get('tab');
  const tab = TABS.find((name) => name === given);
  useEffect(() => {
    if (!tab) setSearch({ tab: TABS[0] }, { replace: true });
  }, [tab, setSearch]);
  return tab ?? TABS[0];
}
