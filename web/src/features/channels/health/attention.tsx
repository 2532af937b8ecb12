import {
  IconActivity,
  IconDroplet,
  IconListCheck,
  IconPencil,
  IconPlayerPlay,
  IconWallet,
} from '@tabler/icons-react';
import { ChannelStatus } from '#contract/enums';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { AttentionReason } from '#contract/resources/channels/channel-health';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../../lib/format/format';
import { parseObject } from '../../../lib/format/json';
import type { Run } from '../../../lib/interaction/use-action';
import type { ChangeRow } from '../../../lib/list/use-row-change';
import { currentLanguage } from '../../../text';
import { RowButton } from '../../../ui/button/row-button';
import { hint } from '../../../ui/feedback/hint';
import type { Drain } from '../drain/use-drain';
import { ReasonBadge } from '../reason-badge';
import { causesOf, REASON_COLORS } from './causes';
import { useChannelHealth } from './channel-health';
import classes from './health.module.css';

export interface AttentionActions {
  change: ChangeRow<ChannelResponse>;
  test: Run<[ChannelResponse]>;
  updateBalance: Run<[ChannelResponse]>;
  drain: Drain;
  onEdit: (channel: ChannelResponse) => void;
  onTestModels: (channel: ChannelResponse) => void;
}

interface AttentionProps {
  channel: ChannelResponse;
  actions: AttentionActions;
}

/** Below the status of a channel that needs attention: why, and what can be done about it. */
export function Attention({ channel, actions }: AttentionProps) {
  const { t } = useTranslation();
  const { of } = useChannelHealth();
  const causes = causesOf(channel, of(channel.id), t);
  const [urgent] = causes;
  if (!urgent) return null;
  // The status itself says that a channel was disabled, and why.
  const [first, ...others] = causes.filter(({ reason }) => reason !== 'disabled');
  const label = first && t(`channelHealth.reason.${first.reason}`);
  return (
    <div className={classes.cause}>
      {first && label ? (
        <ReasonBadge
          color={REASON_COLORS[first.reason]}
          label={label}
          details={[first, ...others].map(({ detail }) => detail)}
        />
      ) : (
        <DisabledSince info={channel.other_info} />
      )}
      <Remedy reason={urgent.reason} channel={channel} actions={actions} />
      {causes.some(({ reason }) => DRAINABLE.has(reason)) && (
        <RemedyButton
          label={t('channel.drain.for', { time: t(`channel.drain.time.m${DRAIN_MINUTES}`) })}
          channel={channel}
          Icon={IconDroplet}
          act={() => actions.drain([channel], DRAIN_MINUTES)}
        />
      )}
    </div>
  );
}

function DisabledSince({ info }: { info: string }) {
  const { status_time: time } = parseObject(info) ?? {};
  if (typeof time !== 'number' || time <= 0) return null;
  return <span className={classes.since}>{formatAgo(time, currentLanguage())}</span>;
}

/** The action that helps against a cause. */
function Remedy({ reason, channel, actions }: AttentionProps & { reason: AttentionReason }) {
  const { t } = useTranslation();
  const { Icon, act } = REMEDIES[reason];
  return (
    <RemedyButton
      label={t(`channelHealth.remedy.${reason}`)}
      channel={channel}
      Icon={Icon}
      act={() => act(channel, actions)}
    />
  );
}

interface RemedyButtonProps {
  label: string;
  channel: ChannelResponse;
  Icon: typeof IconActivity;
  act: () => unknown;
}

function RemedyButton({ label, channel, Icon, act }: RemedyButtonProps) {
  const [isRunning, setRunning] = useState(false);

  async function run() {
    setRunning(true);
    await act();
    setRunning(false);
  }

  return (
    <RowButton
      narrow
      {...hint(label, { focus: true })}
      aria-label={`${channel.name}: ${label}`}
      loading={isRunning}
      onClick={() => void run()}
    >
      <Icon size={15} stroke={1.75} />
    </RowButton>
  );
}

interface Remedy {
  Icon: typeof IconActivity;
  act: (channel: ChannelResponse, actions: AttentionActions) => unknown;
}

/** Reasons that are about calls of the channel, which can be kept from it while someone looks into it. */
const DRAINABLE: ReadonlySet<AttentionReason> = new Set(['failing', 'failed_test', 'slow']);
const DRAIN_MINUTES = 30;

const TEST: Remedy = { Icon: IconActivity, act: (channel, { test }) => test(channel) };
const REMEDIES: Readonly<Record<AttentionReason, Remedy>> = {
  disabled: {
    Icon: IconPlayerPlay,
    act: (channel, { change }) => change(channel, { status: ChannelStatus.enabled }),
  },
  failing: { Icon: IconListCheck, act: (channel, { onTestModels }) => onTestModels(channel) },
  failed_test: TEST,
  slow: { Icon: IconPencil, act: (channel, { onEdit }) => onEdit(channel) },
  low_balance: { Icon: IconWallet, act: (channel, { updateBalance }) => updateBalance(channel) },
  never_tested: TEST,
};
