import { PageSkeleton } from '../../layout/page-skeleton';

export function SetupPage() {
  return <PageSkeleton />;
}
