import { PageSkeleton } from '../../layout/page-skeleton';

export function OAuthCallbackPage() {
  return <PageSkeleton />;
}
