import { optionDeclarations } from '#contract/options/index';
import { type OwnPrice, PRICE_PARTS } from '#contract/resources/price-change';
import { Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../../text/localized';
import classes from '../../form/change-list.module.css';
import { type LineName, priceLines } from './price-lines';

interface PriceDifferenceProps {
  before: OwnPrice;
  after: OwnPrice;
}

/** The parts of a price that differ, before and after. */
export function PriceDifference({ before, after }: PriceDifferenceProps) {
  const { t } = useTranslation();
  const nameOf = useLineName();
  return (
    <ul className={classes.list} style={{ gap: 2 }}>
      {priceLines(before, after).map((line) => (
        <li key={line.name} className={classes.change}>
          <Text span size="xs" c="dimmed">
            {nameOf(line.name)}
          </Text>
          <Amount kind="del" text={line.before} />
          <IconArrowRight size={14} stroke={1.75} aria-label={t('settings.form.becomes')} />
          <Amount kind="ins" text={line.after} />
        </li>
      ))}
    </ul>
  );
}

function useLineName(): (name: LineName) => string {
  const { t } = useTranslation();
  const localized = useLocalized();
  return (name) => {
    const part = PRICE_PARTS.find((each) => each === name);
    return part === undefined
      ? t(`settings.ratio.history.part.${name as Exclude<LineName, (typeof PRICE_PARTS)[number]>}`)
      : localized(optionDeclarations[part].label);
  };
}

function Amount({ kind: Kind, text }: { kind: 'del' | 'ins'; text: string | undefined }) {
  const { t } = useTranslation();
  return <Kind className={classes.value}>{text ?? t('settings.ratio.history.unset')}</Kind>;
}
