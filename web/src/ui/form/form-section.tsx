import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-section.module.css';

/** Related fields under a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={3} mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}
