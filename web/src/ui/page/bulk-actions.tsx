import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkJob } from './bulk-dialog';
import { type BulkChoice, BulkMenu } from './bulk-menu';
import { LazyBulkDialog } from './lazy-bulk-dialog';

/** Actions that most lists share. */
const ACTIONS = [
  { name: 'enable', label: 'common.enable', Icon: IconPlayerPlay },
  { name: 'disable', label: 'common.disable', Icon: IconPlayerPause },
  { name: 'remove', label: 'common.delete', Icon: IconTrash },
] as const;

/** Jobs by action; unsupported actions are absent. */
export type BulkJobs<T> = Partial<Record<(typeof ACTIONS)[number]['name'], (rows: T[]) => BulkJob<T>>>;

interface BulkActionsProps<T> {
  selected: T[];
  jobs: BulkJobs<T>;
  /** Actions that run without confirmation, listed above the jobs. */
  more?: BulkChoice[];
  nameOf: (row: T) => string;
  /** Called after a run, to reload the list. */
  onDone: () => Promise<void>;
}

/** A menu of actions on the selected rows, with a confirmation dialog for each job. */
export function BulkActions<T extends { id: number }>({
  selected,
  jobs,
  more = [],
  nameOf,
  onDone,
}: BulkActionsProps<T>) {
  const { t } = useTranslation();
  const [pendingJob, setPendingJob] = useState<BulkJob<T>>();
  const choices = ACTIONS.flatMap(({ name, label, Icon }): BulkChoice[] => {
    const job = jobs[name]?.(selected);
    if (!job) return [];
    return [
      {
        label: t(label),
        icon: <Icon size={16} stroke={1.75} />,
        danger: job.danger === true,
        onClick: () => setPendingJob(job),
      },
    ];
  });
  return (
    <>
      <BulkMenu count={selected.length} choices={[...more, ...choices]} />
      {pendingJob && (
        <LazyBulkDialog
          job={pendingJob}
          nameOf={nameOf}
          onDone={onDone}
          onClose={() => setPendingJob(undefined)}
        />
      )}
    </>
  );
}
