import { Group, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBalance, formatExact, formatMoney } from '../../lib/format/format';
import type { Run } from '../../lib/interaction/use-action';
import { hint } from '../../ui/feedback/hint';
import { Quota } from '../../ui/badge/quota';
import classes from './channel-cells.module.css';
import { type ChannelRow, isTag } from './channel-rows';
import { useChannelHealth } from './health/channel-health';
import { lastsText } from './health/health-format';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ProviderBalance } from '#contract/resources/channels/channel-balance';

/** Used quota and the balance that the provider reported, in its currency; a click updates the balance. */
export function BalanceCell({ row, update }: { row: ChannelRow; update: Run<[ChannelResponse]> }) {
  const [asking, setAsking] = useState(false);
  const texts = useBalanceTexts();
  if (isTag(row)) return <Quota value={row.used_quota} />;
  const { shown, label } = texts(row);

  async function ask(channel: ChannelResponse) {
    setAsking(true);
    await update(channel);
    setAsking(false);
  }

  return (
    <Group gap="0 4px">
      <Quota value={row.used_quota} />
      <Text span size="sm" c="dimmed">
        /
      </Text>
      <UnstyledButton
        {...hint(label)}
        className={classes.balance}
        aria-label={`${row.name}: ${label}`}
        aria-busy={asking}
        disabled={asking}
        onClick={() => void ask(row)}
      >
        {shown}
      </UnstyledButton>
      <Lasts channel={row} />
    </Group>
  );
}

/** How long the balance lasts, if that is known. */
function Lasts({ channel }: { channel: ChannelResponse }) {
  const { t } = useTranslation();
  const hours = useChannelHealth().of(channel.id)?.balance_hours ?? null;
  if (hours === null) return null;
  return (
    <Text span size="xs" c="dimmed" className={classes.lasts} {...hint(t('channelHealth.lasts.hint'))}>
      {lastsText(channel.balance > 0 ? hours : 0, t)}
    </Text>
  );
}

/** The text of a balance in the column, and the longer one of its hint. */
function useBalanceTexts() {
  const { t } = useTranslation();
  const text = ({ amount, unit }: ProviderBalance, money: typeof formatMoney) =>
    unit === 'characters' || unit === 'points'
      ? t(`channel.balanceIn.${unit}`, { n: formatExact(amount) })
      : money(amount, unit);

  return ({ balance, balances, balance_updated_time: updatedAt }: ChannelResponse) => {
    // Imported channels and those of earlier releases have the amount in dollars only.
    if (balances.length === 0 && updatedAt === 0 && balance === 0)
      return { shown: '–', label: t('channel.balanceUnknown') };
    const [first = { amount: balance, unit: 'USD' }, ...others] = balances;
    const inDollars = formatMoney(balance, 'USD');
    const all = [first, ...others].map((one) => text(one, formatMoney)).join(' + ');
    const isConverted = balance !== 0 && (others.length > 0 || first.unit !== 'USD');
    return {
      shown: others.length === 0 ? text(first, formatBalance) : formatBalance(balance, 'USD'),
      label: t('channel.balance', { balance: isConverted ? `${all} (≈ ${inDollars})` : all }),
    };
  };
}
