import { Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QuickField } from './exclusions';
import type { QuickFilter } from './use-logs';

const NAMES = {
  token_name: 'log.token',
  model_name: 'common.model',
  channel: 'common.channel',
  username: 'log.user',
} as const satisfies Record<QuickField, string>;

/** The excluded values, each with a button that removes the exclusion. */
export function ExclusionList({ quick: { exclusions, include } }: { quick: QuickFilter }) {
  const { t } = useTranslation();
  if (exclusions.length === 0) return null;
  return (
    <Group gap={6} mb="sm" role="group" aria-label={t('log.excluded')}>
      <Text size="sm" c="dimmed">
        {t('log.excluded')}
      </Text>
      {exclusions.map((exclusion) => {
        const text = `${t(NAMES[exclusion.field])}: ${exclusion.value}`;
        return (
          <Button
            key={text}
            size="compact-sm"
            variant="default"
            fw={400}
            aria-label={t('log.includeAgain', { name: text })}
            rightSection={<IconX size={12} stroke={2} />}
            onClick={() => include(exclusion)}
          >
            {text}
          </Button>
        );
      })}
    </Group>
  );
}
