import type { TokenResponse } from '#contract/resources/token';
import { useState } from 'react';
import { useAction } from '../../lib/interaction/use-action';
import { newestTokens } from './use-tokens';

/** The token that was just created. Where the response to its creation has no key, it is looked up. */
export function useCreatedToken() {
  const [token, setToken] = useState<TokenResponse>();
  const find = useAction(
    (name: string) => newestTokens([name]),
    ([found]) => setToken(found),
  );
  return { token, show: setToken, find: find.run, close: () => setToken(undefined) };
}
