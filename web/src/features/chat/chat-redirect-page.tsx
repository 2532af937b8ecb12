import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatApplication, chatApplications, isSafeChatAddress } from '../../lib/chat/chat-applications';
import { useStatus } from '../../lib/api/use-status';
import { EmptyState } from '../../ui/feedback/empty-state';
import { RecipientQuestion } from './recipient-question';
import { useChatAddress } from './use-chat-address';

/** `/chat2link`: opens the first chat application in the same tab. */
export function ChatRedirectPage() {
  const { t } = useTranslation();
  const [first] = chatApplications(useStatus().chats);
  if (!first) return <EmptyState title={t('chat.none')} hint={t('chat.noneHint')} />;
  return (
    <RecipientQuestion application={first}>
      <Redirect application={first} />
    </RecipientQuestion>
  );
}

function Redirect({ application }: { application: ChatApplication }) {
  const { t } = useTranslation();
  const address = useChatAddress(application);
  useEffect(() => {
    if (address !== undefined && isSafeChatAddress(address)) location.assign(address);
  }, [address]);
  if (address !== undefined && !isSafeChatAddress(address)) return <EmptyState title={t('chat.badLink')} />;
  return <EmptyState title={t('chat.loading')} />;
}
