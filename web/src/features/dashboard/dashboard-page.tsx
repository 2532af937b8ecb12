import { PageSkeleton } from '../../layout/page-skeleton';

export function DashboardPage() {
  return <PageSkeleton />;
}
