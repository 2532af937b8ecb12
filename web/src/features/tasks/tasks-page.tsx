import { PageSkeleton } from '../../layout/page-skeleton';

export function TasksPage() {
  return <PageSkeleton />;
}
