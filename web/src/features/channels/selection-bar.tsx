import { Button, CloseButton, Group, Menu, Paper, Text } from '@mantine/core';
import {
  IconActivity,
  IconDroplet,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BatchProgress } from '../../ui/page/batch-progress';
import type { BulkQuestion } from './bulk-dialog';
import { DrainItems } from './drain/drain-items';
import type { DrainTime } from './drain/use-drain';
import type { SelectedJob, SelectedJobs } from './use-selected-jobs';

interface SelectionBarProps {
  jobs: SelectedJobs;
  onDrain: (minutes: DrainTime | 0) => void;
  onEdit: () => void;
  onAsk: (question: BulkQuestion) => void;
}

const JOBS: readonly { job: SelectedJob; label: `common.${SelectedJob}`; Icon: typeof IconActivity }[] = [
  { job: 'test', label: 'common.test', Icon: IconActivity },
  { job: 'enable', label: 'common.enable', Icon: IconPlayerPlay },
  { job: 'disable', label: 'common.disable', Icon: IconPlayerPause },
];

/** The number of selected channels, what can be done to them, and the progress of it. */
export function SelectionBar({ jobs, onDrain, onEdit, onAsk }: SelectionBarProps) {
  const { t } = useTranslation();
  const { count, shown, start, stop, hide } = jobs;
  const isRunning = shown?.state.running === true;
  return (
    <Paper withBorder px="md" py="xs" mb="md" role="group" aria-label={t('channel.selection')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" aria-live="polite">
          {t('channel.selected', { n: count })}
        </Text>
        <Group gap="xs">
          {JOBS.map(({ job, label, Icon }) => (
            <Button
              key={job}
              variant="default"
              disabled={isRunning || count === 0}
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => void start(job)}
            >
              {t(label)}
            </Button>
          ))}
          <Menu width={200}>
            <Menu.Target>
              <Button
                variant="default"
                disabled={isRunning || count === 0}
                leftSection={<IconDroplet size={16} stroke={1.75} />}
              >
                {t('channel.drain.name')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <DrainItems canEnd onDrain={onDrain} />
            </Menu.Dropdown>
          </Menu>
          <Button
            variant="default"
            disabled={isRunning || count === 0}
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={onEdit}
          >
            {t('channel.edit.open')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTag size={16} stroke={1.75} />}
            onClick={() => onAsk('tagSelected')}
          >
            {t('channel.tagSelected')}
          </Button>
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => onAsk('deleteSelected')}
          >
            {t('channel.deleteSelected')}
          </Button>
        </Group>
      </Group>
      {shown && (
        <Group align="flex-start" wrap="nowrap" gap="sm" mt="sm">
          <div style={{ flex: 1, minWidth: 0 }}>
            <BatchProgress
              name={t(`common.${shown.job}`)}
              state={shown.state}
              nameOf={(channel) => channel.name}
            />
          </div>
          {isRunning ? (
            <Button size="compact-sm" variant="default" onClick={stop}>
              {t('bulk.stop')}
            </Button>
          ) : (
            <CloseButton aria-label={t('common.close')} onClick={hide} />
          )}
        </Group>
      )}
    </Paper>
  );
}
