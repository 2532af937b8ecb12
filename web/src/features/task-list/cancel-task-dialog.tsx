import { Button, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { MAX_CANCEL_REASON_LENGTH } from '#contract/limits';
import type { CancelTaskRequest, RunningTasksResponse } from '#contract/resources/tasks/task-administration';
import { call } from '../../lib/api/api';
import { formatQuota } from '../../lib/format/format';
import { useAction } from '../../lib/interaction/use-action';
import { useMoney } from '../../lib/api/use-status';
import { Modal } from '../../ui/dialog/modal';

/** A running task that an administrator may cancel. */
interface CancellableTask {
  kind: RunningTasksResponse['kind'];
  /** Row id. */
  id: number;
  /** The id that clients use. */
  name: string;
  userId: number;
  /** Quota units that are refunded. */
  quota: number;
}

interface CancelTaskDialogProps {
  task: CancellableTask;
  /** Called after every attempt: a refused one means that the task has changed. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

const PATHS = { drawing: 'mj', task: 'task' } as const;

/** Asks for the reason that the owner will see, and ends a running task with a refund. */
export function CancelTaskDialog({ task, onDone, onClose }: CancelTaskDialogProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const cancel = useAction(
    (body: CancelTaskRequest) => call('POST', `/api/${PATHS[task.kind]}/${task.id}/cancel`, { body }),
    t(task.quota > 0 ? 'running.cancelled' : 'running.cancelledFree', { id: task.name }),
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    const text = reason.trim();
    if (text === '') return setError(t('running.reasonMissing'));
    const done = await cancel.run({ reason: text });
    await Promise.all([onDone(), mutate('/api/task/running')]);
    if (done) onClose();
  }

  const named = {
    id: task.name || task.id,
    user: task.userId,
    quota: formatQuota(task.quota, money, 4),
  };
  return (
    <Modal opened onClose={onClose} title={t('running.cancelTitle', named)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Text size="sm" mb="md">
          {t(task.quota > 0 ? 'running.cancelRefunds' : 'running.cancelFree', named)}
        </Text>
        <Textarea
          label={t('running.reason')}
          description={t('running.reasonHint')}
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={MAX_CANCEL_REASON_LENGTH}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('running.keep')}
          </Button>
          <Button type="submit" color="red.8" loading={cancel.pending}>
            {t('running.cancel')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
