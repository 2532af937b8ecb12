import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom';
import { isAdmin, useSession } from '../lib/session';
import type { Guard } from '../routes';
import { EmptyState } from '../ui/empty-state';

/** Lets a page through, sends visitors to sign in, and tells people without the rights. */
export function RequireRole({ guard }: { guard: Guard }) {
  const user = useSession();
  const location = useLocation();
  if (guard === 'public') return <Outlet />;
  if (!user) return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  if (guard === 'admin' && !isAdmin(user)) {
    // Other sites send everybody there who has bound an account.
    return location.pathname === '/setting' ? <Navigate to="/personal" replace /> : <Forbidden />;
  }
  return <Outlet />;
}

function Forbidden() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconLock size={22} stroke={1.5} />}
      title={t('shell.forbidden')}
      hint={t('shell.forbiddenHint')}
      action={
        <Button component={Link} to="/token" variant="default">
          {t('shell.back')}
        </Button>
      }
    />
  );
}
