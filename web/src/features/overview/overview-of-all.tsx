import type { OverviewPeriod, OverviewResponse } from '#contract/resources/overview';
import { LogType } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import { formatFixed, formatNumber, formatShare } from '../../lib/format/format';
import { Attention } from './attention';
import { changeOf, NOTHING, pointsOf } from './change';
import { ChargedModels } from './charged-models';
import { type Figure, Figures } from './figures';
import { channelPath, logPath } from './links';
import classes from './overview.module.css';
import { Ranking } from './ranking';
import { ResultsPanel } from './results-panel';
import { UnpricedModels } from './unpriced';
import { useAmount } from './use-amount';

interface OverviewOfAllProps {
  seen: OverviewResponse;
  period: OverviewPeriod;
}

/** The installation, for administrators. */
export function OverviewOfAll({ seen, period }: OverviewOfAllProps) {
  const { t } = useTranslation();
  return (
    <>
      <Figures label={t('overview.title')} figures={useFigures(seen.figures)} />
      <Attention seen={seen} />
      <UnpricedModels seen={seen} />
      <div className={classes.wideAndNarrow}>
        <ResultsPanel results={seen.results} period={period} span={seen} />
        <ChargedModels
          title={t('overview.movers')}
          empty={t('overview.noMovers')}
          span={seen}
          models={seen.movers}
        />
      </div>
      <div className={classes.thirds}>
        <SlowChannels channels={seen.slow_channels} />
        <FailingModels seen={seen} />
        <TopUsers seen={seen} />
      </div>
    </>
  );
}

function useFigures({
  requests,
  success,
  quota,
  first_token_p50: firstToken,
  users,
}: OverviewResponse['figures']): Figure[] {
  const { t } = useTranslation();
  const amount = useAmount(Math.max(quota.now, quota.before));
  const seconds = useSeconds();
  const share = (value: number | null) => (value === null ? NOTHING : formatShare(value));
  return [
    {
      label: t('overview.requests'),
      value: formatNumber(requests.now),
      before: formatNumber(requests.before),
      change: changeOf(requests, 'neither'),
    },
    {
      label: t('overview.success'),
      value: share(success.now),
      before: share(success.before),
      change: pointsOf(success, 'higher', (n) => t('overview.points', { n })),
    },
    {
      label: t('overview.charges'),
      value: amount(quota.now),
      before: amount(quota.before),
      change: changeOf(quota, 'neither'),
    },
    {
      label: t('overview.firstToken'),
      value: seconds(firstToken.now),
      before: seconds(firstToken.before),
      change: changeOf(firstToken, 'lower'),
    },
    {
      label: t('overview.users'),
      value: formatNumber(users.now),
      before: formatNumber(users.before),
      change: changeOf(users, 'neither'),
    },
  ];
}

/** Returns a formatter for milliseconds, in seconds. */
function useSeconds(): (milliseconds: number | null) => string {
  const { t } = useTranslation();
  return (milliseconds) =>
    milliseconds === null ? NOTHING : t('overview.seconds', { n: formatFixed(milliseconds / 1000, 2) });
}

function SlowChannels({ channels }: { channels: OverviewResponse['slow_channels'] }) {
  const { t } = useTranslation();
  const seconds = useSeconds();
  return (
    <Ranking
      title={t('overview.slowChannels')}
      empty={t('overview.noSlowChannels')}
      columns={[t('overview.firstToken95'), t('overview.answers')]}
      rows={channels.map(({ id, name, first_token_p95, answers }) => ({
        key: id,
        name: name || `#${id}`,
        // A channel without a name was deleted.
        ...(name && { to: channelPath({ id, name }) }),
        cells: [seconds(first_token_p95), formatNumber(answers)],
      }))}
    />
  );
}

function FailingModels({ seen }: { seen: OverviewResponse }) {
  const { t } = useTranslation();
  return (
    <Ranking
      title={t('overview.failingModels')}
      empty={t('overview.noFailingModels')}
      columns={[t('overview.failed')]}
      rows={seen.failing_models.map(({ model, requests, failed }) => ({
        key: model,
        name: model || t('overview.noModel'),
        to: logPath(seen, { type: LogType.error, model_name: model }),
        linkLabel: t('overview.toLog', { name: model }),
        cells: [t('overview.failedOf', { failed: formatNumber(failed), requests: formatNumber(requests) })],
      }))}
    />
  );
}

function TopUsers({ seen }: { seen: OverviewResponse }) {
  const { t } = useTranslation();
  const amount = useAmount(Math.max(0, ...seen.top_users.map(({ quota }) => quota)));
  return (
    <Ranking
      title={t('overview.topUsers')}
      empty={t('overview.noTopUsers')}
      columns={[t('overview.requests'), t('overview.charges')]}
      rows={seen.top_users.map(({ id, username, requests, quota }) => ({
        key: id,
        name: username || `#${id}`,
        // A user without a name was deleted.
        ...(username && {
          to: logPath(seen, { type: LogType.consumption, username }),
          linkLabel: t('overview.toLog', { name: username }),
        }),
        cells: [formatNumber(requests), amount(quota)],
      }))}
    />
  );
}
