import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBraces, IconDots, IconHistory, IconMarkdown, IconTerminal2 } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../lib/browser/download';
import { toJson, toMarkdown } from './conversation-file';
import { CurlDialog } from './curl-dialog';
import { HistoryDrawer } from './history-drawer';
import type { PlaygroundSettings } from './playground.types';
import type { Conversation } from './use-conversation';

interface ConversationMenuProps {
  conversation: Conversation;
  settings: PlaygroundSettings;
}

/** Actions on the whole conversation: history, export, cURL. */
export function ConversationMenu({ conversation, settings }: ConversationMenuProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'history' | 'curl'>();
  const { messages } = conversation;
  const close = () => setDialog(undefined);
  const save = (ending: string, text: string, type: string) =>
    downloadText(`chat-${dayjs().format('YYYYMMDD-HHmmss')}.${ending}`, text, type);
  const names = { user: t('playground.you'), assistant: t('playground.title') };
  const empty = messages.length === 0;

  return (
    <>
      <Tooltip label={t('playground.history')}>
        <ActionIcon size="lg" aria-label={t('playground.history')} onClick={() => setDialog('history')}>
          <IconHistory size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Menu position="top-start">
        <Menu.Target>
          <Tooltip label={t('playground.more')}>
            <ActionIcon size="lg" aria-label={t('playground.more')} aria-haspopup="menu">
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={empty}
            leftSection={<IconMarkdown size={16} stroke={1.75} />}
            onClick={() => save('md', toMarkdown(messages, names), 'text/markdown')}
          >
            {t('playground.exportMarkdown')}
          </Menu.Item>
          <Menu.Item
            disabled={empty}
            leftSection={<IconBraces size={16} stroke={1.75} />}
            onClick={() => save('json', toJson(messages), 'application/json')}
          >
            {t('playground.exportJson')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTerminal2 size={16} stroke={1.75} />}
            onClick={() => setDialog('curl')}
          >
            {t('playground.asCurl')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'history' && <HistoryDrawer onOpen={conversation.open} onClose={close} />}
      {dialog === 'curl' && <CurlDialog messages={messages} settings={settings} onClose={close} />}
    </>
  );
}
