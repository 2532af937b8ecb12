import { useLocalStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { Notice } from './notice';

/** The operator's notice, and whether this browser has shown it. */
export function useNotice() {
  const { t } = useTranslation();
  const { data, error } = useSWR<string, unknown>('/api/notice', get<string>, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const [seen, setSeen] = useLocalStorage({
    key: 'notice',
    defaultValue: '',
    serialize: (text) => text,
    deserialize: (text) => text ?? '',
    getInitialValueInEffect: false,
  });

  function show() {
    if (!data) return;
    toast.notice(t('home.notice'), <Notice text={data} />);
    setSeen(data);
  }

  return { text: data, error, unread: Boolean(data) && data !== seen, show };
}
