import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../ui/text/markdown';
import classes from './notice.module.css';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const NoticeHistory = lazyDialog(async () => (await import('./notice-history')).NoticeHistory);

export function Notice({ text }: { text: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div className={classes.notice} tabIndex={0}>
        <Markdown text={text} />
      </div>
      <Anchor component="button" size="sm" mt="xs" onClick={() => setOpened(true)}>
        {t('home.earlierNotices')}
      </Anchor>
      {opened && <NoticeHistory onClose={() => setOpened(false)} />}
    </>
  );
}
