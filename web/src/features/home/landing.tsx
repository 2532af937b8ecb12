import { Button, Code, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SAMPLES } from '../../lib/models/code-samples';
import { MODEL_PLACEHOLDER, sampleModel, usePricedModels } from '../../lib/models/sample-model';
import { isAdmin, useSession } from '../../lib/api/session';
import { useServerAddress } from '../../lib/api/use-status';
import { CopyText } from '../../ui/button/copy-text';
import { FeaturedModels } from './featured-models';
import classes from './landing.module.css';
import { SystemConfig } from './system-config';
import { SystemInfo } from './system-info';

export function Landing() {
  const { t } = useTranslation();
  const user = useSession();
  const address = useServerAddress();
  const priced = usePricedModels();
  const model = priced && sampleModel(priced, [user?.group || 'default']);
  const sample = SAMPLES.curl({ address, key: 'sk-...', model: model ?? MODEL_PLACEHOLDER });
  return (
    <div className={classes.page}>
      <div className={classes.hero}>
        <div>
          <Title order={1} className={classes.lead}>
            {t('home.lead')}
          </Title>
          <Text c="dimmed" size="lg" mt="md" className={classes.intro}>
            {t('home.intro')}
          </Text>
          <Group mt="xl" gap="sm">
            <Button
              component={Link}
              to={user ? '/token' : '/login'}
              size="md"
              rightSection={<IconArrowRight size={18} stroke={1.75} />}
            >
              {t(user ? 'home.toConsole' : 'home.start')}
            </Button>
            <div className={classes.address}>
              <Text size="xs" c="dimmed">
                {t('home.baseUrl')}
              </Text>
              <Code className={classes.url}>{`${address}/v1`}</Code>
              <CopyText text={`${address}/v1`} label={t('common.copyNamed', { name: t('home.baseUrl') })} />
            </div>
          </Group>
        </div>
        <Paper withBorder p="lg" miw={0} component="section" aria-label={t('home.quickStart')}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Title order={2}>{t('home.quickStart')}</Title>
              <Text c="dimmed" size="sm">
                {t(priced && !model ? 'home.noModel' : 'home.quickStartHint')}
              </Text>
            </div>
            <CopyText text={sample} label={t('common.copyNamed', { name: t('home.sample') })} />
          </Group>
          <Code block mt="md" className={classes.sample} tabIndex={0} aria-label={t('home.sample')}>
            {sample}
          </Code>
        </Paper>
      </div>
      <FeaturedModels />
      {isAdmin(user) && (
        <>
          <Title order={2} mb="sm">
            {t('home.status')}
          </Title>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <SystemInfo />
            <SystemConfig />
          </SimpleGrid>
        </>
      )}
    </div>
  );
}
