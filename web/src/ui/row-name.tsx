import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowNameProps {
  children: ReactNode;
  second?: string;
  /** Names that do not fit are cut, and whole in their tooltip: rows of wide tables stay low. */
  oneLine?: string;
}

/** What a row is called: never squeezed to a column of letters, never wider than a column should be. */
export function RowName({ children, second, oneLine }: RowNameProps) {
  return (
    <div style={{ minWidth: 120, maxWidth: oneLine === undefined ? 240 : 340 }}>
      <Text
        size="sm"
        fw={500}
        style={{ overflowWrap: 'anywhere' }}
        {...(oneLine !== undefined && { lineClamp: 1, title: oneLine })}
      >
        {children}
      </Text>
      {second && (
        <Text size="xs" c="dimmed" fw={400} {...(oneLine !== undefined && { lineClamp: 1, title: second })}>
          {second}
        </Text>
      )}
    </div>
  );
}
