import { type ChoiceProblem, type ImportField, importFields } from './problem.ts';
import { asciiNumber, isAnswerable, isProblem, simplified } from './row.ts';
import { isTotal, valueFrom } from './values.ts';

type ColumnRule = {
  /**
   * Matches the column names that mean this field. They are compared without case, spaces and
   * punctuation.
   */
  readonly aliases: RegExp;
  /**
   * Matches further column names that mean this field. They count only if no column name matches
   * `aliases`.
   */
  readonly fallbacks?: RegExp;
};

/**
 * The column names that an import understands: those of Excel, shops and tills in English, German,
 * French, Spanish, Italian, Dutch, Portuguese, Turkish, Japanese and Arabic, and those of the
 * dashboard's exports.
 */
const columnRules = {
  petId: {
    aliases: words(`
      petid id pet petno petnumber animalid itemid itemno itemnumber productid systemid tierid tiernr tiernummer
      identifiant idanimal idarticle idproduit idmascota idproducto idartículo identificador idanimale idprodotto
      idarticolo dierid diernummer idproduto idartigo hayvanid ürünid ペットid ペット番号 生体番号 商品id
      haustierid iddelanimal iddelamascota idpet iddopet iddoanimal huisdierid ペットのid 生体id معرف المعرف معرفالحيوان رقمالحيوان`),
    fallbacks: words(`
      sku variantsku customsku articlenumber articleno articlecode itemcode productcode productnumber stockcode
      artikelid artikelnr artikelnummer artnr artikelcode référence réf réfarticle codearticle codeproduit numéroarticle
      referencia código códigoartículo códigodelartículo códigoproducto códigodelproducto codice codicearticolo
      codiceprodotto riferimento productnummer códigoproduto códigodoproduto códigodoartigo ürünkodu stokkodu ürünno
      商品コード 商品番号 商品管理番号 製品コード 品番 型番 رقمالصنف رمزالصنف كودالصنف رقمالمنتج رمزالمنتج كودالمنتج`),
  },
  quantity: {
    aliases: words(`
      quantity qty stock available count onhand onhandcurrent instock stocklevel stockquantity stockqty
      quantityonhand qtyonhand availablequantity inventoryquantity inventoryqty variantinventoryqty currentquantity*
      menge bestand lagerbestand lagermenge anzahl stückzahl aktuellemenge*
      quantité qté enstock quantitéenstock stockactuel stockdisponible cantidad existencias unidades stockactual
      cantidadenstock quantità qtà giacenza giacenze aantal voorraad hoeveelheid opvoorraad quantidade qtd qtde estoque
      quantidadeemestoque adet miktar stok stokadedi stokmiktarı 数量 在庫 在庫数 在庫数量 個数 現在庫 現在庫数
      vorrat saldo كمية الكمية العدد المخزون الرصيد الكميةالمتوفرة الكميةالمتاحة الكميةفيالمخزون كميةالمخزون`),
    fallbacks: words('inventory* *quantityonhand nombre inventario'),
  },
  status: {
    aliases: words(`
      status petstatus availability verfügbarkeit statut état disponibilité estado disponibilidad stato disponibilità
      beschikbaarheid situação disponibilidade durum durumu ステータス 状態 販売状況 状況 الحالة حالة التوفر حالةالحيوان`),
  },
  name: {
    aliases: words(`
      name petname itemname productname title
      tiername artikelname bezeichnung artikelbezeichnung produktname titel
      nom désignation libellé nomarticle nomproduit nomduproduit nomanimal nombredelproducto nombredelartículo
      denominación título nome nomeprodotto nomearticolo denominazione titolo naam productnaam artikelnaam diernaam
      omschrijving nomedoproduto designação ad adı ürünadı hayvanadı stokadı 名前 名称 商品名 品名 製品名 生体名 ペット名
      nomedopet nomdelanimal الاسم اسم اسمالحيوان اسمالمنتج اسمالصنف`),
    fallbacks: words(`
      item description artikel tier nombre article produit animal descripción producto artículo mascota
      descrizione prodotto articolo animale beschrijving product dier descrição produto artigo açıklama ürün hayvan 商品
      الحيوان المنتج الصنف الوصف`),
  },
  barcode: {
    aliases: words(`
      barcode barcodenumber variantbarcode upc upccode ean ean13 eancode gtin*
      strichcode strichcodenummer barcodenummer eannummer eannr codebarre codebarres codeàbarres gencod
      códigodebarras codiceabarre codicebarre streepjescode barkod barkodno バーコード jan jancode janコード
      باركود الباركود رقمالباركود رمزشريطي الرمزالشريطي`),
  },
  lowAt: {
    aliases: words(`
      lowat lowlevel lowstock lowstocklevel lowstockamount lowstockthreshold reorderpoint* reorderlevel*
      minstock minimumstock stockalertcount* mindestbestand meldebestand geringelagermenge warnbestand
      stockminimum stockmini stockalerte seuilalerte seuildalerte stockmínimo puntodepedido scortaminima giacenzaminima
      puntodiriordino minimumvoorraad minvoorraad bestelpunt estoquemínimo pontodepedido minimumstok asgaristok
      kritikstok 最低在庫 最低在庫数 安全在庫 発注点
      seuilbas stockbas nivelmínimo nívelmínimo laagvanaf meldpunt حدالتنبيه الحدالأدنى الحدالأدنىللمخزون حدالطلب حدإعادةالطلب`),
  },
} satisfies Record<ImportField, ColumnRule>;

/** Words for a pet. A column with such a name contains either pet IDs or the names of pets. */
const petWords = words(
  'tier haustier animal mascota dier huisdier ペット 生体 حيوان الحيوان الأليف',
);

/**
 * The column that the user has chosen for each field, by name or position. An empty name chooses no
 * column.
 */
export type ColumnChoice = { readonly [Field in ImportField]?: string | number };

export type ImportColumns = {
  /** The line number of the table's header; null if the file has no table. */
  readonly line: number | null;
  /** The first rows of the table, including the header. */
  readonly head: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly names: readonly string[];
  readonly positions: { readonly [Field in ImportField]?: number };
  readonly ignored: readonly string[];
  /**
   * Fields for which the user must choose a column, because no column or more than one column
   * matches.
   */
  readonly unclear: readonly ImportField[];
};

export const noColumns: ImportColumns = {
  line: null,
  head: [],
  names: [],
  positions: {},
  ignored: [],
  unclear: [],
};

/** The name that Pawstock shows for a column that has no name. */
export const placeName = (position: number): string => `Column ${position + 1}`;

/** The required fields that have no column. A column of barcodes can replace a column of IDs. */
export function missingFields({
  petId,
  barcode,
  quantity,
}: ImportColumns['positions']): ImportField[] {
  const found = { petId: petId ?? barcode, quantity };
  return (['petId', 'quantity'] as const).filter((field) => found[field] === undefined);
}

/** Makes a pattern that matches each column name in a list. In a name, `*` stands for any text. */
function words(text: string): RegExp {
  const names = text.match(/\S+/g)?.map((word) => word.replace(/[^*]+/, simplified)) ?? [];
  return new RegExp(`^(?:${names.join('|').replaceAll('*', '.*')})$`);
}

/** The names of the columns, and the first rows below them, which show what the columns contain. */
type Header = { readonly names: readonly string[]; readonly rows: readonly (readonly string[])[] };
type Sample = Header & { readonly simplifiedNames: readonly string[] };

/** Finds the column of each field, and the fields for which the user must choose a column. */
export function findColumns(header: Header, choice: ColumnChoice) {
  const { names } = header;
  // A column with a question mark in its name, such as "In stock?", contains yes and no, so it
  // matches no field.
  const simplifiedNames = names.map((name) => (/[?？؟]\s*$/.test(name) ? '' : simplified(name)));
  const sample = { ...header, simplifiedNames };
  const positions: { [Field in ImportField]?: number } = {};
  const unclear = new Map<ImportField, ChoiceProblem>();
  const taken = new Set(importFields.flatMap((field) => positionsOf(names, choice[field])));
  for (const field of importFields) {
    const chosenName = choice[field];
    const named = candidatesFor(field, sample, positions.petId !== undefined).filter(
      (at) => !taken.has(at),
    );
    const candidates =
      chosenName === undefined
        ? [...named, ...unnamedBeside(field, sample, named)]
        : positionsOf(names, chosenName);
    const [position] = candidates;
    if (position !== undefined && candidates.length === 1) {
      positions[field] = position;
      taken.add(position);
    } else if (position !== undefined || chosenName) {
      const found = candidates.map((at) => names[at] ?? '');
      const several = { code: 'severalColumns', count: found.length, field, names: found } as const;
      unclear.set(
        field,
        position === undefined
          ? { code: 'noSuchColumn', text: String(chosenName), names }
          : several,
      );
    }
  }
  const isAsked = (field: ImportField) =>
    unclear.has(field) || (field === 'petId' && unclear.has('barcode'));
  const missing = missingFields(positions).filter((field) => !isAsked(field));
  const missed = missing.map((field): [ImportField, ChoiceProblem] => {
    return [
      field,
      field === 'petId'
        ? { code: 'missingIdColumn', names }
        : { code: 'missingColumn', field, names },
    ];
  });
  return { positions, unclear: new Map([...missed, ...unclear]) };
}

/** The columns that may contain a field, judged by the columns' names and first rows. */
function candidatesFor(field: ImportField, sample: Sample, hasIds: boolean): readonly number[] {
  const { aliases, fallbacks }: ColumnRule = columnRules[field];
  if (field === 'petId') return idColumns(sample);
  const isFilled = (at: number, pattern = /./) =>
    sample.rows.some((row) => pattern.test(row[at] ?? ''));
  // A column "Low stock" without digits is skipped: it says yes or no instead of the quantity that
  // counts as low.
  const isOfWords = (at: number) => field === 'lowAt' && isFilled(at) && !isFilled(at, /\p{Nd}/u);
  const found = columnsNamed(aliases, sample).filter((at) => !isOfWords(at));
  if (field === 'barcode' && !hasIds) return codeColumns(found, sample);
  if (found.length === 0) return columnsNamed(fallbacks, sample);
  // Several columns may match a field. Empty ones are left out: tills export one for each kind of
  // barcode, used or not.
  if (field !== 'quantity' && found.length > 1) {
    const filled = found.filter((at) => isFilled(at));
    return filled.length > 0 ? filled : found.slice(0, 1);
  }
  // Shopify exports "On hand", which is the quantity, and "Available", which is "On hand" without
  // the reserved stock.
  const isNamed = (at: number, start: string) => sample.simplifiedNames[at]?.startsWith(start);
  return found.some((at) => isNamed(at, 'onhand'))
    ? found.filter((at) => !isNamed(at, 'available'))
    : found;
}

function columnsNamed(pattern: RegExp | undefined, { simplifiedNames }: Sample): number[] {
  return simplifiedNames.flatMap((name, at) => (pattern?.test(name) ? [at] : []));
}

/**
 * The texts in a column, with ASCII digits. Rows of totals, which some files contain, are left out.
 */
function textsIn({ rows }: Sample, position: number): string[] {
  return rows
    .map((row) => asciiNumber(row[position] ?? ''))
    .filter((text) => text !== '' && !isTotal(text));
}

/**
 * Finds the columns of pet IDs. A column of article numbers counts if all its values are short
 * whole numbers. A column with mostly codes such as `P-0012` does not count, whatever its name is.
 */
function idColumns(sample: Sample): readonly number[] {
  const { aliases, fallbacks } = columnRules.petId;
  const named = columnsNamed(aliases, sample);
  const count = (at: number, isWanted: (text: string) => boolean) =>
    textsIn(sample, at).filter(isWanted).length;
  const withIds = named.filter(
    (at) => sample.rows.length === 0 || count(at, isId) > count(at, isCode),
  );
  if (withIds.length > 0) return withIds;
  const areAll = (at: number, isWanted: (text: string) => boolean) =>
    sample.rows.length === 0 ||
    (count(at, isWanted) === count(at, Boolean) && count(at, Boolean) > 0);
  const pets = columnsNamed(petWords, sample).filter((at) => areAll(at, isId));
  if (pets.length > 0) return pets;
  const isShort = (text: string) => isId(text) && !/\d{8}/.test(text);
  const withNumbers = columnsNamed(fallbacks, sample).filter((at) => areAll(at, isShort));
  return withNumbers.length > 0 ? withNumbers : named.filter((at) => count(at, isCode) === 0);
}

function isId(text: string): boolean {
  const read = valueFrom('petId', text, {});
  return !isProblem(read) || isAnswerable(read);
}

/**
 * Whether a text is an article code: digits with letters or hyphens, and not a number such as
 * `1E5`.
 */
function isCode(text: string): boolean {
  return /^(?=.*\d)(?=.*[a-z]|\d+[-/_]\d)[!-~]+$/i.test(text) && !/^\d[\d.,]*E\+?\d+$/i.test(text);
}

/**
 * The columns of barcodes or article codes with the most filled cells. They identify pets if the
 * file has no IDs.
 */
function codeColumns(barcodes: readonly number[], sample: Sample): readonly number[] {
  const { aliases, fallbacks } = columnRules.petId;
  const ids = columnsNamed(aliases, sample).filter((at) => textsIn(sample, at).some(isCode));
  const kinds = [barcodes, columnsNamed(fallbacks, sample), ids];
  const filled = (at: number) => textsIn(sample, at).length;
  const most = Math.max(0, ...kinds.flat().map(filled));
  return (
    kinds.map((kind) => kind.filter((at) => filled(at) === most)).find((kind) => kind.length > 0) ??
    []
  );
}

/**
 * Below a merged header cell, only the first column has a name. Adds the next ones if most of their
 * values fit.
 */
function unnamedBeside(
  field: ImportField,
  sample: Sample,
  [only, ...others]: readonly number[],
): number[] {
  if (only === undefined || others.length > 0) return [];
  const next = only + 1;
  const texts = sample.names[next] === placeName(next) ? textsIn(sample, next) : [];
  const readable = texts.filter((text) => !isProblem(valueFrom(field, text, {})));
  return readable.length * 2 <= texts.length ? [] : [next, ...unnamedBeside(field, sample, [next])];
}

/**
 * The columns with exactly the chosen name, or else those whose name differs only in case, spaces
 * or punctuation.
 */
function positionsOf(names: readonly string[], name: string | number | undefined): number[] {
  if (typeof name === 'number') return name in names ? [name] : [];
  if (name === undefined || simplified(name) === '') return [];
  const matching = (isMatch: (other: string) => boolean) =>
    names.flatMap((other, at) => (isMatch(other) ? [at] : []));
  const same = matching((other) => other === name);
  return same.length > 0 ? same : matching((other) => simplified(other) === simplified(name));
}
