import type { TestEvent } from 'node:test/reporters';

/** A reporter for `node --test`: the files with a failed test, one a line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events)
    if (type === 'test:fail') files.add(data.entryFile ?? data.file ?? data.name);
  for (const file of files) yield `${file}\n`;
}
