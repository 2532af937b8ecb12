import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Placeholder of a page while it loads. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" p="lg" role="status" aria-label={t('common.loading')}>
      <Skeleton h={24} w={200} />
      <Skeleton h={36} maw={520} />
      <Skeleton h={320} />
    </Stack>
  );
}
