import { RedemptionStatus } from '#contract/enums';
import { Anchor, Group } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { formatTime, maskCode } from '../../lib/format/format';
import type { ChangeRow } from '../../lib/list/use-row-change';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Column } from '../../ui/table/columns';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { IconAction } from '../../ui/button/icon-action';
import { Quota } from '../../ui/badge/quota';
import { RowName } from '../../ui/table/row-name';
import { SecretText } from '../../ui/text/secret-text';
import { StatusBadge } from '../../ui/badge/status-badge';
import type { RedemptionResponse } from '#contract/resources/redemption';

interface RedemptionActions {
  change: ChangeRow<RedemptionResponse>;
  remove: (code: RedemptionResponse) => void;
  onEdit: (code: RedemptionResponse) => void;
}

export function useRedemptionColumns(rowActions: RedemptionActions): Column<RedemptionResponse>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
  return useMemo(
    () => [
      { key: 'id', sortable: true, title: 'ID', width: 64, render: ({ id }) => id },
      {
        key: 'name',
        sortable: true,
        title: t('common.name'),
        card: 'title',
        fixed: true,
        render: ({ name }) => <RowName>{name}</RowName>,
      },
      {
        key: 'status',
        title: t('common.status'),
        card: 'status',
        render: ({ status }) => <CodeStatus status={status} />,
      },
      {
        key: 'key',
        title: t('redemption.code'),
        card: 'wide',
        render: ({ id, name, key }) => (
          <SecretText
            text={key}
            masked={maskCode(key)}
            reveal={t('redemption.revealNamed', { id, name })}
            copy={t('redemption.copyNamed', { id, name })}
            qr={t('redemption.qrNamed', { id, name })}
          />
        ),
      },
      {
        key: 'campaign',
        sortable: true,
        title: t('redemption.campaign'),
        render: ({ campaign }) =>
          campaign === '' ? (
            '–'
          ) : (
            <Anchor
              component={Link}
              to={withQuery('/redemption', { campaign })}
              size="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {campaign}
            </Anchor>
          ),
      },
      {
        key: 'quota',
        sortable: true,
        title: t('redemption.quota'),
        render: ({ quota }) => <Quota value={quota} />,
      },
      {
        key: 'created',
        sortable: true,
        title: t('redemption.createdTime'),
        width: 152,
        render: ({ created_time }) => formatTime(created_time),
      },
      {
        key: 'user',
        title: t('redemption.usedBy'),
        render: ({ used_user_id: user, used_username: name }) =>
          user === 0 ? (
            t('common.none')
          ) : (
            <Anchor component={Link} to={`/user?keyword=${user}`} size="sm">
              {name === '' ? `#${user}` : `${name} #${user}`}
            </Anchor>
          ),
      },
      {
        key: 'redeemed',
        sortable: true,
        title: t('redemption.redeemedTime'),
        width: 152,
        render: ({ redeemed_time }) => formatTime(redeemed_time),
      },
      {
        key: 'actions',
        title: t('common.actions'),
        width: 116,
        card: 'actions',
        fixed: true,
        render: (code) => <CodeButtons code={code} {...actions} />,
      },
    ],
    [t, actions],
  );
}

export function CodeStatus({ status }: { status: number }) {
  const { t } = useTranslation();
  if (status === RedemptionStatus.unused)
    return <StatusBadge color="green">{t('redemption.unused')}</StatusBadge>;
  if (status === RedemptionStatus.disabled)
    return <StatusBadge color="red">{t('redemption.disabled')}</StatusBadge>;
  if (status === RedemptionStatus.used) return <StatusBadge color="gray">{t('redemption.used')}</StatusBadge>;
  return <StatusBadge color="dark">{t('redemption.unknownStatus')}</StatusBadge>;
}

function CodeButtons({ code, change, remove, onEdit }: { code: RedemptionResponse } & RedemptionActions) {
  const { t } = useTranslation();
  const named = { id: code.id, name: code.name };
  const unused = code.status === RedemptionStatus.unused;
  const used = code.status === RedemptionStatus.used;
  const toggle = `${t(unused ? 'common.disable' : 'common.enable')} ${code.name} (${code.id})`;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconAction
        label={toggle}
        why={used ? t('redemption.usedStays') : undefined}
        icon={
          unused ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />
        }
        onClick={() =>
          void change(code, { status: unused ? RedemptionStatus.disabled : RedemptionStatus.unused })
        }
      />
      <IconAction
        label={t('redemption.editNamed', named)}
        why={unused ? undefined : t('redemption.editUnusedOnly')}
        icon={<IconPencil size={16} stroke={1.75} />}
        onClick={() => onEdit(code)}
      />
      <ConfirmButton
        label={t('redemption.deleteNamed', named)}
        title={t('redemption.deleteTitle')}
        name={code.name}
        text={t('common.soonIrreversible')}
        confirm={t('common.delete')}
        icon={<IconTrash size={16} stroke={1.75} />}
        onConfirm={() => remove(code)}
      />
    </Group>
  );
}
