import { PageSkeleton } from '../../layout/page-skeleton';

export function ChatPage() {
  return <PageSkeleton />;
}
