import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { Modal } from '../../ui/dialog/modal';
import { Quota } from '../../ui/badge/quota';
import classes from './logs-page.module.css';
import { useLogUser } from './use-logs';

/** The user behind a row, for administrators. */
export function UserDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useLogUser(id);
  return (
    <Modal opened onClose={onClose} title={t('log.userInfo')} size="sm">
      {data ? (
        <dl className={classes.person}>
          <dt>{t('user.username')}</dt>
          <dd>{data.username}</dd>
          <dt>{t('nav.balance')}</dt>
          <dd>
            <Quota value={data.quota} />
          </dd>
          <dt>{t('user.used')}</dt>
          <dd>
            <Quota value={data.used_quota} />
          </dd>
          <dt>{t('personal.requests')}</dt>
          <dd>
            <Text span size="sm">
              {formatNumber(data.request_count)}
            </Text>
          </dd>
        </dl>
      ) : error ? (
        <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />
      ) : (
        <Stack gap="sm">
          <Skeleton h={16} />
          <Skeleton h={16} />
          <Skeleton h={16} />
        </Stack>
      )}
    </Modal>
  );
}
