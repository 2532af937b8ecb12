import { PageSkeleton } from '../../layout/page-skeleton';

export function RedemptionsPage() {
  return <PageSkeleton />;
}
