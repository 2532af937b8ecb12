import type { TokenResponse } from '#contract/resources/token';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal';
import { CodeBlock } from '../../../ui/text/code-block';

/** The key of a token that lists do not have, as it is shown after a confirmation. */
export interface RevealedKey {
  readonly token: TokenResponse;
  /** Without `sk-`. */
  readonly secret: string;
}

export function RevealedKeyDialog({ token, secret, onClose }: RevealedKey & { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('token.revealNamed', { name: token.name })}>
      <CodeBlock code={`sk-${secret}`} language={t('common.key')} />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Modal>
  );
}
