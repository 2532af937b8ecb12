import type { SelfResponse } from '#contract/resources/accounts/user';
import { Role } from '#contract/enums';
import { Avatar, Divider, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { colorOfText } from '../../lib/format/colors';
import { formatNumber } from '../../lib/format/format';
import { Quota } from '../../ui/badge/quota';
import { StatusBadge } from '../../ui/badge/status-badge';
import { ModelTags } from './model-tags';
import classes from './personal.module.css';

/** The user's identity, balance and available models. */
export function AccountCard({ self, models }: { self: SelfResponse; models: string[] | undefined }) {
  const { t } = useTranslation();
  const admin = self.role >= Role.admin;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('personal.account')}>
      <Group justify="space-between" gap="lg">
        <Group gap="md" wrap="nowrap">
          <Avatar size={48} radius="xl" color={colorOfText(self.username)} aria-hidden>
            {self.username.slice(0, 1).toUpperCase()}
          </Avatar>
          <div>
            <Group gap={6}>
              <Text fw={600} size="lg">
                {self.username}
              </Text>
              {self.display_name && self.display_name !== self.username && (
                <Text c="dimmed" size="sm">
                  {self.display_name}
                </Text>
              )}
            </Group>
            <Group gap={6} mt={4}>
              <StatusBadge color={admin ? 'yellow' : 'gray'}>
                {t(admin ? 'personalPage.roleAdmin' : 'personalPage.roleUser')}
              </StatusBadge>
              <StatusBadge color="green">{`ID: ${self.id}`}</StatusBadge>
              <StatusBadge color="blue">{t('personalPage.groupTag', { group: self.group })}</StatusBadge>
            </Group>
          </div>
        </Group>
        <SimpleGrid component="dl" cols={3} spacing="xl" m={0} className={classes.facts}>
          <div>
            <dt>{t('personal.balance')}</dt>
            <dd>
              <Quota value={self.quota} />
            </dd>
          </div>
          <div>
            <dt>{t('personal.used')}</dt>
            <dd>
              <Quota value={self.used_quota} />
            </dd>
          </div>
          <div>
            <dt>{t('personal.requests')}</dt>
            <dd>{formatNumber(self.request_count)}</dd>
          </div>
        </SimpleGrid>
      </Group>
      <Divider my="lg" color="var(--app-line)" />
      <Text size="sm" fw={500} mb="xs" component="h2">
        {t('personalPage.models')}
      </Text>
      <ModelTags models={models} />
    </Paper>
  );
}
