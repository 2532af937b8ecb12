import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import {
  areReadableChats,
  chatApplications,
  type ChatApplication,
  isSafeChatAddress,
} from '../../lib/chat/chat-applications';
import { useStatus } from '../../lib/api/use-status';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Frame } from '../../ui/text/frame';
import { PageHeader } from '../../ui/page/page-header';
import classes from './chat-page.module.css';
import { RecipientQuestion } from './recipient-question';
import { useChatAddress } from './use-chat-address';

/** `/chat` lists the operator's chat applications, `/chat/{index}` opens one with the user's own key. */
export function ChatPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const { chats } = useStatus();
  const applications = chatApplications(chats);
  if (!areReadableChats(chats)) return <EmptyState title={t('chat.unreadable')} />;
  if (id === undefined) return <Applications applications={applications} />;
  const application = applications[Number(id)];
  if (!application)
    return (
      <EmptyState
        title={t(/^\d+$/.test(id) ? 'chat.badLink' : 'chat.unreadable')}
        action={
          <Button component={Link} to="/chat" variant="default">
            {t('chat.title')}
          </Button>
        }
      />
    );
  return (
    <RecipientQuestion key={id} application={application}>
      <Application application={application} />
    </RecipientQuestion>
  );
}

function Applications({ applications }: { applications: ChatApplication[] }) {
  const { t } = useTranslation();
  if (applications.length === 0)
    return (
      <EmptyState
        icon={<IconMessages size={22} stroke={1.5} />}
        title={t('chat.none')}
        hint={t('chat.noneHint')}
      />
    );
  return (
    <div className={classes.list}>
      <PageHeader title={t('chat.title')} lead={t('chat.lead')} />
      <Stack gap="sm">
        {applications.map(({ name }, index) => (
          <Paper
            key={`${index} ${name}`}
            component={Link}
            to={`/chat/${index}`}
            withBorder
            p="md"
            className={classes.entry}
          >
            <Text fw={500}>{name}</Text>
          </Paper>
        ))}
      </Stack>
    </div>
  );
}

function Application({ application }: { application: ChatApplication }) {
  const { t } = useTranslation();
  const address = useChatAddress(application);
  const [loaded, setLoaded] = useState(false);
  if (address !== undefined && !isSafeChatAddress(address)) return <EmptyState title={t('chat.badLink')} />;
  if (address !== undefined && !/^https?:\/\//i.test(address))
    return (
      <EmptyState
        title={application.name}
        hint={t('chat.openAppHint')}
        action={
          <Button component="a" href={address} leftSection={<IconExternalLink size={16} stroke={1.75} />}>
            {t('chat.openApp', { name: application.name })}
          </Button>
        }
      />
    );
  return (
    <>
      {!loaded && (
        <Group className={classes.banner} justify="center" gap="md" role="status">
          <Text size="sm">{t('chat.jumping')}</Text>
          {address !== undefined && (
            <Anchor size="sm" href={address} target="_blank" rel="noopener noreferrer">
              {t('chat.newTab')}
            </Anchor>
          )}
        </Group>
      )}
      {address !== undefined && (
        <Frame
          src={address}
          title={application.name}
          allow="camera; microphone"
          onLoad={() => setLoaded(true)}
        />
      )}
    </>
  );
}
