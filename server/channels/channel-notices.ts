import type { EntityManager } from 'typeorm';
import type { Notices } from '../notifications/notices.js';

/** The channel a notice is about. */
interface Named {
  readonly id: number;
  readonly name: string;
}

const ENABLED = 1;
const AUTO_DISABLED = 3;

/** Tells the super administrator, in the transaction that did it, that a channel was taken out of service. */
export async function noticeDisabled(
  notices: Notices,
  manager: EntityManager,
  channel: Named,
  reason: string,
): Promise<void> {
  const subject = `${titleOf(channel)}已被禁用`;
  await notices.toRoot(kindOf(channel, AUTO_DISABLED), subject, `${subject}，原因：${reason}`, manager);
}

/** Tells the super administrator, in the transaction that did it, that a channel is in service again by itself. */
export async function noticeEnabled(notices: Notices, manager: EntityManager, channel: Named): Promise<void> {
  const subject = `${titleOf(channel)}已被启用`;
  await notices.toRoot(kindOf(channel, ENABLED), subject, subject, manager);
}

function kindOf({ id }: Named, status: number): string {
  return `channel_update_${id}_${status}`;
}

function titleOf({ id, name }: Named): string {
  return `通道「${name}」（#${id}）`;
}
