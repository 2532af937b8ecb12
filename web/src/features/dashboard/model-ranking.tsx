import { Anchor, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber, formatQuota, formatShare } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import classes from './dashboard.module.css';
import { logPath } from './drill-down';
import type { DashboardQuery, Digest } from './use-dashboard';

/** Table of all models in the range by cost, each with a link to its calls. */
export function ModelRanking({ query, answer }: { query: DashboardQuery; answer: Digest }) {
  const { t } = useTranslation();
  const money = useMoney();
  const [keyword, setKeyword] = useState('');
  const { start, end, username } = query;
  const ranked = answer.models
    .map((usage, index) => ({ ...usage, rank: index + 1 }))
    .filter(({ model }) => model.toLowerCase().includes(keyword.trim().toLowerCase()));
  const share = (quota: number) => (answer.sums.quota > 0 ? quota / answer.sums.quota : 0);
  return (
    <Paper withBorder p="lg" mt="md" component="section" aria-label={t('dashboard.ranking')}>
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2}>{t('dashboard.ranking')}</Title>
          <Text size="sm" c="dimmed">
            {t('dashboard.rankingHint')}
          </Text>
        </div>
        <TextInput
          aria-label={t('dashboard.modelSearch')}
          placeholder={t('dashboard.modelSearch')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={keyword}
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
      </Group>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('dashboard.ranking')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-start data-wide>
                {t('dashboard.rank')}
              </th>
              <th scope="col" data-start data-name>
                {t('common.model')}
              </th>
              <th scope="col">{t('dashboard.quota')}</th>
              <th scope="col" data-wide>
                {t('dashboard.share')}
              </th>
              <th scope="col">{t('dashboard.calls')}</th>
              <th scope="col">{t('dashboard.tokens')}</th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ model, color, rank, quota, calls, tokens }) => (
              <tr key={model}>
                <td data-start data-wide>
                  {rank}
                </td>
                <th scope="row" data-start data-name>
                  <Anchor
                    component={Link}
                    size="sm"
                    to={logPath({ start, end, model, username })}
                    aria-label={t('dashboard.toLog', { name: model })}
                  >
                    {model}
                  </Anchor>
                  <span
                    className={classes.bar}
                    style={{ background: color, width: `${share(quota) * 100}%` }}
                  />
                </th>
                <td>{formatQuota(quota, money, 4)}</td>
                <td data-wide>{formatShare(share(quota))}</td>
                <td>{formatNumber(calls)}</td>
                <td>{formatNumber(tokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {ranked.length === 0 && (
          <Text size="sm" c="dimmed" p="md" ta="center">
            {t('dashboard.noModel')}
          </Text>
        )}
      </div>
    </Paper>
  );
}
