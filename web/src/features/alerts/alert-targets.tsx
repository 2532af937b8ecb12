import type { AlertsResponse } from '#contract/resources/alert';
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { RowButton } from '../../ui/button/row-button';
import { hint } from '../../ui/feedback/hint';
import type { AlertActions } from './use-alerts';
import { useReceivers } from './use-receivers';

const TargetDialog = lazy(async () => ({ default: (await import('./target-dialog')).TargetDialog }));

interface AlertTargetsProps {
  state: AlertsResponse;
  actions: Pick<AlertActions, 'saveTarget' | 'removeTarget' | 'testTarget'>;
}

/** The notification channels of alerts, for super administrators: they contain secrets and name receivers. */
export function AlertTargets({ state, actions }: AlertTargetsProps) {
  const { t } = useTranslation();
  const receivers = useReceivers(state);
  /** Undefined: closed; '' for a new one. */
  const [edited, setEdited] = useState<string>();
  return (
    <section aria-labelledby="alert-targets">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="alert-targets">
          {t('alerts.targets.title')}
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => setEdited('')}
        >
          {t('alerts.targets.add')}
        </Button>
      </Group>
      <Paper withBorder p="sm">
        <Text size="xs" c="dimmed">
          {t('alerts.targets.lead')}
        </Text>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {state.targets.map(({ channel }) => {
            const name = receivers.find(({ value }) => value === channel)?.label ?? channel;
            return (
              <Group component="li" key={channel} justify="space-between" gap="xs" mt={6}>
                <Text size="sm">{name}</Text>
                <Group gap={2}>
                  <RowButton
                    {...hint(t('alerts.targets.test'))}
                    aria-label={t('alerts.targets.testOf', { name })}
                    loading={actions.testTarget.pending}
                    onClick={() => void actions.testTarget.run(channel)}
                  >
                    <IconSend size={16} stroke={1.75} />
                  </RowButton>
                  <RowButton
                    {...hint(t('alerts.targets.edit'))}
                    aria-label={t('alerts.targets.editOf', { name })}
                    onClick={() => setEdited(channel)}
                  >
                    <IconPencil size={16} stroke={1.75} />
                  </RowButton>
                  <ConfirmButton
                    label={t('alerts.targets.removeOf', { name })}
                    title={t('alerts.targets.removeTitle')}
                    name={name}
                    text={t('alerts.targets.removeText')}
                    confirm={t('alerts.targets.remove')}
                    icon={<IconTrash size={16} stroke={1.75} />}
                    onConfirm={() => actions.removeTarget.run(channel)}
                  />
                </Group>
              </Group>
            );
          })}
        </ul>
      </Paper>
      {edited !== undefined && (
        <Suspense fallback={null}>
          <TargetDialog
            channel={edited}
            targets={state.targets}
            save={actions.saveTarget}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
