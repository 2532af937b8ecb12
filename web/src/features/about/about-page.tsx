import { PageSkeleton } from '../../layout/page-skeleton';

export function AboutPage() {
  return <PageSkeleton />;
}
