import { TokenStatus } from '#contract/enums';
import { isMaskedKey } from '#contract/masked-key';
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
 * The address of a chat application, filled with the first enabled token whose key is shown; undefined while loading. Without such a token
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
  const enabled = data?.filter(({ status }) => status === TokenStatus.enabled) ?? [];
  const key = enabled.find((token) => !isMaskedKey(token.key))?.key;
  const none = data !== undefined && key === undefined;
  const reason = enabled.length > 0 ? 'chat.keyNotShown' : 'chat.noToken';

  useEffect(() => {
    if (error !== undefined) toast.error(messageOf(error));
  }, [error]);

  useEffect(() => {
    if (!none) return undefined;
    toast.error(t(reason));
    const leaving = setTimeout(() => void navigate('/token'), READING_MS);
    return () => clearTimeout(leaving);
  }, [none, reason, navigate, t]);

  return key !== undefined ? chatAddress(application.link, server, key) : undefined;
}
