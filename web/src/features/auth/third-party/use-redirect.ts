import type { OAuthStateExtras } from '#contract/resources/accounts/auth';
import i18next from 'i18next';
import { useState } from 'react';
import { call, withQuery } from '../../../lib/api/api';
import { session } from '../../../lib/api/session';
import { readText } from '../../../lib/browser/storage';
import { toast } from '../../../lib/interaction/toast';
import { messageOf } from '../../../lib/interaction/use-action';
import { type Status, useStatus } from '../../../lib/api/use-status';
import type { RedirectProvider } from './providers';

export interface Redirect {
  /** Starts a sign-in, or an account binding if the user is signed in; the server distinguishes the two. */
  begin: (provider: RedirectProvider) => Promise<void>;
  /** The provider whose sign-in is being started. */
  pending: RedirectProvider | undefined;
}

/** Providers that open in a new tab. */
const OWN_TAB: readonly RedirectProvider[] = ['github', 'linuxdo'];

/** Redirects the browser to a sign-in provider, which returns to `/oauth/{provider}`. */
export function useRedirect(): Redirect {
  const status = useStatus();
  const [pending, setPending] = useState<RedirectProvider>();

  async function begin(provider: RedirectProvider) {
    const inOwnTab = OWN_TAB.includes(provider);
    // Opened before the first await: browsers block windows that are opened later. A signed-in user may have to confirm
    // that first, in this tab, and the answer allows another one.
    let tab = inOwnTab && !session.user() ? openTab() : null;
    setPending(provider);
    try {
      const address = await addressOf(provider, status);
      if (inOwnTab) tab ??= openTab();
      if (tab) tab.location.href = address;
      else location.assign(address);
    } catch (problem) {
      tab?.close();
      toast.error(messageOf(problem));
    } finally {
      setPending(undefined);
    }
  }

  return { begin, pending };
}

function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}

/** The server returns the authorization URL, except for Linux DO, whose URL is built here. */
async function addressOf(provider: RedirectProvider, status: Status): Promise<string> {
  const { data: state, authorization_url: address } = await call<string, OAuthStateExtras>(
    'GET',
    withQuery('/api/oauth/state', { provider, aff: readText('aff') }),
  );
  if (address) return address;
  if (!state || provider !== 'linuxdo') throw new Error(i18next.t('authPages.third.noState'));
  return withQuery('https://connect.linux.do/oauth2/authorize', {
    response_type: 'code',
    client_id: status.linuxdo_client_id,
    state,
  });
}
