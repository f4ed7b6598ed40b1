import { quantityMax } from '@pawstock/shared/item.ts';
import { jsonResponse } from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { bodyInteger, bodyObject } from '../request/fields.ts';
import { described, namedObject, z } from '../zod.ts';
import { ownerWrite, perform, shopIn } from './actions.ts';

const lowAtText = 'The quantity at which a pet is low that has no level of its own.';

export const ShopSchema = namedObject('Shop', {
  lowAt: described(z.int(), lowAtText, 5, { format: 'int64', minimum: 0, maximum: quantityMax }),
  timeZone: described(z.string(), 'Where the days of the shop begin.', 'Europe/Berlin'),
});

export const getShop = operation({
  ...readExtension,
  operationId: 'getShop',
  method: 'GET',
  path: '/shop',
  summary: 'Get the settings of the shop',
  description:
    'Returns the level at which a pet is low that has none of its own, and the time zone.',
  responses: { 200: jsonResponse(ShopSchema, 'The settings of the shop.') },
  handle: (context) => context.json(200, shopJson(context, context.app.inventory.shop.lowAt)),
});

export const updateShop = operation({
  ...ownerWrite,
  operationId: 'updateShop',
  method: 'PATCH',
  path: '/shop',
  summary: 'Change the settings of the shop',
  description:
    'Changes the level at which a pet is low that has none of its own, on every instance.',
  body: bodyObject('ShopUpdate', { lowAt: bodyInteger(0, quantityMax, lowAtText) }),
  responses: { 200: jsonResponse(ShopSchema, 'The settings of the shop.') },
  async handle(context, { body: { lowAt } }) {
    const shop = { lowAt };
    const updated = await perform(context, { kind: 'shop.update', name: null, shop }, shop);
    return context.json(200, shopJson(context, shopIn(updated).lowAt));
  },
});

function shopJson({ app }: Context, lowAt: number): string {
  return JSON.stringify({ lowAt, timeZone: app.shopDays.timeZone });
}
