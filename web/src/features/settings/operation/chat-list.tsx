import '../../../lib/browser/zod-without-eval';
import { jsonShapes } from '#contract/options/json-shapes';
import { Button, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { parseJson } from '../../../lib/format/json';
import { IconAction } from '../../../ui/button/icon-action';
import { fieldOf } from '../form/fields';
import { TextCell } from '../form/text-cell';
import type { OptionForm } from '../form/use-option-form';
import classes from './rows.module.css';

const CHAT_LINKS = fieldOf('Chats');

interface Chat {
  name: string;
  link: string;
}

/** Chat applications in display order. */
export function ChatList({ form }: { form: OptionForm }) {
  const { t } = useTranslation();
  const read = readChats(form.textOf(CHAT_LINKS));
  if (!read) return <Text size="sm">{t('settings.form.onlyJson')}</Text>;
  const chats = read;

  const write = (next: Chat[]) =>
    form.edit(
      CHAT_LINKS,
      JSON.stringify(
        next.map(({ name, link }) => ({ [name]: link })),
        null,
        2,
      ),
    );
  const change = (index: number, part: Partial<Chat>) =>
    write(chats.map((chat, at) => (at === index ? { ...chat, ...part } : chat)));

  function swap(index: number, other: number) {
    const next = [...chats];
    const [here, there] = [chats[index], chats[other]];
    if (!here || !there) return;
    next[index] = there;
    next[other] = here;
    write(next);
  }

  return (
    <div>
      <div className={classes.head} data-kind="chats" aria-hidden>
        <span>{t('common.name')}</span>
        <span>{t('settings.operation.chats.link')}</span>
      </div>
      <ul className={classes.rows}>
        {chats.map((chat, index) => (
          <li key={index} className={classes.row} data-kind="chats">
            <TextCell
              label={t('settings.operation.chats.nameOf', { number: index + 1 })}
              value={chat.name}
              onChange={(name) => change(index, { name })}
            />
            <TextCell
              label={t('settings.operation.chats.linkOf', { name: chat.name })}
              value={chat.link}
              placeholder="https://"
              onChange={(link) => change(index, { link: link.trim() })}
            />
            <div className={classes.buttons}>
              <IconAction
                label={t('settings.operation.chats.up', { name: chat.name })}
                icon={<IconArrowUp size={16} stroke={1.75} />}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              />
              <IconAction
                label={t('settings.operation.chats.down', { name: chat.name })}
                icon={<IconArrowDown size={16} stroke={1.75} />}
                disabled={index === chats.length - 1}
                onClick={() => swap(index, index + 1)}
              />
              <IconAction
                label={t('settings.operation.chats.remove', { name: chat.name })}
                icon={<IconTrash size={16} stroke={1.75} />}
                onClick={() => write(chats.filter((_chat, at) => at !== index))}
              />
            </div>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        leftSection={<IconPlus size={16} stroke={2} />}
        onClick={() => write([...chats, { name: t('settings.operation.chats.new'), link: '' }])}
      >
        {t('settings.operation.chats.add')}
      </Button>
    </div>
  );
}

/** Undefined if the text is not a valid list. */
function readChats(text: string): Chat[] | undefined {
  const { data } = jsonShapes.chats.safeParse(parseJson(text));
  return data?.flatMap((entry) => Object.entries(entry).map(([name, link]) => ({ name, link })));
}
