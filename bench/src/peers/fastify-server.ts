import { fastify } from 'fastify';
import { findItem, listItems, mayEnter, setQuantity } from './database.ts';

/**
 * The Fastify server declares no response schemas: without a schema, Fastify writes such simple
 * objects faster.
 */

const app = fastify();

app.addHook('onRequest', (request, reply, done) => {
  if (mayEnter(request.headers['authorization'])) done();
  else reply.code(401).send({ message: 'unknown key' });
});

const Quantity = {
  type: 'object',
  required: ['quantity'],
  properties: { quantity: { type: 'integer', minimum: 0 } },
};

app.get('/v1/inventory', (_request, reply) => reply.send(listItems()));

app.get('/v1/inventory/:petId', (request, reply) => {
  const item = findItem(request.params['petId'] ?? '');
  return item === undefined ? reply.code(404).send({ message: 'no such pet' }) : reply.send(item);
});

app.patch('/v1/inventory/:petId', { schema: { body: Quantity } }, (request, reply) => {
  const item = setQuantity(request.params['petId'] ?? '', request.body.quantity);
  return item === undefined ? reply.code(404).send({ message: 'no such pet' }) : reply.send(item);
});

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
