/** A chat application: its name and its URL, with `{address}` for the gateway and `{key}` for the `sk-` key. */
export interface ChatApplication {
  name: string;
  link: string;
}

/** Converts the operator's list of one-key objects; invalid entries are left out. */
export function chatApplications(chats: unknown): ChatApplication[] {
  if (!Array.isArray(chats)) return [];
  return chats.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    return Object.entries(entry)
      .slice(0, 1)
      .flatMap(([name, link]: [string, unknown]) => (typeof link === 'string' ? [{ name, link }] : []));
  });
}

/** Whether the list is what operators configure; otherwise the page says that it cannot be read. */
export function areReadableChats(chats: unknown): boolean {
  return Array.isArray(chats) && chatApplications(chats).length === chats.length;
}

/** Fills in the address and the key. @param key without `sk-` */
export function chatAddress(link: string, serverAddress: string, key: string): string {
  return link.replaceAll('{address}', encodeURIComponent(serverAddress)).replaceAll('{key}', `sk-${key}`);
}

/** Allows application schemes, but not schemes that run code or display the URL's content. */
export function isSafeChatAddress(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) && !/^(javascript|data|vbscript|file):/i.test(address);
}
