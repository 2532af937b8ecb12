import { Button, Paper, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { DashboardFilters } from './dashboard-filters';
import classes from './dashboard.module.css';
import { ModelRanking } from './model-ranking';
import { StatCards } from './stat-cards';
import { type Dashboard, useDashboard } from './use-dashboard';
import { UsagePanel } from './usage-panel';
import { WriteOffs } from './write-offs';

export function DashboardPage() {
  const { t } = useTranslation();
  const dashboard = useDashboard();
  return (
    <>
      <PageHeader title={t('dashboard.title')} lead={t('dashboard.lead')} />
      <DashboardFilters dashboard={dashboard} />
      <StatCards dashboard={dashboard} />
      <div
        className={classes.panel}
        aria-busy={dashboard.isRefreshing}
        style={{ opacity: dashboard.isRefreshing ? 0.6 : undefined }}
      >
        <Content dashboard={dashboard} />
      </div>
      {dashboard.admin && <WriteOffs start={dashboard.query.start} end={dashboard.query.end} />}
    </>
  );
}

function Content({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const { answer, error, refresh, query } = dashboard;
  if (error) {
    return (
      <Paper withBorder>
        <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
      </Paper>
    );
  }
  if (!answer) return <Skeleton h={500} />;
  if (answer.models.length === 0) {
    return (
      <Paper withBorder>
        <EmptyState
          title={t('dashboard.emptyTitle')}
          hint={t('dashboard.emptyHint')}
          action={
            <Button component={Link} to="/token" variant="default">
              {t('dashboard.toTokens')}
            </Button>
          }
        />
      </Paper>
    );
  }
  return (
    <>
      <UsagePanel dashboard={dashboard} answer={answer} />
      <ModelRanking query={query} answer={answer} />
    </>
  );
}
