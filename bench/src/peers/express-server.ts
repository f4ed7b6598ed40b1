import express from 'express';
import { findItem, listItems, mayEnter, setQuantity } from './database.ts';

const app = express();
app.disable('x-powered-by');

app.use((request, response, next) => {
  if (mayEnter(request.headers['authorization'])) next();
  else response.status(401).json({ message: 'unknown key' });
});
app.use(express.json());

app.get('/v1/inventory', (_request, response) => {
  response.json(listItems());
});

app.get('/v1/inventory/:petId', (request, response) => {
  const item = findItem(request.params['petId'] ?? '');
  if (item === undefined) response.status(404).json({ message: 'no such pet' });
  else response.json(item);
});

app.patch('/v1/inventory/:petId', (request, response) => {
  const { quantity } = request.body as { quantity: unknown };
  if (!Number.isSafeInteger(quantity) || (quantity as number) < 0) {
    response.status(400).json({ message: 'quantity must be a whole number' });
    return;
  }
  const item = setQuantity(request.params['petId'] ?? '', quantity as number);
  if (item === undefined) response.status(404).json({ message: 'no such pet' });
  else response.json(item);
});

app.listen(Number(process.env['PORT']), '127.0.0.1');
