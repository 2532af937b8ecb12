import { List, Progress, ScrollArea, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BatchState } from '../../lib/list/use-batch';

interface BatchProgressProps<T> {
  /** Accessible name of the progress bar. */
  name: string;
  state: BatchState<T>;
  nameOf: (item: T) => string;
}

/** Progress of a batch, and its failures. */
export function BatchProgress<T>({ name, state, nameOf }: BatchProgressProps<T>) {
  const { t } = useTranslation();
  const { total, done, failed, running } = state;
  const rest = total - done.length - failed.length;
  const counts = [
    t('bulk.done', { n: done.length, total }),
    ...(failed.length > 0 ? [t('bulk.failed', { n: failed.length })] : []),
    ...(rest > 0 ? [t(running ? 'bulk.rest' : 'bulk.left', { n: rest })] : []),
  ];
  return (
    <>
      <Progress
        value={total > 0 ? ((done.length + failed.length) / total) * 100 : 0}
        animated={running}
        color={failed.length > 0 ? 'orange' : undefined}
        aria-label={name}
      />
      <Text size="sm" mt="xs" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {counts.join(' · ')}
      </Text>
      {failed.length > 0 && (
        <ScrollArea.Autosize mah={180} mt="sm" type="auto">
          <List size="sm" listStyleType="none" spacing={6} role="list" aria-label={t('bulk.problems')}>
            {failed.map(({ item, message }) => (
              <List.Item key={nameOf(item)} style={{ overflowWrap: 'anywhere' }}>
                <Text span size="sm" fw={500}>
                  {nameOf(item)}
                </Text>
                <Text size="xs" c="var(--mantine-color-error)">
                  {message}
                </Text>
              </List.Item>
            ))}
          </List>
        </ScrollArea.Autosize>
      )}
    </>
  );
}
