import { ActionIcon, Drawer, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import { Composer } from './composer';
import { ConversationMenu } from './conversation-menu';
import { MessageList } from './message-list';
import classes from './playground.module.css';
import { SettingsPanel } from './settings-panel';
import { useConversation } from './use-conversation';
import type { PlaygroundSettingsOfVisit } from './use-playground-settings';

/** A chat with any model, and its parameters. */
export function ChatView({ settings, change, choices, noneCallable }: PlaygroundSettingsOfVisit) {
  const { t } = useTranslation();
  const narrow = useIsNarrow();
  // Only for narrow screens, where the settings are in a drawer.
  const [opened, panel] = useDisclosure(false);
  const conversation = useConversation(settings);
  const fields = (
    <SettingsPanel settings={settings} choices={choices} noneCallable={noneCallable} onChange={change} />
  );

  return (
    <div className={classes.columns}>
      {narrow ? (
        <Drawer
          opened={opened}
          onClose={panel.close}
          position="left"
          title={t('playground.settings')}
          closeButtonProps={{ 'aria-label': t('common.close') }}
        >
          {fields}
        </Drawer>
      ) : (
        <Paper component="aside" withBorder className={classes.panel} aria-label={t('playground.settings')}>
          {fields}
        </Paper>
      )}
      <Paper component="section" withBorder className={classes.chat} aria-label={t('playground.chat')}>
        <div className={classes.upper}>
          <MessageList conversation={conversation} />
          {narrow && (
            <ActionIcon
              className={classes.gear}
              variant="default"
              size={44}
              radius="xl"
              aria-label={t('playground.showSettings')}
              onClick={panel.open}
            >
              <IconAdjustments size={20} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
        <Composer conversation={conversation}>
          <ConversationMenu conversation={conversation} settings={settings} />
        </Composer>
      </Paper>
    </div>
  );
}
