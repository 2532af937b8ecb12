import { PageSkeleton } from '../../layout/page-skeleton';

export function SettingsPage() {
  return <PageSkeleton />;
}
