import type { LogResponse } from '#contract/resources/logs/log';
import { Alert, Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { formatExact, formatTimeOfDay } from '../../lib/format/format';
import { Quota } from '../../ui/badge/quota';
import { readInput, requestIdOf } from '../logs/rows/read-log-row';

/** Decimals of a price, as in the log. */
const LOG_DIGITS = 6;

/** The request that was answered: time, tokens and price, with a link to its receipt. */
export function AnsweredRequest({ row }: { row: LogResponse }) {
  const { t } = useTranslation();
  return (
    <Alert color="green" title={t('firstCall.answered', { model: row.model_name })} role="status">
      <Text size="sm">
        200 · {formatTimeOfDay(row.created_at)} ·{' '}
        {row.use_time > 0 ? t('log.seconds', { n: row.use_time }) : t('firstCall.underSecond')} ·{' '}
        {t('firstCall.tokens', {
          input: formatExact(readInput(row).total),
          output: formatExact(row.completion_tokens),
        })}{' '}
        · <Quota value={row.quota} digits={LOG_DIGITS} /> ·{' '}
        <Anchor
          component={Link}
          to={withQuery('/log', { request_id: requestIdOf(row), receipt: row.id })}
          size="sm"
          underline="always"
        >
          {t('firstCall.receipt')}
        </Anchor>
      </Text>
    </Alert>
  );
}
