/** Bodies that are no JSON, each for a reason of its own. */

const texts = [
  ...[
    ...['', ' ', '\n', '{', '}', '[', ']', '{}{}', '{},', ',{}', '{}x', '{} {}', '[1,]', '[,1]', '[1 2]', '{,}'],
    ...['{"a"}', '{"a":}', '{:1}'],
  ],
  ...[
    ...['{"a":1,}', '{"a":1,,"b":2}', '{"a" 1}', '{"a":1 "b":2}', '{a:1}', "{'a':1}", '{"a":\'b\'}', '{1:2}'],
    ...['{null:1}', '{"a":1]', '[1}'],
  ],
  ...[
    '{"quantity":5',
    '{"quantity":5}}',
    '{"quantity":5};',
    '{"quantity":5}//',
    '/**/{"quantity":5}',
    '{"quantity":/*5*/5}',
    '#{}',
  ],
  ...[
    ...['undefined', 'None', 'nul', 'nulll', 'True', 'TRUE', 'tru', 'fals', 'NaN', 'Infinity', '-Infinity'],
    '{"quantity":NaN}',
  ],
  ...[
    '{"quantity":Infinity}',
    '{"quantity":-}',
    '{"quantity":+5}',
    '{"quantity":05}',
    '{"quantity":-05}',
    '{"quantity":.5}',
    '{"quantity":5.}',
  ],
  ...[
    '{"quantity":5e}',
    '{"quantity":5e+}',
    '{"quantity":5.e1}',
    '{"quantity":0x5}',
    '{"quantity":0b1}',
    '{"quantity":0o7}',
    '{"quantity":5n}',
  ],
  ...[
    '{"quantity":1_000}',
    '{"quantity":1,000}',
    '{"quantity":5 5}',
    '{"quantity":--5}',
    '{"quantity":5-}',
    '{"quantity":1e5.0}',
    '{"quantity":٥}',
  ],
  ...[
    '{"quantity":5f}',
    '{"quantity":5L}',
    '{"quantity":$5}',
    '{"quantity":5%}',
    '{"quantity":(5)}',
    '{"quantity":5+0}',
    '{"quantity":new Number(5)}',
  ],
  ...[
    ...['"', '"a', 'a"', '"\\"', '"\\x41"', '"\\u12"', '"\\u12g4"', '"\\U00000041"', '"\\a"', '"\\\'"', '"\\\n"'],
    ...['"a\nb"', '"a\tb"', '"a\u0000b"'],
  ],
  ...[
    '{"note":"\u0001","quantity":5}',
    '{"quantity":5,"note":"\n"}',
    '{"quantity":5,"\t":1}',
    '{"quantity"\u00a0:5}',
    '{\u2028"quantity":5}',
  ],
  ...[
    '\u00a0{"quantity":5}',
    '\u200b{"quantity":5}',
    '\u0000{"quantity":5}',
    '{"quantity":5}\u0000',
    '{"quantity":5}\u001a',
    '\u000b{}',
    '\f{}',
  ],
  ...[
    'quantity=5',
    'quantity=5&x=y',
    '<quantity>5</quantity>',
    'quantity: 5',
    '--x\r\nContent-Disposition: form-data',
    '%7B%7D',
    '!!binary x',
  ],
  ...[
    '[['.repeat(20_000),
    '[{'.repeat(20_000),
    '{"a":'.repeat(10_000),
    `${'['.repeat(30_000)}${']'.repeat(29_999)}`,
    '"'.repeat(5_001),
  ],
];

const quantity = Buffer.from('{"quantity":5}');

/** Encodings that are none, or not UTF-8. */
const encodings = [
  Buffer.from('{"quantity":5}', 'utf16le'),
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"quantity":5}', 'utf16le')]),
  Buffer.from('{"quantity":5}', 'utf16le').swap16(),
  Buffer.from([...quantity].flatMap((byte) => [0, 0, 0, byte])),
  ...[
    ...['80', 'ff', 'fe', 'c0', 'c1', 'c3', 'e2', 'f0', 'c0af', 'c080', 'e08080', 'f0808080', 'eda080', 'edbfbf'],
    ...['edb080', 'f4908080'],
  ].map((hex) => Buffer.concat([Buffer.from('{"quantity":5,"note":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')])),
  ...['f8888080', 'fc84808080', 'e282', 'f09f98', '8080', 'c328', 'e28228', 'f0288cbc'].map((hex) =>
    Buffer.concat([Buffer.from('{"quantity":5,"'), Buffer.from(hex, 'hex'), Buffer.from('":1}')]),
  ),
  Buffer.from('1f8b0800000000000003', 'hex'),
];

export function malformedJson(): Buffer[] {
  const whole = '{"quantity": 5.0, "reason": "count", "note": "\\u00e7 \\" ü"}';
  const bytes = Buffer.from(whole);
  const truncated = Array.from({ length: bytes.length - 1 }, (_, length) => bytes.subarray(0, length + 1));
  return [...texts.map((text) => Buffer.from(text)), ...encodings, ...truncated];
}
