import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { SiteLogo } from '../../ui/media/site-logo';
import { useStatusPending } from '../../lib/api/use-status';
import classes from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  subtitle?: string;
  /** Rendered below the children, for example the human check. */
  below?: ReactNode;
  children: ReactNode;
}

/** Card layout of the sign-in, registration and password pages. */
export function AuthCard({ title, subtitle, below, children }: AuthCardProps) {
  const pending = useStatusPending();
  // The content depends on the status; render nothing until it is loaded to avoid a layout shift.
  if (pending) return <div className={classes.page} />;
  return (
    <div className={classes.page}>
      <Paper withBorder className={classes.card} component="section" aria-labelledby="auth-title">
        <SiteLogo size={40} mb="md" />
        <Title order={1} id="auth-title" mb={subtitle ? 4 : 'lg'}>
          {title}
        </Title>
        {subtitle && (
          <Text c="dimmed" size="sm" mb="lg">
            {subtitle}
          </Text>
        )}
        {children}
      </Paper>
      {below && <div className={classes.below}>{below}</div>}
    </div>
  );
}
