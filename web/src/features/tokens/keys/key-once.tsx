import type { TokenResponse } from '#contract/resources/token';
import { Alert, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/text/code-block';

/** A new key that lists do not have: the moment to copy it. */
export function KeyOnce({ token }: { token: Pick<TokenResponse, 'key' | 'key_access'> }) {
  const { t } = useTranslation();
  if (token.key_access === 'shown') return null;
  return (
    <Alert
      color="yellow"
      mb="md"
      icon={<IconKey size={18} stroke={1.75} />}
      title={t(token.key_access === 'never' ? 'token.keyOnceTitle' : 'token.keyNowTitle')}
    >
      <Text size="sm">{t(token.key_access === 'never' ? 'token.keyOnce' : 'token.keyNow')}</Text>
      <CodeBlock code={`sk-${token.key}`} language={t('common.key')} />
    </Alert>
  );
}
