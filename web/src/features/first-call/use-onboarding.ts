import type { OnboardingResponse } from '#contract/resources/onboarding';
import { useCallback, useState } from 'react';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import { useSession } from '../../lib/api/session';
import { readText, writeText } from '../../lib/browser/storage';

const PATH = '/api/onboarding';

/**
 * Where this browser remembers that an account needs the panel no more, because all is done or the user closed it. The browser is enough:
 * what is done the server knows, and a panel that was closed does no harm where it is seen again.
 */
function keyOf(userId: number): string {
  return `first-call-${userId}`;
}

/** The facts of a first call; nothing is requested once they hold or the user has closed the panel. */
export function useOnboarding() {
  const userId = useSession()?.id;
  const [left, setLeft] = useState(() => userId === undefined || readText(keyOf(userId)) !== undefined);
  const { data, error, mutate } = useSWR<OnboardingResponse, unknown>(left ? null : PATH, read, {
    revalidateOnFocus: false,
  });
  // What was done on an earlier visit is not shown; what is done while the panel is shown stays until the page is left.
  const [isShown, setShown] = useState(false);
  if (!left && data && !data.done && !isShown) setShown(true);

  async function read(path: string): Promise<OnboardingResponse> {
    const facts = await get<OnboardingResponse>(path);
    if (facts.done && userId !== undefined) writeText(keyOf(userId), 'done');
    return facts;
  }

  function close() {
    if (userId !== undefined) writeText(keyOf(userId), 'closed');
    setLeft(true);
  }

  const refresh = useCallback(async () => void (await mutate()), [mutate]);
  const facts = left || !isShown ? undefined : data;
  /** False until it is known whether there is something to show. */
  const isSettled = left || data !== undefined || error !== undefined;
  return { facts, isSettled, refresh, close };
}
