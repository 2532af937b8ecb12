import { Box, Collapse, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './brief-card.module.css';
import type { Brief } from './data-table.types';
import { EXPANDER } from './use-row-keys';

interface BriefCardProps {
  /** `li` by default. */
  element?: 'li' | 'article';
  /** Attributes of the row, for the keyboard. */
  mark?: object;
  /** Accessible name of the row. */
  name: string;
  brief: Brief;
  muted?: boolean | undefined;
  pending?: boolean | undefined;
  /** The checkbox that selects the row. */
  choice?: ReactNode;
  /** The rest of the row, rendered while the card is open. */
  children: () => ReactNode;
}

/** A list item of two lines; the button around them opens the rest of the row. */
export function BriefCard({
  element: Element = 'li',
  mark,
  name,
  brief,
  muted,
  pending,
  choice,
  children,
}: BriefCardProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Element
      {...mark}
      {...(Element === 'article' && { 'aria-label': name })}
      className={classes.card}
      data-muted={muted || undefined}
      aria-busy={pending}
      data-opened={open || undefined}
    >
      <div className={classes.row}>
        {choice && <div className={classes.choice}>{choice}</div>}
        <UnstyledButton
          className={classes.brief}
          {...EXPANDER}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <VisuallyHidden>{`${t(open ? 'table.collapse' : 'table.expand')}: ${name}`}</VisuallyHidden>
          <span className={classes.title}>{brief.title}</span>
          <span className={classes.value}>{brief.value}</span>
          <span className={classes.line}>{brief.line}</span>
          <span className={classes.status}>{brief.status}</span>
        </UnstyledButton>
      </div>
      <Collapse expanded={open}>{open && <Box className={classes.details}>{children()}</Box>}</Collapse>
    </Element>
  );
}
