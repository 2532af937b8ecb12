import type { UserTokenResponse } from '#contract/resources/accounts/user-token';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAction } from '../../lib/interaction/use-action';
import { Modal } from '../../ui/dialog/modal';
import { TokenStatusBadge } from '../tokens/token-cells';
import { findUserTokens, pathOfUserToken } from './use-user-tokens';

/** Finds a token by a key that has leaked somewhere. */
export function FindTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [found, setFound] = useState<UserTokenResponse[]>();
  const search = useAction(findUserTokens, setFound);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const key = new FormData(event.currentTarget).get('key');
    if (typeof key === 'string') void search.run(key.trim());
  }

  return (
    <Modal opened onClose={onClose} title={t('userTokens.findTitle')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            name="key"
            label={t('userTokens.findLabel')}
            description={t('userTokens.findHint')}
            placeholder="sk-"
            autoComplete="off"
            minLength={3}
            required
            data-autofocus
          />
          <div role="status">
            {found?.length === 0 && <Text size="sm">{t('userTokens.noneFound')}</Text>}
            {found?.map((token) => (
              <Group key={token.id} justify="space-between" wrap="nowrap" py={4}>
                <Group gap="xs">
                  <TokenStatusBadge token={token} />
                  <Text size="sm">{`${token.name} · ${token.username}`}</Text>
                </Group>
                <Button
                  component={Link}
                  to={pathOfUserToken(token)}
                  size="xs"
                  variant="default"
                  aria-label={t('userTokens.showNamed', { name: token.name, owner: token.username })}
                  onClick={onClose}
                >
                  {t('userTokens.show')}
                </Button>
              </Group>
            ))}
          </div>
          <Group justify="flex-end">
            <Button type="submit" loading={search.pending}>
              {t('userTokens.findSubmit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
