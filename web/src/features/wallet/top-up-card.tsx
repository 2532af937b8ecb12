import { Button, Group, NumberInput, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconBrandAlipay, IconBrandWechat } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPrice } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import type { Action } from '../../lib/interaction/use-action';
import { useStatus } from '../../lib/api/use-status';
import { useQuote } from './use-wallet';
import type { PaymentMethod } from './use-wallet';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const PayDialog = lazyDialog(async () => (await import('./pay-dialog')).PayDialog);

/** Suggested amounts in US dollars. */
const AMOUNTS = [5, 10, 20, 50, 100];

/** Buys quota at the operator's payment site. */
export function TopUpCard({ pay }: { pay: Action<[number, PaymentMethod]> }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { min_topup_amount: min } = status;
  // Undefined until edited: the default is the minimum amount, which loads after the page.
  const [typed, setTyped] = useState<number | string>();
  const [method, setMethod] = useState<PaymentMethod>();
  const shown = typed ?? Math.max(1, Math.ceil(min));
  const amount = Math.max(1, Math.trunc(Number(shown)) || 1);
  const tooSmall = amount < min;
  const { cost, isLoading } = useQuote(amount, !tooSmall);
  const unit = status.display_in_currency ? 1 : status.quota_per_unit;

  function choose(selected: PaymentMethod) {
    if (tooSmall) toast.error(t('wallet.tooSmall', { min }));
    else setMethod(selected);
  }

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="top-up">
      <Title order={2} id="top-up" mb="md">
        {t('wallet.online')}
      </Title>
      <NumberInput
        label={t(status.display_in_currency ? 'wallet.amountUsd' : 'wallet.amount')}
        placeholder={t('wallet.amountPlaceholder', { min })}
        min={1}
        step={unit}
        allowDecimal={false}
        thousandSeparator=","
        value={shown}
        error={tooSmall ? t('wallet.tooSmall', { min }) : undefined}
        onChange={setTyped}
        onBlur={() => setTyped(amount)}
      />
      <Group gap={6} mt={8}>
        {AMOUNTS.map((usd) => usd * unit)
          .filter((preset) => preset >= min)
          .map((preset) => (
            <Button
              key={preset}
              size="compact-sm"
              variant="default"
              fw={400}
              onClick={() => setTyped(preset)}
            >
              {status.display_in_currency ? formatPrice(preset) : formatNumber(preset)}
            </Button>
          ))}
      </Group>
      <Group gap={8} my="md" aria-live="polite" aria-busy={isLoading}>
        {!tooSmall && (cost === undefined || isLoading) ? (
          <Skeleton h={22} w={140} />
        ) : (
          <Text size="sm" fw={500}>
            {t('wallet.payable', { amount: (!tooSmall && cost) || 0 })}
          </Text>
        )}
      </Group>
      <Group gap="sm">
        <Button
          leftSection={<IconBrandAlipay size={18} stroke={1.75} />}
          color="blue.8"
          onClick={() => choose('zfb')}
        >
          {t('wallet.alipay')}
        </Button>
        <Button
          leftSection={<IconBrandWechat size={18} stroke={1.75} />}
          color="teal.9"
          onClick={() => choose('wx')}
        >
          {t('wallet.wechatPay')}
        </Button>
      </Group>
      {method && (
        <PayDialog
          amount={amount}
          cost={cost ?? '0'}
          method={method}
          pay={pay}
          onClose={() => setMethod(undefined)}
        />
      )}
    </Paper>
  );
}
