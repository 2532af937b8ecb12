import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/feedback/empty-state';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconMapQuestion size={22} stroke={1.5} />}
      heading
      title={t('shell.notFound')}
      hint={t('shell.notFoundHint')}
      action={
        <Button component={Link} to="/" variant="default">
          {t('shell.goHome')}
        </Button>
      }
    />
  );
}
