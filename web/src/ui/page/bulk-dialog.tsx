import { Button, Group, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { toast } from '../../lib/interaction/toast';
import { useBatch } from '../../lib/list/use-batch';
import { BatchProgress } from './batch-progress';
import { Modal } from '../dialog/modal';

export interface BulkJob<T> {
  /** The question shown as title. */
  title: string;
  /** The consequences. */
  hint?: string;
  /** Label of the button that starts the job. */
  confirm: string;
  danger?: boolean;
  rows: T[];
  perform: (row: T) => Promise<unknown>;
}

interface BulkDialogProps<T> {
  job: BulkJob<T>;
  nameOf: (row: T) => string;
  /** Called after a run, to reload the list. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Number of rows listed by name; the others are counted. */
const NAMED = 8;

/**
 * Asks for confirmation, then performs the action on every selected row and shows the progress. Failed rows can be
 * retried.
 */
export function BulkDialog<T extends { id: number }>({ job, nameOf, onDone, onClose }: BulkDialogProps<T>) {
  const { t } = useTranslation();
  const batch = useBatch(job.perform);
  const { state } = batch;
  const running = state?.running === true;

  async function watch(run: ReturnType<typeof batch.retry>) {
    const ended = await run;
    await onDone();
    if (!ended || ended.failed.length + ended.left.length > 0) return;
    toast.success(t('common.done'));
    onClose();
  }

  return (
    <Modal
      opened
      onClose={running ? batch.stop : onClose}
      closeOnClickOutside={!running}
      title={job.title}
      closeButtonProps={{ 'aria-label': t(running ? 'bulk.stop' : 'common.close') }}
    >
      {state ? (
        <BatchProgress name={job.title} state={state} nameOf={nameOf} />
      ) : (
        <Question job={job} nameOf={nameOf} />
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        {!state && (
          <>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              color={job.danger ? 'red.8' : undefined}
              onClick={() => void watch(batch.start(job.rows))}
            >
              {job.confirm}
            </Button>
          </>
        )}
        {running && (
          <Button variant="default" onClick={batch.stop}>
            {t('bulk.stop')}
          </Button>
        )}
        {state && !running && (
          <>
            {state.failed.length > 0 && (
              <Button
                variant="default"
                onClick={() =>
                  void copyText(
                    state.failed.map(({ item, message }) => `${nameOf(item)}\t${message}`).join('\n'),
                    t('bulk.problemsCopied'),
                  )
                }
              >
                {t('bulk.copyProblems')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common.close')}
            </Button>
            <Button onClick={() => void watch(batch.retry())}>
              {t(state.failed.length > 0 ? 'bulk.retry' : 'bulk.goOn')}
            </Button>
          </>
        )}
      </Group>
    </Modal>
  );
}

function Question<T extends { id: number }>({ job, nameOf }: Pick<BulkDialogProps<T>, 'job' | 'nameOf'>) {
  const { t } = useTranslation();
  return (
    <>
      {job.hint && (
        <Text size="sm" c="dimmed" mb="sm">
          {job.hint}
        </Text>
      )}
      <List size="sm">
        {job.rows.slice(0, NAMED).map((row) => (
          <List.Item key={row.id} style={{ overflowWrap: 'anywhere' }}>
            {nameOf(row)}
          </List.Item>
        ))}
      </List>
      {job.rows.length > NAMED && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('bulk.andMore', { n: job.rows.length - NAMED })}
        </Text>
      )}
    </>
  );
}
