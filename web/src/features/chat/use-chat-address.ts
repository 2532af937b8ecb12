import { TokenStatus } from '#contract/enums';
import type { TokenResponse } from '#contract/resources/token';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import { chatAddress, type ChatApplication } from '../../lib/chat/chat-applications';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import { useServerAddress } from '../../lib/api/use-status';

/** Milliseconds to read the message before the redirect to the token list. */
const READING_MS = 1500;

/**
 * The address of a chat application, filled with the first enabled token; undefined while loading. Without such a token
 * it shows an error and redirects to the token list.
 */
export function useChatAddress(application: ChatApplication): string | undefined {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const server = useServerAddress();
  const { data, error } = useSWR<TokenResponse[], unknown>(
    '/api/token/?p=0&size=100',
    (path: string) => get<TokenResponse[]>(path),
    { revalidateOnFocus: false },
  );
  const key = data?.find(({ status }) => status === TokenStatus.enabled)?.key;
  const none = data !== undefined && key === undefined;

  useEffect(() => {
    if (error !== undefined) toast.error(messageOf(error));
  }, [error]);

  useEffect(() => {
    if (!none) return undefined;
    toast.error(t('chat.noToken'));
    const leaving = setTimeout(() => void navigate('/token'), READING_MS);
    return () => clearTimeout(leaving);
  }, [none, navigate, t]);

  return key !== undefined ? chatAddress(application.link, server, key) : undefined;
}
