import { Avatar, Box, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../../lib/api/use-status';
import { colorOfNumber, colorOfText } from '../../../lib/format/colors';
import { formatExact, formatFixed, formatPrice, formatQuota, trimNumber } from '../../../lib/format/format';
import { logText } from '../../../text/log-text';
import { hint } from '../../../ui/feedback/hint';
import { Quota } from '../../../ui/badge/quota';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { Tag } from '../../../ui/badge/tag';
import { endedBadly, endingName } from '../ending-name';
import { failureLine, readFailure } from '../read-failure';
import { readContent, readFacts, readInput, readRatios } from './read-log-row';
import { LogType } from '#contract/enums';
import type { LogResponse } from '#contract/resources/logs/log';
import classes from '../logs-page.module.css';
import { OnlyThis } from './only-this';
import type { QuickChoice } from '../use-logs';

/** Rows of type 0 are old consumption rows. */
export const isUsage = (log: LogResponse) => log.type === LogType.consumption || log.type === LogType.unknown;
export const isFailed = (log: LogResponse) => log.type === LogType.error;

interface CellProps {
  log: LogResponse;
  quick: QuickChoice;
}

export function ChannelTag({ log, quick }: CellProps) {
  const { t } = useTranslation();
  return (
    <OnlyThis quick={quick} field="channel" value={String(log.channel)}>
      <span {...hint(log.channel_name || t('log.unnamedChannel'))}>
        <Group gap={6} wrap="nowrap">
          <Tag color={colorOfNumber(log.channel)}>{log.channel}</Tag>
          {log.channel_name && (
            <Text span size="xs" c="dimmed" maw={110} truncate className={classes.channelName}>
              {log.channel_name}
            </Text>
          )}
        </Group>
      </span>
    </OnlyThis>
  );
}

export function UserName({ log, quick, onUser }: CellProps & { onUser: (id: number) => void }) {
  const { t } = useTranslation();
  return (
    <OnlyThis quick={quick} field="username" value={log.username}>
      <UnstyledButton
        onClick={(event) => {
          event.stopPropagation();
          onUser(log.user_id);
        }}
      >
        <VisuallyHidden>{t('log.userInfoOf', { name: log.username })}</VisuallyHidden>
        <Group gap={6} wrap="nowrap" aria-hidden>
          <Avatar size={22} radius="xl" color={colorOfText(log.username)}>
            {log.username.slice(0, 1).toUpperCase()}
          </Avatar>
          <Text span size="sm" maw={56} truncate>
            {log.username}
          </Text>
        </Group>
      </UnstyledButton>
    </OnlyThis>
  );
}

export function TokenName({ log, quick }: CellProps) {
  return (
    <OnlyThis quick={quick} field="token_name" value={log.token_name}>
      <Box maw={{ base: '100%', sm: 76 }} lh={1} title={log.token_name}>
        <Tag copy={log.token_name}>{logText(log.token_name)}</Tag>
      </Box>
    </OnlyThis>
  );
}

type TypeText = `log.type${'Topup' | 'Consume' | 'Manage' | 'System' | 'Error' | 'Refund'}`;

const TYPES: Readonly<Record<number, { color: string; text: TypeText } | undefined>> = {
  [LogType.topUp]: { color: 'cyan', text: 'log.typeTopup' },
  [LogType.consumption]: { color: 'lime', text: 'log.typeConsume' },
  [LogType.management]: { color: 'orange', text: 'log.typeManage' },
  [LogType.system]: { color: 'grape', text: 'log.typeSystem' },
  [LogType.error]: { color: 'red', text: 'log.typeError' },
  [LogType.refund]: { color: 'teal', text: 'log.typeRefund' },
};

export function TypeBadge({ type }: { type: number }) {
  const { t } = useTranslation();
  const badge = TYPES[type];
  return <StatusBadge color={badge?.color ?? 'gray'}>{t(badge?.text ?? 'log.typeUnknown')}</StatusBadge>;
}

export function Model({ log, quick }: CellProps) {
  const { t } = useTranslation();
  const { mappedTo } = readFacts(log);
  return (
    <Group gap={4} wrap="nowrap">
      <OnlyThis quick={quick} field="model_name" value={log.model_name}>
        <Box maw={{ base: '100%', sm: 116 }} lh={1} title={log.model_name}>
          <Tag color={colorOfText(log.model_name)} copy={log.model_name} mono>
            {log.model_name}
          </Tag>
        </Box>
      </OnlyThis>
      {mappedTo && (
        <span
          {...hint(`${t('logDetail.actualModel')}: ${mappedTo}`, { focus: true, touch: true })}
          tabIndex={0}
          role="img"
          aria-label={`${t('logDetail.actualModel')}: ${mappedTo}`}
          style={{ display: 'flex' }}
        >
          <IconArrowsExchange size={16} stroke={1.75} />
        </span>
      )}
    </Group>
  );
}

export function Timing({ log }: { log: LogResponse }) {
  const { t } = useTranslation();
  const { firstTokenMs } = readFacts(log);
  const first = firstTokenMs === undefined ? undefined : firstTokenMs / 1000;
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge color={speed(log.use_time, 101, 300)}>{t('log.seconds', { n: log.use_time })}</StatusBadge>
      {log.is_stream && first !== undefined && (
        <StatusBadge color={speed(first, 3, 10)}>
          {t('log.seconds', { n: formatFixed(first, 1) })}
        </StatusBadge>
      )}
      <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t(log.is_stream ? 'log.stream' : 'log.notStream')}
      </Text>
    </Group>
  );
}

function speed(seconds: number, good: number, fair: number): string {
  if (seconds < good) return 'green';
  return seconds < fair ? 'orange' : 'red';
}

/** Input tokens, cached input included and shown apart. */
export function InputTokens({ log }: { log: LogResponse }) {
  const { t } = useTranslation();
  const { total, cached } = readInput(log);
  return (
    <>
      <span {...(cached > 0 && hint(t('log.ofThemCached', { n: formatExact(cached) })))}>
        {formatExact(total)}
      </span>
    </>
  );
}

/** One request costs fractions of a cent. */
const CHARGE_DIGITS = 6;

/** What a request cost; opens its receipt. */
function Charge({ log, onReceipt }: { log: LogResponse; onReceipt: (id: number) => void }) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <UnstyledButton
      className={classes.charge}
      aria-label={t('log.receiptOf', { amount: formatQuota(log.quota, money, CHARGE_DIGITS) })}
      onClick={(event) => {
        // The row opens its details.
        event.stopPropagation();
        onReceipt(log.id);
      }}
    >
      <Quota value={log.quota} digits={CHARGE_DIGITS} />
    </UnstyledButton>
  );
}

/**
 * What a row cost; refunds are negative. Requests that failed have no price, which is not a price of 0.
 * @param onReceipt opens the receipt of a charge; absent where nothing can be pressed
 */
export function costOf(log: LogResponse, onReceipt?: (id: number) => void): ReactNode {
  if (isFailed(log)) return '–';
  if (log.type === LogType.refund) return <Quota value={-log.quota} digits={CHARGE_DIGITS} />;
  if (log.type === LogType.consumption && onReceipt) return <Charge log={log} onReceipt={onReceipt} />;
  return isUsage(log) && <Quota value={log.quota} digits={CHARGE_DIGITS} />;
}

export function Route({ log }: { log: LogResponse }) {
  const { route } = readFacts(log);
  return (
    <Text span size="xs" ff="monospace">
      {route.length > 0 ? route.join('->') : log.channel}
    </Text>
  );
}

export function ShortDetails({ log }: { log: LogResponse }) {
  const { t } = useTranslation();
  const failure = readFailure(log);
  if (failure) return <FailureLine text={failureLine(failure, t)} />;
  return <PriceOrContent log={log} />;
}

/** One line, since messages of providers can be long; the tooltip has all of it. */
function FailureLine({ text }: { text: string }) {
  return (
    <Text
      size="xs"
      c="dimmed"
      lineClamp={1}
      miw={72}
      maw={300}
      style={{ wordBreak: 'break-all' }}
      title={text}
    >
      {text}
    </Text>
  );
}

function PriceOrContent({ log }: { log: LogResponse }) {
  const { t } = useTranslation();
  const ratios = readRatios(log);
  const group = trimNumber(ratios.groupRatio);
  let text = readContent(log);
  if (log.type === LogType.consumption && ratios.price !== undefined) {
    text = t('log.priceShort', { price: formatPrice(ratios.price), group });
  } else if (log.type === LogType.consumption && ratios.modelRatio !== undefined) {
    const model = trimNumber(ratios.modelRatio);
    text = ratios.cacheTokens
      ? t('log.ratioCacheShort', { model, group, cache: trimNumber(ratios.cacheRatio) })
      : t('log.ratioShort', { model, group });
  }
  const { endReason } = readFacts(log);
  return (
    <Group gap={6} wrap="nowrap">
      {endedBadly(endReason) && <StatusBadge color="red">{endingName(endReason, t)}</StatusBadge>}
      <Text span size="xs" c="dimmed" lineClamp={1} miw={72} maw={300} title={text}>
        {text}
      </Text>
    </Group>
  );
}
