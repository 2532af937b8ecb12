import { PageSkeleton } from '../../layout/page-skeleton';

export function ChatRedirectPage() {
  return <PageSkeleton />;
}
