/** As `requestId` (core/ids.ts) creates them: UTC time to the nanosecond and eight letters or digits. Parts of sessions have a suffix. */
const REQUEST_ID = /\b20\d{21}[0-9A-Za-z]{8}(?:-[0-9A-Za-z-]{1,20})?\b/;

/** The id of a request in a text, such as an error message; undefined if there is none. */
export function requestIdIn(text: string): string | undefined {
  return REQUEST_ID.exec(text)?.[0];
}
