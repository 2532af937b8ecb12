import { Button, Group } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaCost } from '../../../lib/models/media-cost';
import { CostLine } from './cost-line';
import type { TaskMode } from './modes';
import type { Submission } from './submission';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog';

const CodeDialog = lazyDialog(async () => (await import('../code-dialog')).CodeDialog);

interface FormFooterProps {
  mode: TaskMode;
  /** Undefined: not known. */
  cost: MediaCost | undefined;
  /** What the form would send as it is filled now. */
  submission: () => Submission;
}

/** The price of the request, the button that sends it, and the request as code. */
export function FormFooter({ mode, cost, submission }: FormFooterProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Submission>();
  return (
    <>
      <CostLine cost={cost} />
      <Group gap="sm">
        <Button type="submit" flex="1 0 auto">
          {t(`playTasks.submit.${mode}`)}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCode size={16} stroke={1.75} />}
          onClick={() => setShown(submission())}
        >
          {t('playground.asCode')}
        </Button>
      </Group>
      {shown && <CodeDialog path={shown.path} body={shown.body} onClose={() => setShown(undefined)} />}
    </>
  );
}
