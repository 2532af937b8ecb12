import type { PriceChangeResponse } from '#contract/resources/price-change';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../ui/text/ago';

interface HistoryEntryProps {
  change: Pick<PriceChangeResponse, 'operation' | 'operation_size' | 'created_at' | 'actor_name' | 'how'>;
  undo: ReactNode;
  children: ReactNode;
}

/** Who changed prices, when and how, with what changed below. */
export function HistoryEntry({ change, undo, children }: HistoryEntryProps) {
  const { t } = useTranslation();
  const { operation_size: count, created_at: at, actor_name: name, how } = change;
  return (
    <section
      aria-label={t('settings.ratio.history.entry', { name, how: t(`settings.ratio.history.how.${how}`) })}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb={4}>
        <div>
          <Text size="sm" fw={500}>
            {t('settings.ratio.history.entry', { name, how: t(`settings.ratio.history.how.${how}`) })}
          </Text>
          <Text size="xs" c="dimmed">
            <Ago at={at} />
            {count > 1 && ` · ${t('settings.ratio.history.together', { count })}`}
          </Text>
        </div>
        {undo}
      </Group>
      {children}
    </section>
  );
}
