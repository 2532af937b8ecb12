/** A chat application: its name and its address, with `{address}` for the gateway and `{key}` for the `sk-` key. */
export interface ChatApplication {
  name: string;
  link: string;
}

/** The operator's list of one-key objects as a list of applications; entries that are none are left out. */
export function chatApplications(chats: unknown): ChatApplication[] {
  if (!Array.isArray(chats)) return [];
  return chats.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    return Object.entries(entry)
      .slice(0, 1)
      .flatMap(([name, link]: [string, unknown]) => (typeof link === 'string' ? [{ name, link }] : []));
  });
}

/** The address with its two places filled. @param key without `sk-` */
export function chatAddress(link: string, serverAddress: string, key: string): string {
  return link.replaceAll('{address}', encodeURIComponent(serverAddress)).replaceAll('{key}', `sk-${key}`);
}

/** Schemes of applications are fine; ones that run something or show the address as text are not. */
export function isSafeChatAddress(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) && !/^(javascript|data|vbscript|file):/i.test(address);
}
