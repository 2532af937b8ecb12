import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import classes from './tag.module.css';

interface TagProps {
  children: ReactNode;
  /** A Mantine color, shown as a dot so that the text keeps its contrast. */
  color?: string;
  mono?: boolean;
  /** Text to copy on click. */
  copy?: string;
}

/** A label with neutral background and colored dot. */
export function Tag({ children, color, mono, copy }: TagProps) {
  const { t } = useTranslation();
  const content = (
    <>
      {color && <span className={classes.dot} style={{ background: `var(--mantine-color-${color}-5)` }} />}
      <span className={classes.text}>{children}</span>
    </>
  );
  const shared = { className: classes.tag, 'data-mono': mono || undefined };
  if (copy === undefined) return <span {...shared}>{content}</span>;
  return (
    <UnstyledButton
      {...shared}
      data-button
      aria-label={t('common.copyNamed', { name: copy })}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(copy);
      }}
    >
      {content}
    </UnstyledButton>
  );
}
