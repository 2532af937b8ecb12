import type { CostsResponse } from '#contract/resources/costs/costs';
import {
  ActionIcon,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconDownload, IconFileInvoice, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { useMoney } from '../../lib/api/use-status';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import { formatQuota } from '../../lib/format/format';
import { messageOf, useAction } from '../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { ViewsMenu } from '../../ui/page/views-menu';
import { CostControls } from './cost-controls';
import { downloadCosts } from './cost-export';
import { CostHeadline } from './cost-headline';
import { CostLosses, CostMovements } from './cost-movements';
import { CostProof } from './cost-proof';
import { COST_PERIODS } from '#contract/resources/costs/costs';
import { CostTable } from './cost-table';
import { isAmount, valueText } from './cost-values';
import classes from './costs.module.css';
import { type CostsState, useCosts } from './use-costs';
import { useCostViews } from './use-cost-views';
import { type KeyText, useKeyText } from './use-key-text';

const CostChart = lazy(async () => ({ default: (await import('./cost-chart')).CostChart }));

/** Who spends what on what: the whole installation for administrators, else the account. */
export function CostsPage() {
  const state = useCosts();
  const keyText = useKeyText();
  const amount = useAmount(state.costs);
  useShortcuts({ r: state.refresh });
  return (
    <div className={classes.page}>
      <Head state={state} keyText={keyText} />
      <div className={classes.columns}>
        <CostControls state={state} keyText={keyText} />
        <div
          className={classes.main}
          aria-busy={state.isChanging}
          data-changing={state.isChanging || undefined}
        >
          <Content {...{ state, keyText, amount }} />
          <CostProof proof={state.proof} amount={amount} />
        </div>
      </div>
    </div>
  );
}

/** Small amounts of money need more decimals; numbers below each other have as many. */
function useAmount(costs: CostsResponse | undefined): (quota: number) => string {
  const money = useMoney();
  const digits = money.asCurrency && (costs?.totals.quota ?? 0) < money.perUnit ? 4 : 2;
  return (quota) => formatQuota(quota, money, digits);
}

function Head({ state, keyText }: { state: CostsState; keyText: KeyText }) {
  const { t } = useTranslation();
  const { perUnit } = useMoney();
  const { view, change, refresh } = state;
  const store = useCostViews();
  const save = useAction(
    () => state.readAll(),
    (costs) => {
      downloadCosts(
        costs,
        view,
        keyText,
        {
          dimension: (name) => t(`costs.dimensions.${name}` as 'costs.dimensions.model'),
          usd: t('costs.usd'),
        },
        perUnit,
      );
    },
  );
  return (
    <Group justify="space-between" gap="xs" align="flex-end">
      <div>
        <Title order={1}>{t('costs.title')}</Title>
        <Text c="dimmed" size="sm">
          {t('costs.lead')}
        </Text>
      </div>
      <Group gap="xs" maw="100%">
        <div className={classes.periods}>
          <SegmentedControl
            size="xs"
            aria-label={t('costs.period')}
            value={view.period}
            onChange={(period) => change({ period })}
            data={COST_PERIODS.map((value) => ({ value, label: t(`costs.periods.${value}`) }))}
          />
        </div>
        <ViewsMenu store={store} />
        <Tooltip label={t('costs.statement.open')}>
          <ActionIcon
            size={36}
            variant="default"
            component={Link}
            to={statementPath(view.filters.user)}
            aria-label={t('costs.statement.open')}
          >
            <IconFileInvoice size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('costs.download')}>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('costs.download')}
            onClick={() => void save.run()}
          >
            <IconDownload size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('common.refresh')}>
          <ActionIcon size={36} variant="default" aria-label={t('common.refresh')} onClick={refresh}>
            <IconRefresh size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}

/** Of the only user that is filtered, else of one's own account. */
function statementPath(users: readonly string[] | undefined): string {
  return withQuery('/costs/statement', { user: users?.length === 1 ? users[0] : undefined });
}

interface ContentProps {
  state: CostsState;
  keyText: KeyText;
  amount: (quota: number) => string;
}

function Content({ state, keyText, amount }: ContentProps) {
  const { t } = useTranslation();
  const { costs, error, view } = state;
  if (error !== undefined)
    return (
      <Paper withBorder>
        <LoadFailed message={messageOf(error)} onRetry={state.refresh} />
      </Paper>
    );
  if (!costs) return <Skeleton h={480} />;
  const isUnpriced =
    (view.measure === 'purchase' || view.measure === 'margin') && costs.totals.purchase === null;
  return (
    <Stack gap="md">
      <Paper withBorder p="md" component="section" aria-label={t('costs.summary')}>
        <CostHeadline costs={costs} measure={view.measure} amount={amount} />
        {isUnpriced && <Text size="sm">{t('costs.noPurchasePrices')}</Text>}
        {costs.series && costs.series.values.length > 0 && (
          <Suspense fallback={<div className={classes.chart} />}>
            <CostChart
              series={costs.series}
              nameOf={(key) => keyText(costs.moved_by, key, costs.moved_names)}
              textOf={(value) =>
                isAmount(view.measure) ? amount(value) : valueText(value, view.measure, amount)
              }
            />
          </Suspense>
        )}
      </Paper>
      <CostLosses costs={costs} amount={amount} />
      {costs.rows.length === 0 ? (
        <Paper withBorder>
          <EmptyState title={t('costs.empty')} hint={t('costs.emptyHint')} />
        </Paper>
      ) : (
        <Paper withBorder p="md">
          <CostTable {...{ state, costs, keyText, amount }} />
        </Paper>
      )}
      <CostMovements {...{ costs, keyText, amount }} />
      {costs.shifted && (
        <Text size="xs" c="dimmed">
          {t('costs.shifted')}
        </Text>
      )}
    </Stack>
  );
}
