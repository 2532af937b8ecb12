import { auditActions, type AuditAction, type AuditEntryResponse } from '#contract/resources/audit';
import { isOptionKey, optionDeclarations } from '#contract/options/index';
import type { StoredText } from '#contract/stored-texts/stored-text';
import { Code, Collapse, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatTime } from '../../lib/format/format';
import { useLocalized } from '../../text/localized';
import { codedText } from '../../text/log-text';
import { StatusBadge } from '../../ui/badge/status-badge';
import { FactList } from '../../ui/text/fact-list';
import { ChangeList } from '../settings/form/change-list';
import classes from './audit.module.css';
import { nameIn, optionChangeOf, storedTextOf } from './read-entry';

/** An entry: when, who, what and from where; opened, its details. */
export function AuditRow({ entry }: { entry: AuditEntryResponse }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { created_at: at, actor_id: actor, actor_name: name, address } = entry;
  return (
    <li className={classes.entry}>
      <UnstyledButton
        className={classes.row}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <IconChevronRight size={14} stroke={1.75} className={classes.chevron} aria-hidden />
        <span className={classes.time}>{formatTime(at)}</span>
        <span className={classes.who}>
          {name || t('audit.notSignedIn')}
          {actor === 0 && name !== '' && ` (${t('audit.notSignedIn')})`}
        </span>
        <span className={classes.what}>
          <ActionBadge action={entry.action} /> <Summary entry={entry} />
        </span>
        <span className={classes.address}>{address}</span>
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        {opened && <Details entry={entry} />}
      </Collapse>
    </li>
  );
}

function ActionBadge({ action }: { action: string }) {
  const { t } = useTranslation();
  const known = auditActions.find((one): one is AuditAction => one === action);
  return (
    <StatusBadge color={action === 'sign_in_failed' ? 'red' : 'gray'}>
      {known ? t(`audit.actions.${known}`) : action}
    </StatusBadge>
  );
}

/** What was done, in the reader's language where the entry has a code. */
function Summary({ entry }: { entry: AuditEntryResponse }) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const option = optionChangeOf(entry.details);
  const text = codedText(entry.content, storedTextOf(entry.details) as StoredText | undefined);
  const named = option && isOptionKey(option.key) ? localized(optionDeclarations[option.key].label) : '';
  return (
    <>
      {[text || nameIn(entry.details), named, entry.user_id > 0 && t('audit.concerns', { id: entry.user_id })]
        .filter(Boolean)
        .join(' · ')}
    </>
  );
}

function Details({ entry }: { entry: AuditEntryResponse }) {
  const { t } = useTranslation();
  const option = optionChangeOf(entry.details);
  const facts: [string, ReactNode][] = [];
  if (entry.request_id !== '') facts.push([t('audit.requestId'), <Code key="id">{entry.request_id}</Code>]);
  if (entry.user_agent !== '') facts.push([t('audit.userAgent'), entry.user_agent]);
  return (
    <div className={classes.details}>
      {entry.user_id > 0 && (
        <Text size="sm">
          <Link to={`/user/edit/${entry.user_id}`}>{t('audit.concerns', { id: entry.user_id })}</Link>
        </Text>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
      {option && <ChangeList before={option.before} after={option.after} />}
      {!option && entry.details !== null && (
        <Code block aria-label={t('audit.details')}>
          {JSON.stringify(entry.details, null, 2)}
        </Code>
      )}
    </div>
  );
}
