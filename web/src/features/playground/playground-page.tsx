import { PageSkeleton } from '../../layout/page-skeleton';

export function PlaygroundPage() {
  return <PageSkeleton />;
}
