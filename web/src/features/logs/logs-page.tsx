import { Button, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import { useStatus } from '../../lib/api/use-status';
import { useColumns } from '../../ui/table/columns';
import { ExportMenu } from '../../ui/page/export-menu';
import { WidenRange } from '../../ui/time-range/widen-range';
import { ResourcePage } from '../../ui/page/resource-page';
import { ExclusionList } from './exclusion-list';
import { briefOf } from './rows/log-brief';
import { LiveButton } from './live-button';
import { useLogColumns } from './rows/log-columns';
import { useLogExport } from './rows/log-export';
import { LogFilterBar } from './log-filter-bar';
import { ResultControl } from './result-control';
import { StatLine } from './stat-line';
import { useLive } from './use-live';
import { useReceiptInAddress } from './receipt/use-receipt-in-address';
import { useChartsShown } from './use-log-charts';
import { useLogs } from './use-logs';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const LogDetails = lazyDialog(async () => (await import('./log-details')).LogDetails);

const UserDialog = lazyDialog(async () => (await import('./user-dialog')).UserDialog);

const LogCharts = lazy(async () => ({ default: (await import('./log-charts')).LogCharts }));
const ReceiptDrawer = lazy(async () => ({
  default: (await import('./receipt/receipt-drawer')).ReceiptDrawer,
}));

export function LogsPage() {
  const { t } = useTranslation();
  const { admin, list, quick, stat, onlyRecent, bounded, refresh } = useLogs();
  const [user, setUser] = useState<number>();
  const [receipt, setReceipt] = useReceiptInAddress();
  const [charts, toggleCharts] = useChartsShown();
  const { enable_data_export } = useStatus();
  const live = useLive(refresh, list.page === 1);
  const columns = useColumns(
    'logs-table-columns',
    useLogColumns(admin, quick, { onUser: setUser, onReceipt: setReceipt }, onlyRecent),
  );
  useShortcuts({ r: () => void refresh() });

  return (
    <ResourcePage
      title={t('log.title')}
      lead={t('log.lead')}
      headerActions={
        <>
          <StatLine stat={stat} />
          {enable_data_export && (
            <Button
              variant={charts ? 'light' : 'default'}
              leftSection={<IconChartBar size={16} stroke={1.75} />}
              aria-expanded={charts}
              onClick={toggleCharts}
            >
              {t('log.charts')}
            </Button>
          )}
        </>
      }
      filters={(controls) => (
        <LogFilterBar list={list} admin={admin} onRefresh={refresh} controls={controls} />
      )}
      tools={
        <>
          <LiveButton live={live} />
          <ExportMenu name="usage-log" list={list} columns={useLogExport(admin)} />
        </>
      }
      beforeRows={
        <>
          <ResultControl filters={list.filters} onChange={list.setFilters} />
          <ExclusionList quick={quick} />
          {charts && enable_data_export && (
            <Suspense fallback={<Skeleton h={160} mb="md" />}>
              <LogCharts filters={bounded} admin={admin} />
            </Suspense>
          )}
        </>
      }
      list={list}
      columns={columns}
      rowName={(log) => t('log.expandNamed', { time: formatTime(log.created_at) })}
      expand={(log) => <LogDetails log={log} admin={admin} onReceipt={setReceipt} />}
      brief={(log) => briefOf(log, admin, t)}
      empty={{
        title: t('log.emptyTitle'),
        hint: t('log.emptyHint'),
        action: <WidenRange onPick={(start) => list.setFilters({ start: String(start), end: '' })} />,
      }}
    >
      {user !== undefined && <UserDialog id={user} onClose={() => setUser(undefined)} />}
      {receipt !== undefined && (
        <Suspense fallback={null}>
          <ReceiptDrawer id={receipt} onClose={() => setReceipt(undefined)} />
        </Suspense>
      )}
    </ResourcePage>
  );
}
