import { PageSkeleton } from '../../layout/page-skeleton';

export function ResetConfirmPage() {
  return <PageSkeleton />;
}
