import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowNameProps {
  children: ReactNode;
  second?: string;
  /** Truncates to one line with this text as tooltip, which keeps the rows of wide tables low. */
  oneLine?: string;
}

/** The name of a row, with a minimum and a maximum width. */
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
