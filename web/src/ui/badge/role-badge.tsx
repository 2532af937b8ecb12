import { Role } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from './status-badge';

type RoleText = 'user.roleUser' | 'user.roleAdmin' | 'user.roleRoot';

const ROLES: Readonly<Record<number, { color: string; text: RoleText } | undefined>> = {
  [Role.user]: { color: 'gray', text: 'user.roleUser' },
  [Role.admin]: { color: 'yellow', text: 'user.roleAdmin' },
  [Role.root]: { color: 'orange', text: 'user.roleRoot' },
};

export function RoleBadge({ role }: { role: number }) {
  const { t } = useTranslation();
  const known = ROLES[role];
  return <StatusBadge color={known?.color ?? 'red'}>{t(known?.text ?? 'user.roleUnknown')}</StatusBadge>;
}
