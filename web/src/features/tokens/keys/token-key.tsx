import { displayedEnd, displayedKey } from '#contract/masked-key';
import type { TokenResponse } from '#contract/resources/token';
import { Group, Stack, Text } from '@mantine/core';
import { IconEye, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import { ConfirmButton } from '../../../ui/button/confirm-button';
import { RowButton } from '../../../ui/button/row-button';
import { hint } from '../../../ui/feedback/hint';
import { Ago } from '../../../ui/text/ago';
import { SecretText } from '../../../ui/text/secret-text';

export interface KeyActions {
  onReveal: (token: TokenResponse) => void;
  endFormerKey: (token: TokenResponse) => void;
}

/** The key of a token as far as its owner may see it, and the former key that is still accepted. */
export function TokenKey({ token, onReveal, endFormerKey }: { token: TokenResponse } & KeyActions) {
  const { t } = useTranslation();
  const { name, former_key: former } = token;
  return (
    <Stack gap={2} align="flex-start">
      <OwnKey token={token} onReveal={onReveal} />
      {former && (
        <Group gap={2} wrap="nowrap">
          <FormerKeyText former={former} />
          <ConfirmButton
            label={t('token.endFormerNamed', { name })}
            title={t('token.endFormerTitle')}
            name={`sk-${displayedEnd(former.end)}`}
            text={t('token.endFormerText')}
            confirm={t('token.endFormer')}
            icon={<IconX size={14} stroke={1.75} />}
            onConfirm={() => endFormerKey(token)}
          />
        </Group>
      )}
    </Stack>
  );
}

function OwnKey({ token, onReveal }: { token: TokenResponse } & Pick<KeyActions, 'onReveal'>) {
  const { t } = useTranslation();
  const { name, key, key_access: access } = token;
  const reveal = t('token.revealNamed', { name });
  if (access === 'shown')
    return (
      <SecretText
        text={`sk-${key}`}
        masked={displayedKey(key)}
        reveal={reveal}
        copy={t('token.copyNamed', { name })}
      />
    );
  return (
    <Group gap={2} wrap="nowrap">
      <Text span size="xs" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
        {displayedKey(key)}
      </Text>
      {access === 'confirmed' && (
        <RowButton {...hint(reveal)} aria-label={reveal} onClick={() => onReveal(token)}>
          <IconEye size={16} stroke={1.75} />
        </RowButton>
      )}
    </Group>
  );
}

/** Until when a key that was replaced is accepted, and when it was used last. */
export function FormerKeyText({ former }: { former: NonNullable<TokenResponse['former_key']> }) {
  const { t } = useTranslation();
  return (
    <Text component="div" size="xs" c="dimmed" lh={1.35}>
      {t('token.formerUntil', { end: former.end, time: formatTime(former.ends_at) })}
      {', '}
      {former.last_use ? (
        <>
          {t('token.formerUsed')} <Ago at={former.last_use.at} />
        </>
      ) : (
        t('token.formerUnused')
      )}
    </Text>
  );
}
