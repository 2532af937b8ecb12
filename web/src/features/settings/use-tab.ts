import { type Tab, tabs } from '#contract/options/declaration';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The tab in the URL; without one, the first tab, which is then added to the URL. */
export function useTab(): Tab {
  const [search, setSearch] = useSearchParams();
  const given = search.get('tab');
  const tab = tabs.find((name) => name === given);
  useEffect(() => {
    if (!tab) setSearch({ tab: tabs[0] }, { replace: true });
  }, [tab, setSearch]);
  return tab ?? tabs[0];
}
