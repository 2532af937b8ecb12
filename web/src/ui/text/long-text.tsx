import { ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../button/copy-text';
import classes from './long-text.module.css';
import { LazyModal } from '../dialog/lazy-modal';

interface LongTextProps {
  /** Title of the dialog. */
  title: string;
  text: string;
}

/** A truncated text; a click shows all of it in a dialog. */
export function LongText({ title, text }: LongTextProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  if (text === '') {
    return (
      <Text span size="sm" c="dimmed">
        {t('common.none')}
      </Text>
    );
  }
  return (
    <>
      <UnstyledButton
        className={classes.start}
        aria-label={`${title}: ${text}`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {text}
      </UnstyledButton>
      {opened && (
        <LazyModal opened onClose={() => setOpened(false)} title={title} size={800}>
          <ScrollArea.Autosize mah={400} type="auto" offsetScrollbars>
            <Text size="sm" className={classes.whole} tabIndex={0}>
              {text}
            </Text>
          </ScrollArea.Autosize>
          <CopyText text={text} label={t('common.copyNamed', { name: title })} secret />
        </LazyModal>
      )}
    </>
  );
}
