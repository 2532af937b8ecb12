import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import { Anchor, Button, Group, Menu, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconDroplet, IconHistory, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { withQuery } from '../../../lib/api/api';
import { messageOf } from '../../../lib/interaction/use-action';
import { GroupSummary } from '../../../ui/badge/group-tag';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { ResultsPanel } from '../../overview/results-panel';
import overview from '../../overview/overview.module.css';
import { TypeBadge } from '../channel-cells';
import { DrainItems } from '../drain/drain-items';
import { type Drain, useDrain } from '../drain/use-drain';
import { useIsDrained } from '../drain/use-is-drained';
import { useChannelTypes } from '../use-channel-types';
import classes from './channel-page.module.css';
import { ChangesPanel } from './changes-panel';
import { ChannelState } from './channel-state';
import { ErrorsPanel } from './errors-panel';
import { FirstTokenPanel } from './first-token-panel';
import { KeysPanel } from './keys-panel';
import { ModelsPanel } from './models-panel';
import { useChannelReport } from './use-channel-report';

/** One channel: its last day, failures, keys and changes. */
export function ChannelPage() {
  const { id = '' } = useParams();
  const { report, error, refresh } = useChannelReport(id);
  const drain = useDrain({ rows: [], refresh });
  const types = useChannelTypes();
  // The name of the type comes with a request of its own, and would move what is below it.
  const isReady = types.loaded || types.error !== undefined;
  return (
    <div className={overview.page}>
      <BackLink />
      {report && isReady && (
        <>
          <Head report={report} drain={drain.run} />
          <Panels report={report} />
        </>
      )}
      {!report && error !== undefined && (
        <Paper withBorder>
          <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
        </Paper>
      )}
      {!(report && isReady) && error === undefined && <Loading />}
    </div>
  );
}

function BackLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={Link} to="/channel" size="sm" className={classes.back}>
      <IconArrowLeft size={14} stroke={1.75} aria-hidden /> {t('channelPage.back')}
    </Anchor>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" role="status" aria-label={t('common.loading')}>
      <Skeleton h={56} />
      <Skeleton h={238} />
      <Skeleton h={238} />
    </Stack>
  );
}

function Head({ report, drain }: { report: ChannelReportResponse; drain: Drain }) {
  const { t } = useTranslation();
  const { id, name, type, group, tag, priority, weight } = report;
  const canEnd = useIsDrained(report);
  const ranks = t('channelPage.priority', { priority, weight });
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {name || `#${id}`}
        </Title>
        <Group gap="xs" mt={4}>
          <ChannelState report={report} />
          <TypeBadge type={type} />
          <GroupSummary groups={group} />
          <Text size="sm" c="dimmed" component="span">
            {[`#${id}`, tag && t('channel.tagged', { tag }), ranks].filter(Boolean).join(' · ')}
          </Text>
        </Group>
      </div>
      <Group gap="xs">
        <Button
          component={Link}
          to={withQuery('/log', { channel: id })}
          variant="default"
          leftSection={<IconHistory size={16} stroke={1.75} />}
        >
          {t('channelPage.log')}
        </Button>
        <Menu width={200}>
          <Menu.Target>
            <Button variant="default" leftSection={<IconDroplet size={16} stroke={1.75} />}>
              {t('channel.drain.name')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <DrainItems canEnd={canEnd} onDrain={(minutes) => void drain([report], minutes)} />
          </Menu.Dropdown>
        </Menu>
        <Button
          component={Link}
          to={`/channel/edit/${id}`}
          leftSection={<IconPencil size={16} stroke={1.75} />}
        >
          {t('channel.edit.open')}
        </Button>
      </Group>
    </Group>
  );
}

function Panels({ report }: { report: ChannelReportResponse }) {
  return (
    <>
      <div className={overview.halves}>
        <ResultsPanel results={report.slots} period="day" />
        <FirstTokenPanel slots={report.slots} />
      </div>
      <ModelsPanel report={report} />
      <ErrorsPanel errors={report.errors} />
      <div className={report.keys_total > 1 ? overview.halves : undefined}>
        {report.keys_total > 1 && <KeysPanel report={report} />}
        <ChangesPanel changes={report.changes} />
      </div>
    </>
  );
}
