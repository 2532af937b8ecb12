import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkDialog, type BulkJob } from './bulk-dialog';
import { type BulkChoice, BulkMenu } from './bulk-menu';

/** What rows of most lists have in common: they are switched and deleted. */
const ACTIONS = [
  { name: 'enable', label: 'common.enable', Icon: IconPlayerPlay },
  { name: 'disable', label: 'common.disable', Icon: IconPlayerPause },
  { name: 'remove', label: 'common.delete', Icon: IconTrash },
] as const;

/** Jobs of a list by what they do to the rows; what the list cannot do is absent. */
export type BulkJobs<T> = Partial<Record<(typeof ACTIONS)[number]['name'], (rows: T[]) => BulkJob<T>>>;

interface BulkActionsProps<T> {
  selected: T[];
  jobs: BulkJobs<T>;
  /** What is done at once; it stands above the jobs. */
  more?: BulkChoice[];
  nameOf: (row: T) => string;
  /** Something was done; the list is to be read again. */
  onDone: () => Promise<void>;
}

/** A menu of what can be done to the selected rows, and the question before each job. */
export function BulkActions<T extends { id: number }>({
  selected,
  jobs,
  more = [],
  nameOf,
  onDone,
}: BulkActionsProps<T>) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<BulkJob<T>>();
  const choices = ACTIONS.flatMap(({ name, label, Icon }): BulkChoice[] => {
    const job = jobs[name]?.(selected);
    if (!job) return [];
    return [
      {
        label: t(label),
        icon: <Icon size={16} stroke={1.75} />,
        danger: job.danger === true,
        onClick: () => setAsked(job),
      },
    ];
  });
  return (
    <>
      <BulkMenu count={selected.length} choices={[...more, ...choices]} />
      {asked && (
        <BulkDialog job={asked} nameOf={nameOf} onDone={onDone} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
