import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readText, writeText } from '../../lib/browser/storage';

const KEY = 'aff';

/** Invitation code from the URL, else the one stored from an earlier visit. */
export function useInvitation(): string {
  const [search] = useSearchParams();
  const given = search.get('aff');
  useEffect(() => {
    if (given) writeText(KEY, given);
  }, [given]);
  return given ?? readText(KEY) ?? '';
}
