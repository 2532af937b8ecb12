import type { z } from 'zod';
import { tokenLine, userLine } from './lines/accounts.js';
import { auditLine, ledgerLine, logLine, usageLine } from './lines/history.js';
import { channelLine, optionLine, purchasePriceLine, redemptionLine, topUpLine } from './lines/settings.js';
import { drawingLine, taskLine } from './lines/tasks.js';

/**
 * What an export has, one file for each: what operators and users entered or bought, and what was used. docs/open-format.md has the
 * rule, and all tables and columns that are left out with the reason for each.
 */
export const KINDS = {
  users: userLine,
  tokens: tokenLine,
  channels: channelLine,
  purchase_prices: purchasePriceLine,
  options: optionLine,
  redemptions: redemptionLine,
  top_ups: topUpLine,
  quota_data: usageLine,
  midjourneys: drawingLine,
  tasks: taskLine,
  logs: logLine,
  ledger_entries: ledgerLine,
  audit_log: auditLine,
} as const satisfies Readonly<Record<string, z.ZodObject>>;

/** A kind of lines: the table that has them. */
export type Kind = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

/** Records of what happened in an installation. They are exported to be read: another one has its own. */
export const RECORDS: readonly Kind[] = ['ledger_entries', 'audit_log'];

/** The columns of a kind, in the order of its lines. */
export function columnsOf(kind: Kind): string[] {
  return Object.keys(KINDS[kind].shape);
}
