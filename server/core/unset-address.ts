/**
 * Base URL of links while the option ServerAddress is empty. The host of a request is never used, because clients can forge it; the
 * port is the default one.
 */
export const UNSET_ADDRESS = 'http://localhost:3000';
