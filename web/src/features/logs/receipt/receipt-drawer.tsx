import { Alert, Badge, Button, Drawer, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconReceiptRefund } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withQuery } from '../../../lib/api/api';
import { isAdmin, useSession } from '../../../lib/api/session';
import { formatExact, formatNumber, formatPrice, formatTime, trimNumber } from '../../../lib/format/format';
import { useFocusBack } from '../../../lib/browser/use-focus-back';
import { useIsPhone } from '../../../lib/browser/use-is-phone';
import { messageOf } from '../../../lib/interaction/use-action';
import { CopyText } from '../../../ui/button/copy-text';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { PriceLink } from '../../../ui/badge/price-link';
import { Quota } from '../../../ui/badge/quota';
import { Tag } from '../../../ui/badge/tag';
import { lineName, ratioName } from '../line-name';
import { ReceiptAttempts } from './receipt-attempts';
import classes from './receipt.module.css';
import type { ReceiptResponse } from '#contract/resources/logs/receipt';
import { useReceipt } from '../use-logs';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog';

const RefundDialog = lazyDialog(async () => (await import('./refund-dialog')).RefundDialog);

/** How a request was charged and routed. */
export function ReceiptDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  useFocusBack(true);
  const { data, error, mutate } = useReceipt(id);
  return (
    <Drawer
      opened
      onClose={onClose}
      size={phone ? '100%' : 600}
      title={t('receipt.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {data ? (
        <Body receipt={data} onRefunded={() => void mutate()} />
      ) : error !== undefined ? (
        <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />
      ) : (
        <Skeleton h={320} />
      )}
    </Drawer>
  );
}

function Body({ receipt, onRefunded }: { receipt: ReceiptResponse; onRefunded: () => void }) {
  const { t } = useTranslation();
  const [isRefunding, setIsRefunding] = useState(false);
  const isRefundable = isAdmin(useSession()) && receipt.charged > receipt.refunded;
  const { lines, ratios, attempts } = receipt;
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Group gap={4} wrap="nowrap">
          <Text fw={600}>{receipt.model_name}</Text>
          <PriceLink model={receipt.model_name} />
        </Group>
        <Text size="sm" c="dimmed">
          {formatTime(receipt.created_at)}
        </Text>
        {receipt.request_id && (
          <Tag mono copy={receipt.request_id}>
            {receipt.request_id}
          </Tag>
        )}
        <CopyText
          text={`${location.origin}${withQuery('/log', { receipt: receipt.id })}`}
          label={t('receipt.copyLink')}
        />
        {isRefundable && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconReceiptRefund size={14} stroke={1.75} />}
            onClick={() => setIsRefunding(true)}
          >
            {t('receipt.refund')}
          </Button>
        )}
      </Group>
      {isRefunding && (
        <RefundDialog receipt={receipt} onClose={() => setIsRefunding(false)} onRefunded={onRefunded} />
      )}
      <Money receipt={receipt} />
      {receipt.price && <Price receipt={receipt} />}
      {lines.length > 0 && <Lines lines={lines} ratios={ratios} />}
      {attempts.length > 0 && <ReceiptAttempts attempts={attempts} />}
    </Stack>
  );
}

function Money({ receipt }: { receipt: ReceiptResponse }) {
  const { t } = useTranslation();
  const { held, charged, refunded, uncollected, returned, agrees, recomputed } = receipt;
  return (
    <>
      <dl className={classes.money}>
        <Fact label={t('receipt.held')} value={held} />
        <Fact label={t('receipt.charged')} value={charged} strong />
        {returned !== null && returned < 0 ? (
          <Fact label={t('receipt.added')} value={-returned} />
        ) : (
          <Fact label={t('receipt.returned')} value={returned} />
        )}
        {refunded > 0 && <Fact label={t('receipt.refunded')} value={refunded} />}
        {uncollected > 0 && <Fact label={t('receipt.uncollected')} value={uncollected} />}
      </dl>
      {receipt.reported && (
        <Alert color="yellow" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {t('receipt.reported', {
            input: formatExact(receipt.reported.input),
            output: formatExact(receipt.reported.output),
          })}
        </Alert>
      )}
      {agrees === true && (
        <Alert color="green" py={8} icon={<IconCircleCheck size={18} stroke={1.75} />}>
          {t('receipt.agrees', { quota: formatExact(recomputed ?? 0) })}
        </Alert>
      )}
      {agrees === false && (
        <Alert color="yellow" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {t('receipt.differs', { quota: formatExact(recomputed ?? 0) })}
        </Alert>
      )}
    </>
  );
}

function Fact({ label, value, strong }: { label: string; value: number | null; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>{value === null ? '–' : <Quota value={value} digits={6} />}</dd>
    </div>
  );
}

function Price({ receipt: { price, group, ratios } }: { receipt: ReceiptResponse }) {
  const hasSeconds = ratios.some(({ name }) => name === 'seconds');
  const { t } = useTranslation();
  if (!price) return null;
  return (
    <section aria-label={t('receipt.price')}>
      <Text size="xs" c="dimmed" mb={6}>
        {t('receipt.price')}
      </Text>
      <Group gap={6}>
        {price.model_price === -1 ? (
          <>
            <Badge color="gray">{t('receipt.modelRatio', { ratio: trimNumber(price.model_ratio) })}</Badge>
            <Badge color="gray">
              {t('receipt.completionRatio', { ratio: trimNumber(price.completion_ratio) })}
            </Badge>
          </>
        ) : (
          <Badge color="gray">
            {t(hasSeconds ? 'receipt.perSecond' : 'receipt.perCall', { usd: trimNumber(price.model_price) })}
          </Badge>
        )}
        <Badge color={price.user_group_ratio === null ? 'gray' : 'blue'}>
          {t(price.user_group_ratio === null ? 'receipt.groupRatio' : 'receipt.ownGroupRatio', {
            group,
            ratio: trimNumber(price.group_ratio),
          })}
        </Badge>
        {price.tier_from !== null && (
          <Badge color="blue">{t('receipt.tier', { tokens: formatNumber(price.tier_from) })}</Badge>
        )}
        {price.service_tier && (
          <Badge color="blue">
            {t('receipt.serviceTier', {
              name: price.service_tier,
              ratio: trimNumber(price.service_tier_ratio),
            })}
          </Badge>
        )}
        <Badge color="gray">{t(`receipt.source.${price.source}`)}</Badge>
        {price.public_list.length > 0 && (
          <Badge color="yellow">
            {t('receipt.publicList', {
              parts: price.public_list.map((part) => t(`receipt.listedPart.${part}`)).join(', '),
            })}
          </Badge>
        )}
        {price.defaulted.length > 0 && (
          <Badge color="yellow">
            {t('receipt.defaulted', {
              parts: price.defaulted.map((part) => t(`receipt.listedPart.${part}`)).join(', '),
            })}
          </Badge>
        )}
        <Text size="xs" c="dimmed" ff="monospace">
          {t('receipt.version', { version: price.version })}
        </Text>
      </Group>
    </section>
  );
}

/** The factors of a task's price follow the lines: their product is the number of calls. */
function Lines({ lines, ratios }: Pick<ReceiptResponse, 'lines' | 'ratios'>) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('receipt.lines')}>
      <Text size="xs" c="dimmed" mb={6}>
        {t('receipt.lines')}
      </Text>
      <Table.ScrollContainer minWidth={360}>
        <Table verticalSpacing={6}>
          <Table.Thead className={classes.heads}>
            <Table.Tr>
              <Table.Th>{t('bill.item')}</Table.Th>
              <Table.Th ta="right">{t('receipt.count')}</Table.Th>
              <Table.Th ta="right">{t('bill.ratio')}</Table.Th>
              <Table.Th ta="right">{t('receipt.quota')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={`${line.kind} ${line.name}`}>
                <Table.Td>{lineName(line, lines, t)}</Table.Td>
                <Table.Td ta="right">{formatExact(line.count)}</Table.Td>
                <Table.Td ta="right">
                  {line.kind === 'step'
                    ? '–'
                    : line.ratio === null
                      ? formatPrice(line.usd ?? 0)
                      : `× ${trimNumber(line.ratio)}`}
                </Table.Td>
                <Table.Td ta="right">{formatExact(line.quota)}</Table.Td>
              </Table.Tr>
            ))}
            {ratios.map(({ name, ratio }) => (
              <Table.Tr key={`ratio ${name}`}>
                <Table.Td c="dimmed" pl="lg">
                  {ratioName(name, t)}
                </Table.Td>
                <Table.Td />
                <Table.Td ta="right">{`× ${trimNumber(ratio, 4)}`}</Table.Td>
                <Table.Td />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
