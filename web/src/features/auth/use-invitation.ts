import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readText, writeText } from '../../lib/storage';

const KEY = 'aff';

/** The code of an invitation: from the link that led here, else from one followed before. */
export function useInvitation(): string {
  const [search] = useSearchParams();
  const given = search.get('aff');
  useEffect(() => {
    if (given) writeText(KEY, given);
  }, [given]);
  return given ?? readText(KEY) ?? '';
}
