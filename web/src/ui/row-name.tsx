import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a row is called: never squeezed to a column of letters, never wider than a column should be. */
export function RowName({ children, second }: { children: ReactNode; second?: string }) {
  return (
    <div style={{ minWidth: 120, maxWidth: 240 }}>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      {second && (
        <Text size="xs" c="dimmed" fw={400}>
          {second}
        </Text>
      )}
    </div>
  );
}
