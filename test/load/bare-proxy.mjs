// The floor: a Node proxy that does nothing but copy bytes. Arguments: upstream port.
import { createServer } from 'node:http';
import { Pool } from 'undici';

const pool = new Pool(`http://127.0.0.1:${process.argv[2]}`, { connections: 1000, pipelining: 1 });
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'expect']);

class Copy {
  constructor(response) {
    this.response = response;
  }

  onRequestStart(controller) {
    this.controller = controller;
    this.response.on('drain', () => controller.resume());
    this.response.on('close', () => {
      if (!this.response.writableFinished) controller.abort(new Error('client left'));
    });
  }

  onResponseStart(_controller, status, headers) {
    for (const name of NOT_PASSED_ON) delete headers[name];
    this.response.writeHead(status, headers);
  }

  onResponseData(controller, chunk) {
    if (!this.response.write(chunk)) controller.pause();
  }

  onResponseEnd() {
    this.response.end();
  }

  onResponseError() {
    this.response.destroy();
  }
}

const server = createServer({ noDelay: true }, (request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const headers = {};
    for (const name of Object.keys(request.headers))
      if (!NOT_PASSED_ON.has(name)) headers[name] = request.headers[name];
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    pool.dispatch({ method: request.method, path: request.url, headers, body }, new Copy(response));
  });
});

process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
