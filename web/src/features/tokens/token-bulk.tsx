import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkDialog, type BulkJob } from '../../ui/bulk-dialog';
import { BulkMenu } from '../../ui/bulk-menu';
import type { Token } from './token.types';
import { useTokenJobs } from './use-token-jobs';

/** Switches or deletes the selected tokens. */
export function TokenBulk({ selected, onDone }: { selected: Token[]; onDone: () => Promise<void> }) {
  const { t } = useTranslation();
  const jobs = useTokenJobs();
  const [job, setJob] = useState<BulkJob<Token>>();
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
            onClick: () => setJob(jobs.disable(selected)),
          },
          {
            label: t('common.delete'),
            icon: <IconTrash size={16} stroke={1.75} />,
            danger: true,
            onClick: () => setJob(jobs.remove(selected)),
          },
        ]}
      />
      {job && (
        <BulkDialog job={job} nameOf={({ name }) => name} onDone={onDone} onClose={() => setJob(undefined)} />
      )}
    </>
  );
}
