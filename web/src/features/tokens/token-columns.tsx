import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMedium } from '../../lib/browser/use-is-phone';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Column } from '../../ui/table/columns';
import { RowName } from '../../ui/table/row-name';
import { type KeyActions, TokenKey } from './keys/token-key';
import { type TokenActions, TokenButtons } from './token-buttons';
import { TokenQuota, TokenStatusBadge } from './token-cells';
import { TokenGroup } from './token-group';
import { TokenWeek } from './token-week';
import { TokenCreated, TokenExpiry } from './token-times';
import type { TokenResponse } from '#contract/resources/token';

export function useTokenColumns(rowActions: TokenActions & KeyActions): Column<TokenResponse>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
  const medium = useIsMedium();
  return useMemo(
    () => [
      {
        key: 'name',
        sortable: true,
        title: t('common.name'),
        card: 'title',
        fixed: true,
        render: (token) => <RowName oneLine={token.name}>{token.name}</RowName>,
      },
      {
        key: 'status',
        title: t('common.status'),
        width: 122,
        card: 'status',
        render: (token) => (
          <Stack gap={0} align="flex-start">
            <TokenStatusBadge token={token} />
            <TokenGroup group={token.group} />
          </Stack>
        ),
      },
      {
        key: 'key',
        title: t('common.key'),
        card: 'wide',
        render: (token) => <TokenKey token={token} {...actions} />,
      },
      {
        key: 'quota',
        sortable: true,
        title: t('token.usage'),
        width: 124,
        render: (token) => <TokenQuota token={token} />,
      },
      { key: 'week', title: t('token.week'), width: 116, render: (token) => <TokenWeek token={token} /> },
      {
        key: 'created',
        sortable: true,
        title: t('token.created'),
        optional: medium,
        width: 138,
        render: (token) => <TokenCreated token={token} />,
      },
      {
        key: 'expires',
        sortable: true,
        title: t('token.expires'),
        optional: medium,
        width: 138,
        render: (token) => <TokenExpiry token={token} />,
      },
      {
        key: 'actions',
        title: t('common.actions'),
        width: 196,
        card: 'actions',
        fixed: true,
        render: (token) => <TokenButtons token={token} {...actions} />,
      },
    ],
    [t, actions, medium],
  );
}
