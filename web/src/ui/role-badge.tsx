import { useTranslation } from 'react-i18next';
import { StatusBadge } from './status-badge';

const ROLES = {
  1: { color: 'gray', text: 'user.roleUser' },
  10: { color: 'yellow', text: 'user.roleAdmin' },
  100: { color: 'orange', text: 'user.roleRoot' },
} as const;

export function RoleBadge({ role }: { role: number }) {
  const { t } = useTranslation();
  const known = role === 1 || role === 10 || role === 100 ? ROLES[role] : undefined;
  return <StatusBadge color={known?.color ?? 'red'}>{t(known?.text ?? 'user.roleUnknown')}</StatusBadge>;
}
