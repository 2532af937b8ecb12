import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api';
import { toast } from '../../lib/toast';
import { useAction } from '../../lib/use-action';

/** A session of the account. Times are Unix seconds. */
export interface SignedInSession {
  id: string;
  address: string;
  user_agent: string;
  first_seen: number;
  last_seen: number;
  /** True for the session of this browser. */
  current: boolean;
}

const PATH = '/api/user/sessions';

export function useSessions() {
  const { t } = useTranslation();
  const { data: sessions, error, mutate } = useSWR(PATH, (path: string) => get<SignedInSession[]>(path));

  async function ended(): Promise<void> {
    toast.success(t('personalPage.sessions.ended'));
    await mutate();
  }

  return {
    sessions,
    error: error as unknown,
    refresh: () => mutate(),
    end: useAction((id: string) => call<null>('DELETE', `${PATH}/${id}`), ended),
    endOthers: useAction(() => call<number>('DELETE', PATH), ended),
  };
}
