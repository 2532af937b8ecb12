import { Alert, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { messageOf } from '../../lib/interaction/use-action';
import { LoadFailed } from '../../ui/feedback/empty-state';
import classes from './setup.module.css';
import { SetupForm } from './setup-form';
import { useSetup } from './use-setup';

/** The setup wizard; redirects to the start page once setup is complete. */
export function SetupPage() {
  const { t } = useTranslation();
  const { state, error, reload, complete, needsLink } = useSetup();
  if (state?.status) return <Navigate to="/" replace />;
  return (
    <div className={classes.page}>
      <Title order={1}>{t('setup.title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('setup.lead')}
      </Text>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
        {needsLink ? (
          <Alert color="blue" title={t('setup.linkTitle')}>
            {t('setup.linkText')}
          </Alert>
        ) : state ? (
          <SetupForm state={state} complete={complete} />
        ) : error === undefined ? (
          <Stack gap="lg" role="status" aria-label={t('common.loading')}>
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} h={44} />
            ))}
          </Stack>
        ) : (
          <LoadFailed message={`${t('setup.failed')}: ${messageOf(error)}`} onRetry={reload} />
        )}
      </Paper>
    </div>
  );
}
