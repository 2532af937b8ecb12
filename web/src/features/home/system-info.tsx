import { Anchor, Paper, Title } from '@mantine/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { useStatus } from '../../lib/api/use-status';
import classes from './landing.module.css';

export function SystemInfo() {
  const { t } = useTranslation();
  const status = useStatus();
  const facts: [label: string, value: ReactNode][] = [
    [t('home.name'), status.system_name],
    [t('home.version'), status.version || t('common.unknown')],
    [t('home.source'), <Source key="source" address={status.repository} />],
    [t('home.license'), <License key="license" name={status.license} />],
    [t('home.startedAt'), formatTime(status.start_time)],
    [t('home.api'), <Elsewhere key="api" href="/api/openapi.json" text="OpenAPI 3.1" />],
  ];
  if (status.docs_link)
    facts.push([t('home.docs'), <Elsewhere key="docs" href={status.docs_link} text={status.docs_link} />]);
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('home.info')}>
      <Title order={3}>{t('home.info')}</Title>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}

function Source({ address }: { address: string }) {
  const { t } = useTranslation();
  if (!address) return t('home.noSource');
  return <Elsewhere href={address} text={address.replace(/^https?:\/\//, '')} />;
}

function License({ name }: { name: string }) {
  const { t } = useTranslation();
  if (!name) return t('home.noLicense');
  // A compound SPDX expression has no page of its own.
  if (!/^[\w.+-]+$/.test(name) || name === 'UNLICENSED') return name;
  return <Elsewhere href={`https://spdx.org/licenses/${name}.html`} text={name} />;
}

function Elsewhere({ href, text }: { href: string; text: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
      {text}
    </Anchor>
  );
}
