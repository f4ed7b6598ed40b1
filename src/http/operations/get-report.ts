import { lastOfPage, type Report, reportCsv, reportJson } from '../../domain/report.ts';
import { storeTime } from '../../domain/store-clock.ts';
import type { Platform } from '../../platform.ts';
import { HttpError } from '../errors.ts';
import { jsonResponse, ledgerSeqHeader, linkHeader, ReportSchema } from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { Instant, Limit, PetIdQuery, PetIdsQuery, queryBoolean } from '../request/fields.ts';
import { prefersCsv } from '../request/headers.ts';
import { nextLink } from '../request/validation.ts';
import { z } from '../zod.ts';
import { ledgerSeq } from './changes.ts';

const defaultSpanMs = 30 * 24 * 3_600_000;

const Query = z.object({
  since: Instant('The beginning of the span; 30 days before its end by default.'),
  until: Instant('The end of the span, which is not part of it; now by default.'),
  days: queryBoolean('Whether to add what was sold and arrived on each day.'),
  petIds: PetIdsQuery,
  limit: Limit,
  after: PetIdQuery,
});

/**
 * Sends a report in chunks. Other requests are served between two chunks, however fast the client
 * reads.
 */
async function* inTurns(texts: Iterable<string>, { nextTurn }: Platform): AsyncGenerator<Buffer> {
  for (const text of texts) {
    yield Buffer.from(text);
    await nextTurn();
  }
}

/** The link to the next page, of the same span even if time has gone on. */
function nextPage(context: Context, { sinceMs, untilMs }: Report, after: string) {
  const since = new Date(sinceMs).toISOString();
  const until = new Date(untilMs).toISOString();
  return nextLink(context, Query, { since, until, after });
}

const table = { 'text/csv': { schema: z.string().describe('The pets, a line each.') } };
const json = jsonResponse(ReportSchema, 'The report.', { ...ledgerSeqHeader, ...linkHeader });

export const getReport = operation({
  ...readExtension,
  operationId: 'getReport',
  method: 'GET',
  path: '/inventory/report',
  summary: 'Report on a span of time',
  description:
    'Sums the ledger over a span of time for each pet that has stock or was changed: what was sold, arrived, came back, was lost or counted, and how long the stock lasts at that rate. Accept: text/csv gives a table. With a limit it comes in pages, whose totals are over all that is selected.',
  query: Query,
  responses: { 200: { ...json, content: { ...json.content, ...table } } },
  async handle(context, { query }) {
    const { app } = context;
    const { until, since, days } = query;
    const sinceMs = since ?? (until ?? storeTime(app.inventory.head)) - defaultSpanMs;
    if (sinceMs > (until ?? sinceMs))
      throw new HttpError('invalid_query', '"since" must not be after "until".');
    const isCsv = prefersCsv(context.header('accept'));
    const terms = {
      since: sinceMs,
      until,
      petIds: query.petIds ?? null,
      shopDays: app.shopDays,
      withDays: days ?? false,
      isWanted: () => !context.request.aborted,
    };
    const report = await app.inventory.reads.report(terms, context.key.keyId);
    const { retained, release: onClose } = report;
    const page = { after: query.after ?? null, limit: query.limit ?? Number.POSITIVE_INFINITY };
    const texts = isCsv ? reportCsv(report, page) : reportJson(report, page);
    const chunks = inTurns(texts, app.platform);
    const last = lastOfPage(report, page);
    const type = isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json';
    const headers = {
      ...ledgerSeq(report.lastSeq),
      ...(last !== undefined && nextPage(context, report, last)),
      'content-type': type,
      'cache-control': 'private, no-cache',
      vary: 'Accept',
    };
    return context.response(200, { chunks, retained, onClose }, headers);
  },
});
