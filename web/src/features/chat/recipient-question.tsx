import { Button, Group } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ChatApplication } from '../../lib/chat/chat-applications';
import { approve, isApproved, keyRecipient } from '../../lib/chat/chat-hosts';
import { useServerAddress } from '../../lib/api/use-status';
import { EmptyState } from '../../ui/feedback/empty-state';

interface RecipientQuestionProps {
  application: ChatApplication;
  /** Uses the key; rendered once the user agreed. */
  children: ReactNode;
}

/** Asks once per host before a key is put into its URL: anyone with the key can spend the quota of its owner. */
export function RecipientQuestion({ application, children }: RecipientQuestionProps) {
  const { t } = useTranslation();
  const host = keyRecipient(application.link, useServerAddress());
  const [agreed, setAgreed] = useState<string>();
  if (host === undefined || host === agreed || isApproved(host)) return children;
  return (
    <EmptyState
      icon={<IconShieldQuestion size={22} stroke={1.5} />}
      title={t('chat.askHost', { host })}
      hint={t('chat.askHostHint', { name: application.name, host })}
      action={
        <Group gap="sm" justify="center">
          <Button component={Link} to="/chat" variant="default">
            {t('common.cancel')}
          </Button>
          <Button
            onClick={() => {
              approve(host);
              setAgreed(host);
            }}
          >
            {t('chat.agreeHost', { host })}
          </Button>
        </Group>
      }
    />
  );
}
