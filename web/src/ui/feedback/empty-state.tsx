import { Button, Center, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCloudOff, IconFilterOff, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface EmptyStateProps {
  title: string;
  /** Renders the title as the page heading. */
  heading?: boolean;
  hint?: string;
  icon?: ReactNode;
  /** The suggested next step. */
  action?: ReactNode;
}

export function EmptyState({ title, heading, hint, icon, action }: EmptyStateProps) {
  return (
    <Center py={56} px="md">
      <Stack align="center" gap={6} maw={420}>
        <ThemeIcon variant="light" color="gray" size={44} radius="xl" mb={6} aria-hidden>
          {icon ?? <IconInbox size={22} stroke={1.5} />}
        </ThemeIcon>
        <Text component={heading ? 'h1' : 'p'} fw={600} m={0}>
          {title}
        </Text>
        {hint && (
          <Text c="dimmed" size="sm" ta="center">
            {hint}
          </Text>
        )}
        {action && <div style={{ marginTop: 12 }}>{action}</div>}
      </Stack>
    </Center>
  );
}

/** Shown when filters match nothing; offers to clear them. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconFilterOff size={22} stroke={1.5} />}
      title={t('table.noMatch')}
      hint={t('table.noMatchHint')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('table.clearFilters')}
        </Button>
      }
    />
  );
}

/** Shown when loading failed; offers to retry. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconCloudOff size={22} stroke={1.5} />}
      title={t('table.failed')}
      hint={message}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
