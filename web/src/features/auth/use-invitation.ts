import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readText, writeText } from '../../lib/browser/storage';

const KEY = 'aff';

/** Invitation code from the URL, else the one stored from an earlier visit. */
export function useInvitation(): string {
  const [search] = useSearchParams();
  const code = search.get('aff');
  useEffect(() => {
    if (code) writeText(KEY, code);
  }, [code]);
  return code ?? readText(KEY) ?? '';
}
