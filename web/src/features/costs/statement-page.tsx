import type { CostRow, CostsResponse } from '#contract/resources/costs/costs';
import type { UserResponse } from '#contract/resources/accounts/user';
import { Button, Group, Paper, Select, Skeleton, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { useSelf } from '../../lib/api/use-self';
import { useMoney } from '../../lib/api/use-status';
import { formatExact, formatQuota } from '../../lib/format/format';
import { changedQuery } from '../../lib/list/changed-query';
import { messageOf } from '../../lib/interaction/use-action';
import { LoadFailed } from '../../ui/feedback/empty-state';
import classes from './costs.module.css';
import { useKeyText } from './use-key-text';

const MONTH = 'YYYY-MM';
/** Months that are offered: the sums by hour are kept for 400 days. */
const OFFERED_MONTHS = 13;
/** As in the receipt: one request costs fractions of a cent. */
const DIGITS = 6;

/** The charges of one account within a calendar month, to be printed. */
export function StatementPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const admin = isAdmin(useSession());
  const self = useSelf().self;
  const month = monthOf(search.get('month'));
  const asked = search.get('user');
  const userId = admin && asked !== null && /^\d{1,10}$/.test(asked) ? Number(asked) : (self?.id ?? 0);
  const user = useSWR<UserResponse, unknown>(
    admin && userId > 0 && userId !== self?.id ? `/api/user/${userId}` : null,
    (path: string) => get<UserResponse>(path),
  ).data;
  const byModel = useStatement(month, admin, userId, 'model');
  const byToken = useStatement(month, admin, userId, 'token');
  const costs = byModel.data;
  const failed = [byModel, byToken].find(({ data, error }) => !data && error !== undefined);
  const name = userId === self?.id ? self.username : (user?.username ?? `#${userId}`);
  return (
    <article className={classes.statement}>
      <Group justify="space-between" align="flex-end" mb="lg">
        <div>
          <Title order={1}>{t('costs.statement.title', { month: month.format(MONTH) })}</Title>
          <Text>{t('costs.statement.account', { name, id: userId })}</Text>
        </div>
        <Group gap="xs" className={classes.noPrint} align="flex-end">
          <Select
            w={130}
            label={t('costs.statement.month')}
            data={offeredMonths(month)}
            allowDeselect={false}
            value={month.format(MONTH)}
            onChange={(value) => setSearch(changedQuery((next) => next.set('month', value ?? '')))}
          />
          <Button variant="default" component={Link} to="/costs">
            {t('costs.title')}
          </Button>
          <Button leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
            {t('costs.statement.print')}
          </Button>
        </Group>
      </Group>
      {failed ? (
        <LoadFailed message={messageOf(failed.error)} onRetry={() => void failed.mutate()} />
      ) : !costs || !byToken.data ? (
        <Skeleton h={320} />
      ) : (
        <>
          <Part title={t('costs.statement.byModel')} by="model" costs={costs} />
          <Part title={t('costs.statement.byToken')} by="token" costs={byToken.data} />
          <Text size="xs" c="dimmed">
            {t('costs.statement.note', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
            {costs.shifted && ` ${t('costs.shifted')}`}
          </Text>
        </>
      )}
    </article>
  );
}

/** The beginning of a month; of the current one where the text is none. */
function monthOf(text: string | null): dayjs.Dayjs {
  const isMonth = text !== null && /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text);
  return isMonth ? dayjs(`${text}-01`) : dayjs().startOf('month');
}

/** The latest months, and the chosen one, the latest first. */
function offeredMonths(chosen: dayjs.Dayjs): string[] {
  const now = dayjs().startOf('month');
  const latest = Array.from({ length: OFFERED_MONTHS }, (_, back) =>
    now.subtract(back, 'month').format(MONTH),
  );
  return [...new Set([...latest, chosen.format(MONTH)])].toSorted().toReversed();
}

function useStatement(month: dayjs.Dayjs, admin: boolean, userId: number, by: 'model' | 'token') {
  const body = {
    from: month.unix(),
    to: month.add(1, 'month').unix(),
    by,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(admin && { filters: { user: [userId] } }),
  };
  return useSWR<CostsResponse, unknown>(
    userId > 0 ? ['/api/costs/query', JSON.stringify(body)] : null,
    async () => (await call<CostsResponse>('POST', '/api/costs/query', { body })).data,
  );
}

function Part({ title, by, costs }: { title: string; by: 'model' | 'token'; costs: CostsResponse }) {
  const { t } = useTranslation();
  const money = useMoney();
  const keyText = useKeyText();
  const amount = (quota: number) => formatQuota(quota, money, DIGITS);
  const tokens = (row: Pick<CostRow, 'prompt_tokens' | 'completion_tokens'>) =>
    formatExact(row.prompt_tokens + row.completion_tokens);
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={title}>
      <h2 className={classes.panelTitle}>{title}</h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" data-start>
              {t(`costs.dimensions.${by}`)}
            </th>
            <th scope="col">{t('costs.measures.requests')}</th>
            <th scope="col">{t('costs.measures.tokens')}</th>
            <th scope="col">{t('costs.measures.quota')}</th>
          </tr>
        </thead>
        <tbody>
          {costs.rows.map((row) => (
            <tr key={row.by ?? 'others'}>
              <th scope="row" data-start>
                {keyText(by, row.by, costs.names)}
              </th>
              <td>{formatExact(row.requests)}</td>
              <td>{tokens(row)}</td>
              <td>{amount(row.quota)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" data-start>
              {t('costs.statement.total')}
            </th>
            <td>{formatExact(costs.totals.requests)}</td>
            <td>{tokens(costs.totals)}</td>
            <td>{amount(costs.totals.quota)}</td>
          </tr>
        </tfoot>
      </table>
    </Paper>
  );
}
