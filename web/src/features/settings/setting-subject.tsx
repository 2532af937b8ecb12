import { checkedServices } from '#contract/resources/service-check';
import { Divider, Paper, Text, Title } from '@mantine/core';
import { type ComponentType, Fragment } from 'react';
import { useLocalized } from '../../text/localized';
import { OptionForm, type OptionFormProps } from './form/option-form';
import { ChatList } from './operation/chat-list';
import { GroupTable } from './operation/group-table';
import { LogCleaning } from './operation/log-cleaning';
import { SystemInfo } from './other/system-info';
import { RatioTabs } from './ratio/ratio-tabs';
import classes from './settings.module.css';
import type { Subject } from './subjects';
import { CallbackHint } from './system/callback-hint';
import { EgressNote } from './system/egress-note';
import { ServiceCheck } from './system/service-check';
import { UsageEvents } from './system/usage-events';

/** What a subject shows besides the forms of its cards. By id of the subject. */
const ABOVE: Partial<Record<string, ComponentType>> = { info: SystemInfo };
const BELOW: Partial<Record<string, ComponentType>> = {
  ...Object.fromEntries(
    checkedServices.map((service) => [service, () => <ServiceCheck service={service} />]),
  ),
  logs: LogCleaning,
  server: EgressNote,
  'usage-events': UsageEvents,
};
/** A component instead of the forms. */
const INSTEAD: Partial<Record<string, ComponentType>> = { ratio: RatioTabs };

/** What the form of a card has besides its fields: a note, buttons or a table view. By id of the card. */
const FORMS: Partial<Record<string, Omit<OptionFormProps, 'card'>>> = {
  chats: { table: (form) => <ChatList form={form} /> },
  groups: { table: (form) => <GroupTable form={form} /> },
  oidc: { intro: <CallbackHint path="/oauth/oidc" /> },
  github: { intro: <CallbackHint path="/oauth/github" /> },
  linuxdo: { intro: <CallbackHint path="/oauth/linuxdo" /> },
};

/** The settings of one subject. */
export function SettingSubject({ subject: { id, title, lead, cards } }: { subject: Subject }) {
  const localized = useLocalized();
  const [Above, Below, Instead] = [ABOVE[id], BELOW[id], INSTEAD[id]];
  const heading = `${id}-title`;
  return (
    <section className={classes.subject} aria-labelledby={heading}>
      <Title order={2} id={heading} fz={16}>
        {localized(title)}
      </Title>
      {lead && (
        <Text size="sm" c="dimmed" mt={4} maw={560}>
          {localized(lead)}
        </Text>
      )}
      <Paper withBorder p="lg" mt="md">
        {Above && <Above />}
        {Instead ? (
          <Instead />
        ) : (
          cards.map((card, index) => (
            <Fragment key={card.id}>
              {(index > 0 || Above) && <Divider my="lg" />}
              <OptionForm card={card} {...FORMS[card.id]} />
            </Fragment>
          ))
        )}
        {Below && <Below />}
      </Paper>
    </section>
  );
}
