import { TokenStatus } from '#contract/enums';
import { Group } from '@mantine/core';
import { IconCode, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChangeRow } from '../../lib/list/use-row-change';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { hint } from '../../ui/feedback/hint';
import { RowButton } from '../../ui/button/row-button';
import { TokenChat } from './token-chat';
import { type TokenExtras, TokenMore } from './token-more';
import type { TokenResponse } from '#contract/resources/token';

export interface TokenActions extends TokenExtras {
  change: ChangeRow<TokenResponse>;
  remove: (token: TokenResponse) => void;
  onEdit: (token: TokenResponse) => void;
  onSamples: (token: TokenResponse) => void;
}

export function TokenButtons(props: { token: TokenResponse } & TokenActions) {
  const { token, change, remove, onEdit, onSamples } = props;
  const { t } = useTranslation();
  const enabled = token.status === TokenStatus.enabled;
  const toggle = `${t(enabled ? 'common.disable' : 'common.enable')} ${token.name}`;
  const samples = t('token.samplesOf', { name: token.name });
  const edit = t('token.editNamed', { name: token.name });
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <TokenChat token={token} />
      <RowButton {...hint(samples)} aria-label={samples} onClick={() => onSamples(token)}>
        <IconCode size={16} stroke={1.75} />
      </RowButton>
      <RowButton
        {...hint(toggle)}
        aria-label={toggle}
        onClick={() => void change(token, { status: enabled ? TokenStatus.disabled : TokenStatus.enabled })}
      >
        {enabled ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />}
      </RowButton>
      <RowButton {...hint(edit)} aria-label={edit} onClick={() => onEdit(token)}>
        <IconPencil size={16} stroke={1.75} />
      </RowButton>
      <ConfirmButton
        label={t('token.deleteNamed', { name: token.name })}
        title={t('token.deleteTitle')}
        name={token.name}
        text={t('common.soonIrreversible')}
        confirm={t('common.delete')}
        icon={<IconTrash size={16} stroke={1.75} />}
        onConfirm={() => remove(token)}
      />
      <TokenMore {...props} />
    </Group>
  );
}
