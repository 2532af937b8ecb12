import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Title, description and main actions of a page. */
export function PageHeader({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <Box maw={720}>
        <Title order={1}>{title}</Title>
        {lead && (
          <Text c="dimmed" size="sm" mt={4} style={{ textWrap: 'pretty' }}>
            {lead}
          </Text>
        )}
      </Box>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
