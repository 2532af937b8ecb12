import type { Card, Tab } from '#contract/options/declaration';
import { cards } from '#contract/options/index';
import { Divider, Paper } from '@mantine/core';
import { Fragment } from 'react';
import { useLocalized } from '../../text/localized';
import { OptionCard, type OptionCardProps } from './form/option-card';
import { OptionForm } from './form/option-form';
import { SettingSection } from './form/setting-section';

/** What a tab adds to a card: a note, buttons, a table view, or components below the form. By id of the card. */
export type CardExtras = Readonly<Record<string, Omit<OptionCardProps, 'card'>>>;

interface SettingCardsProps {
  tab: Tab;
  extras?: CardExtras;
  /** The range of cards to show, as for `Array.slice`. */
  from?: number;
  to?: number;
}

/** The declared cards of a tab. */
export function SettingCards({ tab, extras = {}, from, to }: SettingCardsProps) {
  const shown = cards.filter((card) => card.tab === tab && !card.embedded).slice(from, to);
  return shown.map((card, index) => {
    const { section } = card;
    if (!section) return <OptionCard key={card.id} card={card} {...extras[card.id]} />;
    if (shown[index - 1]?.section === section) return null;
    const end = shown.findIndex((each, at) => at > index && each.section !== section);
    const members = shown.slice(index, end === -1 ? undefined : end);
    return <Section key={card.id} {...section} cards={members} />;
  });
}

function Section({ id, title, lead, cards: members }: NonNullable<Card['section']> & { cards: Card[] }) {
  const localized = useLocalized();
  return (
    <SettingSection id={id} title={localized(title)} lead={localized(lead)}>
      <Paper withBorder p="lg">
        {members.map((card, index) => (
          <Fragment key={card.id}>
            {index > 0 && <Divider my="lg" />}
            <OptionForm card={card} />
          </Fragment>
        ))}
      </Paper>
    </SettingSection>
  );
}
