import { PageSkeleton } from '../../layout/page-skeleton';

export function PricingPage() {
  return <PageSkeleton />;
}
