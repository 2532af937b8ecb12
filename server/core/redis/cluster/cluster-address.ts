import type { RedisOptions } from 'ioredis';

/** `redis+cluster://` or `rediss+cluster://` (TLS): user and password, then several nodes. */
export const CLUSTER_SCHEME = /^rediss?\+cluster:\/\//;

const ADDRESS = /^(rediss?)\+cluster:\/\/(?:([^@/]*)@)?([^@/?#]+)\/?$/;
const NODE = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 6379;

/** A node of a cluster, as clients reach it. */
export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

/** The nodes that a cluster is looked for at first, and what every connection to it uses. */
export interface ClusterAddress {
  readonly nodes: readonly ClusterNode[];
  readonly login: Pick<RedisOptions, 'username' | 'password' | 'tls'>;
}

/** Whether an address names a cluster. */
export function isClusterAddress(url: string): boolean {
  return CLUSTER_SCHEME.test(url);
}

/** @returns undefined where the address is not one of a cluster */
export function readClusterAddress(url: string): ClusterAddress | undefined {
  const [, scheme, login = '', list = ''] = ADDRESS.exec(url) ?? [];
  const nodes = list.split(',').map(readNode);
  if (scheme === undefined || nodes.includes(undefined)) return undefined;
  const [user = '', ...rest] = login.split(':');
  try {
    const username = decodeURIComponent(user);
    const password = decodeURIComponent(rest.join(':'));
    return {
      nodes: nodes.flatMap((node) => node ?? []),
      login: {
        ...(username && { username }),
        ...(password && { password }),
        ...(scheme === 'rediss' && { tls: {} }),
      },
    };
  } catch {
    return undefined;
  }
}

function readNode(text: string): ClusterNode | undefined {
  const [, host, port] = NODE.exec(text) ?? [];
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  if (host === undefined || number < 1 || number > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}
