import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { PurchasePriceResponse } from '#contract/resources/costs/purchase-price';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../lib/browser/use-is-phone';
import { formatPrice, formatTime, trimNumber } from '../../../lib/format/format';
import { messageOf } from '../../../lib/interaction/use-action';
import { ConfirmButton } from '../../../ui/button/confirm-button';
import { GuardedModal } from '../../../ui/dialog/modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { PurchasePriceForm } from './purchase-price-form';
import { usePurchasePrices } from './use-purchase-prices';

/** What the provider of a channel takes from the operator, by model and time. */
export function PurchasePricesModal({ channel, onClose }: { channel: ChannelResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const { prices, error, reload, add, remove } = usePurchasePrices(channel.id);
  const [dirty, setDirty] = useState(false);
  const guard = useUnsavedGuard(dirty, onClose);
  return (
    <GuardedModal
      guard={guard}
      title={t('purchasePrices.title', { name: channel.name })}
      size="lg"
      fullScreen={phone}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('purchasePrices.lead')}
        </Text>
        {!prices && error !== undefined && <LoadFailed message={messageOf(error)} onRetry={reload} />}
        {!prices && error === undefined && <Skeleton h={48} />}
        {prices?.length === 0 && <Text size="sm">{t('purchasePrices.none')}</Text>}
        {prices && prices.length > 0 && (
          <Stack component="ul" gap={2} p={0} m={0} style={{ listStyle: 'none' }}>
            {prices.map((price) => (
              <PriceRow key={price.id} price={price} onRemove={() => void remove.run(price.id)} />
            ))}
          </Stack>
        )}
        <PurchasePriceForm channel={channel} add={add} onDirty={setDirty} />
      </Stack>
    </GuardedModal>
  );
}

function PriceRow({ price, onRemove }: { price: PurchasePriceResponse; onRemove: () => void }) {
  const { t } = useTranslation();
  const model = price.model || t('purchasePrices.allModels');
  const text = usePriceText()(price);
  return (
    <Group
      component="li"
      aria-label={model}
      justify="space-between"
      wrap="nowrap"
      py={4}
      style={{ borderBottom: '1px solid var(--app-line)' }}
    >
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {model}: {text}
        </Text>
        <Text size="xs" c="dimmed">
          {price.from > 0
            ? t('purchasePrices.since', { time: formatTime(price.from) })
            : t('purchasePrices.always')}
        </Text>
      </div>
      <ConfirmButton
        label={t('purchasePrices.removeNamed', { model })}
        title={t('purchasePrices.removeTitle')}
        name={`${model}: ${text}`}
        text={t('purchasePrices.removeText')}
        confirm={t('common.delete')}
        icon={<IconTrash size={16} stroke={1.75} />}
        onConfirm={onRemove}
      />
    </Group>
  );
}

/** Returns a text of a price. */
function usePriceText(): (price: PurchasePriceResponse) => string {
  const { t } = useTranslation();
  return ({ kind, ratio, input, output, cached, cache_write: cacheWrite, call }) => {
    if (kind === 'ratio') return t('purchasePrices.ofList', { percent: trimNumber((ratio ?? 0) * 100, 4) });
    if (kind === 'call') return t('purchasePrices.perCall', { price: formatPrice(call ?? 0) });
    const parts: [name: 'input' | 'output' | 'cached' | 'cacheWrite', value: number | null][] = [
      ['input', input],
      ['output', output],
      ['cached', cached],
      ['cacheWrite', cacheWrite],
    ];
    return parts
      .flatMap(([name, value]) =>
        value === null ? [] : [`${t(`purchasePrices.fields.${name}`)} ${formatPrice(value)}`],
      )
      .join(t('purchasePrices.comma'));
  };
}
