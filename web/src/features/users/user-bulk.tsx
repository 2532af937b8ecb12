import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkDialog, type BulkJob } from '../../ui/bulk-dialog';
import { BulkMenu } from '../../ui/bulk-menu';
import type { User } from './user.types';
import { useUserJobs } from './use-user-jobs';

/** Lets the selected users in, or keeps them out. */
export function UserBulk({ selected, onDone }: { selected: User[]; onDone: () => Promise<void> }) {
  const { t } = useTranslation();
  const jobs = useUserJobs();
  const [job, setJob] = useState<BulkJob<User>>();
  return (
    <>
      <BulkMenu
        count={selected.length}
        choices={[
          {
            label: t('common.enable'),
            icon: <IconPlayerPlay size={16} stroke={1.75} />,
            onClick: () => setJob(jobs.enable(selected)),
          },
          {
            label: t('common.disable'),
            icon: <IconPlayerPause size={16} stroke={1.75} />,
            danger: true,
            onClick: () => setJob(jobs.disable(selected)),
          },
        ]}
      />
      {job && (
        <BulkDialog
          job={job}
          nameOf={({ username }) => username}
          onDone={onDone}
          onClose={() => setJob(undefined)}
        />
      )}
    </>
  );
}
