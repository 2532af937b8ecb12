import { Avatar, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { colorOfText } from '../../lib/colors';
import { formatNumber, formatQuota } from '../../lib/format';
import { messageOf } from '../../lib/use-action';
import type { Self } from '../../lib/use-self';
import { useMoney } from '../../lib/use-status';
import { LoadFailed } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { RoleBadge } from '../../ui/role-badge';
import { PasswordForm } from './password-form';
import { usePersonal } from './use-personal';

export function PersonalPage() {
  const { t } = useTranslation();
  const { self, error, refresh, changePassword } = usePersonal();
  return (
    <Stack gap="md" maw={860} mx="auto">
      <PageHeader title={t('personal.title')} />
      <Paper withBorder p="lg" component="section" aria-label={t('personal.account')}>
        {self ? (
          <Account self={self} />
        ) : error ? (
          <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
        ) : (
          <Skeleton h={110} />
        )}
      </Paper>
      <Paper withBorder p="lg" component="section" id="password" aria-labelledby="password-title">
        <Title order={2} id="password-title">
          {t('personal.password')}
        </Title>
        <Text c="dimmed" size="sm" mt={2} mb="md">
          {t('personal.passwordHint')}
        </Text>
        <PasswordForm action={changePassword} />
      </Paper>
    </Stack>
  );
}

function Account({ self }: { self: Self }) {
  const { t } = useTranslation();
  const money = useMoney();
  const facts = [
    [t('personal.balance'), formatQuota(self.quota, money)],
    [t('personal.used'), formatQuota(self.used_quota, money)],
    [t('personal.requests'), formatNumber(self.request_count)],
    [t('personal.group'), self.group],
  ];
  return (
    <>
      <Group gap="md">
        <Avatar size={44} radius="xl" color={colorOfText(self.username)} aria-hidden>
          {self.username.slice(0, 1).toUpperCase()}
        </Avatar>
        <div>
          <Group gap="xs">
            <Text fw={600}>{self.display_name || self.username}</Text>
            <RoleBadge role={self.role} />
          </Group>
          <Text c="dimmed" size="sm">
            {self.username} · ID {self.id}
          </Text>
        </div>
      </Group>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} mt="lg" mb={0}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" fw={600} size="lg" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </>
  );
}
