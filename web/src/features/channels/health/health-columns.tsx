import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelHealthResponse } from '#contract/resources/channels/channel-health';
import { formatShare } from '../../../lib/format/format';
import { Quota } from '../../../ui/badge/quota';
import { hint } from '../../../ui/feedback/hint';
import type { Column } from '../../../ui/table/columns';
import { type ChannelRow, isTag } from '../channel-rows';
import { useChannelHealth } from './channel-health';
import { rateText, secondsText } from './health-format';
import classes from './health.module.css';
import { SuccessStrip } from './success-strip';

/** What fits on the screen. */
export interface HealthRoom {
  /** First token and spend. */
  some: boolean;
  /** All columns. */
  all: boolean;
}

/** Columns of figures of the gateway's own calls; tags have none. Their keys are those of `CHANNEL_SORTS`. */
export function healthColumns(t: TFunction, { some, all }: HealthRoom): Column<ChannelRow>[] {
  const columns: (Omit<Column<ChannelRow>, 'render'> & { show: Shown })[] = [
    { key: 'success', title: t('channelHealth.success'), width: 74, show: success },
    {
      key: 'first_token',
      title: t('channelHealth.firstToken'),
      width: 64,
      optional: !some,
      show: firstToken,
    },
    { key: 'per_minute', title: t('channelHealth.perMinute'), width: 78, optional: !all, show: perMinute },
    {
      key: 'rate_limited',
      title: t('channelHealth.rateLimited'),
      width: 70,
      optional: !all,
      show: rateLimited,
    },
    { key: 'cached_share', title: t('channelHealth.cached'), width: 70, optional: !all, show: cachedShare },
    { key: 'quota_today', title: t('channelHealth.spendToday'), width: 70, optional: !some, show: spend },
    { key: 'margin_today', title: t('channelHealth.marginToday'), width: 70, optional: !all, show: margin },
  ];
  return columns.map(({ show, ...column }) => ({
    ...column,
    sortable: true,
    wraps: true,
    render: (row) => (isTag(row) ? null : <Figure id={row.id} show={show} />),
  }));
}

/** @returns undefined: nothing was measured */
type Shown = (health: ChannelHealthResponse, t: TFunction) => ReactNode;

/** Reads the figures itself: new ones render this cell and not its row. */
function Figure({ id, show }: { id: number; show: Shown }) {
  const { t } = useTranslation();
  const { of } = useChannelHealth();
  const health = of(id);
  const shown = health && show(health, t);
  return shown ?? <span className={classes.none}>–</span>;
}

const success: Shown = (health) => (health.attempts > 0 ? <SuccessStrip health={health} /> : undefined);

const firstToken: Shown = ({ first_token_p50: median, first_token_p95: most }, t) => {
  if (median === null || most === null) return undefined;
  const label = t('channelHealth.firstTokens', {
    median: secondsText(median, t),
    most: secondsText(most, t),
  });
  return (
    <span className={classes.figure} {...hint(label, { touch: true })}>
      {secondsText(median, t)}
    </span>
  );
};

const perMinute: Shown = ({ attempts, per_minute }) =>
  attempts > 0 ? <span className={classes.figure}>{rateText(per_minute)}</span> : undefined;

const rateLimited: Shown = ({ attempts, rate_limited: limited }) =>
  limited > 0 ? <span className={classes.figure}>{formatShare(limited / attempts)}</span> : undefined;

const cachedShare: Shown = ({ cached_share: share }) =>
  share === null ? undefined : <span className={classes.figure}>{formatShare(share)}</span>;

const spend: Shown = ({ quota_today }) => (quota_today > 0 ? <Quota value={quota_today} /> : undefined);

const margin: Shown = ({ margin_today }) =>
  margin_today === null ? undefined : <Quota value={margin_today} />;
