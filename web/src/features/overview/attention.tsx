import type { AttentionReason } from '#contract/resources/channels/channel-health';
import type { OverviewResponse } from '#contract/resources/overview';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { hint } from '../../ui/feedback/hint';
import { channelPath, TROUBLED_CHANNELS } from './links';
import classes from './overview.module.css';

/** The most urgent channels with the reasons; one line where there are none. */
export function Attention({ seen }: { seen: OverviewResponse }) {
  const { t } = useTranslation();
  const { attention, attention_total: total } = seen;
  if (total === 0)
    return (
      <Text size="sm" c="dimmed" className={classes.allWell}>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden /> {t('overview.allWell')}
      </Text>
    );
  return (
    <Paper
      withBorder
      className={classes.panel}
      component="section"
      data-attention
      aria-labelledby="overview-attention"
    >
      <div className={classes.panelHead}>
        <Title order={2} size="h3" id="overview-attention" className={classes.alarm}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> {t('overview.attention')}
        </Title>
        <Text size="sm" c="dimmed" component="span">
          {t('overview.attentionCount', { n: total })}
        </Text>
        {total > attention.length && (
          <Anchor component={Link} to={TROUBLED_CHANNELS} size="sm" ml="auto">
            {t('overview.attentionMore', { n: total - attention.length })}
          </Anchor>
        )}
      </div>
      <ul className={classes.troubled}>
        {attention.map((channel) => (
          <li key={channel.id}>
            <TroubledChannel channel={channel} />
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function TroubledChannel({ channel }: { channel: OverviewResponse['attention'][number] }) {
  const { t } = useTranslation();
  const { id, name, reasons, failing_models: models } = channel;
  const shownName = name || `#${id}`;
  const comma = t('overview.comma');
  const textOf = (reason: AttentionReason) => {
    const text = t(`channelHealth.reason.${reason}`);
    return reason === 'failing' && models.length > 0
      ? t('overview.failingWith', { reason: text, models: models.join(comma) })
      : text;
  };
  const why = reasons.map(textOf).join(comma);
  return (
    <Link
      to={channelPath(channel)}
      className={classes.trouble}
      {...hint(`${shownName}: ${why}`, { focus: true })}
    >
      <span className={classes.troubleName}>{shownName}</span>
      <span className={classes.reasons}>{why}</span>
    </Link>
  );
}
