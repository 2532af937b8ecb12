import { Role } from '#contract/enums';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom';
import { isAdmin, useSession } from '../lib/api/session';
import type { Guard } from '../routes';
import { EmptyState } from '../ui/feedback/empty-state';

/** Renders the page, redirects users who are not signed in to the login page, or shows an error to users without permission. */
export function RequireRole({ guard }: { guard: Guard }) {
  const user = useSession();
  const location = useLocation();
  if (guard === 'public') return <Outlet />;
  if (!user) return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  if (guard === 'admin' && !isAdmin(user)) {
    // Binding an account can redirect any user to /setting.
    return location.pathname === '/setting' ? <Navigate to="/personal" replace /> : <Forbidden />;
  }
  if (guard === 'root' && user.role < Role.root) return <Forbidden />;
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
