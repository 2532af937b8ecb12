import { ActionIcon, Button, Drawer, Paper, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments, IconColumns2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../lib/browser/use-is-phone';
import { ColumnHead } from './column-head';
import { Composer } from './composer';
import { ConversationMenu } from './conversation-menu';
import { MessageList } from './message-list';
import classes from '../playground.module.css';
import { SettingsPanel } from './settings-panel';
import { toolsError } from './tools-error';
import { useColumns } from './use-columns';
import type { PlaygroundSettingsOfVisit } from '../use-playground-settings';

/** A chat with any model, or with two side by side, and its parameters. */
export function ChatView({ settings, change, choices, noneCallable, otherModel }: PlaygroundSettingsOfVisit) {
  const { t } = useTranslation();
  const narrow = useIsNarrow();
  // Only for narrow screens, where the settings are in a drawer.
  const [opened, panel] = useDisclosure(false);
  const [text, setText] = useState('');
  const [shown, setShown] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const columns = useColumns(settings, (model) => change({ model }));
  const { conversations } = columns;
  const comparing = conversations.length > 1;
  // Phones show one column at a time.
  const shownKey = conversations.find(({ key }) => key === shown)?.key ?? conversations[0]?.key;
  const blocked = toolsError(settings.tools, t);
  const fields = (
    <SettingsPanel
      settings={settings}
      choices={choices}
      noneCallable={noneCallable}
      comparing={comparing}
      onChange={change}
    />
  );

  function startWith(example: string) {
    setText(example);
    field.current?.focus();
  }

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
          {narrow && comparing && (
            <SegmentedControl
              className={classes.tabs}
              size="xs"
              fullWidth
              aria-label={t('playground.column')}
              data={conversations.map(({ key, model }) => ({ value: key, label: model }))}
              value={shownKey ?? ''}
              onChange={setShown}
            />
          )}
          <div className={classes.compared}>
            {conversations.map((conversation, index) => (
              <div
                key={conversation.key}
                className={classes.column}
                data-hidden={(narrow && conversation.key !== shownKey) || undefined}
              >
                {comparing && (
                  <ColumnHead conversation={conversation} number={index + 1} models={choices?.models ?? []} />
                )}
                <MessageList
                  conversation={conversation}
                  label={comparing ? t('playground.chatWith', { model: conversation.model }) : undefined}
                  onExample={index === 0 ? startWith : undefined}
                />
              </div>
            ))}
          </div>
        </div>
        <Composer columns={columns} text={text} onText={setText} field={field} blocked={blocked}>
          {narrow && (
            <ActionIcon size="lg" aria-label={t('playground.showSettings')} onClick={panel.open}>
              <IconAdjustments size={18} stroke={1.75} />
            </ActionIcon>
          )}
          <ConversationMenu columns={columns} settings={settings} />
          {!comparing && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconColumns2 size={16} stroke={1.75} />}
              disabled={otherModel === undefined}
              onClick={() => otherModel !== undefined && columns.compare(otherModel)}
            >
              {t('playground.compare')}
            </Button>
          )}
        </Composer>
      </Paper>
    </div>
  );
}
