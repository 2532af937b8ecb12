import { useEffect, useEffectEvent, useState } from 'react';
import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router-dom';
import { defaultQuery, pageOf } from './views';

/** The query of a list's URL. A URL without a query starts with the page's default view. */
export function useAddress(): [URLSearchParams, SetURLSearchParams] {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [start, setStart] = useState(() => (search.size === 0 ? defaultQuery(pageOf(pathname)) : undefined));
  if (start !== undefined && search.size > 0) setStart(undefined);

  const begin = useEffectEvent(() => {
    if (start !== undefined) setSearch(new URLSearchParams(start), { replace: true });
  });
  // Runs once, so that a query cleared later stays empty.
  useEffect(() => begin(), []);

  return [start === undefined ? search : new URLSearchParams(start), setSearch];
}
