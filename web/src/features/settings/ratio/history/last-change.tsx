import type { LatestPriceChanges } from '#contract/resources/price-change';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatTime } from '../../../../lib/format/format';
import { hint } from '../../../../ui/feedback/hint';
import { lazyDialog } from '../../../../ui/dialog/lazy-dialog';

const PriceHistoryDrawer = lazyDialog(
  async () => (await import('./price-history-drawer')).PriceHistoryDrawer,
);

interface LastChangeProps {
  model: string;
  /** Absent: the price was never changed, or too long ago. */
  change: LatestPriceChanges[string] | undefined;
}

/** When and by whom the price of a model was changed last; opens all its changes. */
export function LastChange({ model, change }: LastChangeProps) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState(false);
  if (!change) return null;
  const { created_at: at, actor_name: name } = change;
  const text = t('settings.ratio.history.changed', { ago: formatAgo(at, i18n.language), name });
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="xs"
        c="dimmed"
        ta="left"
        {...hint(formatTime(at))}
        aria-label={t('settings.ratio.history.changedNamed', { name: model, text })}
        onClick={() => setOpened(true)}
      >
        {text}
      </Anchor>
      {opened && <PriceHistoryDrawer model={model} onClose={() => setOpened(false)} />}
    </>
  );
}
