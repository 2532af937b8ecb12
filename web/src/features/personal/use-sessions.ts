import type { SessionResponse } from '#contract/resources/session';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';

const PATH = '/api/user/sessions';

export function useSessions() {
  const { t } = useTranslation();
  const { data: sessions, error, mutate } = useSWR(PATH, (path: string) => get<SessionResponse[]>(path));

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
