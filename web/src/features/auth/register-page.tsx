import { PageSkeleton } from '../../layout/page-skeleton';

export function RegisterPage() {
  return <PageSkeleton />;
}
