/** One of each kind that the service understands, as bytes; what hostile requests are made from. */
export function validRequests(secret: string): string[] {
  const key = `Host: shop.example\r\nAuthorization: Bearer ${secret}\r\n`;
  const json = (line: string, body: string, headers = '') =>
    `${line} HTTP/1.1\r\n${key}${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const plain = (line: string, headers = '') => `${line} HTTP/1.1\r\n${key}${headers}\r\n`;
  return [
    plain('GET /v1/inventory'),
    plain('GET /v1/inventory', 'Accept-Encoding: gzip\r\nIf-None-Match: W/"1"\r\n'),
    plain('GET /v1/inventory?status=available&minQuantity=1&maxQuantity=9&limit=2&after=-1'),
    plain('GET /v1/inventory/1', 'X-Request-Id: till-3\r\n'),
    plain('HEAD /v1/inventory/1'),
    json('PATCH /v1/inventory/1', '{"quantity":5}'),
    json('PATCH /v1/inventory/1', '{"quantity": 5.0, "reason": "count", "note": "ünï\\u00e7ode"}', 'If-Match: *\r\n'),
    json('PATCH /v1/inventory/2', '{"quantity":7}', 'Idempotency-Key: "abc"\r\n'),
    json('POST /v1/inventory/3/adjustments', '{"delta":-1,"reason":"damage"}', 'If-Match: "3", W/"4"\r\n'),
    json('POST /v1/inventory/2/adjustments', '{"delta":1}'),
    json('PATCH /v1/inventory', '[{"petId":1,"quantity":2},{"petId":9223372036854775807,"quantity":3,"version":4}]'),
    json('PUT /v1/inventory/-5', '{"quantity":1,"status":"pending"}'),
    plain('DELETE /v1/inventory/-5'),
    plain('GET /v1/inventory/1/history?limit=2&before=5'),
    plain('GET /v1/inventory/events?after=0', 'Last-Event-ID: 1\r\n'),
    `PATCH /v1/inventory/1 HTTP/1.1\r\n${key}Transfer-Encoding: chunked\r\n\r\n4;x=y\r\n{"qu\r\na\r\nantity":8}\r\n0\r\nTrailer: t\r\n\r\n`,
    json('PATCH /v1/inventory/1', '{"quantity":9}', 'Expect: 100-continue\r\nConnection: keep-alive\r\n'),
    `GET http://shop.example/v1/inventory/1 HTTP/1.0\r\n${key}Connection: keep-alive\r\n\r\n`,
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /docs HTTP/1.1\r\nHost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  ];
}
