import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBraces, IconDots, IconHistory, IconMarkdown, IconCode } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../lib/browser/download';
import { toJson, toMarkdown } from './conversation-file';
import { publicBodyOf } from './playground-request';
import type { PlaygroundSettings } from '../playground.types';
import type { Columns } from './use-columns';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog';

const CodeDialog = lazyDialog(async () => (await import('../code-dialog')).CodeDialog);
const HistoryDrawer = lazyDialog(async () => (await import('./history-drawer')).HistoryDrawer);

interface ConversationMenuProps {
  columns: Columns;
  settings: PlaygroundSettings;
}

/** Actions on the whole conversation, of several the first one: history, export, code. */
export function ConversationMenu({ columns, settings }: ConversationMenuProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'history' | 'code'>();
  const messages = columns.conversations[0]?.messages ?? [];
  const question = messages.findLastIndex(({ role }) => role === 'user');
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
          <Menu.Item leftSection={<IconCode size={16} stroke={1.75} />} onClick={() => setDialog('code')}>
            {t('playground.asCode')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'history' && <HistoryDrawer onOpen={columns.open} onClose={close} />}
      {dialog === 'code' && (
        <CodeDialog
          path="/pg/chat/completions"
          body={publicBodyOf(messages.slice(0, question + 1), settings)}
          onClose={close}
        />
      )}
    </>
  );
}
