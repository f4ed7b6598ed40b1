/** Texts that mean something to a database, a shell, a template, a browser or an object. */
export const hostileStrings = [
  ...["' or '1'='1", '1; drop table item; --', "1' union select digest from api_key --", "'||pg_sleep(9)||'", '$1'],
  ...['$' + '{7*7}', '$(id)', '%n%s%x', '<script>alert(1)</script>', 'javascript:alert(1)', '=1+1', '@SUM(1)'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'then', 'length'],
  ...['../../etc/passwd', '..\\..\\x', 'file:///etc/passwd', 'NUL', '.', '..', '*', '%', '%%', '%00', '%0d%0aX: y'],
  ...['\u0000', 'a\u0000b', '\r\nX-Injected: y', '\n', '\u2028', '\u202e', '\ufeff', '\ufffd', 'ﷺ', 'Z͑ͫ̓', '👩‍👩‍👧'],
  ...['٣', '１', 'ı', '\u00a0', 'NaN', 'null', 'true', '0x1', '1e3', '1_000', '007', '+5', '-0', '5.0', ' 5', '5 '],
  ...['9'.repeat(20), '9'.repeat(500)],
];
