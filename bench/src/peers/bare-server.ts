import { createServer } from 'node:http';
import { petOf, stockOf } from '../stock.ts';

/** A server that does the least possible with node:http. All other servers are compared with it. */

const pets = Number(process.env['PETS']);
const list = Buffer.from(JSON.stringify(stockOf(pets)));
const etag = '"1"';
const prefix = '/v1/inventory/';
const json = 'application/json';

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (!url.startsWith(prefix)) {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else
      response
        .writeHead(200, { 'content-type': json, 'content-length': list.length, etag })
        .end(list);
    return;
  }
  const pet = petOf(Number(url.slice(prefix.length)));
  if (request.method === 'GET') {
    const body = JSON.stringify(pet);
    response.writeHead(200, { 'content-type': json, 'content-length': body.length }).end(body);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { quantity } = JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify({ ...pet, quantity });
    response.writeHead(200, { 'content-type': json, 'content-length': body.length }).end(body);
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
