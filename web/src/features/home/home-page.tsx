import { useTranslation } from 'react-i18next';
import { useEffect } from 'react';
import { PageSkeleton } from '../../layout/page-skeleton';
import { useSiteText } from '../../lib/api/use-site-text';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { SiteText } from '../../ui/text/site-text';
import { Landing } from './landing';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import { useNotice } from './use-notice';

/** The operator's home page content, or the default landing page. */
export function HomePage() {
  const { t } = useTranslation();
  const { text, error, retry } = useSiteText('/api/home_page_content', 'home_page_content');
  useWelcome();
  if (text) return <SiteText text={text} title={t('home.content')} />;
  if (text === '') return <Landing />;
  if (error === undefined)
    return (
      // Full height, so that the footer stays out of view while loading.
      <div style={{ minHeight: '100dvh' }}>
        <PageSkeleton />
      </div>
    );
  return <LoadFailed message={t('home.contentFailed')} onRetry={retry} />;
}

/** Shows the operator's notice once per text; it stays until it is closed. */
function useWelcome(): void {
  const { unread, error, show } = useNotice();
  useEffect(() => {
    if (unread) show();
  });
  useEffect(() => {
    if (error !== undefined) toast.error(messageOf(error));
  }, [error]);
}
