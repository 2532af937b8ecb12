import { Role } from '#contract/enums';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/api/session';

/** Leads the super administrator to the import of another gateway's database. */
export function ImportLink() {
  const { t } = useTranslation();
  if ((useSession()?.role ?? 0) < Role.root) return null;
  return (
    <Button component={Link} to="/import" variant="default">
      {t('settings.importLink')}
    </Button>
  );
}
