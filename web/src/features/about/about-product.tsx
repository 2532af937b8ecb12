import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAdmin, useSession } from '../../lib/api/session';
import { useStatus } from '../../lib/api/use-status';

export function AboutProduct() {
  const { t } = useTranslation();
  const status = useStatus();
  const admin = isAdmin(useSession());
  return (
    <Paper
      withBorder
      p="xl"
      maw={640}
      mx="auto"
      my="xl"
      w="100%"
      component="section"
      aria-labelledby="about-title"
    >
      <Title order={1} id="about-title">
        {t('about.title')}
      </Title>
      <Text mt="sm">{t('about.product', { name: status.system_name })}</Text>
      <Text c="dimmed" size="sm" mt="xs">
        {t('about.empty')}
      </Text>
      <Group gap="lg" mt="lg">
        {admin && (
          <Button component={Link} to="/setting?tab=other" variant="default">
            {t('about.toSettings')}
          </Button>
        )}
        {status.version && (
          <Text size="sm" c="dimmed">
            {t('about.version')} {status.version}
          </Text>
        )}
        <Anchor href="/api/openapi.json" target="_blank" rel="noopener noreferrer" size="sm">
          {t('about.api')}
        </Anchor>
      </Group>
    </Paper>
  );
}
