import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readImportFile } from '@pawstock/shared/import/import-file.ts';
import { describeProblem } from '@pawstock/shared/import/problem.ts';
import type { ImportChoice } from '@pawstock/shared/import/table.ts';

/** Tests how the files of other systems are read. The guide docs/guides/moving-in.md names them. */

const folder = new URL('../fixtures/moving-in/', import.meta.url);

async function readLayout(file: string, choice: ImportChoice = {}) {
  const read = await readImportFile(readFileSync(new URL(file, folder)), choice);
  return {
    layout: read.columns.layout,
    columns: read.columns,
    pets: read.rows.map(({ barcode, name, quantity }) => [barcode, name, quantity]),
    faults: read.faults.map(({ problem }) => describeProblem(problem)),
    skipped: read.notRead.map(describeProblem),
    questions: read.questions,
    rows: read.rows,
  };
}

describe("Shopify's export of inventory", () => {
  const file = 'shopify-inventory.csv';

  test('has the stock on hand at the chosen location', async () => {
    const { layout, pets, faults, skipped } = await readLayout(file, { location: 'main street' });
    assert.equal(layout, 'Shopify inventory');
    assert.deepEqual(faults, []);
    assert.deepEqual(pets, [
      ['HAM-GOLD', 'Syrian hamster, Golden', 12],
      ['HAM-WHITE', 'Syrian hamster, White', 3],
      ['1002', 'Budgie "Kiki"', 0],
    ]);
    assert.deepEqual(skipped, ['rows of other locations (1)', 'rows without tracked stock (1)']);
  });

  test('asks for the location if it has several', async () => {
    const { faults, questions } = await readLayout(file);
    const several = 'the file has the stock of several locations: "Main Street", "Harbour"';
    assert.deepEqual(faults, [several]);
    assert.deepEqual(questions.locations, ['Main Street', 'Harbour']);
  });

  test('refuses a location that it does not have', async () => {
    const { faults } = await readLayout(file, { location: 'Moon' });
    const unknown = 'there is no location "Moon"; the file has "Main Street", "Harbour"';
    assert.deepEqual(faults, [unknown]);
  });
});

describe("Shopify's export of products", () => {
  test('has tracked variants, with their barcode or else their SKU, and no status', async () => {
    const { layout, pets, faults, skipped, rows } = await readLayout('shopify-products.csv');
    assert.equal(layout, 'Shopify products');
    assert.deepEqual(faults, []);
    assert.deepEqual(pets, [
      ['4006381333931', 'Syrian hamster, Golden', 12],
      ['HAM-WHITE', 'Syrian hamster, White', 3],
      ['0012345678905', 'Budgie "Kiki"', 0],
    ]);
    assert.deepEqual(skipped, [
      'rows of pictures (1)',
      'rows of gift cards (1)',
      'rows without tracked stock (1)',
    ]);
    assert.ok(rows.every(({ status }) => status === null));
  });
});

describe("Square's item library", () => {
  test('has the items of the chosen location, with their alert', async () => {
    const { layout, pets, faults, skipped, rows } = await readLayout('square-items.csv', {
      location: 'Main Street',
    });
    assert.equal(layout, 'Square item library');
    assert.deepEqual(faults, []);
    assert.deepEqual(pets, [
      ['04006381333931', 'Syrian hamster, Golden', 12],
      ['HAM-WHITE', 'Syrian hamster, White', 3],
      ['0301', 'Goldfish', 120],
    ]);
    assert.deepEqual(
      rows.map(({ lowAt }) => lowAt),
      [3, null, 10],
    );
    assert.deepEqual(skipped, ['rows of gift cards (1)', 'rows of services (1)']);
  });

  test('asks for the location if it has several', async () => {
    const { faults, pets } = await readLayout('square-items.csv');
    const several = 'the file has the stock of several locations: "Main Street", "Harbour"';
    assert.deepEqual([faults, pets], [[several], []]);
  });
});

describe("WooCommerce's export of products", () => {
  test('has variations with their own stock, and products whose variations share one', async () => {
    const { layout, pets, faults, skipped } = await readLayout('woocommerce-products.csv');
    assert.equal(layout, 'WooCommerce products');
    assert.deepEqual(faults, []);
    assert.deepEqual(pets, [
      ['4006381333931', 'Syrian hamster, Golden', 12],
      ['00012345678905', 'Syrian hamster, White', 3],
      ['bud-kiki', 'Budgie "Kiki"', 0],
      ['guppy', 'Guppy', 40],
    ]);
    assert.deepEqual(skipped, [
      'rows of products whose variants have the stock (1)',
      'rows of services (1)',
      'rows without tracked stock (2)',
    ]);
  });
});

describe("Lightspeed X's export of products", () => {
  test('has tracked products of its only outlet, with their reorder point', async () => {
    const { layout, pets, faults, skipped, rows } = await readLayout('lightspeed-x-products.csv');
    assert.equal(layout, 'Lightspeed X products');
    assert.deepEqual(faults, []);
    assert.deepEqual(pets, [
      ['4006381333931', 'Syrian hamster, Golden', 12],
      ['HAM-WHITE', 'Syrian hamster, White', 3],
      ['10002', 'Budgie, blue', 0],
    ]);
    assert.deepEqual(
      rows.map(({ lowAt }) => lowAt),
      [3, null, 1],
    );
    assert.deepEqual(skipped, ['rows without tracked stock (2)']);
  });
});

describe('a Lightspeed product is skipped', () => {
  const header = 'id,handle,sku,name,track_inventory,inventory_Main_Outlet';
  const koi = 'c,koi,KOI-1,Koi,1,7';
  const skipped = [
    { title: 'if its stock is not tracked', row: 'a,kit,KIT-1,Starter kit,0,5' },
    { title: 'if the outlet has no stock of it', row: 'b,hay,HAY-1,Hay,1,' },
  ];

  for (const { title, row } of skipped) {
    test(title, async () => {
      const file = new TextEncoder().encode([header, row, koi].join('\n'));
      const { rows, notRead } = await readImportFile(file);

      assert.equal(rows.length, 1);
      assert.equal(rows[0]?.barcode, 'KOI-1');
      assert.equal(rows[0]?.quantity, 7);
      assert.deepEqual(notRead.map(describeProblem), ['rows without tracked stock (1)']);
    });
  }
});

describe('a choice of other columns starts from those that were read', () => {
  const started = async (file: string, choice: ImportChoice = {}) => {
    const { columns } = await readLayout(file, choice);
    const { names, positions } = columns;
    return Object.fromEntries(Object.entries(positions).map(([field, at]) => [field, names[at]]));
  };

  test('of Shopify inventory', async () => {
    assert.deepEqual(await started('shopify-inventory.csv'), {
      name: 'Title',
      barcode: 'SKU',
      quantity: 'On hand (current)',
    });
  });

  test('of Shopify products', async () => {
    assert.deepEqual(await started('shopify-products.csv'), {
      name: 'Title',
      barcode: 'Variant Barcode',
      quantity: 'Variant Inventory Qty',
    });
  });

  test('of Square, with the columns of the chosen location', async () => {
    assert.deepEqual(await started('square-items.csv', { location: 'Harbour' }), {
      name: 'Item Name',
      barcode: 'GTIN',
      quantity: 'Current Quantity Harbour',
      lowAt: 'Stock Alert Count Harbour',
    });
  });

  test('of Square, without a quantity while the location is not known', async () => {
    const fields = await started('square-items.csv');
    assert.deepEqual(fields, { name: 'Item Name', barcode: 'GTIN' });
  });

  test('of WooCommerce', async () => {
    assert.deepEqual(await started('woocommerce-products.csv'), {
      name: 'Name',
      barcode: 'GTIN, UPC, EAN, or ISBN',
      quantity: 'Stock',
      lowAt: 'Low stock amount',
    });
  });

  test('of Lightspeed X', async () => {
    assert.deepEqual(await started('lightspeed-x-products.csv'), {
      name: 'name',
      barcode: 'sku',
      quantity: 'inventory_Main_Outlet',
      lowAt: 'reorder_point_Main_Outlet',
    });
  });
});

test('a file of another system is mapped by hand if a column is chosen', async () => {
  const choice = { columns: { quantity: 'Variant Inventory Qty', status: '' } };
  const { layout, rows } = await readLayout('shopify-products.csv', choice);
  assert.equal(layout, undefined);
  assert.equal(rows[0]?.name, 'Syrian hamster');
});

test('a file with a part of such a header has no known layout', async () => {
  const bytes = new TextEncoder().encode('Handle,Title,SKU,On hand,Available\nx,Koi,K-1,5,4\n');
  const { columns, rows } = await readImportFile(bytes);
  assert.equal(columns.layout, undefined);
  assert.deepEqual([rows[0]?.barcode, rows[0]?.quantity], ['K-1', 5]);
});
