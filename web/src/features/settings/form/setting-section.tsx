import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form.module.css';

interface SettingSectionProps {
  id: string;
  title: string;
  lead?: string | undefined;
  /** Places the heading above the content, which takes the full width. */
  wide?: boolean;
  children: ReactNode;
}

/** A group of settings with its heading beside it, or above it on narrow screens. */
export function SettingSection({ id, title, lead, wide, children }: SettingSectionProps) {
  const heading = `${id}-title`;
  return (
    <section className={classes.section} aria-labelledby={heading} data-wide={wide || undefined}>
      <div>
        <Title order={2} id={heading} fz={16}>
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed" mt={4} maw={560}>
            {lead}
          </Text>
        )}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
