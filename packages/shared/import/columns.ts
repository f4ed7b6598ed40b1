import { type ChoiceProblem, type ImportField, importFields } from './problem.ts';
import { simplified } from './row.ts';

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
      petid id petno petnumber animalid itemid productid systemid tierid tiernr tiernummer
      identifiant idanimal idarticle idproduit idmascota idproducto idartículo identificador idanimale idprodotto
      idarticolo dierid diernummer idproduto idartigo artikelid hayvanid ürünid ペットid ペット番号 生体番号 商品id
      haustierid iddelanimal iddelamascota idpet iddopet iddoanimal huisdierid ペットのid 生体id معرف المعرف معرفالحيوان رقمالحيوان`),
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
      item pet description artikel tier haustier nombre article produit animal descripción producto artículo mascota
      descrizione prodotto articolo animale beschrijving product dier huisdier descrição produto artigo açıklama ürün
      hayvan 商品 ペット 生体 حيوان الحيوان الأليف المنتج الصنف الوصف`),
  },
  barcode: {
    aliases: words(`
      barcode barcodenumber variantbarcode upc upccode ean ean13 eancode gtin*
      strichcode strichcodenummer barcodenummer eannummer eannr codebarre codebarres codeàbarres gencod
      códigodebarras codiceabarre codicebarre streepjescode barkod barkodno バーコード jan jancode janコード
      باركود الباركود رقمالباركود رمزشريطي الرمزالشريطي`),
    // Article codes, which many shops print as barcodes. They are never IDs of pets, even if all of
    // them are numbers.
    fallbacks: words(`
      sku variantsku customsku articlenumber articleno articlecode itemno itemnumber itemcode productcode productnumber
      stockcode artikelnr artikelnummer artnr artikelcode référence réf réfarticle codearticle codeproduit numéroarticle
      referencia código códigoartículo códigodelartículo códigoproducto códigodelproducto codice codicearticolo
      codiceprodotto riferimento productnummer códigoproduto códigodoproduto códigodoartigo ürünkodu stokkodu ürünno
      商品コード 商品番号 商品管理番号 製品コード 品番 型番 رقمالصنف رمزالصنف كودالصنف رقمالمنتج رمزالمنتج كودالمنتج`),
  },
  lowAt: {
    aliases: words(`
      lowat lowlevel lowstocklevel lowstockamount lowstockthreshold reorderpoint* reorderlevel*
      minstock minimumstock stockalertcount* mindestbestand meldebestand geringelagermenge warnbestand
      stockminimum stockmini stockalerte seuilalerte seuildalerte stockmínimo puntodepedido scortaminima giacenzaminima
      puntodiriordino minimumvoorraad minvoorraad bestelpunt estoquemínimo pontodepedido minimumstok asgaristok
      kritikstok 最低在庫 最低在庫数 安全在庫 発注点
      seuilbas stockbas nivelmínimo nívelmínimo laagvanaf meldpunt حدالتنبيه الحدالأدنى الحدالأدنىللمخزون حدالطلب حدإعادةالطلب`),
  },
} satisfies Record<ImportField, ColumnRule>;

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
  /**
   * The column of article codes beside a column of barcodes in a file without pet IDs. Its codes
   * identify the rows that have no barcode.
   */
  readonly articleCode: number | undefined;
  /** Which system has written the file, if its layout is known. */
  readonly layout: string | undefined;
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
  articleCode: undefined,
  layout: undefined,
  ignored: [],
  unclear: [],
};

/** The name that Pawstock shows for a column that has values and no name. */
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

/**
 * Finds the column of each field, and the fields for which the user must choose a column. What a
 * column means depends on the names in the header alone, so that a file with other rows is read in
 * the same way.
 */
export function findColumns(names: readonly string[], choice: ColumnChoice) {
  // A column with a question mark in its name, such as "In stock?", contains yes and no, so it
  // matches no field.
  const simplifiedNames = names.map((name) => (/[?？؟]\s*$/.test(name) ? '' : simplified(name)));
  const positions: { [Field in ImportField]?: number } = {};
  const unclear = new Map<ImportField, ChoiceProblem>();
  const taken = new Set(importFields.flatMap((field) => positionsOf(names, choice[field])));
  const isFree = (at: number) => !taken.has(at);
  for (const field of importFields) {
    const chosenName = choice[field];
    const candidates =
      chosenName === undefined
        ? withUnnamedBeside(names, candidatesFor(field, simplifiedNames)).filter(isFree)
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
  const hasCodesOnly =
    positions.petId === undefined &&
    positions.barcode !== undefined &&
    choice.barcode === undefined;
  const [articleCode, ...others] = columnsNamed(
    columnRules.barcode.fallbacks,
    simplifiedNames,
  ).filter(isFree);
  return {
    positions,
    articleCode: hasCodesOnly && others.length === 0 ? articleCode : undefined,
    unclear: new Map([...missed, ...unclear]),
  };
}

/** The positions of the columns whose names mean a field. */
function candidatesFor(field: ImportField, simplifiedNames: readonly string[]): readonly number[] {
  const { aliases, fallbacks }: ColumnRule = columnRules[field];
  const found = columnsNamed(aliases, simplifiedNames);
  if (found.length === 0) return columnsNamed(fallbacks, simplifiedNames);
  // "On hand" is the quantity. "Available" beside it is "On hand" without the reserved stock.
  const isNamed = (at: number, start: string) => simplifiedNames[at]?.startsWith(start);
  return found.some((at) => isNamed(at, 'onhand'))
    ? found.filter((at) => !isNamed(at, 'available'))
    : found;
}

function columnsNamed(pattern: RegExp | undefined, simplifiedNames: readonly string[]): number[] {
  return simplifiedNames.flatMap((name, at) => (pattern?.test(name) ? [at] : []));
}

/**
 * Adds the columns without a name that follow the only candidate. Below a merged header cell, only
 * the first column has a name, so the user must say which of them is meant.
 */
function withUnnamedBeside(
  names: readonly string[],
  candidates: readonly number[],
): readonly number[] {
  const [only, ...others] = candidates;
  if (only === undefined || others.length > 0) return candidates;
  const following = names.slice(only + 1);
  const end = following.findIndex((name, index) => name !== placeName(only + 1 + index));
  const unnamed = end === -1 ? following : following.slice(0, end);
  return [only, ...unnamed.map((_, index) => only + 1 + index)];
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
