import { Role } from '#contract/enums';
import { Button, Divider, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import { Cancelled } from '../../../lib/api/confirmation';
import { useSession } from '../../../lib/api/session';
import { toast } from '../../../lib/interaction/toast';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { namedPoint, readTime, timeText } from '../../../ui/time-range/ranges';
import { TimeField } from '../../../ui/time-range/time-field';
import { call, withQuery } from '../../../lib/api/api';
import { messageOf, useAction } from '../../../lib/interaction/use-action';

/** Deletes log entries from before a given time, which only super administrators may do. */
export function LogCleaning() {
  const { t } = useTranslation();
  const [text, setText] = useState(() => timeText(namedPoint('monthAgo')));
  const [asking, setAsking] = useState(false);
  const cleaning = useLogCleaning();
  const before = readTime(text) ?? Number.NaN;
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  if (!isRoot) return null;

  return (
    <>
      <Divider my="lg" />
      <Group align="flex-end" gap="sm">
        <TimeField
          label={t('settings.operation.logs.until')}
          points={['monthAgo', 'quarterAgo', 'yearAgo']}
          value={text}
          onChange={setText}
          w={{ base: '100%', xs: 240 }}
        />
        <Button
          variant="light"
          color="red"
          loading={cleaning.pending}
          onClick={() =>
            Number.isNaN(before) ? toast.error(t('settings.operation.logs.needTime')) : setAsking(true)
          }
        >
          {t('settings.operation.logs.clear')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('settings.operation.logs.clearTitle')}
        text={t('settings.operation.logs.clearText', { time: formatTime(before) })}
        confirm={t('settings.operation.logs.clear')}
        pending={cleaning.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void cleaning.run(before).then(() => setAsking(false))}
      />
    </>
  );
}

function useLogCleaning() {
  const { t } = useTranslation();
  return useAction(
    async (before: number) => {
      try {
        return await call<number>('DELETE', withQuery('/api/log/', { target_timestamp: before }));
      } catch (problem) {
        if (problem instanceof Cancelled) throw problem;
        throw new Error(t('settings.operation.logs.clearFailed', { message: messageOf(problem) }), {
          cause: problem,
        });
      }
    },
    ({ data }) => toast.success(t('settings.operation.logs.cleared', { count: data })),
  );
}
