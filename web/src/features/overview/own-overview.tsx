import type { OverviewPeriod, OwnOverviewResponse } from '#contract/resources/overview';
import { LogType } from '#contract/enums';
import { Alert, Anchor, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/format/format';
import { lastsText } from '../../lib/format/lasts';
import { changeOf } from './change';
import { ChargedModels } from './charged-models';
import { Figures } from './figures';
import { logPath } from './links';
import classes from './overview.module.css';
import { Ranking } from './ranking';
import { useAmount } from './use-amount';

const SlotChart = lazy(async () => ({ default: (await import('./slot-chart')).SlotChart }));

/** Days that a balance lasts, below which the page leads to the wallet. */
const LOW_DAYS = 3;

interface OwnOverviewProps {
  seen: OwnOverviewResponse;
  period: OverviewPeriod;
}

/** The user's own account. */
export function OwnOverview({ seen, period }: OwnOverviewProps) {
  const { t } = useTranslation();
  const { balance, balance_days: days, requests, quota, failed } = seen;
  const balanceOf = useAmount(balance);
  const amount = useAmount(Math.max(quota.now, quota.before));
  const lasts = days === null ? undefined : lastsText(days, t);
  return (
    <>
      {balance > 0 && days !== null && days < LOW_DAYS && (
        <Alert color="yellow" py={8} icon={<IconAlertTriangle size={18} stroke={1.75} />}>
          {t('overview.lowBalance')}{' '}
          <Anchor component={Link} to="/topup" size="sm" underline="always">
            {t('overview.toWallet')}
          </Anchor>
        </Alert>
      )}
      <Figures
        label={t('overview.title')}
        figures={[
          { label: t('overview.balance'), value: balanceOf(balance), ...(lasts && { note: lasts }) },
          {
            label: t('overview.charges'),
            value: amount(quota.now),
            before: amount(quota.before),
            change: changeOf(quota, 'neither'),
          },
          {
            label: t('overview.requests'),
            value: formatNumber(requests.now),
            before: formatNumber(requests.before),
            change: changeOf(requests, 'neither'),
          },
          {
            label: t('overview.failedRequests'),
            value: formatNumber(failed),
            ...(failed > 0 && { to: logPath(seen, { type: LogType.error }) }),
          },
        ]}
      />
      <SpendPanel spend={seen.spend} period={period} />
      <div className={classes.halves}>
        <ChargedModels
          title={t('overview.models')}
          empty={t('overview.noCharges')}
          span={seen}
          models={seen.models}
        />
        <Tokens seen={seen} />
      </div>
    </>
  );
}

function SpendPanel({ spend, period }: Pick<OwnOverviewResponse, 'spend'> & { period: OverviewPeriod }) {
  const { t } = useTranslation();
  const title = t('overview.spend');
  const amount = useAmount(Math.max(0, ...spend.map(({ quota }) => quota)));
  return (
    <Paper withBorder className={classes.panel} component="section" aria-labelledby="overview-spend">
      <Title order={2} size="h3" id="overview-spend" className={classes.panelTitle}>
        {title}
      </Title>
      {spend.every(({ quota }) => quota === 0) ? (
        <Text size="sm" c="dimmed">
          {t('overview.noCharges')}
        </Text>
      ) : (
        <Suspense fallback={<Skeleton className={classes.chart} />}>
          <SlotChart
            title={title}
            period={period}
            slots={spend}
            series={[
              { name: 'quota', label: t('overview.charges'), color: 'var(--mantine-primary-color-filled)' },
            ]}
            textOf={amount}
          />
        </Suspense>
      )}
    </Paper>
  );
}

function Tokens({ seen }: { seen: OwnOverviewResponse }) {
  const { t } = useTranslation();
  const amount = useAmount(Math.max(0, ...seen.tokens.map(({ quota }) => quota)));
  return (
    <Ranking
      title={t('overview.tokens')}
      empty={t('overview.noCharges')}
      columns={[t('overview.requests'), t('overview.charges')]}
      rows={seen.tokens.map(({ name, requests, quota }) => ({
        key: name,
        name: name || t('common.none'),
        ...(name && {
          to: logPath(seen, { type: LogType.consumption, token_name: name }),
          linkLabel: t('overview.toLog', { name }),
        }),
        cells: [formatNumber(requests), amount(quota)],
      }))}
    />
  );
}
