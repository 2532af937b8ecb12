import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../layout/page-skeleton';
import { useSiteText } from '../../lib/api/use-site-text';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { SiteText } from '../../ui/text/site-text';
import { AboutProduct } from './about-product';

/** The operator's about page, or a description of the product if there is none. */
export function AboutPage() {
  const { t } = useTranslation();
  const { text, error, retry } = useSiteText('/api/about', 'about');
  if (text) return <SiteText text={text} title={t('about.content')} padded />;
  if (text === '') return <AboutProduct />;
  if (error === undefined) return <PageSkeleton />;
  return <LoadFailed message={t('about.failed')} onRetry={retry} />;
}
