import { AbstractConnector, type RedisOptions } from 'ioredis';
import { createConnection, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ClusterNode } from './cluster-address.js';

type Constructor = NonNullable<RedisOptions['Connector']>;

/**
 * How a connection finds its node: it is looked for again at every connect, because slots move between nodes.
 * @param find the node; what it throws is reported as an error of the connection, which tries again
 */
export function connectorTo(find: () => Promise<ClusterNode>, tls: RedisOptions['tls']): Constructor {
  return class extends AbstractConnector {
    constructor(options: RedisOptions) {
      super(options.disconnectTimeout ?? 2000);
    }

    async connect(): Promise<Socket> {
      this.connecting = true;
      // A rejection would end the connection for good, while that of a closed socket is opened again.
      const socket = await open(find, tls).catch((error: Error) => {
        this.firstError = error;
        return new Socket().destroy();
      });
      if (!this.connecting) socket.destroy();
      else if (!socket.destroyed) socket.once('error', (error) => (this.firstError = error));
      this.stream = socket as typeof this.stream;
      return socket;
    }
  } as Constructor;
}

async function open(find: () => Promise<ClusterNode>, tls: RedisOptions['tls']): Promise<Socket> {
  const node = await find();
  return tls ? connectTls({ servername: node.host, ...node, ...tls }) : createConnection(node);
}
