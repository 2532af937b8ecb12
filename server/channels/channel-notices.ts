import type { EntityManager } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';
import type { Notices } from '../notifications/notices.js';

/** Notifies the super administrator, in the same transaction, that a channel was disabled automatically. */
export async function noticeDisabled(
  notices: Notices,
  manager: EntityManager,
  { id, name }: { readonly id: number; readonly name: string },
  reason: string,
): Promise<void> {
  const subject = `渠道「${name}」（#${id}）已被禁用`;
  await notices.ofRule(
    'channel_disabled',
    `channel_update_${id}_${ChannelStatus.autoDisabled}`,
    { subject, text: `${subject}，原因：${reason}` },
    manager,
  );
}
