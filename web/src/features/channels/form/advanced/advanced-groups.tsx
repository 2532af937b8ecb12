import { Accordion, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../../ui/form/form-section';
import classes from './advanced-groups.module.css';
import { type AdvancedGroup, type Difference, GROUPS } from './group-differences';

/** Which groups are open. */
export interface OpenGroups {
  value: AdvancedGroup[];
  onChange: (groups: string[]) => void;
  /** Opens more groups. */
  open: (groups: readonly AdvancedGroup[]) => void;
}

/**
 * Groups with values that differ from a new channel's are opened once, and stay as the user leaves them: a group does not close
 * while its last value is removed.
 */
export function useOpenGroups(differences: Readonly<Record<AdvancedGroup, Difference[]>>): OpenGroups {
  const [opened, setOpened] = useState<ReadonlyMap<AdvancedGroup, boolean>>(new Map());
  const found = GROUPS.filter((group) => differences[group].length > 0 && !opened.has(group));
  if (found.length > 0) setOpened(new Map([...opened, ...found.map((group) => [group, true] as const)]));
  const value = GROUPS.filter((group) => opened.get(group) === true);
  return {
    value,
    onChange: (groups) =>
      setOpened(
        new Map([
          ...opened,
          ...GROUPS.filter((group) => groups.includes(group) !== value.includes(group)).map(
            (group) => [group, groups.includes(group)] as const,
          ),
        ]),
      ),
    open: (groups) => setOpened(new Map([...opened, ...groups.map((group) => [group, true] as const)])),
  };
}

interface Props {
  differences: Readonly<Record<AdvancedGroup, Difference[]>>;
  groups: OpenGroups;
  /** The fields of each group. */
  children: Readonly<Record<AdvancedGroup, ReactNode>>;
}

/** Everything that most channels leave as it is, in groups that say what they contain or what is set in them. */
export function AdvancedGroups({ differences, groups, children }: Props) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('channelForm.advanced')}>
      <Accordion
        multiple
        order={4}
        transitionDuration={120}
        value={groups.value}
        onChange={groups.onChange}
        classNames={classes}
      >
        {GROUPS.map((group) => (
          <Accordion.Item key={group} value={group}>
            <Accordion.Control>
              <Text span size="sm" fw={500} className={classes.name}>
                {t(`channelGroups.${group}`)}
              </Text>
              <Summary group={group} differences={differences[group]} />
            </Accordion.Control>
            <Accordion.Panel>{children[group]}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </FormSection>
  );
}

const HOLDS = {
  routing: 'channelGroups.routingHolds',
  mappings: 'channelGroups.mappingsHold',
  upstream: 'channelGroups.upstreamHolds',
  further: 'channelGroups.furtherHolds',
} as const;

function Summary({ group, differences }: { group: AdvancedGroup; differences: Difference[] }) {
  const { t } = useTranslation();
  const nameOf = useDifferenceName();
  const changed = differences.length > 0;
  return (
    <Text span size="xs" c={changed ? undefined : 'dimmed'} className={classes.summary}>
      {changed ? differences.map(nameOf).join(' · ') : t(HOLDS[group])}
    </Text>
  );
}

function useDifferenceName(): (difference: Difference) => string {
  const { t, i18n } = useTranslation();
  return (one) => {
    switch (one.kind) {
      case 'groups':
      case 'tag':
      case 'priority':
      case 'weight':
      case 'organization':
      case 'testModel':
        return `${t(`channelForm.${one.kind}`)} ${one.value}`;
      case 'address':
        return one.value.replace(/^https?:\/\//, '');
      case 'proxy':
        return t('channelSetting.proxy');
      case 'member': {
        const key = `channelSetting.${one.key}`;
        // Members that the console does not know have no text.
        return i18n.exists(key) && MEMBER.test(one.key) ? String(t(key as 'channelSetting.proxy')) : one.key;
      }
      case 'noAutoBan':
      case 'paths':
      case 'unreadable':
        return t(`channelGroups.${one.kind}`);
      default:
        return t(`channelGroups.${one.kind}`, { n: one.n });
    }
  };
}

/** Names of members, as opposed to paths into other texts. */
const MEMBER = /^[a-z_]+$/;
