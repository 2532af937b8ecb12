import { Text, Title } from '@mantine/core';

export function PanelTitle({ title, lead }: { title: string; lead: string }) {
  return (
    <div>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
    </div>
  );
}
