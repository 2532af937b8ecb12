import { PageSkeleton } from '../../layout/page-skeleton';

export function DrawingsPage() {
  return <PageSkeleton />;
}
