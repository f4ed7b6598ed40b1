import { toJson } from '@pawstock/shared/exact-json.ts';
import { isoTime } from '../../domain/instant.ts';
import { jsonResponse } from '../openapi/responses.ts';
import { operation } from '../operation.ts';
import { described, namedObject, z } from '../zod.ts';
import { ownerRead } from './actions.ts';

const count = { format: 'int64', minimum: 0 } as const;

export const BackupsSchema = namedObject('Backups', {
  folder: described(
    z.string().nullable(),
    'Where this service writes backups; null if it makes none.',
    '/backups',
  ),
  every: described(z.int().nullable(), 'The seconds between two backups.', 86_400, count),
  keep: described(z.int().nullable(), 'How many backups stay in the folder.', 14, count),
  failure: namedObject('BackupFailure', {
    at: z.iso.datetime().describe('When the last attempt failed, in UTC.'),
    message: z.string().describe('Why.'),
  })
    .nullable()
    .describe('Why the last backup could not be made; null if it was made.'),
  backups: z
    .array(
      namedObject('Backup', {
        name: described(
          z.string(),
          'The name of the file.',
          'pawstock-3f9c02ab-20260131T020000Z.db',
        ),
        at: z.iso.datetime().describe('When it was begun, in UTC.'),
        bytes: described(z.int(), 'Its size.', 4_000_000, count),
      }),
    )
    .describe('The newest first. The service has checked each of them.'),
});

export const listBackups = operation({
  ...ownerRead,
  operationId: 'listBackups',
  method: 'GET',
  path: '/backups',
  isForSetup: true,
  summary: 'List the backups of the store',
  description:
    'Returns where this service writes backups of its embedded store, and those that are there. ' +
    'A service with PostgreSQL makes none: backups are made with the tools of PostgreSQL.',
  responses: { 200: jsonResponse(BackupsSchema, 'The backups.') },
  handle(context) {
    const { backups } = context.app;
    const { folder = null, everyMs, keep = null } = backups?.settings ?? {};
    const every = everyMs === undefined ? null : everyMs / 1000;
    const { atMs: failedAtMs, message } = backups?.failure ?? {};
    const failure = failedAtMs === undefined ? null : { at: isoTime(failedAtMs), message };
    const files =
      backups?.list().map(({ name, atMs, bytes }) => ({ name, at: isoTime(atMs), bytes })) ?? [];
    return context.json(200, toJson({ folder, every, keep, failure, backups: files }));
  },
});
