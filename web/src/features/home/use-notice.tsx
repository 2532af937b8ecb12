import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { get } from '../../lib/api';
import { readText, writeText } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { messageOf } from '../../lib/use-action';
import { Notice } from './notice';

const KEY = 'notice';

/** Shows what the operator has to say, once per text; it stays until it is closed. */
export function useNotice(): void {
  const { t } = useTranslation();
  const { data, error } = useSWR<string, unknown>('/api/notice', get<string>, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  useEffect(() => {
    if (!data || data === readText(KEY)) return;
    toast.notice(t('home.notice'), <Notice text={data} />);
    writeText(KEY, data);
  }, [data, t]);
  useEffect(() => {
    if (error !== undefined) toast.error(messageOf(error));
  }, [error]);
}
