import { Badge } from '@mantine/core';

/** A state in words on a tinted ground; the colour only repeats the word. */
export function StatusBadge({ color, children }: { color: string; children: string }) {
  return (
    <Badge color={color} size="md" fz="xs" h={22} px={8} miw="max-content">
      {children}
    </Badge>
  );
}
