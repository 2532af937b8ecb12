import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chatApplications, isSafeChatAddress } from '../../lib/chat-applications';
import { useStatus } from '../../lib/use-status';
import { EmptyState } from '../../ui/empty-state';
import { useChatAddress } from './use-chat-address';

/** `/chat2link`: on to the first chat application, in this very tab. */
export function ChatRedirectPage() {
  const { t } = useTranslation();
  const [first] = chatApplications(useStatus().chats);
  const address = useChatAddress(first);
  useEffect(() => {
    if (address !== undefined && isSafeChatAddress(address)) location.assign(address);
  }, [address]);
  if (!first) return <EmptyState title={t('chat.none')} hint={t('chat.noneHint')} />;
  if (address !== undefined && !isSafeChatAddress(address)) return <EmptyState title={t('chat.badLink')} />;
  return <EmptyState title={t('chat.loading')} />;
}
