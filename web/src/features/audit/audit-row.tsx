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
import { changeOf, nameIn, optionChangeOf, otherDetails, storedTextOf } from './read-entry';

const REFUSED: ReadonlySet<string> = new Set<AuditAction>(['sign_in_failed', 'access_refused']);

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
    <StatusBadge color={REFUSED.has(action) ? 'red' : 'gray'}>
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
  const change = optionChangeOf(entry.details) ?? changeOf(entry.details);
  const others = otherDetails(entry.details);
  const facts: [string, ReactNode][] = [];
  if (entry.request_id !== '')
    facts.push([
      t('audit.requestId'),
      <Link key="id" to={`/audit?requestId=${encodeURIComponent(entry.request_id)}`}>
        {entry.request_id}
      </Link>,
    ]);
  if (entry.address !== '')
    facts.push([
      t('audit.address'),
      <Link key="address" to={`/audit?address=${encodeURIComponent(entry.address)}`}>
        {entry.address}
      </Link>,
    ]);
  if (entry.session !== '')
    facts.push([
      t('audit.session'),
      entry.session === 'access-token' ? (
        t('audit.byAccessToken')
      ) : (
        <Code key="session">{entry.session}</Code>
      ),
    ]);
  if (entry.user_agent !== '') facts.push([t('audit.userAgent'), entry.user_agent]);
  return (
    <div className={classes.details}>
      {entry.user_id > 0 && (
        <Text size="sm">
          <Link to={`/user/edit/${entry.user_id}`}>{t('audit.concerns', { id: entry.user_id })}</Link>
        </Text>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
      {change && <ChangeList before={change.before} after={change.after} />}
      {others && (
        <Code block aria-label={t('audit.details')}>
          {JSON.stringify(others, null, 2)}
        </Code>
      )}
    </div>
  );
}
