import { PageSkeleton } from '../../layout/page-skeleton';

export function WalletPage() {
  return <PageSkeleton />;
}
