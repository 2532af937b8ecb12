import type { OverviewResponse, OwnOverviewResponse } from '#contract/resources/overview';
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { isAdmin, useSession } from '../../lib/api/session';
import { messageOf } from '../../lib/interaction/use-action';
import { FirstCall } from '../first-call/first-call';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { OverviewHead } from './overview-head';
import { OverviewOfAll } from './overview-of-all';
import { OverviewSkeleton } from './overview-skeleton';
import classes from './overview.module.css';
import { OwnOverview } from './own-overview';
import { type OverviewState, useOverview } from './use-overview';

/** What needs attention, figures and the most important rows: of the installation for administrators, else of the account. */
export function OverviewPage() {
  return isAdmin(useSession()) ? <PageOfAll /> : <OwnPage />;
}

function PageOfAll() {
  const state = useOverview<OverviewResponse>('/api/overview');
  return <Frame state={state}>{(seen) => <OverviewOfAll seen={seen} period={state.period} />}</Frame>;
}

function OwnPage() {
  const state = useOverview<OwnOverviewResponse>('/api/overview/self');
  return <Frame state={state}>{(seen) => <OwnOverview seen={seen} period={state.period} />}</Frame>;
}

function Frame<T>({ state, children }: { state: OverviewState<T>; children: (seen: T) => ReactNode }) {
  const { value, error, isChanging, refresh } = state;
  return (
    <div className={classes.page}>
      <OverviewHead state={state} />
      <FirstCall />
      {value !== undefined && (
        <div className={classes.rows} aria-busy={isChanging} data-changing={isChanging || undefined}>
          {children(value)}
        </div>
      )}
      {value === undefined && error !== undefined && (
        <Paper withBorder>
          <LoadFailed message={messageOf(error)} onRetry={refresh} />
        </Paper>
      )}
      {value === undefined && error === undefined && <OverviewSkeleton />}
    </div>
  );
}
