import type { NoticeResponse } from '#contract/resources/notice';
import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { readText, writeText } from '../../lib/browser/storage';
import { formatTime } from '../../lib/format/format';
import { messageOf, useAction } from '../../lib/interaction/use-action';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { Modal } from '../../ui/dialog/modal';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Markdown } from '../../ui/text/markdown';

const PATH = '/api/notices';
/** Id of the latest notice that this browser has listed. */
const READ_KEY = 'notices-read';

/** The latest notices with their times; those that came since the list was last opened are marked. */
export function NoticeHistory({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const admin = isAdmin(useSession());
  const [read] = useState(() => Number(readText(READ_KEY) ?? 0));
  const { data, error, mutate } = useSWR<NoticeResponse[], unknown>(PATH, get<NoticeResponse[]>);
  const latest = data?.[0]?.id ?? 0;
  useEffect(() => {
    if (latest > read) writeText(READ_KEY, String(latest));
  }, [latest, read]);
  const remove = useAction(
    (id: number) => call<null>('DELETE', `${PATH}/${id}`),
    async () => void (await mutate()),
  );
  return (
    <Modal opened onClose={onClose} title={t('home.notices')} size="lg">
      {error !== undefined && !data && (
        <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />
      )}
      {!data && error === undefined && <Skeleton h={160} />}
      {data?.length === 0 && <EmptyState title={t('home.noNotices')} />}
      <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.map((notice) => (
          <li key={notice.id}>
            <Group gap="xs" mb={4}>
              <Text size="xs" c="dimmed">
                {formatTime(notice.created_at)}
              </Text>
              {notice.id > read && (
                <Badge size="xs" variant="light">
                  {t('home.newNotice')}
                </Badge>
              )}
              {admin && (
                <ConfirmButton
                  label={t('home.removeNotice', { time: formatTime(notice.created_at) })}
                  title={t('home.removeNoticeTitle')}
                  name={formatTime(notice.created_at)}
                  text={t('home.removeNoticeText')}
                  confirm={t('common.delete')}
                  icon={<IconTrash size={14} stroke={1.75} />}
                  onConfirm={() => void remove.run(notice.id)}
                />
              )}
            </Group>
            <Markdown text={notice.text} />
          </li>
        ))}
      </Stack>
    </Modal>
  );
}
