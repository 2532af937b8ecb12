import { PageSkeleton } from '../../layout/page-skeleton';

export function ResetPage() {
  return <PageSkeleton />;
}
