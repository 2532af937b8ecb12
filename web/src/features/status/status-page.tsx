import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../lib/api/use-status';
import { messageOf } from '../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { ModelUptime } from './model-uptime';
import { useUptime } from './use-uptime';

/** Public: how the models answered real requests within the last 90 days. */
export function StatusPage() {
  const { t } = useTranslation();
  const { status_page_enabled: isPublic } = useStatus();
  const { data, error, mutate } = useUptime(isPublic);
  if (!isPublic)
    return (
      <>
        <PageHeader title={t('status.title')} />
        <Text>{t('status.off')}</Text>
      </>
    );
  if (!data && error)
    return (
      <>
        <PageHeader title={t('status.title')} lead={t('status.lead')} />
        <Paper withBorder>
          <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />
        </Paper>
      </>
    );
  return (
    <>
      <PageHeader title={t('status.title')} lead={t('status.lead')} />
      {!data ? (
        <Skeleton height={320} />
      ) : data.models.length === 0 ? (
        <Paper withBorder>
          <EmptyState
            icon={<IconActivity size={22} stroke={1.5} />}
            title={t('status.empty')}
            hint={t('status.emptyHint')}
          />
        </Paper>
      ) : (
        <Paper withBorder p="md">
          <Stack gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.models.map((model) => (
              <ModelUptime key={model.model} model={model} days={data.days} />
            ))}
          </Stack>
          <Group justify="space-between" mt="sm">
            <Text size="xs" c="dimmed">
              {t('status.daysAgo')}
            </Text>
            <Text size="xs" c="dimmed">
              {t('status.today')}
            </Text>
          </Group>
        </Paper>
      )}
    </>
  );
}
