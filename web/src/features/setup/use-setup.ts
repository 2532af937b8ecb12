import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import type { SetupResponse } from '#contract/resources/setup';
import type { SetupValues } from './setup.types';

const READING_MS = 1500;

export function useSetup() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { data, error, mutate } = useSWR<SetupResponse, unknown>('/api/setup', get<SetupResponse>, {
    revalidateOnFocus: false,
  });
  const complete = useAction(
    ({ username, password, confirmPassword, mode }: SetupValues, _imports: boolean) =>
      call<null>('POST', '/api/setup', {
        body: {
          username,
          password,
          confirmPassword,
          SelfUseModeEnabled: mode === 'self',
          DemoSiteEnabled: mode === 'demo',
          token,
        },
      }),
    (_result, _values, imports) => {
      toast.success(t('setup.done'));
      // Loads the console again so that it starts with the new settings. The page of imports asks for a sign-in first.
      setTimeout(() => (imports ? location.assign('/import') : location.reload()), READING_MS);
    },
  );
  return {
    state: data,
    error,
    reload: () => void mutate(),
    complete,
    /** The setup needs the link that the server printed, and this is not it. */
    needsLink: data?.link_required === true && token === '',
  };
}
