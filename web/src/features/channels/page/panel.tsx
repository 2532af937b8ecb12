import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import overview from '../../overview/overview.module.css';

interface PanelProps {
  title: string;
  /** Beside the title. */
  note?: string | undefined;
  /** Shown in place of the content. */
  empty?: string | undefined;
  children: ReactNode;
}

/** A part of the page with a heading. */
export function Panel({ title, note, empty, children }: PanelProps) {
  const id = useId();
  return (
    <Paper withBorder className={overview.panel} component="section" aria-labelledby={id}>
      <div className={overview.panelHead}>
        <Title order={2} size="h3" id={id} className={overview.panelTitle}>
          {title}
        </Title>
        {note && (
          <Text size="sm" c="dimmed" component="span">
            {note}
          </Text>
        )}
      </div>
      {empty === undefined ? (
        children
      ) : (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
    </Paper>
  );
}
