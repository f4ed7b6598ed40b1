import type { ImportColumns } from './columns.ts';
import { type SkipReason, simplified } from './row.ts';
import { type Cell, cellText } from './values.ts';

/**
 * The files that other systems export. A file is recognised by its header alone, and is then read
 * without a choice of columns. The words of these systems for a status are not those of Pawstock,
 * so a file sets none.
 */
export type Layout = {
  /** Says whose file it is, as in "Shopify inventory". */
  readonly title: string;
  /**
   * The locations that have columns of their own. It is empty if the rows name their locations, or
   * if the file has none.
   */
  readonly locations: readonly string[];
  /** The positions of all columns that are read. */
  readonly used: readonly number[];
  /**
   * The main column of each field, from which a user starts who wants to choose other columns. The
   * quantity may be in another column for each location.
   */
  readonly positionsAt: (location: string | undefined) => ImportColumns['positions'];
  readonly read: (cells: readonly Cell[], location: string | undefined) => LayoutRow;
};

/** What a row is about: stock of a product or of one of its variants, or something else. */
export type LayoutRow =
  | {
      readonly kind: 'stock';
      readonly barcode: Cell;
      readonly articleCode: Cell;
      readonly name: string;
      readonly quantity: Cell;
      readonly lowAt: Cell;
      /** The location that the row names; undefined if rows name none. */
      readonly location: string | undefined;
    }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** The layout that has a header with these names of columns; undefined if it is not known. */
export function layoutOf(names: readonly string[]): Layout | undefined {
  for (const recognise of [shopifyInventory, shopifyProducts, square, wooCommerce, lightspeed]) {
    const layout = recognise(new Header(names));
    if (layout !== undefined) return layout;
  }
  return undefined;
}

/** Finds columns by their names, in any case, spaces and punctuation. */
class Header {
  readonly names: readonly string[];
  readonly #positions: ReadonlyMap<string, number>;
  /** The positions of the columns that were asked for. */
  readonly used = new Set<number>();

  constructor(names: readonly string[]) {
    this.names = names;
    this.#positions = new Map(names.map((name, at): [string, number] => [simplified(name), at]));
  }

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.#positions.has(simplified(name)));
  }

  /** The position of the first of these columns that the file has. */
  find(...names: readonly string[]): number | undefined {
    const name = names.find((one) => this.has(one));
    return name === undefined ? undefined : this.#positions.get(simplified(name));
  }

  /** Returns a function that reads the first of these columns that the file has. */
  column(...names: readonly string[]): (cells: readonly Cell[]) => Cell {
    const at = this.find(...names);
    if (at === undefined) return () => '';
    this.used.add(at);
    return (cells) => cells[at] ?? '';
  }

  /** The same as `column`, for text. */
  text(...names: readonly string[]): (cells: readonly Cell[]) => string {
    const read = this.column(...names);
    return (cells) => cellText(read(cells));
  }

  /** The positions of the columns of each location, which follows this start of their names. */
  perLocation(start: RegExp): ReadonlyMap<string, number> {
    const found = this.names.flatMap((name, at) => {
      const [match] = start.exec(name) ?? [];
      return match === undefined ? [] : [{ location: name.slice(match.length).trim(), at }];
    });
    for (const { at } of found) this.used.add(at);
    return new Map(found.map(({ location, at }) => [location, at]));
  }
}

function cellAt(cells: readonly Cell[], at: number | undefined): Cell {
  return at === undefined ? '' : (cells[at] ?? '');
}

/** Leaves out the fields for which a file has no column. */
function positionsOf(
  found: Readonly<Record<'name' | 'barcode' | 'quantity' | 'lowAt', number | undefined>>,
): ImportColumns['positions'] {
  const { name, barcode, quantity, lowAt } = found;
  return {
    ...(name !== undefined && { name }),
    ...(barcode !== undefined && { barcode }),
    ...(quantity !== undefined && { quantity }),
    ...(lowAt !== undefined && { lowAt }),
  };
}

const skipped = (reason: SkipReason): LayoutRow => ({ kind: 'skipped', reason });

/** A name such as "Syrian hamster, Golden". Names that only stand in for a variant are left out. */
function variantName(title: string, variants: readonly string[]): string {
  const named = variants.filter((variant) => variant !== '' && !isPlaceholder(variant));
  return [title, ...named].join(', ');
}

/** The words of Shopify and Square for the only variant of a product. */
function isPlaceholder(variant: string): boolean {
  return /^(?:Default Title|Regular)$/i.test(variant);
}

function optionsIn(header: Header): (cells: readonly Cell[]) => string[] {
  const options = [1, 2, 3].map((number) => header.text(`Option${number} Value`));
  return (cells) => options.map((read) => read(cells));
}

/** Shopify's export of inventory: a row for each variant at each location. */
function shopifyInventory(header: Header): Layout | undefined {
  const hasQuantity = header.has('On hand') || header.has('On hand (current)');
  if (!header.has('Handle', 'Title', 'Option1 Value', 'SKU', 'Location') || !hasQuantity)
    return undefined;
  const title = header.text('Title');
  const options = optionsIn(header);
  const barcode = header.column('Barcode');
  const articleCode = header.column('SKU');
  const location = header.text('Location');
  const quantity = header.column('On hand (current)', 'On hand');
  return {
    title: 'Shopify inventory',
    locations: [],
    used: [...header.used],
    positionsAt: () =>
      positionsOf({
        name: header.find('Title'),
        barcode: header.find('Barcode', 'SKU'),
        quantity: header.find('On hand (current)', 'On hand'),
        lowAt: undefined,
      }),
    read: (cells) => {
      if (/^(?:not stocked)?$/i.test(cellText(quantity(cells)))) return skipped('untrackedRows');
      return {
        kind: 'stock',
        barcode: barcode(cells),
        articleCode: articleCode(cells),
        name: variantName(title(cells), options(cells)),
        quantity: quantity(cells),
        lowAt: '',
        location: location(cells),
      };
    },
  };
}

/**
 * Shopify's export of products: a row for each variant, and one for each further picture. Only the
 * first row of a product has its title.
 */
function shopifyProducts(header: Header): Layout | undefined {
  const isOld = header.has('Handle', 'Variant SKU', 'Variant Inventory Qty');
  const isNew = header.has('URL handle', 'SKU', 'Inventory quantity');
  if (!header.has('Title', 'Option1 Value') || !(isOld || isNew)) return undefined;
  const handle = header.text('Handle', 'URL handle');
  const title = header.text('Title');
  const options = optionsIn(header);
  const giftCard = header.text('Gift Card');
  const tracker = header.text('Variant Inventory Tracker', 'Inventory tracker');
  const barcode = header.column('Variant Barcode', 'Barcode');
  const articleCode = header.column('Variant SKU', 'SKU');
  const quantity = header.column('Variant Inventory Qty', 'Inventory quantity');
  let product = { handle: '', title: '', isGiftCard: false };
  return {
    title: 'Shopify products',
    locations: [],
    used: [...header.used],
    positionsAt: () =>
      positionsOf({
        name: header.find('Title'),
        barcode: header.find('Variant Barcode', 'Barcode', 'Variant SKU', 'SKU'),
        quantity: header.find('Variant Inventory Qty', 'Inventory quantity'),
        lowAt: undefined,
      }),
    read: (cells) => {
      if (handle(cells) !== product.handle || title(cells) !== '') {
        const isGiftCard = giftCard(cells).toLowerCase() === 'true';
        product = { handle: handle(cells), title: title(cells), isGiftCard };
      }
      const hasVariant = options(cells).some(Boolean) || cellText(articleCode(cells)) !== '';
      if (!hasVariant) return skipped('pictureRows');
      if (product.isGiftCard) return skipped('giftCardRows');
      if (tracker(cells) === '') return skipped('untrackedRows');
      return {
        kind: 'stock',
        barcode: barcode(cells),
        articleCode: articleCode(cells),
        name: variantName(product.title, options(cells)),
        quantity: quantity(cells),
        lowAt: '',
        location: undefined,
      };
    },
  };
}

/** Square's item library: a row for each variation, and columns for each location. */
function square(header: Header): Layout | undefined {
  if (!header.has('Token', 'Item Name', 'Variation Name', 'SKU')) return undefined;
  const quantities = header.perLocation(/^Current Quantity\b\s*/i);
  if (quantities.size === 0) return undefined;
  const itemName = header.text('Item Name');
  const variation = header.text('Variation Name');
  const itemType = header.text('Item Type');
  const barcode = header.column('GTIN');
  const articleCode = header.column('SKU');
  const alerts = header.perLocation(/^Stock Alert Enabled\b\s*/i);
  const alertCounts = header.perLocation(/^Stock Alert Count\b\s*/i);
  return {
    title: 'Square item library',
    locations: [...quantities.keys()],
    used: [...header.used],
    positionsAt: (location = '') =>
      positionsOf({
        name: header.find('Item Name'),
        barcode: header.find('GTIN', 'SKU'),
        quantity: quantities.get(location),
        lowAt: alertCounts.get(location),
      }),
    read: (cells, location = '') => {
      const quantity = cellAt(cells, quantities.get(location));
      if (/gift card/i.test(itemType(cells))) return skipped('giftCardRows');
      if (/service/i.test(itemType(cells))) return skipped('serviceRows');
      if (cellText(quantity) === '') return skipped('untrackedRows');
      const hasAlert = /^Y/i.test(cellText(cellAt(cells, alerts.get(location))));
      return {
        kind: 'stock',
        barcode: barcode(cells),
        articleCode: articleCode(cells),
        name: variantName(itemName(cells), [variation(cells)]),
        quantity,
        lowAt: hasAlert ? cellAt(cells, alertCounts.get(location)) : '',
        location: undefined,
      };
    },
  };
}

/**
 * WooCommerce's export of products. The row of a product with variations comes before theirs. Its
 * own quantity is empty, unless its variations share one stock; their quantity is then `parent`.
 */
function wooCommerce(header: Header): Layout | undefined {
  if (!header.has('ID', 'Type', 'SKU', 'Name', 'Published', 'In stock?', 'Stock')) return undefined;
  const id = header.text('ID');
  const type = header.text('Type');
  const name = header.text('Name');
  const parent = header.text('Parent');
  const attributes = [1, 2, 3].map((number) => header.text(`Attribute ${number} value(s)`));
  const barcode = header.column('GTIN, UPC, EAN, or ISBN');
  const articleCode = header.column('SKU');
  const quantity = header.column('Stock');
  const lowAt = header.column('Low stock amount');
  /** The names of products, by how their variations refer to them. */
  const parents = new Map<string, string>();
  return {
    title: 'WooCommerce products',
    locations: [],
    used: [...header.used],
    positionsAt: () =>
      positionsOf({
        name: header.find('Name'),
        barcode: header.find('GTIN, UPC, EAN, or ISBN', 'SKU'),
        quantity: header.find('Stock'),
        lowAt: header.find('Low stock amount'),
      }),
    read: (cells) => {
      const types = type(cells).toLowerCase().split(/,\s*/);
      parents.set(`id:${id(cells)}`, name(cells));
      if (cellText(articleCode(cells)) !== '')
        parents.set(cellText(articleCode(cells)), name(cells));
      const stock = cellText(quantity(cells));
      if (stock === '' && types.some((one) => one === 'variable' || one === 'grouped'))
        return skipped('parentRows');
      if (stock === '' && types.some((one) => one === 'virtual' || one === 'downloadable'))
        return skipped('serviceRows');
      if (stock === '' || stock === 'parent') return skipped('untrackedRows');
      const title = parents.get(parent(cells));
      const variants = attributes.map((read) => read(cells));
      return {
        kind: 'stock',
        barcode: barcode(cells),
        articleCode: articleCode(cells),
        name: title === undefined ? name(cells) : variationName(name(cells), title, variants),
        quantity: quantity(cells),
        lowAt: lowAt(cells),
        location: undefined,
      };
    },
  };
}

/** WooCommerce names a variation "Syrian hamster - Golden", or just as its product. */
function variationName(name: string, title: string, variants: readonly string[]): string {
  if (name === title) return variantName(title, variants);
  return name.startsWith(`${title} - `) ? `${title}, ${name.slice(title.length + 3)}` : name;
}

/** The export of products of Lightspeed Retail (X-Series), with columns for each outlet. */
function lightspeed(header: Header): Layout | undefined {
  if (!header.has('id', 'handle', 'sku', 'name', 'track_inventory')) return undefined;
  const quantities = header.perLocation(/^inventory_/i);
  if (quantities.size === 0) return undefined;
  const name = header.text('name');
  const variants = ['one', 'two', 'three'].map((number) =>
    header.text(`variant_option_${number}_value`),
  );
  const tracked = header.text('track_inventory');
  const barcode = header.column('barcode', 'upc', 'ean');
  const articleCode = header.column('sku');
  const lowAt = header.perLocation(/^reorder_point_/i);
  return {
    title: 'Lightspeed X products',
    locations: [...quantities.keys()],
    used: [...header.used],
    positionsAt: (location = '') =>
      positionsOf({
        name: header.find('name'),
        barcode: header.find('barcode', 'upc', 'ean', 'sku'),
        quantity: quantities.get(location),
        lowAt: lowAt.get(location),
      }),
    read: (cells, location = '') => {
      const isTracked = /^(?:1|true|yes)/i.test(tracked(cells));
      const quantity = cellAt(cells, quantities.get(location));
      if (!isTracked || cellText(quantity) === '') return skipped('untrackedRows');
      return {
        kind: 'stock',
        barcode: barcode(cells),
        articleCode: articleCode(cells),
        name: variantName(
          name(cells),
          variants.map((read) => read(cells)),
        ),
        quantity,
        lowAt: cellAt(cells, lowAt.get(location)),
        location: undefined,
      };
    },
  };
}
