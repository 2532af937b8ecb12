import { ACCOUNT_RECEIVER, type AlertRule } from '../../contract/resources/alert.js';

/** Receivers of each rule that has its own. */
export type AlertRoutesByRule = ReadonlyMap<AlertRule, readonly string[]>;

/** Rules without receivers of their own notify the account of the super administrator. */
export function receiversOf(rule: AlertRule, routes: AlertRoutesByRule): readonly string[] {
  return routes.get(rule) ?? [ACCOUNT_RECEIVER];
}
